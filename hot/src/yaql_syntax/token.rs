//! The tokens of yaql.

use heat_model::{Value, python};

/// A token, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Token<'e> {
    pub(super) kind: Kind<'e>,
    /// How many characters come before it.
    pub(super) position: usize,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind<'e> {
    /// A number, as it is written.
    Number(&'e str),
    /// A string in `'` or `"`, without them: with escape sequences.
    Quoted(&'e str),
    /// A string in backquotes, without them.
    Verbatim(&'e str),
    /// A name, `true`, `false`, `null`, or a variable: `$` and letters.
    Word(&'e str),
    /// The name of a function, and an opening parenthesis.
    Function(&'e str),
    /// An operator between two values.
    Binary(&'e str),
    /// `+` and `-`, which also stand before a value.
    Sign(&'e str),
    /// `not`, which only stands before a value.
    Not,
    /// `=>`.
    Mapping,
    /// An opening bracket.
    Open(Bracket),
    /// A closing bracket.
    Close(Bracket),
    /// A comma.
    Comma,
}

/// A kind of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Square,
    Curly,
}

impl Kind<'_> {
    /// The value of the token, as Python writes it.
    pub(super) fn value(&self) -> String {
        match self {
            Self::Number(text) => number(text),
            // What cannot be decoded was refused before.
            Self::Quoted(text) => super::escape::decoded(text).unwrap_or_default(),
            Self::Verbatim(text) => text.replace("\\`", "`"),
            Self::Word("true") => "True".to_owned(),
            Self::Word("false") => "False".to_owned(),
            Self::Word("null") => "None".to_owned(),
            Self::Word(text) | Self::Function(text) | Self::Binary(text) | Self::Sign(text) => {
                (*text).to_owned()
            }
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

/// A number as Python writes it. Its digits can be those of any script.
fn number(text: &str) -> String {
    let digit = |char| python::ascii_digit(char).unwrap_or(char);
    let digits: String = text.chars().map(digit).collect();
    if digits.contains('.') {
        return digits.parse().map_or(digits, |float| python::str_of(&Value::Float(float)));
    }
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() { "0".to_owned() } else { significant.to_owned() }
}
