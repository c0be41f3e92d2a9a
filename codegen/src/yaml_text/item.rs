//! What is to be written: a tree of YAML values, each with the way it is laid out.
//!
//! Merging compares two such trees and writes only what differs, so the layout is part of the value here and not
//! of the writing.

/// A YAML value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// Nothing, a boolean or a number, as it is written.
    Literal(String),
    /// A text.
    Text(String, TextStyle),
    /// Items in order.
    List(Vec<Item>, Layout),
    /// Names with values, in order.
    Map(Vec<(String, Item)>, Layout),
}

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// A name, a pattern or a value: on one line where it has only one.
    Line,
    /// Sentences: folded where they are long.
    Prose,
    /// Lines that are to be seen as they are, such as a template.
    Lines,
}

/// How a collection is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each entry on lines of its own.
    Block,
    /// In brackets, if they fit on the line.
    Flow,
}

impl Item {
    /// A name or another short text.
    pub(crate) fn line(text: &str) -> Self {
        Self::Text(text.to_owned(), TextStyle::Line)
    }

    /// Sentences.
    pub(crate) fn prose(text: &str) -> Self {
        Self::Text(text.to_owned(), TextStyle::Prose)
    }

    /// Names in brackets, such as a path.
    pub(crate) fn names(names: &[String]) -> Self {
        Self::List(names.iter().map(|name| Self::line(name)).collect(), Layout::Flow)
    }

    /// Whether it is a list or map with nothing in it.
    pub(crate) fn is_empty_collection(&self) -> bool {
        match self {
            Self::List(items, _) => items.is_empty(),
            Self::Map(entries, _) => entries.is_empty(),
            Self::Literal(_) | Self::Text(..) => false,
        }
    }
}
