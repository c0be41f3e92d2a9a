//! The grammar: reads a text token by token.

use std::ops::Range;

use heat_python::MAX_DIGITS;

use crate::error::{Error, Problem};

/// A part of a JSON text.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// The literal `null`.
    Null,
    /// The literal `true` or `false`.
    Bool(bool),
    /// An integer as written: an optional `-`, then decimal digits.
    Integer(&'a str),
    /// A number with a fraction or an exponent, `NaN` or an infinity.
    Float(f64),
    /// A string used as a value.
    String(String),
    /// A string used as the key of the value that follows.
    Key(String),
    /// Start of a list, `[`.
    OpenList,
    /// End of a list, `]`.
    CloseList,
    /// Start of a map, `{`.
    OpenMap,
    /// End of a map, `}`.
    CloseMap,
}

/// A list or map that has not been closed yet.
#[derive(Clone, Copy)]
enum Open {
    List,
    Map,
}

/// The tokens that are allowed next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    /// The first item of a list, or its end.
    FirstItem,
    /// The first key of a map, or its end.
    FirstKey,
    /// A comma, the end of a collection, or the end of the text.
    AfterValue,
}

/// Reads a text token by token. It keeps its own stack, so deep nesting cannot overflow the call stack.
pub struct Reader<'a> {
    text: &'a str,
    max_depth: usize,
    offset: usize,
    /// The start and end of the last token.
    start: usize,
    end: usize,
    open: Vec<Open>,
    next: Next,
    lone_surrogate: Option<Range<usize>>,
    /// `true` if strings are only checked: their tokens are empty.
    is_skipping: bool,
}

impl<'a> Reader<'a> {
    /// Creates a reader for a text in which lists and maps may be nested up to `max_depth` levels.
    #[must_use]
    pub fn new(text: &'a str, max_depth: usize) -> Self {
        Self {
            text,
            max_depth,
            offset: 0,
            start: 0,
            end: 0,
            open: Vec::new(),
            next: Next::Value,
            lone_surrogate: None,
            is_skipping: false,
        }
    }

    /// Position of the last token, in bytes from the start.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The first unpaired surrogate (`"\ud83d"`) read so far. Python accepts one, but a Rust string cannot contain it. It is read
    /// as U+FFFD, the replacement character: one character, as in Python, so that lengths and most patterns give the same result.
    #[must_use]
    pub fn lone_surrogate(&self) -> Option<Range<usize>> {
        self.lone_surrogate.clone()
    }

