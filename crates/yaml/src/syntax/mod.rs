//! YAML 1.1 as PyYAML reads it: from text to tokens to events.
//!
//! There is no suitable parser on crates.io: those follow YAML 1.2, and the difference is not only in the meaning of scalars.
//! They reject quoted strings that continue with less indentation, and `{a:[]}`; they accept `: x` without a key, a tab before a
//! key and keys that span several lines; and they end a `|` scalar at the end of the text with a line break that is not there.
//! Heat's users have templates with all of these.
//!
//! Heat reads with libyaml first and, if that fails, again with PyYAML's own parser, so a text that either of them accepts is a
//! template. The two agree in nearly all cases; where they differ, a [`Dialect`] selects the one to follow.
//!
//! Two differences are intended: escapes for unpaired UTF-16 surrogates, which a Rust string cannot contain, and values that
//! contain themselves are rejected.
//!
//! There are three layers. Each pulls from the one below, and none is recursive:
//!
//! - [`cursor`]: characters, line breaks, columns;
//! - [`scanner`]: tokens. A `:` makes the token before it a key in hindsight, so tokens wait in a queue as
//!   long as they may still become keys ([`keys`]); indentation becomes start and end tokens here. The scalars have
//!   their own modules: [`plain`], [`quoted`] and [`block`]; [`properties`] has anchors, tags and directives;
//! - [`parser`]: events, with a stack of grammar states; the states within lists and maps are in
//!   [`collections`].

mod block;
mod collections;
mod cursor;
mod keys;
mod parser;
mod plain;
mod properties;
mod quoted;
mod scanner;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use parser::{Event, Parser, Properties};

use crate::{Span, code};

/// The parser to follow, out of the two that Heat uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The C library, which Heat tries first.
    Libyaml,
    /// The parser written in Python, which Heat tries second.
    PyYaml,
}

/// A syntax error with its position. It is boxed because it is large and rare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault(Box<Facts>);

/// The contents of a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) code: &'static str,
    pub(crate) at: Span,
    pub(crate) message: String,
    /// The message shown at the position itself.
    pub(crate) label: &'static str,
    /// An earlier span that explains the error.
    pub(crate) context: Option<(Span, &'static str)>,
    pub(crate) help: Option<String>,
}

/// The result of scanning and parsing.
pub(crate) type Scanned<T> = Result<T, Fault>;

impl Fault {
    fn new(at: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(Facts { code: code::SYNTAX, at, message, label: "", context: None, help: None }))
    }

    fn too_deep(at: Span) -> Self {
        let mut fault = Self::new(at, "");
        fault.0.code = code::TOO_DEEP;
        fault
    }

    fn label(mut self, label: &'static str) -> Self {
        self.0.label = label;
        self
    }

    fn since(mut self, at: Span, what: &'static str) -> Self {
        self.0.context = Some((at, what));
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// The contents of the fault.
    pub(crate) fn into_facts(self) -> Facts {
        *self.0
    }
}
