//! Tokens of yaql.

use super::operator::{Operator, Prefix};
use crate::data::{Int, Text};
use crate::error::Span;
use heat_python::float_repr;

/// A token, with its span.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Number of characters before the token.
    pub(super) position: usize,
}

/// Kind of a token.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Int(Int),
    Float(f64),
    /// A string, decoded.
    Str(Text),
    True,
    False,
    Null,
    /// A name.
    Word(Text),
    /// A variable: `$` and letters.
    Variable(Text),
    /// The name of a function, and an opening parenthesis.
    Function(Text),
    /// A binary operator.
    Binary(Operator),
    /// `+` and `-`, which can also be unary operators.
    Sign(Operator, Prefix),
    /// The unary operator `not`.
    Not,
    /// The sign `=>`.
    Mapping,
    Open(Bracket),
    Close(Bracket),
    Comma,
}

/// Kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Kind {
    /// Value of the token, as Python writes it in messages.
    pub(super) fn value(&self) -> String {
        match self {
            Self::Int(int) => int.to_string(),
            Self::Float(float) => float_repr(*float),
            Self::Str(text) | Self::Word(text) | Self::Variable(text) | Self::Function(text) => {
                text.to_string()
            }
            Self::True => "True".to_owned(),
            Self::False => "False".to_owned(),
            Self::Null => "None".to_owned(),
            Self::Binary(operator) | Self::Sign(operator, _) => operator.sign().to_owned(),
            Self::Not => "not".to_owned(),
            Self::Mapping => "=>".to_owned(),
            Self::Open(bracket) => bracket.sign('(', '[', '{').to_string(),
            Self::Close(bracket) => bracket.sign(')', ']', '}').to_string(),
            Self::Comma => ",".to_owned(),
        }
    }
}

impl Bracket {
    const fn sign(self, round: char, square: char, curly: char) -> char {
        match self {
            Self::Round => round,
            Self::Square => square,
            Self::Curly => curly,
        }
    }
}
