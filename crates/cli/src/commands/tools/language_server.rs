//! `language-server`: serves editors.

use std::io::{self, BufReader};

use clap::Args;
use heat_language_server::{Catalogue, Server, serve_streams};

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
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
    let server = Server::new(catalogue(session)?);
    match serve_streams(server, BufReader::new(io::stdin()), io::stdout()) {
        Ok(true) => Ok(Outcome::Done),
        Ok(false) => Err(Failure::refused("the client left without a `shutdown` request")
            .with_help("an editor starts this command, and talks to it by the Language Server Protocol")),
        Err(error) => Err(Failure::refused(format!("the connection to the client failed: {error}"))),
    }
}

/// The catalogue of a session. Problems in it are drawn on the session's error handle.
fn catalogue(session: &mut Session) -> Result<Catalogue, Failure> {
    // With an absolute path, the schemas have names that an editor can open.
    if let Ok(folder) = session.schemas.canonicalize() {
        session.schemas = folder;
    }
    let (files, _) = session.read_for_templates()?;
    let folder = (!session.is_built_in).then_some(session.schemas.as_path());
    let has_heat = !session.has_only_own_types;
    Ok(Catalogue::new(files, folder).with_types(session.types.clone()).with_heat(has_heat))
}
