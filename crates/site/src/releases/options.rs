//! Which releases have pages, and where HIDDEN items appear.

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
