//! Parses a pattern by Python's grammar and translates it into the engine's syntax at the same time.

use std::collections::HashMap;

use super::class;
use super::error::{PatternError, beyond, refused};
use super::parser::{
    ASCII, DOT_ALL, Flags, IGNORE_CASE, Item, Kind, MULTI_LINE, Parser, Shape, UNICODE, VERBOSE,
};
use super::token::{Token, Tokens};

/// The maximum nesting depth of groups.
const DEPTH_LIMIT: usize = 100;

/// A pattern in the engine's syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslatedPattern {
    /// The pattern. It is one alternation, not anchored, and its groups have Python's numbers and no names.
    pub pattern: String,
    /// The number of groups.
    pub groups: usize,
    /// The flags of the whole pattern: those that were passed, and those at its start.
    pub flags: Flags,
    /// The names of groups with their numbers, in the order of the groups.
    pub names: Vec<(String, usize)>,
}

impl TranslatedPattern {
    /// Returns the pattern anchored at the start of a text, as Python's `match` does.
    #[must_use]
    pub fn anchored(&self) -> String {
        format!(r"\A(?:{})", self.pattern)
    }
}

/// Translates a Python pattern into the engine's syntax.
///
/// # Errors
/// The pattern is invalid in Python's `re`, or the engine has no equivalent.
pub fn translate(python: &str, flags: Flags) -> Result<TranslatedPattern, PatternError> {
    let flags = flags.bits();
    let mut parser = Parser {
        tokens: Tokens::new(python)?,
        out: String::with_capacity(python.len() + 16),
        flags,
        global: flags,
        groups: vec![None],
        names: HashMap::new(),
        look_behind: None,
        asked: 0,
        depth: 0,
    };
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
    let mut names: Vec<(String, usize)> = parser.names.into_iter().collect();
    names.sort_by_key(|(_, number)| *number);
    let flags = Flags::from_bits(parser.global);
    Ok(TranslatedPattern { pattern: parser.out, flags, groups: parser.groups.len() - 1, names })
}

impl Parser {
    /// Parses the contents of a group: `a|b|c`.
    pub(super) fn alternation(&mut self) -> Result<Shape, PatternError> {
        if self.depth > DEPTH_LIMIT {
            return Err(beyond(format_args!("groups are nested more than {DEPTH_LIMIT} levels deep")));
        }
        let mut shape = self.sequence(self.depth == 0)?;
        while self.tokens.eat('|') {
            self.out.push('|');
            shape = shape.or(self.sequence(false)?);
        }
        Ok(shape.capped())
    }

    /// Parses a branch; `first` is true if flags for the whole pattern are allowed.
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
                    // Python reads any other brace as a literal.
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
                    // It also matches before a final line feed.
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

    /// Returns whether `token` is ignored in verbose mode; skips the rest of a comment.
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

    /// Writes a literal character.
    pub(super) fn literal(&mut self, char: char) -> Shape {
        if self.has(IGNORE_CASE) && (char.is_ascii_alphabetic() || !char.is_ascii()) {
            let point = u32::from(char);
            return class::Class::of(&[(point, point)]).write(self);
        }
        class::push_char(&mut self.out, char);
        Shape::char(1)
    }
}
