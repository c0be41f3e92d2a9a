//! `deployment`: prints the data that a server receives for a software deployment, and runs the deployment here.

use std::path::PathBuf;

use clap::Args;
use heat_software::Action;
use indexmap::IndexMap;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::inputs::InputArgs;
use crate::commands::arguments::output::OutArgs;
use crate::commands::arguments::parameter::parameter;
use crate::deployment::{self, Format, Options, TrialOptions};
use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen deployment web.yaml install
  heat-codegen deployment web.yaml install --action DELETE --format json
  heat-codegen deployment web.yaml install --run --input port=8080
  heat-codegen deployment web.yaml install --run --sequence CREATE,UPDATE,SUSPEND,RESUME,DELETE
  heat-codegen deployment web.yaml install --run --sequence CREATE,UPDATE --input port=80 --input 2:port=81
  heat-codegen deployment cluster.yaml 'nodes/0/install' -e production.yaml

Prints the deployment as the server finds it in its metadata. What only a cloud knows is in angle brackets; a file for --values \
gives it by the names of the inputs that Heat adds, such as `deploy_stack_id`.

With --run, the deployment is done on this machine by the agent that does it in servers, with the hooks `script`, `ansible`, \
`puppet` and others, or those in the folder that HEAT_CONFIG_HOOKS names. The agent writes all its files below one folder; what \
your scripts do is up to them. Run them in a container if they change the system.

A folder that --folder names is that of one server: what an earlier call has done and reported there is known to the next one, and each \
call is a new deployment.

Exits with 1 if a deployment failed.";

/// The arguments of `deployment`.
#[derive(Debug, Clone, Args)]
pub struct DeploymentArgs {
    /// The template, or `-` for the standard input.
    #[arg(value_name = "TEMPLATE")]
    template: PathBuf,
    /// The name of the deployment; those of a nested stack or a group with the names around them, as in `group/0`.
    #[arg(value_name = "NAME")]
    name: String,
    /// The action of the stack.
    #[arg(long, value_parser = one_of(&ACTIONS), ignore_case = true, default_value = "CREATE")]
    action: Action,
    /// Several actions, comma-separated, one after the other.
    #[arg(
        long,
        value_name = "ACTIONS",
        value_parser = one_of(&ACTIONS),
        ignore_case = true,
        value_delimiter = ',',
        conflicts_with = "action"
    )]
    sequence: Vec<Action>,
    #[command(flatten)]
    inputs: InputArgs,
    /// The value of an input, in place of that of the template; `2:NAME=VALUE` from the second action of a sequence on; can be repeated.
    #[arg(long = "input", value_name = "[STEP:]NAME=VALUE", value_parser = parameter)]
    input_values: Vec<(String, String)>,
    /// A file with known IDs and attributes of resources.
    #[arg(long, value_name = "FILE")]
    attributes: Option<PathBuf>,
    /// A file with values that Heat adds, such as `deploy_stack_id: web/7f3c…`.
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    /// Do it on this machine, in a folder for it.
    #[arg(long)]
    run: bool,
    /// The folder for --run, which keeps what has been done [default: a temporary folder].
    #[arg(long, value_name = "DIR", requires = "run")]
    folder: Option<PathBuf>,
    /// The format of the output [default: YAML; text for people with --run].
    #[arg(long, value_parser = one_of(&FORMATS))]
    format: Option<Format>,
    #[command(flatten)]
    out: OutArgs,
}

/// The actions of a stack, by Heat's names.
const ACTIONS: [Choice<Action>; 5] = [
    (Action::Create, "CREATE", "The stack is created"),
    (Action::Update, "UPDATE", "The stack is updated, and the deployment is part of it"),
    (Action::Suspend, "SUSPEND", "The stack is suspended"),
    (Action::Resume, "RESUME", "The stack is resumed"),
    (Action::Delete, "DELETE", "The stack is deleted"),
];

/// The formats of a deployment.
const FORMATS: [Choice<Format>; 2] = [(Format::Yaml, "yaml", "YAML"), (Format::Json, "json", "JSON")];

/// Runs `deployment`.
///
/// # Errors
/// If a file cannot be read, there is no such deployment, or the output is closed.
pub fn run(args: &DeploymentArgs, session: &mut Session) -> CommandResult {
    let options = args.options(session)?;
    args.out.with(session, |session| deployment::run(&options, session))
}

impl DeploymentArgs {
    fn options(&self, session: &mut Session) -> Result<Options, Failure> {
        let actions: Vec<Action> = match self.sequence.as_slice() {
            [] => vec![self.action],
            sequence => sequence.to_vec(),
        };
        let (mut input_values, mut later_values) = (IndexMap::new(), Vec::new());
        for (name, value) in &self.input_values {
            match step(name) {
                None => drop(input_values.insert(name.clone(), value.clone())),
                Some((number, name)) if (1..=actions.len()).contains(&number) => {
                    later_values.push((number, name.to_owned(), value.clone()));
                }
                Some((number, _)) => {
                    let problem = format!("`--input {name}` is for action {number} of {}", actions.len());
                    return Err(Failure::unreadable(problem)
                        .with_help("--sequence lists the actions, which are counted from 1"));
                }
            }
        }
        Ok(Options {
            inputs: self.inputs.resolve_inputs(&self.template, self.attributes.as_deref(), session)?,
            name: self.name.clone(),
            actions,
            is_sequence: !self.sequence.is_empty(),
            input_values,
            later_values,
            values: self.values.clone(),
            trial: self.run.then(|| TrialOptions { folder: self.folder.clone() }),
            format: self.format,
        })
    }
}

/// The number of an action and the name of an input, if there is a number.
fn step(name: &str) -> Option<(usize, &str)> {
    let (number, name) = name.split_once(':')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // If the number is too large, there is no action with it either.
    is_number.then(|| (number.parse().unwrap_or(usize::MAX), name))
}
