//! Why a question about patterns has no answer.

use std::fmt;

/// Why it is undecided what patterns accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// A pattern has something that no finite automaton can follow.
    NotRegular(&'static str),
    /// A pattern looks ahead or behind by more than a character, elsewhere than at its start.
    LooksFar,
    /// It would take too long.
    TooMuch,
    /// The engine matches something that has no character of its own.
    NoCharacter,
    /// A pattern is none, or none that the engine can run.
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
