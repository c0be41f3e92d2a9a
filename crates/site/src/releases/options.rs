//! Options for earlier releases and for HIDDEN items.

use heat_catalogue::past_examples::ExampleReader;

/// The earlier releases that have pages.
#[derive(Debug, Clone, Copy, Default)]
pub enum OldReleases {
    /// No earlier release has pages: the site only describes the newest one.
    #[default]
    None,
    /// All recorded releases have pages. The reader determines which of today's examples worked in each release.
    All(&'static dyn ExampleReader),
}

/// The parts of the site in which HIDDEN items appear.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HiddenItems {
    /// HIDDEN items appear nowhere, not even in the history of the releases.
    Nowhere,
    /// HIDDEN items appear in the history of the releases, for readers who look for an old name.
    #[default]
    InHistory,
    /// HIDDEN items appear everywhere, as in the operators' edition.
    Everywhere,
}

impl HiddenItems {
    /// Returns whether HIDDEN items appear in the reference.
    pub(crate) fn is_shown(self) -> bool {
        self == Self::Everywhere
    }
}
