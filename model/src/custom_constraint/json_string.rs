//! `json_string`: texts that Python's `json.loads` reads.
//!
//! That is JSON, and besides `NaN`, `Infinity` and `-Infinity`. Only whether it is JSON is asked for, so nothing is
//! kept of it but which lists and maps are open. [`crate::json`] makes a value of it, and so has to refuse what no value
//! can hold, halves of surrogate pairs for instance; here they are fine.

use super::text::{MOST_DIGITS, string};
use crate::Value;

/// How deep lists and maps may lie within each other. Python's limit is 1,000 levels of calls, of which Heat has used
/// some when it comes here.
const DEEPEST: usize = 980;

pub(super) fn check(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let text = string(value)?;
    let mut scanner = Scanner { text: text.as_bytes(), position: 0 };
    scanner.document().map_err(|problem| {
        let before = text.get(..scanner.position).unwrap_or(text);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("not JSON: {problem} at line {line}, column {column}")
    })
}

struct Scanner<'a> {
    text: &'a [u8],
    position: usize,
}

/// A list or a map that is open.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    List,
    Map,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), &'static str> {
        let mut open = Vec::new();
        self.skip_space();
        loop {
            // At the beginning of a value.
            let opened = match self.peek() {
                Some(b'[') => Some(Open::List),
                Some(b'{') => Some(Open::Map),
                _ => None,
            };
            if let Some(kind) = opened {
                if open.len() == DEEPEST {
                    return Err("too many lists and maps within each other");
                }
                self.position += 1;
                self.skip_space();
                if !self.take(closing(kind)) {
                    open.push(kind);
                    if kind == Open::Map {
                        self.key()?;
                    }
                    continue;
                }
            } else {
                self.scalar()?;
            }
            // Behind a value.
            loop {
                self.skip_space();
                let Some(kind) = open.last().copied() else {
                    return if self.peek().is_none() { Ok(()) } else { Err("something follows the value") };
                };
                if self.take(b',') {
                    self.skip_space();
                    if kind == Open::Map {
                        self.key()?;
                    }
                    break;
                }
                if !self.take(closing(kind)) {
                    return Err(match kind {
                        Open::List => "a comma or `]` is missing",
                        Open::Map => "a comma or `}` is missing",
                    });
                }
                open.pop();
            }
        }
    }

    /// The name of a map's entry, its colon, and the space up to the value.
    fn key(&mut self) -> Result<(), &'static str> {
        if self.peek() != Some(b'"') {
            return Err("a name in double quotes is missing");
        }
        self.string()?;
        self.skip_space();
        if !self.take(b':') {
            return Err("a colon is missing");
        }
        self.skip_space();
        Ok(())
    }

    fn scalar(&mut self) -> Result<(), &'static str> {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'0'..=b'9') => self.number(),
            _ => {
                let words: [&[u8]; 6] = [b"null", b"true", b"false", b"NaN", b"Infinity", b"-Infinity"];
                let rest = self.text.get(self.position..).unwrap_or_default();
                if let Some(word) = words.into_iter().find(|word| rest.starts_with(word)) {
                    self.position += word.len();
                    return Ok(());
                }
                if matches!(rest, [b'-', b'0'..=b'9', ..]) {
                    self.number()
                } else {
                    Err("a value is missing")
                }
            }
        }
    }

    fn number(&mut self) -> Result<(), &'static str> {
        let start = self.position;
        self.take(b'-');
        // Nothing follows a leading zero, so that `01` is a zero with something behind it.
        let digits = if self.take(b'0') { 1 } else { self.digits() };
        let fraction = self.take(b'.');
        if fraction && self.digits() == 0 {
            return Err("a digit is missing");
        }
        let exponent = self.take(b'e') || self.take(b'E');
        if exponent {
            let _ = self.take(b'+') || self.take(b'-');
            if self.digits() == 0 {
                return Err("a digit is missing");
            }
        }
        if !fraction && !exponent && digits > MOST_DIGITS {
            self.position = start;
            return Err("Python reads no integer of more than 4,300 digits, as there is one");
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let rest = self.text.get(self.position..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.position += count;
        count
    }

    fn string(&mut self) -> Result<(), &'static str> {
        let start = self.position;
        self.position += 1;
        loop {
            match self.peek() {
                None => {
                    self.position = start;
                    return Err("a string is not closed");
                }
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(0..=0x1f) => return Err("a control character is not escaped"),
                Some(_) => self.position += 1,
            }
        }
    }

    fn escape(&mut self) -> Result<(), &'static str> {
        let length = match self.text.get(self.position + 1..) {
            Some([b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..]) => 2,
            // Halves of surrogate pairs may stand alone.
            Some([b'u', digits @ ..])
                if digits.get(..4).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) =>
            {
                6
            }
            _ => return Err("an escape is unknown or incomplete"),
        };
        self.position += length;
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let taken = self.peek() == Some(byte);
        self.position += usize::from(taken);
        taken
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
    }
}

fn closing(kind: Open) -> u8 {
    match kind {
        Open::List => b']',
        Open::Map => b'}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<(), &str>) {
        let expect = expect.map_err(|problem| format!("not JSON: {problem}"));
        assert_eq!(super::check(&Value::from(text)), expect, "{text:?}");
    }

    #[test]
    fn json_is_accepted() {
        for text in [
            r#"{"connection_limit": 2000}"#,
            " [1, -0.5e+3, [], {}, {\"a\" : null , \"a\":true}]\r\n\t",
            r#""\u00e9\ud800\/ é""#,
            "1e999",
            "[NaN, Infinity, -Infinity]",
        ] {
            check(text, Ok(()));
        }
    }

    #[test]
    fn anything_else_is_refused_at_its_place() {
        check(" ", Err("a value is missing at line 1, column 2"));
        check("{'a': 1}", Err("a name in double quotes is missing at line 1, column 2"));
        check("{\"é\": 1,\n }", Err("a name in double quotes is missing at line 2, column 2"));
        check("[1,]", Err("a value is missing at line 1, column 4"));
        check("{\"a\"}", Err("a colon is missing at line 1, column 5"));
        check("[1 2]", Err("a comma or `]` is missing at line 1, column 4"));
        check("01", Err("something follows the value at line 1, column 2"));
        check("1.", Err("a digit is missing at line 1, column 3"));
        check("\u{feff}{}", Err("a value is missing at line 1, column 1"));
        check("\"\t\"", Err("a control character is not escaped at line 1, column 2"));
        check(r#""\x41""#, Err("an escape is unknown or incomplete at line 1, column 2"));
        check(r#""\u00 1""#, Err("an escape is unknown or incomplete at line 1, column 2"));
        check("\"a", Err("a string is not closed at line 1, column 1"));
        check("-NaN", Err("a value is missing at line 1, column 1"));
        check("[\u{a0}]", Err("a value is missing at line 1, column 2"));
    }

    #[test]
    fn depth_and_digits_are_limited() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        check(&nested(DEEPEST), Ok(()));
        assert!(super::check(&Value::from(nested(DEEPEST + 1).as_str())).is_err());
        assert!(super::check(&Value::from("{\"a\":".repeat(1_000_000).as_str())).is_err());
        check(&format!("-{}", "1".repeat(MOST_DIGITS)), Ok(()));
        check(&format!("{}.0", "1".repeat(MOST_DIGITS + 1)), Ok(()));
        assert!(super::check(&Value::from("1".repeat(MOST_DIGITS + 1).as_str())).is_err());
    }
}
