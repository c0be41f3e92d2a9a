//! The tokens of yaql.

use super::operator::{Operator, Prefix};
use crate::data::{Int, Text};
use crate::error::Span;
use heat_python::float_repr;

/// A token, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// How many characters come before it.
    pub(super) position: usize,
}

/// What a token is.
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
    /// An operator between two values.
    Binary(Operator),
    /// `+` and `-`, which also stand before a value.
    Sign(Operator, Prefix),
    /// `not`, which only stands before a value.
    Not,
    /// `=>`.
    Mapping,
    Open(Bracket),
    Close(Bracket),
    Comma,
}

/// A kind of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Kind {
    /// The value of the token, as Python writes it in a message.
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
