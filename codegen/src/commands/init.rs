//! `init`: a new schema file to start from.

use std::path::PathBuf;

use clap::Args;

use crate::outcome::CommandResult;
use crate::session::Session;
use crate::starter;

/// An example, for the command's help.
pub(super) const AFTER_HELP: &str = "\
Example:
  heat-codegen init My::Custom::Token";

/// The arguments of `init`.
#[derive(Debug, Clone, Args)]
pub struct InitArgs {
    /// The name of the new resource type, such as `My::Custom::Token`.
    #[arg(value_name = "TYPE")]
    name: String,
    /// Put the file below this folder, and not into the catalogue.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write over a file that is there already.
    #[arg(long)]
    force: bool,
}

/// Runs `init`.
///
/// # Errors
/// When the name cannot be one, the type or its file exists, or the file cannot be written.
pub fn run(args: &InitArgs, session: &mut Session) -> CommandResult {
    let folder = args.out.clone().unwrap_or_else(|| session.schemas.clone());
    starter::create(&args.name, &folder, args.force, session)
}
