//! Patterns as languages: the texts that Heat accepts of them.
//!
//! A pattern becomes an automaton of Unicode characters ([`nfa`]) that follows Python's order of trying, made deterministic
//! as far as someone asks ([`automaton`]): Heat takes the *first* match and then looks where it ends, so that `a|ab` refuses
//! `ab`. Several automata are walked at once ([`search`]), shortest texts first, until one tells the patterns apart.
//!
//! Counted repeats and the like can make automata of any size, so every question has a [`budget`], and "undecided"
//! is an answer. No text is named that the real matcher was not asked about; where it disagrees, nothing is claimed.

mod alphabet;
mod automaton;
mod budget;
mod classes;
mod comparison;
mod nfa;
mod search;
#[cfg(test)]
mod tests;
mod undecided;

pub(crate) use comparison::{PatternComparison, compare};
pub(crate) use search::{Languages, Lengths};
pub use undecided::Undecided;
