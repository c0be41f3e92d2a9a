//! Parses quantifiers.

use std::fmt::Write as _;

use super::error::{PatternError, beyond, refused};
use super::parser::{Item, Kind, NOTHING, Parser, Shape, TEMPLATE};

/// The count from which on Python reports that a number is too large.
const TOO_LARGE: u64 = u32::MAX as u64;

/// The weight above which the engine counts repetitions instead of expanding them.
const HEAVY: u64 = 2_000;

/// Maximum number of repetitions of a part that can match nothing; more would only take more time.
const MAX_EMPTY_REPEATS: u64 = 1_000;

/// The maximum number of iterations in total.
const MAX_TURNS: u64 = 100_000;

/// The counts of a quantifier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts {
    min: u64,
    max: Option<u64>,
}

impl Parser {
    /// Parses a quantifier after its first character; `None` if a `{` is literal.
    pub(super) fn counts(&mut self, sign: char) -> Result<Option<Counts>, PatternError> {
        match sign {
            '*' => return Ok(Some(Counts { min: 0, max: None })),
            '+' => return Ok(Some(Counts { min: 1, max: None })),
            '?' => return Ok(Some(Counts { min: 0, max: Some(1) })),
            _ => {}
        }
        let here = self.tokens.at;
        if self.tokens.peek_char() == Some('}') {
            return Ok(None);
        }
        let low = self.tokens.take_while(usize::MAX, |char| char.is_ascii_digit());
        let comma = self.tokens.eat(',');
        let high = if comma {
            self.tokens.take_while(usize::MAX, |char| char.is_ascii_digit())
        } else {
            low.clone()
        };
        if !self.tokens.eat('}') {
            self.tokens.at = here;
            return Ok(None);
        }
        let min = number(&low)?.unwrap_or(0);
        let max = number(&high)?;
        if max.is_some_and(|max| max < min) {
            return Err(refused(format!("`{{{low},{high}}}` counts down")));
        }
        Ok(Some(Counts { min, max }))
    }

    /// Rewrites the last part with the quantifier.
    pub(super) fn repeat(&mut self, counts: Counts, last: Option<Item>) -> Result<Item, PatternError> {
        let Some(item) = last.filter(|item| item.kind != Kind::Position) else {
            return Err(refused("a quantifier has nothing to repeat"));
        };
        if item.kind == Kind::Repeat {
            return Err(refused("a quantifier follows another quantifier"));
        }
        if self.flags & TEMPLATE != 0 {
            return Err(refused("with the flag `t`, nothing can be repeated"));
        }
        let lazy = self.tokens.eat('?');
        let possessive = !lazy && self.tokens.eat('+');
        let suffix = match (lazy, possessive) {
            (true, _) => "?",
            (_, true) => "+",
            _ => "",
        };
        let body = self.out.split_off(item.start);
        let shape = repeated(item.shape, counts);
        if shape.turns > MAX_TURNS {
            return Err(beyond("a part that can match nothing is repeated too often"));
        }
        let out = &mut self.out;
        // The engine does not repeat pure positions, and it drops groups that occur zero times.
        let _ = if counts.max == Some(0) {
            write!(out, "(?:{NOTHING}{body}|)")
        } else if item.shape.hi == 0 {
            match (counts.min, suffix) {
                (0, "?") => write!(out, "(?:|{body})"),
                (0, "+") => write!(out, "(?>{body}|)"),
                (0, _) => write!(out, "(?:{body}|)"),
                (_, "+") => write!(out, "(?>{body})"),
                _ => write!(out, "{body}"),
            }
        } else {
            // A look-ahead makes the engine use its own loop.
            let heavy = item.shape.weight.saturating_mul(counts.bound()) > HEAVY;
            let _ = if heavy { write!(out, "(?:(?=){body})") } else { write!(out, "{body}") };
            match if item.shape.lo == 0 { counts.of_nullable() } else { counts } {
                Counts { min: 0, max: None } => write!(out, "*{suffix}"),
                Counts { min: 1, max: None } => write!(out, "+{suffix}"),
                Counts { min, max: None } => write!(out, "{{{min},}}{suffix}"),
                Counts { min, max: Some(max) } => write!(out, "{{{min},{max}}}{suffix}"),
            }
        };
        Ok(Item { kind: Kind::Repeat, shape, ..item })
    }
}

impl Counts {
    /// Number of copies to which the engine would expand the repeated part.
    fn bound(self) -> u64 {
        self.max.unwrap_or(self.min).max(1)
    }

    /// Returns the counts for a part that can match nothing.
    fn of_nullable(self) -> Self {
        Self { min: self.min.min(MAX_EMPTY_REPEATS), max: self.max.filter(|max| *max <= MAX_EMPTY_REPEATS) }
    }
}

fn repeated(shape: Shape, counts: Counts) -> Shape {
    let weight = shape.weight.saturating_mul(counts.bound());
    let turns = if shape.lo == 0 && shape.hi > 0 { counts.of_nullable().bound() } else { 1 };
    Shape {
        lo: shape.lo.saturating_mul(counts.min.into()),
        hi: match counts.max {
            None if shape.hi > 0 => 1 << 64,
            max => shape.hi.saturating_mul(max.unwrap_or(0).into()),
        },
        weight: if weight > HEAVY { shape.weight } else { weight },
        turns: shape.turns.saturating_mul(turns),
    }
}

fn number(digits: &str) -> Result<Option<u64>, PatternError> {
    if digits.is_empty() {
        return Ok(None);
    }
    match digits.trim_start_matches('0') {
        "" => Ok(Some(0)),
        digits => match digits.parse() {
            Ok(number) if number < TOO_LARGE => Ok(Some(number)),
            _ => Err(refused(format!("the count {digits} is too large"))),
        },
    }
}
