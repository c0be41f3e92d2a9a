//! Patterns as languages: the sets of texts that Heat accepts for them.
//!
//! A pattern becomes an automaton over Unicode characters ([`nfa`]) that follows the order in which Python
//! tries alternatives, made deterministic as far as it is explored ([`automaton`]): Heat takes the *first*
//! match and then checks where it ends, so `a|ab` rejects `ab`. Several automata are walked at once
//! ([`search`]), shortest texts first, until one distinguishes the patterns.
//!
//! Counted repeats and similar constructs can produce automata of any size, so every question has a [`budget`], and "undecided"
//! is a valid answer. Every reported text has been checked by the real matcher; if the matcher disagrees, no answer is given.

mod alphabet;
mod automaton;
mod budget;
mod classes;
mod nfa;
mod search;
#[cfg(test)]
mod tests;
mod undecided;

pub(crate) use search::{Languages, Lengths};
pub use undecided::Undecided;
