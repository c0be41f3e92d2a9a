//! `language-server`: answers editors.

use clap::Args;
use lsp_server::Connection;

use crate::language_server::{Catalogue, Server, serve};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(super) const AFTER_HELP: &str = "\
Example:
  heat-codegen language-server

Editors start it and talk to it over standard input and output, by the Language Server Protocol. The guide page *Your editor* has \
the lines for VS Code, Neovim, Helix and Emacs. Exits with 0 after a `shutdown` request, and with 1 if there was none.";

/// The arguments of `language-server`.
#[derive(Debug, Clone, Args)]
pub struct LanguageServerArgs {
    /// Accepted for editors that always pass it: there is no other connection.
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Runs `language-server`.
///
/// # Errors
/// If the catalogue cannot be read, or the connection fails.
pub fn run(_args: &LanguageServerArgs, session: &mut Session) -> CommandResult {
    let server = Server::new(Catalogue::read(session)?);
    let (connection, threads) = Connection::stdio();
    let left_properly = serve(server, connection)?;
    if left_properly {
        threads.join()?;
        return Ok(Outcome::Done);
    }
    Ok(Outcome::Findings)
}
