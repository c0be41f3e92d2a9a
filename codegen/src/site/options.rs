//! What is added to a catalogue to make a site of it, and what the site leaves out.

use super::guide::{Asset, Guide};

/// What is added to a catalogue to make a site of it.
#[derive(Debug, Default)]
pub struct SiteOptions {
    /// The guide pages.
    pub guide: Guide,
    /// The files that are copied as they are.
    pub assets: Vec<Asset>,
    /// The address under which the site will be reached, for canonical links; ends with `/`.
    pub base_url: Option<String>,
    /// Where HIDDEN things have a place.
    pub hidden: HiddenItems,
}

/// Where HIDDEN things have a place on the site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HiddenItems {
    /// Nowhere, not even in the history of releases.
    Nowhere,
    /// In the history of releases, for readers who come with an old name.
    #[default]
    InHistory,
    /// Everywhere: the operators' edition.
    Everywhere,
}

impl HiddenItems {
    /// Whether they are in the reference.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Everywhere
    }
}
