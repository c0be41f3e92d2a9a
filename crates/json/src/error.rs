//! Errors in a JSON text, with their positions.

use std::fmt;

use heat_python::MAX_DIGITS;

/// Reason why a text is not valid JSON, or the limit that it exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A value was expected.
    ExpectedValue,
    /// Text follows the value.
    TextAfterValue,
    /// A key was expected.
    ExpectedKey,
    /// The `:` after a key is missing.
    ExpectedColon,
    /// A list item is followed by neither `,` nor `]`.
    ExpectedCommaOrBracket,
    /// A map entry is followed by neither `,` nor `}`.
    ExpectedCommaOrBrace,
    /// The `-` is not followed by a digit.
    ExpectedDigit,
    /// An integer has more than [`MAX_DIGITS`] digits.
    TooManyDigits,
    /// A string is not terminated.
    UnterminatedString,
    /// A string contains an unescaped control character.
    ControlCharacter,
    /// `\` is followed by a character that does not form an escape sequence.
    UnknownEscape,
    /// `\u` is not followed by four hexadecimal digits.
    InvalidUnicodeEscape,
    /// Lists and maps are nested deeper than the reader allows.
    TooDeep(usize),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ExpectedValue => "expected a value",
            Self::TextAfterValue => "unexpected text after the value",
            Self::ExpectedKey => "expected a key in double quotes",
            Self::ExpectedColon => "expected `:` after the key",
            Self::ExpectedCommaOrBracket => "expected `,` or `]`",
            Self::ExpectedCommaOrBrace => "expected `,` or `}`",
            Self::ExpectedDigit => "expected a digit",
            Self::TooManyDigits => return write!(f, "an integer of more than {MAX_DIGITS} digits"),
            Self::UnterminatedString => "the closing `\"` is missing",
            Self::ControlCharacter => "an unescaped control character in a string",
            Self::UnknownEscape => "an unknown escape sequence",
            Self::InvalidUnicodeEscape => "`\\u` must be followed by four hex digits",
            Self::TooDeep(limit) => return write!(f, "nested more than {limit} levels deep"),
        })
    }
}

/// An error in a text, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The problem.
    pub problem: Problem,
    /// The position, in bytes from the start.
    pub offset: usize,
}

impl Error {
    /// Returns the line and the column (in characters), both counted from 1. `text` is the text that was read.
    #[must_use]
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        (before.matches('\n').count() + 1, column)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for Error {}
