//! The state of the pattern parser. The parts of the grammar are methods of [`Parser`] in separate files.

use std::collections::HashMap;

use super::token::Tokens;

pub(super) const IGNORE_CASE: u8 = 1;
pub(super) const MULTI_LINE: u8 = 1 << 1;
pub(super) const DOT_ALL: u8 = 1 << 2;
pub(super) const VERBOSE: u8 = 1 << 3;
pub(super) const ASCII: u8 = 1 << 4;
/// The default flag of patterns without [`ASCII`]; kept only to detect that both are set.
pub(super) const UNICODE: u8 = 1 << 5;
/// An undocumented flag of Python, with which nothing may be repeated.
pub(super) const TEMPLATE: u8 = 1 << 6;

/// Flags that are passed to `re.compile` beside the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags {
    /// Python's `re.IGNORECASE`.
    pub ignore_case: bool,
    /// Python's `re.MULTILINE`.
    pub multi_line: bool,
    /// Python's `re.DOTALL`.
    pub dot_all: bool,
}

impl Flags {
    pub(super) fn from_bits(bits: u8) -> Self {
        Self {
            ignore_case: bits & IGNORE_CASE != 0,
            multi_line: bits & MULTI_LINE != 0,
            dot_all: bits & DOT_ALL != 0,
        }
    }

    pub(super) fn bits(self) -> u8 {
        let bit = |set: bool, flag: u8| if set { flag } else { 0 };
        bit(self.ignore_case, IGNORE_CASE) | bit(self.multi_line, MULTI_LINE) | bit(self.dot_all, DOT_ALL)
    }
}

/// A class that never matches. Unlike `(?!)`, it may be repeated.
pub(super) const NOTHING: &str = r"[^\s\S]";

/// The properties of a part of the pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// The minimum number of characters that the part matches.
    pub(super) lo: u128,
    /// The maximum number of characters that the part matches.
    pub(super) hi: u128,
    /// The approximate size of the part's automaton.
    pub(super) weight: u64,
    /// Number of iterations that the engine may make without advancing.
    pub(super) turns: u64,
}

impl Shape {
    pub(super) const EMPTY: Self = Self { lo: 0, hi: 0, weight: 0, turns: 1 };

    /// Returns the shape of a character, with an automaton of `weight`.
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

    /// Returns the shape with the widths of a finished part, which Python caps.
    pub(super) fn capped(self) -> Self {
        const MAX_WIDTH: u128 = 1 << 64;
        Self { lo: self.lo.min(MAX_WIDTH), hi: self.hi.min(MAX_WIDTH), ..self }
    }
}

/// Kind of a part, which decides how a quantifier can repeat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `^`, `$`, `\b` and similar assertions, which cannot be repeated.
    Position,
    /// A part that already has a quantifier.
    Repeat,
    Other,
}

/// The last part written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    /// The start of the item in the output.
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
    /// Groups by number, from 1: `None` while a group is open.
    pub(super) groups: Vec<Option<Shape>>,
    pub(super) names: HashMap<String, usize>,
    /// The number of the first group inside the outermost look-behind.
    pub(super) look_behind: Option<usize>,
    /// The largest group number that a condition refers to.
    pub(super) asked: usize,
    pub(super) depth: usize,
}

impl Parser {
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}
