//! `serve`: a preview that follows every change of the schemas, the templates and the guide.

use std::path::PathBuf;

use clap::Args;

use super::build::HiddenArgs;
use crate::outcome::CommandResult;
use crate::session::Session;
use crate::site::{Sources, serve};

/// An example, for the command's help.
pub(super) const AFTER_HELP: &str = "\
Example:
  heat-codegen serve --address 127.0.0.1:9000

A page reloads itself when what it is made from changes; errors are shown over it and in the terminal.";

/// The arguments of `serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: String,
    /// Answer requests for this host too, beside `localhost` and the address listened on; may be given several times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Templates to use in place of the built-in ones of the same names.
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// Guide pages and assets to use in place of, or beside, the built-in ones.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// Where HIDDEN things have a place.
    #[command(flatten)]
    hidden: HiddenArgs,
}

/// Runs `serve`, until it is stopped from outside.
///
/// # Errors
/// When the address cannot be listened on, or the folders cannot be watched.
pub fn run(args: &ServeArgs, session: &mut Session) -> CommandResult {
    let sources = Sources {
        templates: args.templates.clone(),
        site: args.site.clone(),
        base_url: None,
        hidden: args.hidden.into(),
    };
    serve::run(sources, &args.address, &args.hosts, session)
}
