//! JSON as Python's `json` module reads it, with spans.
//!
//! The grammar is that of `heat_json`; here its tokens become a tree.

use std::sync::Arc;

use heat_json::{Problem, Reader, Token};

use super::compose::too_deep;
use super::mapping::build_mapping;
use super::parsed::Parsed;
use crate::scalar::integer_value;
use crate::{Diagnostic, Entry, Node, ParseOptions, Source, Span, Value, code};

/// The result of reading a text as JSON.
pub(crate) enum Json {
    Read(Parsed),
    /// The text is not JSON; the error has the offset.
    Other(heat_json::Error),
}

/// A list or map that has not been closed yet.
enum Open {
    List { start: usize, items: Vec<Node> },
    Map { start: usize, entries: Vec<Entry>, key: Option<Node> },
}

/// Builds a tree from tokens.
struct Builder<'a> {
    source: &'a Arc<Source>,
    options: &'a ParseOptions,
    open: Vec<Open>,
    root: Option<Node>,
    diagnostics: Vec<Diagnostic>,
}

/// Reads a text as JSON.
pub(crate) fn read(source: &Arc<Source>, options: &ParseOptions) -> Json {
    let mut reader = Reader::new(source.text(), options.depth());
    let mut builder = Builder { source, options, open: Vec::new(), root: None, diagnostics: Vec::new() };
    loop {
        match reader.token() {
            Ok(Some(token)) => {
                let place = reader.place();
                builder.token(token, Span::new(place.start, place.end));
            }
            Ok(None) => break,
            Err(heat_json::Error { problem: Problem::TooDeep(_), offset, .. }) => {
                let error = too_deep(source, Span::new(offset, offset), options);
                return Json::Read(Parsed::failed(error));
            }
            Err(error) => return Json::Other(error),
        }
    }
    Json::Read(match reader.lone_surrogate() {
        None => Parsed { root: builder.root, diagnostics: builder.diagnostics },
        // Reported only here, when the text has turned out to be JSON.
        Some(at) => Parsed::failed(
            Diagnostic::error(code::LONE_SURROGATE, "an unpaired surrogate")
                .with_label(source, Span::new(at.start, at.end), "the other half of the pair is missing")
                .with_note("JSON writes a character above U+FFFF as two `\\u` escapes"),
        ),
    })
}

impl Builder<'_> {
    fn token(&mut self, token: Token<'_>, span: Span) {
        let start = span.start;
        let node = match token {
            Token::OpenList => return self.open.push(Open::List { start, items: Vec::new() }),
            Token::OpenMap => return self.open.push(Open::Map { start, entries: Vec::new(), key: None }),
            Token::Key(name) => {
                if let Some(Open::Map { key, .. }) = self.open.last_mut() {
                    *key = Some(Node { span, value: Value::String(name) });
                }
                return;
            }
            Token::CloseList | Token::CloseMap => match self.open.pop() {
                Some(open) => self.closed(open, span.end),
                None => return,
            },
            Token::Null => Node { span, value: Value::Null },
            Token::Bool(bool) => Node { span, value: Value::Bool(bool) },
            Token::Integer(text) => {
                let digits = text.trim_start_matches('-');
                Node { span, value: integer_value(digits.len() < text.len(), digits) }
            }
            Token::Float(float) => Node { span, value: Value::Float(float) },
            Token::String(text) => Node { span, value: Value::String(text) },
        };
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, key, .. }) => {
                if let Some(key) = key.take() {
                    entries.push(Entry { key, value: node });
                }
            }
        }
    }

    fn closed(&mut self, open: Open, end: usize) -> Node {
        match open {
            Open::List { start, items } => {
                Node { span: Span::new(start, end), value: Value::Sequence(items) }
            }
            Open::Map { start, entries, .. } => {
                let duplicates = self.options.duplicate_keys;
                let mapping = build_mapping(self.source, entries, 0, duplicates, &mut self.diagnostics);
                Node { span: Span::new(start, end), value: Value::Mapping(mapping) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outcome;

    /// Reads JSON; text that is not JSON is shown as the offset and the reason.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let source = Source::new("test", text);
        let found = match read(&source, &ParseOptions::template()) {
            Json::Read(parsed) => outcome(&parsed),
            Json::Other(error) => format!("{}: {error}", error.offset),
        };
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn values() {
        check(
            " {\"a\" : [ 1 , -2.5e1, true,false ,null,\"x\", {} , [ ] ] }\r\n",
            r#"{a: [1, -25.0, true, false, null, "x", {}, []]}"#,
        );
        check("-0", "0");
        check("-0.0", "-0.0");
        check("1E400", "inf");
        check("12345678901234567890", "12345678901234567890");
        check("[Infinity, -Infinity, NaN]", "[inf, -inf, NaN]");
        check(
            "{\"a\": 1, \"b\": 2, \"a\": 3}",
            "{a: 3, b: 2} / 1:18 duplicate-key: the key \"a\" is defined twice (1:2 first defined here)",
        );
    }

    #[test]
    fn strings() {
        check(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"\\\"\\\\/\\u{8}\\u{c}\\n\\r\\té\u{1f600}\"");
        check("\"\u{7f}\u{2028}\"", "\"\\u{7f}\\u{2028}\"");
        check(r#""\ud800""#, "1:2 lone-surrogate: an unpaired surrogate");
        check(r#""\ud800\u0041""#, "1:2 lone-surrogate: an unpaired surrogate");
        check(r#"["\ude00", 1]"#, "1:3 lone-surrogate: an unpaired surrogate");
    }

    #[test]
    fn invalid_json() {
        check("", "0: expected a value");
        check("[1 2]", "3: expected `,` or `]`");
        check("[\"a", "1: the closing `\"` is missing");
        check(r#"["\ud800", x]"#, "11: expected a value");
    }

    #[test]
    fn depth_is_limited() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        check(&nested(128), &nested(128));
        check(&nested(129), "1:129 too-deep: more than 128 levels of nesting");
    }
}
