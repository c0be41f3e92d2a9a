//! YAML 1.1 as PyYAML takes it: text to tokens to events.
//!
//! Why not a parser from crates.io: those follow YAML 1.2, and the difference is not only in what a scalar means.
//! They refuse quoted strings that continue with less indentation and `{a:[]}`, they take `: x` without a key, a tab
//! before a key and keys over several lines, and they end a `|` scalar at the end of the text with a line break that
//! is not there. Heat's users have templates with all of that.
//!
//! Heat reads with libyaml first and, where that fails, once more with PyYAML's own parser, so what either takes is
//! a template. The two agree in nearly everything; where they do not, a [`Dialect`] says which one to follow.
//!
//! Two differences are meant: escapes for lone UTF-16 surrogates, which a Rust string cannot hold, are refused, and so
//! is a value that contains itself.
//!
//! Three layers, each pulling from the one below, none of them recursive:
//!
//! - [`cursor`]: characters, line breaks, columns;
//! - [`scanner`]: tokens. A `:` makes the token before it a key in hindsight, so tokens wait in a queue as long as they
//!   may still turn out to be keys; indentation becomes start and end tokens here. The scalars have modules of their
//!   own: [`plain`], [`quoted`], [`block`]; and [`properties`] has anchors, tags and directives;
//! - [`parser`]: events, by a stack of grammar states; those within lists and maps are in [`collections`].

mod block;
mod collections;
mod cursor;
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

/// Which of the two parsers that Heat tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The C library, which Heat tries first.
    Libyaml,
    /// The parser written in Python, which Heat tries second.
    PyYaml,
}

/// What is wrong with the syntax, and where. It is boxed, being large and rare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault(Box<Facts>);

/// What makes up a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) code: &'static str,
    pub(crate) at: Span,
    pub(crate) message: String,
    /// What is to be said at the place itself.
    pub(crate) label: &'static str,
    /// An earlier place that explains this one.
    pub(crate) context: Option<(Span, &'static str)>,
    pub(crate) help: Option<String>,
}

/// What scanning and parsing give.
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

    /// What makes it up.
    pub(crate) fn into_facts(self) -> Facts {
        *self.0
    }
}
