//! `plan`: shows what an update of a stack does to its resources.

use std::path::{Path, PathBuf};

use clap::Args;
use heat_plan::rolling::DEFAULT_TIMEOUT;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::formats::report_file;
use crate::commands::arguments::inputs::InputArgs;
use crate::commands::arguments::parameter::parameter;
use crate::outcome::{CommandResult, Failure};
use crate::plan::{self, Concern, Format, Options, SideInputs};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen plan old.yaml new.yaml
  heat-codegen plan main -- template.yaml
  heat-codegen plan v1.0..v2.0 -e production.yaml -- template.yaml
  heat-codegen plan template.yaml template.yaml --old-environment small.yaml -e large.yaml
  heat-codegen plan template.yaml template.yaml -P flavor=m1.large --old-parameter flavor=m1.small
  heat-codegen plan main --format json --fail-on refused,data-loss -- template.yaml

OLD and NEW are two templates; or, with the template after `--`, git revisions: then the template, its environments and all \
files that they name are those of the revision, and without NEW the other side is the working folder. `A..B` names two \
revisions, `A...B` their merge base and B.

An environment of -e and a value of -P are for both sides, or for the new side if the old one has its own. Parameters without a \
value are assumed to be unchanged. The old side is taken for what the stack was created from: names of group members that \
earlier versions removed are not known. Exits with 0 if nothing of --fail-on was found, with 1 if something \
was, with 2 if a side could not be read.";

/// The arguments of `plan`.
#[derive(Debug, Clone, Args)]
pub struct PlanArgs {
    /// The template of the deployed stack; a git revision if TEMPLATE is given.
    #[arg(value_name = "OLD")]
    old: String,
    /// The template to update to, or its revision.
    #[arg(value_name = "NEW")]
    new: Option<String>,
    /// The template in the revisions.
    #[arg(value_name = "TEMPLATE", last = true)]
    template: Option<PathBuf>,
    #[command(flatten)]
    inputs: InputArgs,
    /// An environment file for the old side, which then uses none of --environment; can be repeated.
    #[arg(long = "old-environment", value_name = "FILE")]
    old_environments: Vec<PathBuf>,
    /// The value of a parameter on the old side, if it differs from the new one; can be repeated.
    #[arg(long = "old-parameter", value_name = "NAME=VALUE", value_parser = parameter)]
    old_parameters: Vec<(String, String)>,
    /// The timeout of the update in minutes, which the pauses of rolling updates must not reach.
    #[arg(long, value_name = "MINUTES", default_value_t = DEFAULT_TIMEOUT)]
    timeout: u64,
    /// The format of the plan.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text")]
    format: Format,
    /// Also write the plan to a file, such as `markdown=comment.md`. Can be repeated.
    #[arg(long, value_name = "FORMAT=FILE", value_parser = report_file(&FORMATS))]
    report: Vec<(Format, PathBuf)>,
    /// Report rules of your own also where their verdict depends on a value that is not known.
    #[arg(long)]
    strict_rules: bool,
    /// The effects to fail for, comma-separated.
    #[arg(long, value_name = "WHAT", value_parser = one_of(&FAIL_ON), value_delimiter = ',', default_value = "refused")]
    fail_on: Vec<Option<Concern>>,
}

/// The formats of a plan.
const FORMATS: [Choice<Format>; 3] = [
    (Format::Text, "text", "Text for people"),
    (Format::Markdown, "markdown", "A pull request comment"),
    (Format::Json, "json", "A JSON document"),
];

/// The effects for which a plan can fail.
const FAIL_ON: [Choice<Option<Concern>>; 7] = [
    (Some(Concern::Refused), "refused", "Heat or a service refuses the update"),
    (Some(Concern::Interrupted), "interrupted", "An update in place interrupts what a resource provides"),
    (
        Some(Concern::DataLoss),
        "data-loss",
        "Data of volumes, databases, servers and similar resources is lost",
    ),
    (Some(Concern::Replaced), "replaced", "A resource is replaced"),
    (Some(Concern::Deleted), "deleted", "A resource is deleted"),
    (Some(Concern::Changed), "changed", "Anything changes"),
    (None, "none", "Nothing"),
];

/// Runs `plan`.
///
/// # Errors
/// If a side cannot be read, or the output is closed.
pub fn run(args: &PlanArgs, session: &mut Session) -> CommandResult {
    let options = args.options(session)?;
    plan::run(&options, session)
}

impl PlanArgs {
    fn options(&self, session: &mut Session) -> Result<Options, Failure> {
        let new = self.template.as_deref().or(self.new.as_deref().map(Path::new));
        // Without a template, the missing side is reported later.
        let given = new.map(|template| self.inputs.apply(template, session)).transpose()?.unwrap_or_default();
        let mut rules = given.rules;
        rules.tells_open = self.strict_rules;
        let parameters = self.inputs.parameters();
        let old = &self.old_environments;
        let environments = if old.is_empty() { given.environments.clone() } else { old.clone() };
        let old_parameters = parameters.clone().into_iter().chain(self.old_parameters.iter().cloned());
        Ok(Options {
            old: self.old.clone(),
            new: self.new.clone(),
            template: self.template.clone(),
            old_inputs: SideInputs { environments, parameters: old_parameters.collect() },
            new_inputs: SideInputs { environments: given.environments, parameters },
            environments_named_by: given.named_by,
            root: self.inputs.root.clone(),
            timeout: self.timeout,
            format: self.format,
            reports: self.report.clone(),
            fail_on: self.fail_on.iter().copied().flatten().collect(),
            rules,
            settings: given.settings,
        })
    }
}
