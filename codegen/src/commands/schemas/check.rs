//! `check`: reports all problems in the schemas.

use std::path::PathBuf;

use clap::Args;
use heat_report::Format;

use crate::checking;
use crate::commands::arguments::choices::one_of;
use crate::commands::arguments::formats::REPORT_FORMATS;
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen check
  heat-codegen check schemas/OS/Nova
  heat-codegen check --format sarif > findings.sarif

Files named on the command line are checked as parts of the whole catalogue. `heat-codegen explain ID` explains \
a finding. Exits with 0 if there are no findings, with 1 if there are, with 2 if something could not be read.";

/// The arguments of `check`.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    /// Only report findings in these files and folders [default: the whole catalogue].
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The format of the report.
    #[arg(long, value_parser = one_of(&REPORT_FORMATS), default_value = "text")]
    format: Format,
}

/// Runs `check`.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(args: &CheckArgs, session: &mut Session) -> CommandResult {
    checking::run(&args.paths, args.format, session)
}
