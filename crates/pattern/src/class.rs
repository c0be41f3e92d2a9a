//! Character classes, and the engine's syntax for literal characters.
//!
//! Inside a class, Python has no nesting and no set operations.

use std::fmt::Write as _;

use super::error::{PatternError, refused};
use super::parser::{ASCII, IGNORE_CASE, NOTHING, Parser, Shape};
use super::token::Token;

/// The weight of a class of many characters.
pub(super) const WIDE: u64 = 30;

/// Python's variants of the letter i: with `(?i)`, each of them matches any of them.
const LETTERS_I: [u32; 4] = [0x49, 0x69, 0x130, 0x131];

/// A member of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Member {
    Point(u32),
    /// `\d`, `\s`, `\w` and their complements, by letter.
    Category(char),
}

#[derive(Debug, Default)]
pub(super) struct Class {
    negated: bool,
    ranges: Vec<(u32, u32)>,
    categories: Vec<char>,
}

impl Parser {
    /// Parses a class, after its `[`.
    pub(super) fn class(&mut self) -> Result<Shape, PatternError> {
        let mut class = Class { negated: self.tokens.eat('^'), ..Class::default() };
        let mut first = true;
        loop {
            let token = self.class_token()?;
            if token == Token::Char(']') && !first {
                break;
            }
            first = false;
            let start = self.member(token)?;
            if !self.tokens.eat('-') {
                class.push(start);
                continue;
            }
            let token = self.class_token()?;
            if token == Token::Char(']') {
                class.push(start);
                class.push(Member::Point('-'.into()));
                break;
            }
            match (start, self.member(token)?) {
                (Member::Point(low), Member::Point(high)) if low <= high => class.ranges.push((low, high)),
                (Member::Point(_), Member::Point(_)) => {
                    return Err(refused("a range in a `[…]` ends before it starts"));
                }
                _ => return Err(refused("a range in a `[…]` starts or ends with more than one character")),
            }
        }
        Ok(class.write(self))
    }

    fn class_token(&mut self) -> Result<Token, PatternError> {
        self.tokens.next().ok_or_else(|| refused("a `[` has no closing `]`"))
    }

    fn member(&mut self, token: Token) -> Result<Member, PatternError> {
        match token {
            Token::Char(char) => Ok(Member::Point(char.into())),
            Token::Escape(char) => self.class_escape(char),
        }
    }
}

impl Class {
    pub(super) fn of(ranges: &[(u32, u32)]) -> Self {
        Self { ranges: ranges.to_vec(), ..Self::default() }
    }

    pub(super) fn push(&mut self, member: Member) {
        match member {
            Member::Point(point) => self.ranges.push((point, point)),
            Member::Category(letter) if self.categories.contains(&letter) => {}
            Member::Category(letter) => self.categories.push(letter),
        }
    }

    /// Writes the class in the engine's syntax.
    pub(super) fn write(mut self, parser: &mut Parser) -> Shape {
        let ascii = parser.has(ASCII);
        let mut fold = false;
        if parser.has(IGNORE_CASE) && !self.ranges.is_empty() {
            if ascii {
                self.fold_ascii();
            } else {
                fold = true;
                let is_i = |&(low, high): &(u32, u32)| LETTERS_I.iter().any(|i| (low..=high).contains(i));
                if self.ranges.iter().any(is_i) {
                    self.ranges.extend(LETTERS_I.map(|i| (i, i)));
                }
            }
        }
        self.ranges.sort_unstable();
        self.ranges.dedup();
        let mut members = String::new();
        for &(low, high) in &self.ranges {
            push_range(&mut members, low, high);
        }
        for letter in &self.categories {
            members.push_str(category(*letter, ascii));
        }
        let narrow = !self.negated && !fold && self.categories.is_empty();
        let narrow = narrow && self.ranges.last().is_none_or(|(_, high)| *high < 0x80);
        let out = &mut parser.out;
        if members.is_empty() {
            out.push_str(if self.negated { "(?s:.)" } else { NOTHING });
        } else {
            let (open, close) = if fold { ("(?i:", ")") } else { ("", "") };
            let not = if self.negated { "^" } else { "" };
            let _ = write!(out, "{open}[{not}{members}]{close}");
        }
        Shape::char(if narrow { 1 } else { WIDE })
    }

    /// Adds the other case of the ASCII letters, and only of these.
    fn fold_ascii(&mut self) {
        let mut added = Vec::new();
        for &(low, high) in &self.ranges {
            for (first, last, other) in [(0x41, 0x5a, 0x61), (0x61, 0x7a, 0x41)] {
                let (from, to) = (low.max(first), high.min(last));
                if from <= to {
                    added.push((from - first + other, to - first + other));
                }
            }
        }
        self.ranges.extend(added);
    }
}

/// The translation of `\d`, `\s`, `\w` or a complement, outside and inside `[…]`.
pub(super) fn category(letter: char, ascii: bool) -> &'static str {
    match (letter, ascii) {
        ('d', false) => r"[\p{Nd}]",
        ('D', false) => r"[^\p{Nd}]",
        ('s', false) => SPACE,
        ('S', false) => NOT_SPACE,
        // The characters that `str.isalnum` accepts: no marks, no joiners, and of the connectors only the
        // `_`.
        ('w', false) => r"[\p{L}\p{N}_]",
        ('W', false) => r"[^\p{L}\p{N}_]",
        ('d', true) => "[0-9]",
        ('D', true) => "[^0-9]",
        ('s', true) => r"[\x{9}-\x{d}\x{20}]",
        ('S', true) => r"[^\x{9}-\x{d}\x{20}]",
        ('w', true) => "[0-9A-Za-z_]",
        _ => "[^0-9A-Za-z_]",
    }
}

const SPACE: &str = concat!(
    r"[\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}",
    r"\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
);
const NOT_SPACE: &str = concat!(
    r"[^\x{9}-\x{d}\x{1c}-\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}",
    r"\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]"
);

/// Writes a character so that it is literal in any context.
pub(super) fn push_char(out: &mut String, char: char) {
    if char.is_alphanumeric() {
        out.push(char);
    } else {
        let _ = write!(out, r"\x{{{:x}}}", u32::from(char));
    }
}

/// Writes a range without the surrogates, which no text contains.
fn push_range(out: &mut String, low: u32, high: u32) {
    for (low, high) in [(low, high.min(0xd7ff)), (low.max(0xe000), high)] {
        if low == high {
            let _ = write!(out, r"\x{{{low:x}}}");
        } else if low < high {
            let _ = write!(out, r"\x{{{low:x}}}-\x{{{high:x}}}");
        }
    }
}
