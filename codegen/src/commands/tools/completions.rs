//! `completions`: generates shell completions.

use clap::Args;
use heat_report::program::NAME;

use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen completions bash > ~/.local/share/bash-completion/completions/heat-codegen";

/// The arguments of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Runs `completions` for a command with all its subcommands.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &CompletionsArgs, command: &mut clap::Command, session: &mut Session) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, NAME, &mut script);
    session.out.write_all(&script)?;
    Ok(Outcome::Done)
}
