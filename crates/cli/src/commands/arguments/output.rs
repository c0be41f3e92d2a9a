//! The argument `--out` of commands that print one document: the file to which it is written.

use std::path::PathBuf;

use clap::Args;

use crate::outcome::CommandResult;
use crate::session::Session;

/// File to which a document is written.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct OutArgs {
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl OutArgs {
    /// Runs a command whose results are written to the file.
    ///
    /// # Errors
    /// Errors of the command, or if the file cannot be written.
    pub(crate) fn with(
        &self,
        session: &mut Session,
        command: impl FnOnce(&mut Session) -> CommandResult,
    ) -> CommandResult {
        match &self.out {
            Some(path) => session.with_file(path, command),
            None => command(session),
        }
    }
}
