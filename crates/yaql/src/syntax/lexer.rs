//! Lexer: converts text to tokens.

use super::characters::{ascii_digit, is_word};
use super::escape::decoded;
use super::operator::{Operator, Prefix};
use super::token::{Bracket, Kind, Token};
use crate::data::{Int, Text};
use crate::error::{Error, ErrorClass, Outcome, Span, value_error};
use heat_python::MAX_DIGITS;

/// Operators, longer ones first. Operators that are words are recognized as words.
const OPERATORS: [(&str, Kind); 20] = [
    ("?.", Kind::Binary(Operator::SafeDot)),
    ("=~", Kind::Binary(Operator::Matches)),
    ("!~", Kind::Binary(Operator::NotMatches)),
    ("->", Kind::Binary(Operator::Send)),
    ("=>", Kind::Mapping),
    (">=", Kind::Binary(Operator::GreaterOrEqual)),
    ("<=", Kind::Binary(Operator::LessOrEqual)),
    ("!=", Kind::Binary(Operator::NotEqual)),
    (".", Kind::Binary(Operator::Dot)),
    ("+", Kind::Sign(Operator::Plus, Prefix::Plus)),
    ("-", Kind::Sign(Operator::Minus, Prefix::Minus)),
    ("*", Kind::Binary(Operator::Times)),
    ("/", Kind::Binary(Operator::Divide)),
    (">", Kind::Binary(Operator::Greater)),
    ("<", Kind::Binary(Operator::Less)),
    ("=", Kind::Binary(Operator::Equal)),
    ("[", Kind::Open(Bracket::Square)),
    ("{", Kind::Open(Bracket::Curly)),
    ("(", Kind::Open(Bracket::Round)),
    (",", Kind::Comma),
];

/// Reads the tokens of an expression, one by one: an error in a token is only found after the previous ones have been accepted.
pub(super) struct Lexer<'e> {
    rest: &'e str,
    /// Number of bytes before the rest.
    at: usize,
    /// Number of characters before the rest.
    position: usize,
}

impl<'e> Lexer<'e> {
    pub(super) const fn new(expression: &'e str) -> Self {
        Self { rest: expression, at: 0, position: 0 }
    }

    /// Returns the next token; `None` at the end.
    pub(super) fn next(&mut self) -> Outcome<Option<Token>> {
        let ignored = self.rest.len() - self.rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.advance(ignored);
        let (start, position) = (self.at, self.position);
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        match self.token(first) {
            Ok(Some((length, kind))) => {
                self.advance(length);
                Ok(Some(Token { kind, span: Span { start, end: self.at }, position }))
            }
            Ok(None) => {
                let message = format!("Lexical error: illegal character '{first}' at position {position}");
                let mut error = Error::fault(ErrorClass::Lexical, message);
                error.span = Some(Span { start, end: start + first.len_utf8() });
                Err(error)
            }
            Err((length, mut error)) => {
                error.span = Some(Span { start, end: start + length });
                Err(error)
            }
        }
    }

    fn advance(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.at += bytes;
        self.position += if taken.is_ascii() { bytes } else { taken.chars().count() };
        self.rest = rest;
    }

    /// Returns the length in bytes and the kind of the token at the start of the rest; for an invalid token, its length and the
    /// error.
    fn token(&self, first: char) -> Result<Option<(usize, Kind)>, (usize, crate::error::Fault)> {
        Ok(match first {
            '$' => {
                let length = 1 + word_length(&self.rest[1..]);
                Some((length, Kind::Variable(self.rest[..length].into())))
            }
            '\'' | '"' => match self.quoted(first) {
                Some(inner) => {
                    let length = inner.len() + 2;
                    let text = decoded(inner).map_err(|error| (length, error))?;
                    Some((length, Kind::Str(text.into())))
                }
                None => None,
            },
            '`' => {
                self.quoted(first).map(|inner| (inner.len() + 2, Kind::Str(inner.replace("\\`", "`").into())))
            }
            ')' => Some((1, Kind::Close(Bracket::Round))),
            ']' => Some((1, Kind::Close(Bracket::Square))),
            '}' => Some((1, Kind::Close(Bracket::Curly))),
            digit if ascii_digit(digit).is_some() => match self.number_length() {
                Some(length) => {
                    Some((length, number(&self.rest[..length]).map_err(|error| (length, error))?))
                }
                None => None,
            },
            letter if is_word(letter) => self.word(),
            _ => {
                let operator = OPERATORS.iter().find(|(sign, _)| self.rest.starts_with(sign));
                operator.map(|(sign, kind)| (sign.len(), kind.clone()))
            }
        })
    }

    /// Returns the string at the start of the rest, without its quotes; `None` if it has no end.
    fn quoted(&self, quote: char) -> Option<&'e str> {
        let inner = &self.rest[1..];
        let mut chars = inner.char_indices();
        while let Some((place, char)) = chars.next() {
            if char == quote {
                return Some(&inner[..place]);
            }
            // A backslash escapes any character except a line break, and cannot be the last character.
            if char == '\\' && matches!(chars.next(), None | Some((_, '\n'))) {
                return None;
            }
        }
        None
    }

    /// Length of an integer or a decimal number; `None` if a letter follows directly.
    fn number_length(&self) -> Option<usize> {
        let digits = |text: &str| text.find(|char| ascii_digit(char).is_none()).unwrap_or(text.len());
        let ends = |length: usize| !self.rest[length..].starts_with(is_word);
        let whole = digits(self.rest);
        let fraction = self.rest[whole..].strip_prefix('.').map_or(0, digits);
        let float = whole + 1 + fraction;
        if fraction > 0 && ends(float) { Some(float) } else { ends(whole).then_some(whole) }
    }

    /// Reads a name, which is the name of a function if a parenthesis follows. Other names must not begin with two underscores.
    fn word(&self) -> Option<(usize, Kind)> {
        let length = word_length(self.rest);
        let word = &self.rest[..length];
        if self.rest[length..].starts_with('(') {
            return Some((length + 1, Kind::Function(word.into())));
        }
        let kind = match word {
            "not" => Kind::Not,
            "mod" => Kind::Binary(Operator::Mod),
            "in" => Kind::Binary(Operator::In),
            "and" => Kind::Binary(Operator::And),
            "or" => Kind::Binary(Operator::Or),
            "true" => Kind::True,
            "false" => Kind::False,
            "null" => Kind::Null,
            _ if word.starts_with("__") => return None,
            _ => Kind::Word(Text::new(word)),
        };
        Some((length, kind))
    }
}

/// Length of the letters, digits and underscores at the start.
fn word_length(text: &str) -> usize {
    text.find(|char| !is_word(char)).unwrap_or(text.len())
}

/// Parses a number. Its digits can be from any script.
fn number(text: &str) -> Outcome<Kind> {
    let digits: String = text.chars().map(|char| ascii_digit(char).unwrap_or(char)).collect();
    if digits.contains('.') {
        return Ok(Kind::Float(digits.parse().unwrap_or(f64::INFINITY)));
    }
    if digits.len() > MAX_DIGITS {
        return Err(value_error(format!(
            "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion: value has {} digits; use \
             sys.set_int_max_str_digits() to increase the limit",
            digits.len()
        )));
    }
    Ok(Kind::Int(Int::parse(&digits).unwrap_or(Int::ZERO)))
}
