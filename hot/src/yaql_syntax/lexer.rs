//! From text to tokens.

use heat_model::pattern::Pattern;
use heat_model::python::ascii_digit;

use super::error::SyntaxError;
use super::escape::decoded;
use super::token::{Bracket, Kind, Token};

/// Longer operators first. Those that are words are found as such.
const OPERATORS: [(&str, Kind<'static>); 20] = [
    ("?.", Kind::Binary("?.")),
    ("=~", Kind::Binary("=~")),
    ("!~", Kind::Binary("!~")),
    ("->", Kind::Binary("->")),
    ("=>", Kind::Mapping),
    (">=", Kind::Binary(">=")),
    ("<=", Kind::Binary("<=")),
    ("!=", Kind::Binary("!=")),
    (".", Kind::Binary(".")),
    ("+", Kind::Sign("+")),
    ("-", Kind::Sign("-")),
    ("*", Kind::Binary("*")),
    ("/", Kind::Binary("/")),
    (">", Kind::Binary(">")),
    ("<", Kind::Binary("<")),
    ("=", Kind::Binary("=")),
    ("[", Kind::Open(Bracket::Square)),
    ("{", Kind::Open(Bracket::Curly)),
    ("(", Kind::Open(Bracket::Round)),
    (",", Kind::Comma),
];

/// Reads the tokens of an expression, one by one: an error in a token is only found once the ones before it are accepted.
pub(super) struct Lexer<'e> {
    rest: &'e str,
    /// How many characters come before the rest.
    position: usize,
}

impl<'e> Lexer<'e> {
    pub(super) const fn new(expression: &'e str) -> Self {
        Self { rest: expression, position: 0 }
    }

    /// The next token; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token<'e>>, SyntaxError> {
        let ignored = self.rest.len() - self.rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        self.advance(ignored);
        let position = self.position;
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let Some((length, kind)) = self.token(first) else {
            return Err(SyntaxError::IllegalCharacter { character: first, position });
        };
        match kind {
            Kind::Number(text) if !text.contains('.') => {
                let digits = text.chars().count();
                if digits > heat_json::MAX_DIGITS {
                    return Err(SyntaxError::LongInteger { digits });
                }
            }
            Kind::Quoted(text) => {
                decoded(text)?;
            }
            _ => {}
        }
        self.advance(length);
        Ok(Some(Token { kind, position }))
    }

    fn advance(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.position += taken.chars().count();
        self.rest = rest;
    }

    /// The token at the start of the rest, and its length in bytes.
    fn token(&self, first: char) -> Option<(usize, Kind<'e>)> {
        match first {
            '$' => {
                let length = 1 + word_length(&self.rest[1..]);
                Some((length, Kind::Word(&self.rest[..length])))
            }
            '\'' | '"' => self.quoted(first).map(|inner| (inner.len() + 2, Kind::Quoted(inner))),
            '`' => self.quoted(first).map(|inner| (inner.len() + 2, Kind::Verbatim(inner))),
            ')' => Some((1, Kind::Close(Bracket::Round))),
            ']' => Some((1, Kind::Close(Bracket::Square))),
            '}' => Some((1, Kind::Close(Bracket::Curly))),
            digit if ascii_digit(digit).is_some() => self.number(),
            letter if is_word(letter) => self.word(),
            _ => {
                let operator = OPERATORS.iter().find(|(sign, _)| self.rest.starts_with(sign));
                operator.map(|(sign, kind)| (sign.len(), *kind))
            }
        }
    }

    /// The string at the start of the rest, without its quotes; none if it has no end.
    fn quoted(&self, quote: char) -> Option<&'e str> {
        let inner = &self.rest[1..];
        let mut chars = inner.char_indices();
        while let Some((place, char)) = chars.next() {
            if char == quote {
                return Some(&inner[..place]);
            }
            // A backslash takes any character with it but a line break, and cannot stand alone.
            if char == '\\' && matches!(chars.next(), None | Some((_, '\n'))) {
                return None;
            }
        }
        None
    }

    /// Digits, and maybe a point and digits; neither may be followed by a letter.
    fn number(&self) -> Option<(usize, Kind<'e>)> {
        let digits = |text: &str| text.find(|char| ascii_digit(char).is_none()).unwrap_or(text.len());
        let ends = |length: usize| !self.rest[length..].starts_with(is_word);
        let whole = digits(self.rest);
        let fraction = self.rest[whole..].strip_prefix('.').map_or(0, digits);
        let float = whole + 1 + fraction;
        let length = if fraction > 0 && ends(float) {
            float
        } else if ends(whole) {
            whole
        } else {
            return None;
        };
        Some((length, Kind::Number(&self.rest[..length])))
    }

    /// A name, which is that of a function if a parenthesis follows. Other names do not begin with two underscores.
    fn word(&self) -> Option<(usize, Kind<'e>)> {
        let length = word_length(self.rest);
        let word = &self.rest[..length];
        if self.rest[length..].starts_with('(') {
            return Some((length + 1, Kind::Function(word)));
        }
        let kind = match word {
            "not" => Kind::Not,
            "mod" | "in" | "and" | "or" => Kind::Binary(word),
            _ if word.starts_with("__") => return None,
            _ => Kind::Word(word),
        };
        Some((length, kind))
    }
}

/// The length of the letters, digits and underscores at the start.
fn word_length(text: &str) -> usize {
    text.find(|char| !is_word(char)).unwrap_or(text.len())
}

/// What `\w` matches in Python: letters and numbers of any script, but no marks.
fn is_word(char: char) -> bool {
    thread_local! {
        static WORD: Option<Pattern> = Pattern::new(r"\w").ok();
    }
    if char.is_ascii() {
        return char.is_ascii_alphanumeric() || char == '_';
    }
    // Rust also takes some marks for letters.
    let matches = |word: &Pattern| word.matches(char.encode_utf8(&mut [0; 4])).unwrap_or(true);
    char.is_alphanumeric() && WORD.with(|word| word.as_ref().is_none_or(matches))
}
