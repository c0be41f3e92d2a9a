//! The command line: the commands, one per file, in folders by who needs them, and what they share.
//!
//! Arguments and their `--help` texts are defined only here: a command converts its arguments to plain values and calls
//! the library function that does the work with a [`Session`].

mod arguments;
pub mod docs;
pub mod schemas;
pub mod templates;
pub mod tools;
pub mod types;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use heat_report::program::NAME;
use heat_yaml::one_line;

use self::docs::{build, explain, rules, serve};
use self::schemas::{check, diff, history, import, init};
use self::templates::{deployment, graph, plan, resolve, validate, yaql};
use self::tools::{completions, language_server, plugin};
use self::types::{export, list, show, template};
use crate::outcome::{CommandResult, Explanation, Failure, Outcome};
use crate::session::Session;
use crate::terminal::Terminal;

const ABOUT_EXIT: &str = "\
Exit codes: 0 success; 1 there are findings, or the requested item does not exist; 2 something could not be read or \
written, or the arguments are invalid.";

/// Publishes, checks and compares the schemas of Heat resource types.
///
/// Without a command it builds the reference docs: `heat-codegen --out DIR` is `heat-codegen build --out DIR`.
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = ABOUT_EXIT, subcommand_negates_reqs = true)]
pub struct Cli {
    #[command(flatten)]
    global: GlobalArgs,
    /// The arguments of `build`, which is the default command.
    #[command(flatten)]
    build: build::BuildArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Clone, Args)]
struct GlobalArgs {
    /// The catalogue's folder, or `built-in` for the catalogue within the program [default: `schemas`, or built-in if there is no
    /// such folder].
    #[arg(long, global = true, value_name = "DIR", help_heading = GLOBAL)]
    schemas: Option<PathBuf>,
    /// Adds types to the catalogue, for the docs and for commands about templates and types: a file with what `openstack orchestration resource
    /// type list` or `show` prints with `-f json`, a schema file, or a folder of them; can be repeated.
    #[arg(long = "types", global = true, value_name = "FILE", help_heading = GLOBAL)]
    added_types: Vec<PathBuf>,
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
    /// List the rules of `check`, `diff` or `validate`.
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
    /// Show a resource type's schema, like Heat's API.
    #[command(after_help = show::AFTER_HELP)]
    Show(show::ShowArgs),
    /// Generate the provider template of a resource type, like Heat's API.
    #[command(after_help = template::AFTER_HELP)]
    Template(template::TemplateArgs),
    /// Check templates and report all problems.
    #[command(after_help = validate::AFTER_HELP)]
    Validate(validate::ValidateArgs),
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
    /// Start a plug-in in Rust.
    #[command(after_help = plugin::AFTER_HELP)]
    Plugin(plugin::PluginArgs),
    /// Start the language server: diagnostics as you type, completion, hover, definitions, renaming.
    #[command(after_help = language_server::AFTER_HELP)]
    LanguageServer(language_server::LanguageServerArgs),
    /// Generate shell completions.
    #[command(after_help = completions::AFTER_HELP)]
    Completions(completions::CompletionsArgs),
}

impl Command {
    /// Whether the command reads the catalogue to know which types there are. Others are about its files.
    fn knows_more_types(&self) -> bool {
        matches!(
            self,
            Self::Build(_)
                | Self::Serve(_)
                | Self::List(_)
                | Self::Show(_)
                | Self::Template(_)
                | Self::Validate(_)
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
            Self::List(args) => list::run(args, session),
            Self::Show(args) => show::run(args, session),
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
            Self::Completions(args) => completions::run(args, &mut Cli::command(), session),
        }
    }
}

/// Runs the command with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    match parse(std::env::args_os()) {
        Ok(cli) => cli.run().into(),
        // If even the error cannot be printed, only the exit code remains.
        Err(error) => {
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            _ = harmless(error).print();
            code.into()
        }
    }
}

/// Reads the arguments.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    // The options of `build` can be used without a command; before another command they would be ignored silently.
    let mut command = Cli::command().mut_args(hide_build_args);
    let matches = command.try_get_matches_from_mut(arguments)?;
    if let Some(name) = matches.subcommand_name()
        && let Some(id) =
            build_args().into_iter().find(|id| matches.value_source(id) == Some(ValueSource::CommandLine))
    {
        let message =
            format!("--{} is an option of `build` and cannot be used before `{name}`", id.replace('_', "-"));
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    let cli = Cli::from_arg_matches(&matches)?;
    if !cli.global.added_types.is_empty() && !cli.command.as_ref().is_none_or(Command::knows_more_types) {
        let name = matches.subcommand_name().unwrap_or("build");
        let message = format!("--types adds nothing to `{name}`, which is about the files of the catalogue");
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok(cli)
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
    parse(clean).err().unwrap_or_else(|| Cli::command().error(error.kind(), "an argument is invalid"))
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
        let (schemas, is_built_in) = catalogue(self.global.schemas);
        let mut session = Session {
            schemas,
            is_built_in,
            types: self.global.added_types,
            color_out,
            color_err,
            out: Box::new(Terminal::new(BufWriter::new(out), color_out)),
            err: Box::new(Terminal::new(err, color_err)),
        };
        let command = self.command.unwrap_or(Command::Build(self.build));
        let result = command.run(&mut session);
        // Output written before a failure is still flushed.
        let flushed = session.out.flush();
        match result.and_then(|outcome| Ok(flushed.map(|()| outcome)?)) {
            Ok(outcome) => outcome,
            Err(failure) => report(&failure, &mut session),
        }
    }
}

