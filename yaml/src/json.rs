//! JSON as Python's `json` module reads it, with spans.
//!
//! That is JSON with `NaN`, `Infinity` and `-Infinity`, any value at the top, and the last of several equal keys.
//! The reader keeps its own stack.

use std::sync::Arc;

use crate::big::MAX_DIGITS;
use crate::compose::too_deep;
use crate::mapping::{Pair, build_mapping};
use crate::parse::Parsed;
use crate::scalar::integer_value;
use crate::{Diagnostic, Entry, Node, ParseOptions, Source, Span, Value, code};

/// What came of reading a text as JSON.
pub(crate) enum Json {
    Read(Parsed),
    /// It is not JSON, as can be told at an offset.
    Other {
        offset: usize,
        why: &'static str,
    },
}

/// Why reading stopped.
enum Stop {
    NotJson(usize, &'static str),
    Fatal(Box<Diagnostic>),
}

/// A list or map that is open.
enum Open {
    List { start: usize, items: Vec<Node> },
    Map { start: usize, pairs: Vec<Pair>, key: Option<Node> },
}

struct Reader<'a> {
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    text: &'a str,
    offset: usize,
    open: Vec<Open>,
    diagnostics: Vec<Diagnostic>,
    lone_surrogate: Option<Span>,
}

