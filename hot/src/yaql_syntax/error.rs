//! What yaql says of an expression that it cannot read.

use std::fmt;

/// Why an expression cannot be read. Displayed, it has yaql's words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxError {
    /// A character with which no token begins, such as the quote of a string that has no end.
    IllegalCharacter {
        /// The character.
        character: char,
        /// How many characters come before it.
        position: usize,
    },
    /// A token that cannot stand where it stands.
    UnexpectedToken {
        /// Its value: a string without its quotes, a function without its parenthesis, a number as Python writes it.
        value: String,
        /// How many characters come before it.
        position: usize,
        /// The expression.
        expression: String,
    },
    /// The expression ends too early.
    UnexpectedEnd,
    /// An escape sequence in a string that Python cannot decode.
    BadEscape {
        /// The index of the last byte that belongs to the sequence.
        last: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// An integer of more digits than Python converts.
    LongInteger {
        /// The number of its digits.
        digits: usize,
    },
}

impl SyntaxError {
    /// Whether it is an error of yaql's own; the others are Python's, which yaql does not catch.
    #[must_use]
    pub const fn is_of_yaql(&self) -> bool {
        !matches!(self, Self::BadEscape { .. } | Self::LongInteger { .. })
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalCharacter { character, position } => {
                write!(f, "Lexical error: illegal character '{character}' at position {position}")
            }
            Self::UnexpectedToken { value, position, expression } => write!(
                f,
                "Parse error: unexpected '{value}' at position {position} of expression '{expression}'"
            ),
            Self::UnexpectedEnd => f.write_str("Parse error: unexpected end of statement"),
            Self::BadEscape { last, reason } => {
                write!(f, "'unicodeescape' codec can't decode bytes in position 0-{last}: {reason}")
            }
            Self::LongInteger { digits } => write!(
                f,
                "Exceeds the limit ({} digits) for integer string conversion: value has {digits} digits; use \
                 sys.set_int_max_str_digits() to increase the limit",
                heat_json::MAX_DIGITS
            ),
        }
    }
}

impl std::error::Error for SyntaxError {}
