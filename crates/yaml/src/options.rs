//! Options and limits for reading a text.

/// Treatment of a key that occurs twice in one map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DuplicateKeys {
    /// Report an error with the spans of both keys, as is right for schemas. The tree is still returned, with the last value, so
    /// that other problems can be reported too.
    #[default]
    Refuse,
    /// Use the last value, as Heat does, and report a warning.
    LastWins,
}

/// Options for reading a text. `ParseOptions::default()` is for schemas, [`ParseOptions::template`] for templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseOptions {
    /// Treatment of duplicate keys.
    pub duplicate_keys: DuplicateKeys,
    /// The maximum nesting depth of collections. Values above [`ParseOptions::MAX_DEPTH`] have no further
    /// effect.
    pub max_depth: usize,
    /// The maximum size of the text, in bytes.
    pub max_size: usize,
    /// The maximum number of nodes that aliases and merge keys together may add to those written out.
    pub max_alias_expansion: usize,
    /// The maximum length of the scalars that aliases and merge keys together may add to those written out, in bytes.
    pub max_alias_text: usize,
}

impl ParseOptions {
    /// The upper limit of [`max_depth`](Self::max_depth). Trees are cloned, compared and dropped recursively, and this many
    /// levels fit on the smallest stack that a Rust thread has.
    pub const MAX_DEPTH: usize = 512;

    /// The default of [`max_size`](Self::max_size).
    pub const MAX_SIZE: usize = 16 << 20;

    /// Returns the options for templates, which are read as Heat reads them.
    #[must_use]
    pub fn template() -> Self {
        Self { duplicate_keys: DuplicateKeys::LastWins, ..Self::default() }
    }

    pub(crate) fn depth(&self) -> usize {
        self.max_depth.min(Self::MAX_DEPTH)
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            duplicate_keys: DuplicateKeys::Refuse,
            max_depth: 128,
            max_size: Self::MAX_SIZE,
            max_alias_expansion: 100_000,
            max_alias_text: 8 << 20,
        }
    }
}
