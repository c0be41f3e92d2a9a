//! The command line: the commands, one per file, in folders by their users, and the arguments that they share.
//!
//! Arguments and their `--help` texts are defined only here: a command converts its arguments to plain values and calls
//! the library function that does the work with a [`Session`].

mod arguments;
mod candidates;
pub mod docs;
mod ending;
mod help;
mod hints;
pub mod schemas;
pub mod templates;
pub mod tools;
pub mod types;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::CompleteEnv;
use codegen::place;
use heat_report::program::NAME;
use heat_report::terminal::Terminal;
use heat_yaml::one_line;
use supports_hyperlinks::Stream;

use self::docs::{build, serve};
use self::schemas::{check, diff, history, import, init};
use self::templates::{deployment, explain, graph, plan, resolve, rules, test, validate, yaql};
use self::tools::{completions, language_server, man, plugin, version};
use self::types::{changes, export, list, show, template};
use crate::explanation::program_version::ProgramVersion;
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

const ABOUT_EXIT: &str = "\
`heat-codegen COMMAND --help` has the options of a command, with examples. Without a command, the program prints this; in a \
checkout of its sources, it builds the docs there, as `heat-codegen build` does.

Exit codes: 0 success; 1 there are findings that --fail-on names, or the requested item does not exist; 2 something could \
not be read or written, or the arguments are invalid.";

/// Checks and plans templates of OpenStack Heat without a cloud, answers what each release's resource types can do, and
/// publishes, checks and compares their schemas.
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = ABOUT_EXIT, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    /// The arguments of `build`, which is the default command in a checkout.
    #[command(flatten)]
    build: build::BuildArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Args)]
struct GlobalArgs {
    /// The folder of your own schemas, or `built-in` for none [default: `schemas`, here or above in the repository, if there is one].
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL)]
    schemas: Option<PathBuf>,
    /// Leaves Heat's types out: commands about templates and types then know your own schemas alone.
    #[arg(long, global = true, help_heading = GLOBAL)]
    only_own_types: bool,
    /// Adds types, for the docs and for commands about templates and types: a file with what `openstack orchestration resource type list` or
    /// `show` prints with `-f json`, a schema file, or a folder of them; can be repeated.
    #[arg(long = "types", global = true, value_name = "FILE", help_heading = GLOBAL)]
    added_types: Vec<PathBuf>,
    /// Prints results and errors alone: no notes, no summaries.
    #[arg(long, short, global = true, help_heading = GLOBAL)]
    quiet: bool,
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = GLOBAL)]
    color: ColorChoice,
}

const GLOBAL: &str = "Global options";

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the reference docs.
    #[command(after_help = build::AFTER_HELP)]
    Build(build::BuildArgs),
    /// Preview the reference docs and update them with every change.
    #[command(after_help = serve::AFTER_HELP)]
    Serve(serve::ServeArgs),
    /// Check the schemas and report problems.
    #[command(after_help = check::AFTER_HELP)]
    Check(check::CheckArgs),
    /// List the rules of `validate`, `check` or `diff`.
    #[command(after_help = rules::AFTER_HELP)]
    Rules(rules::RulesArgs),
    /// Explain a rule, or an error message of Heat.
    #[command(after_help = explain::AFTER_HELP)]
    Explain(explain::ExplainArgs),
    /// Compare two versions of the schemas and report what each change means for templates and stacks.
    #[command(after_help = diff::AFTER_HELP)]
    Diff(Box<diff::DiffArgs>),
    /// Import schemas from an installed Heat, or compare the schemas with it.
    #[command(after_help = import::AFTER_HELP)]
    Import(import::ImportArgs),
    /// Record the changes in each release.
    #[command(after_help = history::AFTER_HELP)]
    History(history::HistoryArgs),
    /// List the resource types.
    #[command(after_help = list::AFTER_HELP)]
    List(list::ListArgs),
    /// Show a resource type, or a property or attribute of one.
    #[command(after_help = show::AFTER_HELP)]
    Show(show::ShowArgs),
    /// Show what changed for resource types between two releases.
    #[command(after_help = changes::AFTER_HELP)]
    Changes(changes::ChangesArgs),
    /// Generate the provider template of a resource type, like Heat's API.
    #[command(after_help = template::AFTER_HELP)]
    Template(template::TemplateArgs),
    /// Check templates and report all problems.
    #[command(after_help = validate::AFTER_HELP)]
    Validate(validate::ValidateArgs),
    /// Run the tests of templates, without a cloud.
    #[command(after_help = test::AFTER_HELP)]
    Test(Box<test::TestArgs>),
    /// Show what an update of a stack does to its resources, without a cloud.
    #[command(after_help = plan::AFTER_HELP)]
    Plan(plan::PlanArgs),
    /// Resolve the parameters, conditions and functions of a template without a cloud.
    #[command(after_help = resolve::AFTER_HELP)]
    Resolve(resolve::ResolveArgs),
    /// Evaluate an expression of `yaql`, the query language of templates.
    #[command(after_help = yaql::AFTER_HELP)]
    Yaql(yaql::YaqlArgs),
    /// Show what a server is given for a software deployment, and try it here.
    #[command(after_help = deployment::AFTER_HELP)]
    Deployment(Box<deployment::DeploymentArgs>),
    /// Draw the dependencies between the resources of a template.
    #[command(after_help = graph::AFTER_HELP)]
    Graph(graph::GraphArgs),
    /// Export the catalogue for other programs.
    #[command(after_help = export::AFTER_HELP)]
    Export(export::ExportArgs),
    /// Create a new schema file.
    #[command(after_help = init::AFTER_HELP)]
    Init(init::InitArgs),
    /// Start, build, check and install plug-ins in Rust.
    #[command(after_help = plugin::AFTER_HELP)]
    Plugin(plugin::PluginArgs),
    /// Start the language server: diagnostics as you type, completion, hover, definitions, renaming.
    #[command(after_help = language_server::AFTER_HELP)]
    LanguageServer(language_server::LanguageServerArgs),
    /// Generate shell completions.
    #[command(after_help = completions::AFTER_HELP)]
    Completions(completions::CompletionsArgs),
    /// Show which program this is, and which release of Heat is built in.
    #[command(after_help = version::AFTER_HELP)]
    Version(version::VersionArgs),
    /// Write the manual pages, for packages.
    #[command(after_help = man::AFTER_HELP, hide = true)]
    Man(man::ManArgs),
}

