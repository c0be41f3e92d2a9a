//! `history`: records the changes in each release in a file.

use std::path::PathBuf;

use clap::Args;
use heat_catalogue::schema_files::HISTORY;

use crate::history;
use crate::outcome::CommandResult;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen history releases
  heat-codegen history releases --check
  heat-codegen history releases 28.0.0=schemas

Each release is a file of facts, such as `import` reads, or a folder of schemas, named after its version; a folder of \
these stands for all of them. They are compared in the order of the release table, each with the one before; the first \
one is the baseline. Exits with 0 on success, with 1 if --check finds a difference, with 2 if something could not be \
read or written.";

/// The arguments of `history`.
#[derive(Debug, Clone, Args)]
pub struct HistoryArgs {
    /// The releases: facts files, folders of schemas, or folders that contain these.
    #[arg(required = true, value_name = "[VERSION=]PATH")]
    releases: Vec<String>,
    /// The file to write to [default: history.yaml in the catalogue's folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing, and fail if the file is out of date.
    #[arg(long)]
    check: bool,
}

/// Runs `history`.
///
/// # Errors
/// If there is no release table, or the output is closed.
pub fn run(args: &HistoryArgs, session: &mut Session) -> CommandResult {
    let path = args.out.clone().unwrap_or_else(|| session.schemas.join(HISTORY));
    history::run(&args.releases, &path, args.check, session)
}
