//! Tokens of YAML.

use std::borrow::Cow;

use crate::Span;

/// A token with its span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) span: Span,
    pub(super) kind: TokenKind<'a>,
}

/// Kind of a token, with its contents. Rare contents are boxed: tokens are moved often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    StreamEnd,
    /// The directive `%YAML 1.1`, by its major version.
    VersionDirective(u32),
    /// The directive `%TAG`.
    TagDirective(Box<TagHandle>),
    /// An unknown directive, which is ignored.
    ReservedDirective,
    /// Start of a document, `---`.
    DocumentStart,
    /// End of a document, `...`.
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    /// Start of a flow sequence, `[`.
    FlowSequenceStart,
    /// End of a flow sequence, `]`.
    FlowSequenceEnd,
    /// Start of a flow mapping, `{`.
    FlowMappingStart,
    /// End of a flow mapping, `}`.
    FlowMappingEnd,
    /// Indicator of an item of a block sequence, `-`.
    BlockEntry,
    /// Separator of entries in a flow collection, `,`.
    FlowEntry,
    /// `?`, or the start of a scalar or collection that turned out to be a key.
    Key,
    /// Indicator of a value, `:`.
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag(Box<Tag>),
    Scalar {
        text: Cow<'a, str>,
        plain: bool,
    },
}

/// A tag handle and its prefix, which replaces it in tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TagHandle {
    pub(super) handle: String,
    pub(super) prefix: String,
}

/// A tag as written; the handle is `None` if the tag is written in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) handle: Option<String>,
    pub(super) suffix: String,
}

impl TokenKind<'_> {
    /// Returns whether the token is a directive, a line that starts with `%`.
    pub(super) fn is_directive(&self) -> bool {
        matches!(self, Self::VersionDirective(_) | Self::TagDirective(_) | Self::ReservedDirective)
    }

    /// Name of the kind, for messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::StreamEnd => "the end of the text",
            Self::VersionDirective(_) | Self::TagDirective(_) | Self::ReservedDirective => "a directive",
            Self::DocumentStart => "`---`",
            Self::DocumentEnd => "`...`",
            Self::BlockSequenceStart => "a list",
            Self::BlockMappingStart => "a map",
            Self::BlockEnd => "the end of an indented block",
            Self::FlowSequenceStart => "`[`",
            Self::FlowSequenceEnd => "`]`",
            Self::FlowMappingStart => "`{`",
            Self::FlowMappingEnd => "`}`",
            Self::BlockEntry => "`-`",
            Self::FlowEntry => "`,`",
            Self::Key => "a key",
            Self::Value => "`:`",
            Self::Alias(_) => "an alias",
            Self::Anchor(_) => "an anchor",
            Self::Tag(_) => "a tag",
            Self::Scalar { .. } => "a scalar",
        }
    }
}
