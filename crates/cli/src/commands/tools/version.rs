//! `version`: identifies the program, and the release of Heat, the types and the rules that are built into it.

use clap::Args;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::formats::ListFormat;
use crate::explanation::program_version::ProgramVersion;
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen version
  heat-codegen version --format json
  heat-codegen --version

`--version`, also `-V`, prints the first line.";

/// The arguments of `version`.
#[derive(Debug, Clone, Args)]
pub struct VersionArgs {
    /// The format.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text")]
    format: ListFormat,
}

/// The formats of the version.
const FORMATS: [Choice<ListFormat>; 2] =
    [(ListFormat::Text, "text", "Text for people"), (ListFormat::Json, "json", "A JSON object")];

/// Runs `version`.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &VersionArgs, session: &mut Session) -> CommandResult {
    let version = ProgramVersion::read();
    match args.format {
        ListFormat::Text => write!(session.out, "{}", version.text())?,
        ListFormat::Json => session.write_json(&version)?,
    }
    Ok(Outcome::Done)
}
