//! Tokens.

use std::borrow::Cow;

use crate::Span;

/// A token at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) span: Span,
    pub(super) kind: TokenKind<'a>,
}

/// What a token is. Rare contents are boxed: tokens are moved often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    StreamEnd,
    /// `%YAML 1.1`, by its major version.
    VersionDirective(u32),
    /// `%TAG`
    TagDirective(Box<TagHandle>),
    /// An unknown directive, which is ignored.
    ReservedDirective,
    /// `---`
    DocumentStart,
    /// `...`
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    /// `[`
    FlowSequenceStart,
    /// `]`
    FlowSequenceEnd,
    /// `{`
    FlowMappingStart,
    /// `}`
    FlowMappingEnd,
    /// `-`
    BlockEntry,
    /// `,`
    FlowEntry,
    /// `?`, or the start of a scalar or collection that turned out to be a key.
    Key,
    /// `:`
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag(Box<Tag>),
    Scalar {
        text: Cow<'a, str>,
        plain: bool,
    },
}

/// A handle, and what it stands for in tags.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TagHandle {
    pub(super) handle: String,
    pub(super) prefix: String,
}

/// A tag as written; the handle is `None` if the tag is given in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) handle: Option<String>,
    pub(super) suffix: String,
}

impl TokenKind<'_> {
    /// Whether the token is a line that starts with `%`.
    pub(super) fn is_directive(&self) -> bool {
        matches!(self, Self::VersionDirective(_) | Self::TagDirective(_) | Self::ReservedDirective)
    }

    /// The kind of token, for messages.
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