/// Prints why a command failed. If that cannot be written either, only the exit code remains.
fn report(failure: &Failure, session: &mut Session) -> Outcome {
    match failure {
        Failure::Refused(explanation) => {
            _ = explain(explanation, session);
            Outcome::Findings
        }
        Failure::Unreadable(explanation) => {
            _ = explain(explanation, session);
            Outcome::Unreadable
        }
        // The reader has closed the pipe on purpose.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Done,
        Failure::Output(_) => {
            _ = explain(&Explanation { message: failure.message(), notes: Vec::new(), help: None }, session);
            Outcome::Unreadable
        }
    }
}

fn explain(explanation: &Explanation, session: &mut Session) -> io::Result<()> {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let word = if session.color_err { format!("{style}error{style:#}") } else { "error".to_owned() };
    writeln!(session.err, "{word}: {}", one_line(&explanation.message))?;
    for note in &explanation.notes {
        writeln!(session.err, "  note: {}", one_line(note))?;
    }
    if let Some(help) = &explanation.help {
        writeln!(session.err, "  help: {}", one_line(help))?;
    }
    session.err.flush()
}

/// Whether to colour the output to a handle: the option first, then the usual environment variables. (`anstyle-query` answers
/// otherwise where `CLICOLOR_FORCE` is 0 and where there is no `TERM`.)
fn is_colored(choice: ColorChoice, is_terminal: bool) -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is = |name: &str, value: &str| std::env::var_os(name).is_some_and(|found| found == value);
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if is_set("NO_COLOR") => false,
        ColorChoice::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        ColorChoice::Auto => is_terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0"),
    }
}

/// The name of the catalogue within the program, as the value of `--schemas`.
const BUILT_IN: &str = "built-in";

/// The catalogue's folder, and whether the built-in catalogue is read instead: by default, the folder `schemas` here or in the nearest
/// folder above within the repository, or that of the workspace if cargo runs the tool from a different folder, or else the built-in
/// catalogue.
fn catalogue(named: Option<PathBuf>) -> (PathBuf, bool) {
    let here = PathBuf::from("schemas");
    if let Some(named) = named {
        return if named == Path::new(BUILT_IN) && !named.exists() { (here, true) } else { (named, false) };
    }
    if let Some(found) = std::env::current_dir().ok().and_then(|current| nearest_catalogue(&current)) {
        return (found, false);
    }
    let workspace = std::env::var_os("CARGO_MANIFEST_DIR")
        .and_then(|package| Path::new(&package).parent().map(|workspace| workspace.join("schemas")));
    workspace.filter(|folder| folder.is_dir()).map_or((here, true), |folder| (folder, false))
}

/// The folder `schemas` here, or in the nearest folder above, up to the one that has the repository: `../../schemas`.
fn nearest_catalogue(current: &Path) -> Option<PathBuf> {
    let mut here = PathBuf::new();
    let is_repository = current.ancestors().any(|folder| folder.join(".git").exists());
    for folder in current.ancestors() {
        if folder.join("schemas").is_dir() {
            return Some(here.join("schemas"));
        }
        if !is_repository || folder.join(".git").exists() {
            return None;
        }
        here.push("..");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str]) -> Result<Cli, String> {
        let arguments = std::iter::once(&NAME).chain(arguments).map(OsString::from);
        parse(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_command_means_build() {
        assert!(matches!(check(&[]), Ok(Cli { command: None, .. })));
        assert!(matches!(check(&["--include-hidden"]), Ok(Cli { command: None, .. })));
        assert!(matches!(
            check(&["--schemas", "x", "list"]),
            Ok(Cli { command: Some(Command::List(_)), .. })
        ));
    }

    #[test]
    fn no_argument_takes_the_place_of_a_global_one() {
        let command = Cli::command();
        let global: Vec<&clap::Id> = command
            .get_arguments()
            .filter(|argument| argument.is_global_set())
            .map(clap::Arg::get_id)
            .collect();
        assert!(!global.is_empty());
        for subcommand in command.get_subcommands() {
            for argument in subcommand.get_arguments() {
                assert!(!global.contains(&argument.get_id()), "{}: {argument}", subcommand.get_name());
            }
        }
    }

    #[test]
    fn types_are_added_where_they_count() {
        assert!(check(&["validate", "a.yaml", "--types", "x.json", "--types", "y"]).is_ok());
        assert!(check(&["build", "--types", "x"]).is_ok());
        assert!(check(&["--types", "x"]).is_ok());
        let error = check(&["check", "--types", "x"]).unwrap_err();
        assert!(error.contains("--types adds nothing to"), "{error}");
    }

    #[test]
    fn options_of_build_are_refused_before_other_commands() {
        let error = check(&["--base-url", "https://example.org", "check"]).unwrap_err();
        assert!(error.contains("--base-url is an option of `build`"), "{error}");
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with("Example"), "{}", command.get_name());
            assert!(command.get_about().is_some(), "{}", command.get_name());
        }
    }
}
