//! Which releases have pages, and where HIDDEN items appear.

use heat_catalogue::past_examples::ExampleReader;

/// Which earlier releases have pages.
#[derive(Debug, Clone, Copy, Default)]
pub enum OldReleases {
    /// No earlier release has pages: the site is about the newest one alone.
    #[default]
    None,
    /// All recorded releases have pages. The reader says which of today's examples worked in them.
    All(&'static dyn ExampleReader),
}

/// Where HIDDEN items appear on the site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HiddenItems {
    /// HIDDEN items appear nowhere, not even in the history of releases.
    Nowhere,
    /// HIDDEN items appear in the history of releases, for readers who look for an old name.
    #[default]
    InHistory,
    /// HIDDEN items appear everywhere: the operators' edition.
    Everywhere,
}

impl HiddenItems {
    /// Whether HIDDEN items appear in the reference.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Everywhere
    }
}
