//! `man`: writes the manual pages, one per command, as archives and packages contain them.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use heat_catalogue::io_error::describe;

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen man --out man/man1";

/// The arguments of `man`.
#[derive(Debug, Clone, Args)]
pub struct ManArgs {
    /// The folder to write the pages to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Runs `man` for a program with all its commands.
///
/// # Errors
/// If a page cannot be written.
pub fn run(args: &ManArgs, command: clap::Command, session: &mut Session) -> CommandResult {
    let unwritable = |error: std::io::Error| {
        Failure::unreadable(format!("`{}` cannot be written: {}", args.out.display(), describe(&error)))
    };
    fs::create_dir_all(&args.out).map_err(unwritable)?;
    clap_mangen::generate_to(command, &args.out).map_err(unwritable)?;
    let pages = fs::read_dir(&args.out).map_err(unwritable)?.count();
    session.note(&format!("{pages} pages in `{}`", args.out.display()))?;
    Ok(Outcome::Done)
}
