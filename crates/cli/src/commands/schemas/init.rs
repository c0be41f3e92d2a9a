//! `init`: creates a new schema file.

use std::path::PathBuf;

use clap::Args;

use crate::outcome::CommandResult;
use crate::session::Session;
use crate::starter;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen init My::Custom::Token";

/// The arguments of `init`.
#[derive(Debug, Clone, Args)]
pub struct InitArgs {
    /// The name of the new resource type, such as `My::Custom::Token`.
    #[arg(value_name = "TYPE")]
    name: String,
    /// Create the file in this folder instead of the catalogue.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

/// Runs `init`.
///
/// # Errors
/// If the name is invalid, the type or its file exists, or the file cannot be written.
pub fn run(args: &InitArgs, session: &mut Session) -> CommandResult {
    let folder = args.out.clone().unwrap_or_else(|| session.schemas.clone());
    starter::create(&args.name, &folder, args.force, session)
}
