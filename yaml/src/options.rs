//! How a text is to be read, and how much of it there may be.

/// What becomes of a key that stands twice in one map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DuplicateKeys {
    /// An error naming both places, as is right for schemas. The tree still comes, with the last value, so that
    /// whatever else is wrong can be reported too.
    #[default]
    Refuse,
    /// The last value counts, as in Heat. A warning says so.
    LastWins,
}

/// How to read a text. `ParseOptions::default()` suits schemas, [`ParseOptions::template`] suits templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseOptions {
    /// What becomes of duplicate keys.
    pub duplicate_keys: DuplicateKeys,
    /// How many collections may be nested. Anything above [`ParseOptions::DEEPEST`] counts as that.
    pub max_depth: usize,
    /// How many bytes the text may have.
    pub max_size: usize,
    /// How many nodes aliases and merge keys together may add to what is written out.
    pub max_alias_expansion: usize,
}

impl ParseOptions {
    /// The depth that no option goes beyond. Trees are cloned, compared and dropped level by level on the call
    /// stack, and this many levels fit into the smallest stack that a Rust thread has.
    pub const DEEPEST: usize = 512;

    /// How many bytes a text has at most, by default.
    pub const MAX_SIZE: usize = 16 << 20;

    /// The options for templates: as Heat reads them.
    #[must_use]
    pub fn template() -> Self {
        Self { duplicate_keys: DuplicateKeys::LastWins, ..Self::default() }
    }

    pub(crate) fn depth(&self) -> usize {
        self.max_depth.min(Self::DEEPEST)
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            duplicate_keys: DuplicateKeys::Refuse,
            max_depth: 128,
            max_size: Self::MAX_SIZE,
            max_alias_expansion: 100_000,
        }
    }
}