impl Command {
    /// Returns whether types can be added to those that the command reads: to the docs, or to the types that it knows.
    fn takes_types(&self) -> bool {
        matches!(self, Self::Build(_) | Self::Serve(_)) || self.knows_types()
    }

    /// Returns whether the command reads the catalogue, with Heat's types, to know the existing types. Other commands are about
    /// the catalogue's files.
    fn knows_types(&self) -> bool {
        matches!(
            self,
            Self::List(_)
                | Self::Show(_)
                | Self::Changes(_)
                | Self::Template(_)
                | Self::Validate(_)
                | Self::Test(_)
                | Self::Plan(_)
                | Self::Resolve(_)
                | Self::Deployment(_)
                | Self::Graph(_)
                | Self::Export(_)
                | Self::LanguageServer(_)
        )
    }

    fn run(&self, session: &mut Session) -> CommandResult {
        match self {
            Self::Build(args) => build::run(args, session),
            Self::Serve(args) => serve::run(args, session),
            Self::Check(args) => check::run(args, session),
            Self::Rules(args) => rules::run(args, session),
            Self::Explain(args) => explain::run(args, session),
            Self::Diff(args) => diff::run(args, session),
            Self::Import(args) => import::run(args, session),
            Self::History(args) => history::run(args, session),
            Self::Test(args) => test::run(args, session),
            Self::List(args) => list::run(args, session),
            Self::Show(args) => show::run(args, session),
            Self::Changes(args) => changes::run(args, session),
            Self::Template(args) => template::run(args, session),
            Self::Validate(args) => validate::run(args, session),
            Self::Plan(args) => plan::run(args, session),
            Self::Resolve(args) => resolve::run(args, session),
            Self::Yaql(args) => yaql::run(args, session),
            Self::Deployment(args) => deployment::run(args, session),
            Self::Graph(args) => graph::run(args, session),
            Self::Export(args) => export::run(args, session),
            Self::Init(args) => init::run(args, session),
            Self::Plugin(args) => plugin::run(args, session),
            Self::LanguageServer(args) => language_server::run(args, session),
            Self::Completions(args) => completions::run(args, session),
            Self::Version(args) => version::run(args, session),
            Self::Man(args) => man::run(args, command(), session),
        }
    }
}

/// The program's definition for clap. The options of `build` can be used without a command, and are listed with it.
fn command() -> clap::Command {
    help::with_groups(Cli::command().mut_args(hide_build_args))
}

/// Runs the command with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let here = std::env::current_dir().ok();
    match CompleteEnv::with_factory(command).try_complete(std::env::args_os(), here.as_deref()) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => return fail(&error),
    }
    match parse(std::env::args_os()) {
        Ok(cli) => cli.run().into(),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            match writeln!(io::stdout(), "{}", ProgramVersion::read().line()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => Outcome::Unreadable.into(),
            }
        }
        Err(error) => fail(&harmless(error)),
    }
}

/// Prints an error of the arguments, or the help. If that cannot be printed, only the exit code remains.
fn fail(error: &clap::Error) -> ExitCode {
    _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2).into()
}

