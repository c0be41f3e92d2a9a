//! Patterns as languages: the texts that Heat accepts of them.
//!
//! A pattern becomes an automaton of Unicode characters ([`nfa`]) that follows Python's order of trying, made deterministic
//! as far as someone asks ([`automaton`]): Heat takes the *first* match and then looks where it ends, so that `a|ab` refuses
//! `ab`. Several automata are walked at once ([`search`]), shortest texts first, until one tells the patterns apart.
//!
//! Counted repeats and the like can make automata of any size, so every question has a [`budget`], and "it cannot be told"
//! is an answer. No text is named that the real matcher was not asked about; where it disagrees, nothing is claimed.

mod alphabet;
mod automaton;
mod budget;
mod classes;
mod nfa;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

pub(super) use search::{Languages, Lengths};

/// Why it cannot be told what patterns accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotTold {
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

impl fmt::Display for NotTold {
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

/// How what some patterns accept together stands to what others do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Comparison {
    /// They accept the same.
    Same,
    /// Less is accepted: this is not any more.
    Narrowed(String),
    /// More is accepted.
    Widened,
    /// This is not accepted any more, but others are.
    Incomparable(String),
    /// Nothing is lost; whether something is gained cannot be told.
    NoLess(NotTold),
    /// Nothing is gained; whether something is lost cannot be told.
    NoMore(NotTold),
    /// It cannot be told, though this may be known not to be accepted any more.
    Unknown(NotTold, Option<String>),
}

/// Compares what all of `before` accept with what all of `after` do.
pub(super) fn compare(before: &[&str], after: &[&str]) -> Comparison {
    let [old, new]: [BTreeSet<&str>; 2] = [before, after].map(|some| some.iter().copied().collect());
    if old == new {
        return Comparison::Same;
    }
    let distinct: Vec<&str> = old.union(&new).copied().collect();
    let mut languages = match Languages::new(&distinct) {
        Ok(languages) => languages,
        Err(why) => return Comparison::Unknown(why, None),
    };
    let mut first = |all: &[&str], other: &[&str]| {
        // Of what both ask for, one text cannot meet the one and fail the other.
        let not_all: Vec<&str> = other.iter().filter(|pattern| !all.contains(pattern)).copied().collect();
        languages.first(all, Some(&not_all), Lengths::ANY, &mut |_| true)
    };
    match (first(before, after), first(after, before)) {
        (Ok(None), Ok(None)) => Comparison::Same,
        (Ok(Some(lost)), Ok(None)) => Comparison::Narrowed(lost),
        (Ok(None), Ok(Some(_))) => Comparison::Widened,
        (Ok(Some(lost)), Ok(Some(_))) => Comparison::Incomparable(lost),
        (Ok(None), Err(why)) => Comparison::NoLess(why),
        (Err(why), Ok(None)) => Comparison::NoMore(why),
        (Ok(lost), Err(why)) => Comparison::Unknown(why, lost),
        (Err(why), _) => Comparison::Unknown(why, None),
    }
}
