//! `check`: reports all problems in the schemas.

use std::path::PathBuf;

use clap::Args;
use heat_report::Format;

use super::choices::{Choice, one_of};
use crate::checking;
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(super) const AFTER_HELP: &str = "\
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
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text")]
    format: Format,
}

/// The formats of a report.
pub(super) const FORMATS: [Choice<Format>; 6] = [
    (Format::Text, "text", "Text with source lines and carets"),
    (Format::Json, "json", "A JSON array of findings"),
    (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
    (Format::Github, "github", "Workflow commands that GitHub shows as annotations"),
    (Format::Junit, "junit", "JUnit's XML, for reports of tests"),
    (Format::Gitlab, "gitlab", "GitLab's Code Quality report"),
];

/// Runs `check`.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(args: &CheckArgs, session: &mut Session) -> CommandResult {
    checking::run(&args.paths, args.format, session)
}