/// Reads the arguments.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().map(text_or_option).collect();
    let mut command = command();
    let matches = command
        .try_get_matches_from_mut(&arguments)
        .map_err(|error| hints::with_hint(error, &arguments, &command))?;
    // Before another command, the options of `build` would be ignored silently.
    if let Some(name) = matches.subcommand_name()
        && let Some(id) = given_build_arg(&matches)
    {
        let message =
            format!("--{} is an option of `build` and cannot be used before `{name}`", id.replace('_', "-"));
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let mut cli = Cli::from_arg_matches(&matches)?;
    let is_about_docs = cli.global.schemas.is_some() || !cli.global.added_types.is_empty();
    if cli.command.is_none() && (given_build_arg(&matches).is_some() || is_about_docs) {
        cli.command = Some(Command::Build(cli.build.clone()));
    }
    let name = matches.subcommand_name().unwrap_or("build");
    let misplaced = [
        ("--types", !cli.global.added_types.is_empty(), Command::takes_types as fn(&Command) -> bool),
        ("--only-own-types", cli.global.only_own_types, Command::knows_types),
    ];
    let is_wrong = |takes: fn(&Command) -> bool| !cli.command.as_ref().is_some_and(takes);
    if let Some((option, ..)) = misplaced.iter().find(|(_, is_given, takes)| *is_given && is_wrong(*takes)) {
        let message =
            format!("{option} changes nothing for `{name}`, which is about the files of the catalogue");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok(cli)
}

/// Prefixes an argument that begins with a hyphen and a blank with a blank: it is a line of a list, such as a message in a
/// report, and not an option.
fn text_or_option(argument: OsString) -> OsString {
    if argument.as_encoded_bytes().starts_with(b"- ") {
        let mut text = OsString::from(" ");
        text.push(argument);
        return text;
    }
    argument
}

/// The first option of `build` that is passed without a command.
fn given_build_arg(matches: &ArgMatches) -> Option<String> {
    build_args().into_iter().find(|id| matches.value_source(id) == Some(ValueSource::CommandLine))
}

/// The error of clap for sanitized arguments, without control characters and line breaks.
fn harmless(error: clap::Error) -> clap::Error {
    let arguments: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let clean: Vec<String> = arguments.iter().map(|argument| one_line(argument)).collect();
    if clean == arguments {
        return error;
    }
    let clean = clean.into_iter().map(OsString::from);
    parse(clean).err().unwrap_or_else(|| command().error(error.kind(), "an argument is invalid"))
}

/// The options of `build`.
fn build_args() -> Vec<String> {
    let command = build::BuildArgs::augment_args(clap::Command::new("build"));
    command.get_arguments().map(|argument| argument.get_id().to_string()).collect()
}

fn hide_build_args(argument: clap::Arg) -> clap::Arg {
    let hidden = build_args().iter().any(|id| argument.get_id() == id.as_str());
    argument.hide(hidden)
}

impl Cli {
    fn run(self) -> Outcome {
        let (out, err) = (io::stdout(), io::stderr());
        let color_out = is_colored(self.global.color, out.is_terminal());
        let color_err = is_colored(self.global.color, err.is_terminal());
        let (schemas, is_built_in) = place::catalogue(self.global.schemas);
        let docs_url = docs_url();
        let shows_links = docs_url.is_some() && color_out && supports_hyperlinks::on(Stream::Stdout);
        let mut session = Session {
            is_built_in,
            has_only_own_types: self.global.only_own_types,
            types: self.global.added_types,
            is_quiet: self.global.quiet,
            color_out,
            color_err,
            docs_url,
            shows_links,
            ..Session::new(
                schemas,
                Box::new(
                    Terminal::new(BufWriter::new(out), color_out)
                        .with_links(docs_url.filter(|_| shows_links)),
                ),
                Box::new(Terminal::new(err, color_err)),
            )
        };
        let result = match self.command {
            Some(command) => command.run(&mut session),
            None => without_command(&self.build, &mut session),
        };
        // Output written before a failure is still flushed.
        let flushed = session.out.flush();
        match result.and_then(|outcome| Ok(flushed.map(|()| outcome)?)) {
            Ok(outcome) => outcome,
            Err(failure) => ending::report(&failure, &mut session),
        }
    }
}

/// Runs the program without a command: it builds the docs in a checkout of them, and prints its help elsewhere.
fn without_command(build: &build::BuildArgs, session: &mut Session) -> CommandResult {
    if !session.is_built_in && place::has_docs(&session.schemas) {
        session.note("without a command, the docs of this checkout are built; `heat-codegen --help` lists the commands")?;
        return build::run(build, session);
    }
    let help = command().render_help();
    let text = if session.color_out { help.ansi().to_string() } else { help.to_string() };
    session.out.write_all(text.as_bytes())?;
    Ok(Outcome::Done)
}

/// The address of the published docs, so that the ids of rules can link to their pages. Only the user can set it.
fn docs_url() -> Option<&'static str> {
    let url = std::env::var(DOCS_URL).ok()?;
    let is_web = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = url.chars().all(|each| each.is_ascii_graphic());
    (is_web && is_plain).then(|| &*format!("{}/", url.trim_end_matches('/')).leak())
}

/// The variable with the address of the published docs.
const DOCS_URL: &str = "HEAT_CODEGEN_DOCS_URL";

/// Returns whether the output to a handle is coloured: the option decides first, then the environment.
fn is_colored(choice: ColorChoice, is_terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => codegen::is_colored(is_terminal),
    }
}

#[cfg(test)]
mod tests;
