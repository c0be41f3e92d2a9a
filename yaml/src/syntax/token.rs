//! Tokens.

use crate::Span;

/// A token at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    StreamEnd,
    /// `%YAML 1.1`, by its major version.
    VersionDirective(u32),
    /// `%TAG`
    TagDirective {
        handle: String,
        prefix: String,
    },
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
    Alias(String),
    Anchor(String),
    /// A tag; the handle is `None` if the tag is given in full.
    Tag {
        handle: Option<String>,
        suffix: String,
    },
    Scalar {
        text: String,
        plain: bool,
    },
}

impl TokenKind {
    /// Whether it is a line that starts with `%`.
    pub(super) fn is_directive(&self) -> bool {
        matches!(self, Self::VersionDirective(_) | Self::TagDirective { .. } | Self::ReservedDirective)
    }

    /// The kind of token, for messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::StreamEnd => "the end of the text",
            Self::VersionDirective(_) | Self::TagDirective { .. } | Self::ReservedDirective => "a directive",
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
            Self::Tag { .. } => "a tag",
            Self::Scalar { .. } => "a scalar",
        }
    }
}
