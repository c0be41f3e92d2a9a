//! `build`: writes the reference docs to a folder.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use heat_site::{EDIT_PATH, HiddenItems, OldReleases, SiteSettings};

use crate::commands::arguments::renamed;
use crate::outcome::CommandResult;
use crate::session::Session;
use crate::site;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen build --releases all --out public --base-url https://docs.example.org/heat/";

/// The arguments of `build`.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// The folder to write the site to.
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    out: PathBuf,
    #[command(flatten)]
    site: SiteArgs,
}

/// What a site is made of: the arguments that `build` and `serve` share.
#[derive(Debug, Clone, Args)]
pub struct SiteArgs {
    /// A folder of HTML templates that replace the built-in ones of the same names.
    #[arg(long, value_name = "DIR")]
    html_templates: Option<PathBuf>,
    /// The old name of --html-templates.
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "html_templates")]
    templates: Option<PathBuf>,
    /// A folder with subfolders `guide` and `assets`, which replace or extend the built-in guide pages and assets.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// The URL at which the site will be published.
    #[arg(long, value_name = "URL", value_parser = base_url)]
    base_url: Option<String>,
    /// The URL at which the source of a page can be edited, with {path} in place of the path of its file.
    #[arg(long, value_name = "TEMPLATE", value_parser = edit_url)]
    edit_url: Option<String>,
    /// The checker for browsers.
    #[command(flatten)]
    checker: CheckerArgs,
    /// The releases of which there are pages.
    #[arg(long, value_enum, value_name = "RELEASES", default_value_t)]
    releases: Releases,
    /// Where HIDDEN items appear.
    #[command(flatten)]
    hidden: HiddenArgs,
}

impl SiteArgs {
    /// The settings of the site.
    ///
    /// # Errors
    /// If a warning cannot be written.
    pub(crate) fn settings(&self, session: &mut Session) -> io::Result<SiteSettings> {
        if self.templates.is_some() {
            renamed::warn("--templates", "--html-templates", session)?;
        }
        Ok(SiteSettings {
            templates: self.html_templates.clone().or_else(|| self.templates.clone()),
            site: self.site.clone(),
            checker: self.checker.folder(),
            base_url: self.base_url.clone(),
            edit_url: self.edit_url.clone(),
            hidden: self.hidden.into(),
            old_releases: self.releases.into(),
        })
    }
}

/// The releases of which a site has pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Releases {
    /// The newest one alone.
    #[default]
    Newest,
    /// Also every earlier one that is recorded: what a published site should have.
    All,
}

impl From<Releases> for OldReleases {
    fn from(releases: Releases) -> Self {
        match releases {
            Releases::All => Self::All,
            Releases::Newest => Self::None,
        }
    }
}

/// The checker for browsers, which the page *Check a template* needs.
#[derive(Debug, Clone, Args)]
pub struct CheckerArgs {
    /// The folder of the browser checker, which `cargo run -p browser-build` writes. Without one, the site has no page that checks
    /// templates [default: target/checker, if it exists].
    #[arg(long = "browser-checker", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl CheckerArgs {
    /// The folder, if there is one.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        let default = Path::new(BROWSER_CHECKER);
        self.folder.clone().or_else(|| default.is_dir().then(|| default.to_path_buf()))
    }
}

/// The folder that `browser-build` writes by default.
const BROWSER_CHECKER: &str = "target/checker";

/// Where HIDDEN items appear on the site; by default, only on the pages about releases.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct HiddenArgs {
    /// Include HIDDEN items everywhere: the operators' edition.
    #[arg(long, conflicts_with = "no_hidden_names")]
    include_hidden: bool,
    /// Also omit the names of HIDDEN items from the release pages, the comparison and the feed.
    #[arg(long)]
    no_hidden_names: bool,
}

impl From<HiddenArgs> for HiddenItems {
    fn from(args: HiddenArgs) -> Self {
        match (args.include_hidden, args.no_hidden_names) {
            (true, _) => Self::Everywhere,
            (false, true) => Self::Nowhere,
            (false, false) => Self::InHistory,
        }
    }
}

/// A site's URL, with a trailing `/`.
fn base_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        return Err("a URL starts with https:// or http:// and a host".to_owned());
    }
    if text.contains(['?', '#', '"', '<', '>']) || text.contains(char::is_whitespace) {
        return Err("an address that others can be appended to has no `?`, `#`, quotes or spaces".to_owned());
    }
    Ok(if text.ends_with('/') { text.to_owned() } else { format!("{text}/") })
}

/// A URL with a place for a path.
fn edit_url(text: &str) -> Result<String, String> {
    if !text.starts_with("https://") && !text.starts_with("http://") {
        return Err("a URL starts with https:// or http:// and a host".to_owned());
    }
    if !text.contains(EDIT_PATH) {
        return Err(format!("it needs {EDIT_PATH} where the path of a file belongs"));
    }
    Ok(text.to_owned())
}

/// Runs `build`.
///
/// # Errors
/// If the site cannot be built; in that case nothing was published.
pub fn run(args: &BuildArgs, session: &mut Session) -> CommandResult {
    let settings = args.site.settings(session)?;
    site::run(&settings, &args.out, session)
}

#[cfg(test)]
mod tests {
    use super::{base_url, edit_url};

    #[test]
    fn the_address_of_sources_has_a_place_for_the_path() {
        let address = "https://example.org/edit/main/{path}";
        assert_eq!(edit_url(address), Ok(address.to_owned()));
        assert!(edit_url("https://example.org/edit/main").is_err());
        assert!(edit_url("javascript:{path}").is_err());
    }

    #[test]
    fn addresses_end_with_a_slash() {
        assert_eq!(
            base_url("https://docs.example.org/heat"),
            Ok("https://docs.example.org/heat/".to_owned())
        );
        assert!(base_url("docs.example.org").is_err());
        assert!(base_url("https://").is_err());
        assert!(base_url("https://x.org/?a").is_err());
    }
}
