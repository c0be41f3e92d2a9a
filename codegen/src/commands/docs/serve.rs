//! `serve`: a preview that updates with every change of the schemas, the templates and the guide.

use std::path::PathBuf;

use clap::Args;
use heat_site::OldReleases;
use heat_site::SiteSettings;

use super::build::{CheckerArgs, DocsArgs, HiddenArgs};
use crate::outcome::CommandResult;
use crate::session::Session;
use crate::site::serve;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen serve --address 127.0.0.1:9000

A page reloads itself when its sources change; errors are shown over the page and in the terminal.";

/// The arguments of `serve`.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: String,
    /// Also answer requests for this host, in addition to `localhost` and the address listened on. Can be repeated.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A folder of templates that replace the built-in ones of the same names.
    #[arg(long, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// A folder with subfolders `guide` and `assets`, which replace or extend the built-in guide pages and assets.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// The settings of the site: its title, its logo, and what is in it.
    #[command(flatten)]
    docs: DocsArgs,
    /// The checker for browsers.
    #[command(flatten)]
    checker: CheckerArgs,
    /// Where HIDDEN items appear.
    #[command(flatten)]
    hidden: HiddenArgs,
}

/// Runs `serve` until it is stopped from outside.
///
/// # Errors
/// If it cannot listen on the address, or the folders cannot be watched.
pub fn run(args: &ServeArgs, session: &mut Session) -> CommandResult {
    let settings = SiteSettings {
        templates: args.templates.clone(),
        site: args.site.clone(),
        checker: args.checker.folder(),
        base_url: None,
        edit_url: None,
        hidden: args.hidden.into(),
        // A preview is about what is being edited.
        old_releases: OldReleases::None,
        built_on: None,
    };
    serve::run(settings, args.docs.file(), &args.address, &args.hosts, session)
}
