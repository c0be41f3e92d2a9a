//! The additions to a catalogue from which a site is built, and what the site omits.

use super::architectures::Architectures;
use super::browser_checker::BrowserChecker;
use super::edit_links::EditLinks;
use super::guide::{Asset, Guide};

/// The additions to a catalogue from which a site is built.
#[derive(Debug, Default)]
pub struct SiteOptions {
    /// The guide pages.
    pub guide: Guide,
    /// The architectures.
    pub architectures: Architectures,
    /// The files that are copied unchanged.
    pub assets: Vec<Asset>,
    /// The checker for browsers. Without it, the site has no page that checks templates.
    pub checker: Option<BrowserChecker>,
    /// The URL at which the site will be published, for canonical links; ends with `/`.
    pub base_url: Option<String>,
    /// Where the sources of pages can be edited.
    pub edit: Option<EditLinks>,
    /// Where HIDDEN items appear.
    pub hidden: HiddenItems,
    /// Which earlier releases have pages.
    pub old_releases: OldReleases,
}

/// Which earlier releases have pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OldReleases {
    /// None: the site is about the newest release alone.
    #[default]
    None,
    /// All recorded ones.
    All,
}

/// Where HIDDEN items appear on the site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HiddenItems {
    /// Nowhere, not even in the history of releases.
    Nowhere,
    /// In the history of releases, for readers who look for an old name.
    #[default]
    InHistory,
    /// Everywhere: the operators' edition.
    Everywhere,
}

impl HiddenItems {
    /// Whether they appear in the reference.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Everywhere
    }
}
