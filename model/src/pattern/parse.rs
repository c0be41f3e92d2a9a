//! Reads a pattern by Python's grammar and writes it in the engine's dialect as it goes.

use std::collections::HashMap;

use super::token::{Token, Tokens};
use super::{PatternError, beyond, class, refused};

/// How deep groups may be nested.
const DEPTH_LIMIT: usize = 100;

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

    fn then(self, next: Self) -> Self {
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

/// Writes a Python pattern in the engine's dialect, anchored to the start of the text.
pub(super) fn translate(python: &str) -> Result<String, PatternError> {
    let mut parser = Parser {
        tokens: Tokens::new(python)?,
        out: String::with_capacity(python.len() + 16),
        flags: 0,
        global: 0,
        groups: vec![None],
        names: HashMap::new(),
        look_behind: None,
        asked: 0,
        depth: 0,
    };
    parser.out.push_str(r"\A(?:");
    parser.alternation()?;
    if parser.tokens.peek().is_some() {
        return Err(refused("a `)` has no opening `(`"));
    }
    if parser.asked >= parser.groups.len() {
        return Err(refused(format!("there is no group {}", parser.asked)));
    }
    if parser.global & ASCII != 0 && parser.global & UNICODE != 0 {
        return Err(refused("the flags `a` and `u` exclude each other"));
    }
    parser.out.push(')');
    Ok(parser.out)
}

impl Parser {
    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// What stands between a group's parentheses: `a|b|c`.
    pub(super) fn alternation(&mut self) -> Result<Shape, PatternError> {
        if self.depth > DEPTH_LIMIT {
            return Err(beyond(format_args!("groups are nested more than {DEPTH_LIMIT} deep")));
        }
        let mut shape = self.sequence(self.depth == 0)?;
        while self.tokens.eat('|') {
            self.out.push('|');
            shape = shape.or(self.sequence(false)?);
        }
        Ok(shape.capped())
    }

    /// One branch; `first` where flags for the whole pattern may stand.
    pub(super) fn sequence(&mut self, first: bool) -> Result<Shape, PatternError> {
        let mut before = Shape::EMPTY;
        let mut last: Option<Item> = None;
        while let Some(token) = self.tokens.peek() {
            if matches!(token, Token::Char('|' | ')')) {
                break;
            }
            self.tokens.at += 1;
            if self.has(VERBOSE) && self.skip_verbose(token) {
                continue;
            }
            let start = self.out.len();
            let (kind, shape) = match token {
                Token::Escape(char) => self.escape(char)?,
                Token::Char('[') => (Kind::Other, self.class()?),
                Token::Char('(') => match self.group(first && last.is_none())? {
                    Some(shape) => (Kind::Other, shape),
                    None => continue,
                },
                Token::Char(sign @ ('*' | '+' | '?' | '{')) => match self.counts(sign)? {
                    Some(counts) => {
                        last = Some(self.repeat(counts, last)?);
                        continue;
                    }
                    // Python takes any other brace for itself.
                    None => (Kind::Other, self.literal('{')),
                },
                Token::Char('.') => {
                    self.out.push_str(if self.has(DOT_ALL) { "(?s:.)" } else { "." });
                    (Kind::Other, Shape::char(class::WIDE))
                }
                Token::Char('^') => {
                    self.out.push_str(if self.has(MULTI_LINE) { "(?m:^)" } else { r"\A" });
                    (Kind::Position, Shape::EMPTY)
                }
                Token::Char('$') => {
                    // Also before a last line feed.
                    self.out.push_str(if self.has(MULTI_LINE) { "(?m:$)" } else { r"(?=\n?\z)" });
                    (Kind::Position, Shape::EMPTY)
                }
                Token::Char(char) => (Kind::Other, self.literal(char)),
            };
            if let Some(item) = last.replace(Item { start, kind, shape }) {
                before = before.then(item.shape);
            }
        }
        Ok(last.map_or(before, |item| before.then(item.shape)).capped())
    }

    /// Whether `token` means nothing in verbose mode; takes the rest of a comment.
    fn skip_verbose(&mut self, token: Token) -> bool {
        match token {
            Token::Char(' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => true,
            Token::Char('#') => {
                while !matches!(self.tokens.next(), None | Some(Token::Char('\n'))) {}
                true
            }
            _ => false,
        }
    }

    /// Writes a character that stands for itself.
    pub(super) fn literal(&mut self, char: char) -> Shape {
        if self.has(IGNORE_CASE) && (char.is_ascii_alphabetic() || !char.is_ascii()) {
            let point = u32::from(char);
            return class::Class::of(&[(point, point)]).write(self);
        }
        class::push_char(&mut self.out, char);
        Shape::char(1)
    }
}
