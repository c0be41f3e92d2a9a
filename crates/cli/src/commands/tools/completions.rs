//! `completions`: prints the script that a shell needs to complete commands, options, resource types, rules and releases.

use clap::Args;
use clap_complete::env::Shells;
use heat_report::program::NAME;

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen completions bash > ~/.local/share/bash-completion/completions/heat-codegen
  heat-codegen completions zsh > ~/.zfunc/_heat-codegen
  heat-codegen completions fish > ~/.config/fish/completions/heat-codegen.fish

The shell asks the program for every completion, so that it offers resource types, properties, rules and releases as they are: those \
of Heat and of the schemas in your folder. The script stays valid when the program is updated.";

/// The variable by which a shell asks the program for completions.
const VARIABLE: &str = "COMPLETE";

/// The arguments of `completions`.
#[derive(Debug, Clone, Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: clap_complete::Shell,
}

/// Runs `completions`.
///
/// # Errors
/// If the output is closed.
pub fn run(args: &CompletionsArgs, session: &mut Session) -> CommandResult {
    let shells = Shells::builtins();
    let name = args.shell.to_string();
    let unknown = || Failure::unreadable(format!("there are no completions for `{name}`"));
    let shell = shells.completer(&name).ok_or_else(unknown)?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, NAME, NAME, NAME, &mut script)?;
    session.out.write_all(&script)?;
    Ok(Outcome::Done)
}
