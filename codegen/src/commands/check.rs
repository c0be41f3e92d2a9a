//! `check`: reports all problems in the schemas.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_report::Format;

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
    #[arg(long, value_enum, default_value_t)]
    format: CheckFormat,
}

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum CheckFormat {
    /// Text with source lines and carets.
    #[default]
    Text,
    /// A JSON array of findings.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands that GitHub shows as annotations.
    Github,
    /// JUnit's XML, for reports of tests.
    Junit,
    /// GitLab's Code Quality report.
    Gitlab,
}

impl From<CheckFormat> for Format {
    fn from(named: CheckFormat) -> Self {
        match named {
            CheckFormat::Text => Self::Text,
            CheckFormat::Json => Self::Json,
            CheckFormat::Sarif => Self::Sarif,
            CheckFormat::Github => Self::Github,
            CheckFormat::Junit => Self::Junit,
            CheckFormat::Gitlab => Self::Gitlab,
        }
    }
}

/// Runs `check`.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(args: &CheckArgs, session: &mut Session) -> CommandResult {
    checking::run(&args.paths, args.format.into(), session)
}
