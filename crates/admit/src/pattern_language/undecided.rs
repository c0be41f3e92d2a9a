//! Reasons why a question about patterns is undecided.

use std::fmt;

/// Reason why the set of texts that patterns accept could not be determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// A pattern contains something that a finite automaton cannot express.
    NotRegular(&'static str),
    /// A pattern looks ahead or behind by more than one character, other than at its start.
    LooksFar,
    /// The comparison would take too long.
    TooMuch,
    /// The engine matches something that is not a character.
    NoCharacter,
    /// A pattern is invalid, or the engine cannot run it.
    NoPattern,
    /// The automaton and the matcher disagree.
    Disputed,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRegular(what) => write!(f, "a pattern has {what}"),
            Self::LooksFar => f.write_str("a pattern looks around by more than one character"),
            Self::TooMuch => f.write_str("it would take too many steps"),
            Self::NoCharacter | Self::Disputed => f.write_str("a pattern is beyond what can be compared"),
            Self::NoPattern => f.write_str("a pattern cannot be run"),
        }
    }
}