    /// Reads the next token, or `None` at the end of a complete text.
    ///
    /// # Errors
    /// The first position at which the text is not valid JSON or exceeds a limit. Reading cannot continue
    /// after it.
    pub fn token(&mut self) -> Result<Option<Token<'a>>, Error> {
        let read = self.next_token();
        read.map_err(|problem| Error { problem, offset: self.offset })
    }

    /// Checks the next value without building anything from it. Returns its position, or `None` if the open list or map ends
    /// here.
    ///
    /// # Errors
    /// The errors of [`token`](Self::token).
    pub fn skip_value(&mut self) -> Result<Option<Range<usize>>, Error> {
        let depth = self.open.len();
        self.is_skipping = true;
        let skipped = self.skip_to(depth);
        self.is_skipping = false;
        skipped
    }

    fn skip_to(&mut self, depth: usize) -> Result<Option<Range<usize>>, Error> {
        let Some(first) = self.token()? else { return Ok(None) };
        if matches!(first, Token::CloseList | Token::CloseMap) {
            return Ok(None);
        }
        let start = self.start;
        while self.open.len() > depth {
            self.token()?;
        }
        Ok(Some(start..self.end))
    }

    fn next_token(&mut self) -> Result<Option<Token<'a>>, Problem> {
        self.blanks();
        match (self.next, self.peek()) {
            (Next::FirstItem, Some(b']')) => Ok(self.close(Token::CloseList)),
            (Next::Value | Next::FirstItem, _) => self.value(),
            (Next::FirstKey, Some(b'}')) => Ok(self.close(Token::CloseMap)),
            (Next::FirstKey, _) => self.key(),
            (Next::AfterValue, byte) => match (self.open.last(), byte) {
                (None, None) => return Ok(None),
                (None, Some(_)) => Err(Problem::TextAfterValue),
                (Some(Open::List), Some(b']')) => Ok(self.close(Token::CloseList)),
                (Some(Open::Map), Some(b'}')) => Ok(self.close(Token::CloseMap)),
                (Some(Open::List), Some(b',')) => {
                    self.comma();
                    self.value()
                }
                (Some(Open::Map), Some(b',')) => {
                    self.comma();
                    self.key()
                }
                (Some(Open::List), _) => Err(Problem::ExpectedCommaOrBracket),
                (Some(Open::Map), _) => Err(Problem::ExpectedCommaOrBrace),
            },
        }
        .map(Some)
    }

    fn comma(&mut self) {
        self.offset += 1;
        self.blanks();
    }

    fn close(&mut self, token: Token<'a>) -> Token<'a> {
        self.start = self.offset;
        self.offset += 1;
        self.end = self.offset;
        self.open.pop();
        self.next = Next::AfterValue;
        token
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.offset += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.offset += if found { word.len() } else { 0 };
        found
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    /// Reads a scalar, or the start of a list or map.
    fn value(&mut self) -> Result<Token<'a>, Problem> {
        self.start = self.offset;
        let token = match self.peek() {
            Some(b'"') => Token::String(self.string()?),
            Some(b'[') => return self.open(Open::List, Next::FirstItem, Token::OpenList),
            Some(b'{') => return self.open(Open::Map, Next::FirstKey, Token::OpenMap),
            Some(b'-') if self.accept_word("-Infinity") => Token::Float(f64::NEG_INFINITY),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ if self.accept_word("null") => Token::Null,
            _ if self.accept_word("true") => Token::Bool(true),
            _ if self.accept_word("false") => Token::Bool(false),
            _ if self.accept_word("NaN") => Token::Float(f64::NAN),
            _ if self.accept_word("Infinity") => Token::Float(f64::INFINITY),
            _ => return Err(Problem::ExpectedValue),
        };
        self.end = self.offset;
        self.next = Next::AfterValue;
        Ok(token)
    }

    fn open(&mut self, open: Open, next: Next, token: Token<'a>) -> Result<Token<'a>, Problem> {
        if self.open.len() >= self.max_depth {
            return Err(Problem::TooDeep(self.max_depth));
        }
        self.offset += 1;
        self.end = self.offset;
        self.open.push(open);
        self.next = next;
        Ok(token)
    }

    /// Reads a key with its colon. The position of the token covers only the key.
    fn key(&mut self) -> Result<Token<'a>, Problem> {
        self.start = self.offset;
        if self.peek() != Some(b'"') {
            return Err(Problem::ExpectedKey);
        }
        let key = self.string()?;
        self.end = self.offset;
        self.blanks();
        if !self.accept(b':') {
            return Err(Problem::ExpectedColon);
        }
        self.next = Next::Value;
        Ok(Token::Key(key))
    }

    fn digits(&mut self) -> usize {
        let start = self.offset;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.offset += 1;
        }
        self.offset - start
    }

    fn number(&mut self) -> Result<Token<'a>, Problem> {
        let start = self.offset;
        let _ = self.accept(b'-');
        let first_digit = self.offset;
        if !self.accept(b'0') && self.digits() == 0 {
            return Err(Problem::ExpectedDigit);
        }
        let whole = self.offset;
        // A point or an `e` without digits is not part of the number.
        if self.accept(b'.') && self.digits() == 0 {
            self.offset = whole;
        }
        let fraction = self.offset;
        if self.accept(b'e') || self.accept(b'E') {
            let _ = self.accept(b'+') || self.accept(b'-');
            if self.digits() == 0 {
                self.offset = fraction;
            }
        }
        let text = self.text.get(start..self.offset).unwrap_or_default();
        if self.offset > whole {
            return text.parse().map(Token::Float).map_err(|_| Problem::ExpectedValue);
        }
        if whole - first_digit > MAX_DIGITS {
            self.offset = start;
            return Err(Problem::TooManyDigits);
        }
        Ok(Token::Integer(text))
    }

    fn string(&mut self) -> Result<String, Problem> {
        let start = self.offset;
        let mut text = String::new();
        self.offset += 1;
        loop {
            let rest = self.rest();
            let Some(length) = end_of_plain(rest.as_bytes()) else {
                self.offset = start;
                return Err(Problem::UnterminatedString);
            };
            if !self.is_skipping {
                text.push_str(rest.get(..length).unwrap_or_default());
            }
            self.offset += length;
            if self.accept(b'"') {
                return Ok(text);
            }
            if !self.accept(b'\\') {
                return Err(Problem::ControlCharacter);
            }
            let escaped = self.escape()?;
            if !self.is_skipping {
                text.push(escaped);
            }
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let char = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(Problem::UnknownEscape),
        };
        self.offset += 1;
        Ok(char)
    }

    /// Reads `uXXXX`, and the second half if it is the first half of a surrogate pair. An unpaired half is replaced.
    fn unicode_escape(&mut self) -> Result<char, Problem> {
        let start = self.offset.saturating_sub(1);
        let first = self.unit()?;
        let after = self.offset;
        if (0xd800..0xdc00).contains(&first)
            && self.accept(b'\\')
            && let Ok(second @ 0xdc00..0xe000) = self.unit()
            && let Some(Ok(char)) = char::decode_utf16([first, second]).next()
        {
            return Ok(char);
        }
        // The next characters are a separate escape or literal characters.
        self.offset = after;
        Ok(char::from_u32(first.into()).unwrap_or_else(|| {
            self.lone_surrogate.get_or_insert(start..after);
            char::REPLACEMENT_CHARACTER
        }))
    }

    fn unit(&mut self) -> Result<u16, Problem> {
        let digits = self.rest().strip_prefix('u').and_then(|rest| rest.get(..4));
        let unit = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok())
            .ok_or(Problem::InvalidUnicodeEscape)?;
        self.offset += 5;
        Ok(unit)
    }
}

/// Returns the position of the first byte that a string cannot contain unescaped: a quotation mark, a backslash or a control
/// character. None of these is part of a longer character.
///
/// Most of a long text is in strings, so this examines eight bytes at a time.
fn end_of_plain(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    // The high bit of each byte that is less than `limit`. A byte above such a byte may be marked as well: only the lowest mark
    // is used.
    let less = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH;
    let (words, rest) = bytes.as_chunks();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = less(word, 0x20)
            | less(word ^ (ONES * u64::from(b'"')), 1)
            | less(word ^ (ONES * u64::from(b'\\')), 1);
        if found != 0 {
            return Some(index * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let found = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
    Some(words.len() * 8 + found)
}