/// Reads a text as JSON.
pub(crate) fn read(source: &Arc<Source>, options: &ParseOptions) -> Json {
    let mut reader = Reader {
        source,
        options,
        text: source.text(),
        offset: 0,
        open: Vec::new(),
        diagnostics: Vec::new(),
        lone_surrogate: None,
    };
    match reader.document() {
        Err(Stop::NotJson(offset, why)) => Json::Other { offset, why },
        Err(Stop::Fatal(error)) => Json::Read(Parsed::failed(*error)),
        Ok(root) => Json::Read(match reader.lone_surrogate {
            None => Parsed { root: Some(root), diagnostics: reader.diagnostics },
            Some(at) => Parsed::failed(
                Diagnostic::error(code::LONE_SURROGATE, "half of a character")
                    .with_label(source, at, "its other half is missing")
                    .with_note("beyond U+FFFF, JSON writes a character as two `\\u` escapes"),
            ),
        }),
    }
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Node, Stop> {
        let mut done = None;
        loop {
            self.blanks();
            // After a value comes what its collection needs; at the start and after a comma or colon, a value.
            done = match done {
                None => self.value()?,
                Some(node) => match self.open.pop() {
                    None if self.offset == self.text.len() => return Ok(node),
                    None => return self.stop("unexpected text behind the value"),
                    Some(open) => self.place(open, node)?,
                },
            };
        }
    }

    fn stop<T>(&self, why: &'static str) -> Result<T, Stop> {
        Err(Stop::NotJson(self.offset, why))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.offset += usize::from(found);
        found
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.offset += 1;
        }
    }

    /// Reads a scalar or an empty collection, or opens a collection and answers nothing.
    fn value(&mut self) -> Result<Option<Node>, Stop> {
        let start = self.offset;
        let rest = &self.text[start..];
        let words = [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
            ("NaN", Value::Float(f64::NAN)),
            ("Infinity", Value::Float(f64::INFINITY)),
            ("-Infinity", Value::Float(f64::NEG_INFINITY)),
        ];
        let value = if let Some((word, value)) = words.into_iter().find(|(word, _)| rest.starts_with(word)) {
            self.offset += word.len();
            value
        } else {
            match self.peek() {
                Some(b'"') => Value::String(self.string()?),
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b'[' | b'{') => return self.open_collection(),
                _ => return self.stop("expected a value"),
            }
        };
        Ok(Some(self.node(start, value)))
    }

    fn node(&self, start: usize, value: Value) -> Node {
        Node { span: Span::new(start, self.offset), value }
    }

    fn open_collection(&mut self) -> Result<Option<Node>, Stop> {
        let start = self.offset;
        if self.open.len() >= self.options.depth() {
            return Err(Stop::Fatal(Box::new(too_deep(self.source, Span::new(start, start), self.options))));
        }
        if self.accept(b'[') {
            self.blanks();
            if self.accept(b']') {
                return Ok(Some(self.node(start, Value::Sequence(Vec::new()))));
            }
            self.open.push(Open::List { start, items: Vec::new() });
            return Ok(None);
        }
        self.offset += 1;
        self.blanks();
        if self.accept(b'}') {
            return Ok(Some(self.node(start, Value::Mapping(crate::Mapping::default()))));
        }
        let key = self.key()?;
        self.open.push(Open::Map { start, pairs: Vec::new(), key: Some(key) });
        Ok(None)
    }

    fn key(&mut self) -> Result<Node, Stop> {
        self.blanks();
        let start = self.offset;
        if self.peek() != Some(b'"') {
            return self.stop("expected a key in double quotes");
        }
        let key = Value::String(self.string()?);
        let key = self.node(start, key);
        self.blanks();
        if self.accept(b':') { Ok(key) } else { self.stop("expected `:` after the key") }
    }

    /// Puts a value into its collection, which is then open for the next one, or complete.
    fn place(&mut self, open: Open, node: Node) -> Result<Option<Node>, Stop> {
        match open {
            Open::List { start, mut items } => {
                items.push(node);
                if self.accept(b',') {
                    self.open.push(Open::List { start, items });
                    Ok(None)
                } else if self.accept(b']') {
                    Ok(Some(self.node(start, Value::Sequence(items))))
                } else {
                    self.stop("expected `,` or `]`")
                }
            }
            Open::Map { start, mut pairs, key } => {
                if let Some(key) = key {
                    pairs.push(Pair { entry: Entry { key, value: node }, inherited: false });
                }
                if self.accept(b',') {
                    let key = Some(self.key()?);
                    self.open.push(Open::Map { start, pairs, key });
                    Ok(None)
                } else if self.accept(b'}') {
                    let duplicates = self.options.duplicate_keys;
                    let mapping = build_mapping(self.source, pairs, duplicates, &mut self.diagnostics);
                    Ok(Some(self.node(start, Value::Mapping(mapping))))
                } else {
                    self.stop("expected `,` or `}`")
                }
            }
        }
    }

    fn digits(&mut self) -> &str {
        let start = self.offset;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.offset += 1;
        }
        &self.text[start..self.offset]
    }

    fn number(&mut self) -> Result<Value, Stop> {
        let start = self.offset;
        let negative = self.accept(b'-');
        if !self.accept(b'0') && self.digits().is_empty() {
            return self.stop("expected a digit");
        }
        let whole = self.offset;
        // A point or an `e` without digits does not belong to the number.
        if self.accept(b'.') && self.digits().is_empty() {
            self.offset = whole;
        }
        let fraction = self.offset;
        if self.accept(b'e') || self.accept(b'E') {
            let _ = self.accept(b'+') || self.accept(b'-');
            if self.digits().is_empty() {
                self.offset = fraction;
            }
        }
        let text = &self.text[start..self.offset];
        if self.offset > whole {
            return text.parse().map(Value::Float).or_else(|_| self.stop("expected a number"));
        }
        let digits = text.trim_start_matches('-');
        if digits.len() > MAX_DIGITS {
            return self.stop("an integer of more than 4300 digits");
        }
        Ok(integer_value(negative, digits))
    }

    fn string(&mut self) -> Result<String, Stop> {
        let mut text = String::new();
        self.offset += 1;
        loop {
            let rest = &self.text[self.offset..];
            let Some(length) = rest.find(|character| matches!(character, '"' | '\\' | '\0'..='\x1f')) else {
                return self.stop("the closing `\"` is missing");
            };
            text.push_str(&rest[..length]);
            self.offset += length;
            if self.accept(b'"') {
                return Ok(text);
            }
            if !self.accept(b'\\') {
                return self.stop("a control character in a string");
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Stop> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\x08',
            Some(b'f') => '\x0c',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return self.stop("an unknown escape"),
        };
        self.offset += 1;
        Ok(character)
    }

    /// Reads `uXXXX`, and the second half of a pair if this is a first one.
    fn unicode_escape(&mut self) -> Result<char, Stop> {
        let start = self.offset.saturating_sub(1);
        let first = self.hex()?;
        if (0xd800..0xdc00).contains(&first) && self.text[self.offset..].starts_with("\\u") {
            let after_first = self.offset;
            self.offset += 1;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let joined = 0x10000 + ((first - 0xd800) << 10 | (second - 0xdc00));
                return Ok(char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.offset = after_first;
        }
        Ok(char::from_u32(first).unwrap_or_else(|| {
            // Reported once the text turns out to be JSON.
            self.lone_surrogate.get_or_insert(Span::new(start, self.offset));
            char::REPLACEMENT_CHARACTER
        }))
    }

    fn hex(&mut self) -> Result<u32, Stop> {
        let digits = self
            .text
            .get(self.offset + 1..self.offset + 5)
            .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(value) = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            return self.stop("an escape takes four hex digits");
        };
        self.offset += 5;
        Ok(value)
    }
}

#[cfg(test)]
mod tests;
