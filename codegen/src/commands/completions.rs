//! `completions`: what a shell needs to complete the command line.

use clap::{Args, CommandFactory};

use super::{CommandResult, Outcome, Session};

/// The arguments of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Runs `completions`.
///
/// # Errors
/// When the output is closed.
pub fn run(args: &CompletionsArgs, session: &mut Session) -> CommandResult {
    let mut script = Vec::new();
    let mut command = crate::cli::Cli::command();
    clap_complete::generate(args.shell, &mut command, crate::cli::NAME, &mut script);
    session.out.write_all(&script)?;
    Ok(Outcome::Done)
}
