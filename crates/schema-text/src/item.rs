//! The data to write: a tree of YAML values, each with its layout.
//!
//! Merging compares two such trees and only writes the differences, so the layout is part of the value here.

/// A YAML value.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// Null, a boolean or a number, as text.
    Literal(String),
    /// A string.
    Text(String, TextStyle),
    /// A list of items.
    List(Vec<Item>, Layout),
    /// A map of names to values.
    Map(Vec<(String, Item)>, Layout),
}

/// The style of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextStyle {
    /// A name, a pattern or a value: on one line if it has only one.
    Line,
    /// Sentences: folded if they are long.
    Prose,
    /// Lines that are preserved, such as those of a template.
    Lines,
}

/// The layout of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Each entry on separate lines.
    Block,
    /// In brackets, if they fit on the line.
    Flow,
}

impl Item {
    /// A name or another short string.
    #[must_use]
    pub fn line(text: &str) -> Self {
        Self::Text(text.to_owned(), TextStyle::Line)
    }

    /// A text of sentences.
    #[must_use]
    pub fn prose(text: &str) -> Self {
        Self::Text(text.to_owned(), TextStyle::Prose)
    }

    /// A list of names in brackets, such as a path.
    pub(crate) fn names(names: &[String]) -> Self {
        Self::List(names.iter().map(|name| Self::line(name)).collect(), Layout::Flow)
    }

    /// Returns whether the item is an empty list or map.
    #[must_use]
    pub fn is_empty_collection(&self) -> bool {
        match self {
            Self::List(items, _) => items.is_empty(),
            Self::Map(entries, _) => entries.is_empty(),
            Self::Literal(_) | Self::Text(..) => false,
        }
    }
}
