//! What the reader of a pattern knows as it goes. The parts of the grammar are methods of [`Parser`] in files of their own.

use std::collections::HashMap;

use super::token::Tokens;

pub(super) const IGNORE_CASE: u8 = 1;
pub(super) const MULTI_LINE: u8 = 1 << 1;
pub(super) const DOT_ALL: u8 = 1 << 2;
pub(super) const VERBOSE: u8 = 1 << 3;
pub(super) const ASCII: u8 = 1 << 4;
/// What patterns are in without [`ASCII`]; only kept to see that both are not given.
pub(super) const UNICODE: u8 = 1 << 5;
/// Python's forgotten flag, with which nothing may be repeated.
pub(super) const TEMPLATE: u8 = 1 << 6;

/// What never matches. Unlike `(?!)`, it may be repeated.
pub(super) const NOTHING: &str = r"[^\s\S]";

/// What is known of a part of the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// The fewest characters it can match.
    pub(super) lo: u128,
    /// The most characters it can match.
    pub(super) hi: u128,
    /// How large an automaton it makes, roughly.
    pub(super) weight: u64,
    /// How often the engine may go round without moving on.
    pub(super) turns: u64,
}

impl Shape {
    pub(super) const EMPTY: Self = Self { lo: 0, hi: 0, weight: 0, turns: 1 };

    /// One character, of an automaton of `weight`.
    pub(super) const fn char(weight: u64) -> Self {
        Self { lo: 1, hi: 1, weight, turns: 1 }
    }

    pub(super) fn then(self, next: Self) -> Self {
        Self {
            lo: self.lo.saturating_add(next.lo),
            hi: self.hi.saturating_add(next.hi),
            weight: self.weight.saturating_add(next.weight),
            turns: self.turns.max(next.turns),
        }
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), ..self.then(other) }
    }

    /// As the widths of a finished part, which Python cuts off.
    pub(super) fn capped(self) -> Self {
        const MOST: u128 = 1 << 64;
        Self { lo: self.lo.min(MOST), hi: self.hi.min(MOST), ..self }
    }
}

/// What a quantifier has to know of what it repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `^`, `$`, `\b` and the like, which cannot be repeated.
    Position,
    /// What has a quantifier already.
    Repeat,
    Other,
}

/// The last thing written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// Where in the output it starts.
    pub(super) start: usize,
    pub(super) kind: Kind,
    pub(super) shape: Shape,
}

pub(super) struct Parser {
    pub(super) tokens: Tokens,
    pub(super) out: String,
    pub(super) flags: u8,
    /// The flags set for the whole pattern.
    pub(super) global: u8,
    /// By number, from 1: nothing while a group is open.
    pub(super) groups: Vec<Option<Shape>>,
    pub(super) names: HashMap<String, usize>,
    /// The number of the first group inside the outermost look-behind.
    pub(super) look_behind: Option<usize>,
    /// The largest group number that a condition asks for.
    pub(super) asked: usize,
    pub(super) depth: usize,
}

impl Parser {
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}
