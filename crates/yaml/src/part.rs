//! Spans of parts of a scalar's text in the source: an embedded language, such as that of a query, has errors of its own.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use crate::{Source, Span};

impl Source {
    /// Returns the span of some bytes of a scalar's text. `scalar` is the span of the scalar with its quotes or indicators,
    /// `text` its value.
    ///
    /// YAML folds lines and removes indentation, so the text and the source differ in their white space. All other characters are
    /// found again in their order. `None` if they are not found: the text is not the one at the span, or the part has escapes of
    /// character codes.
    ///
    /// ```
    /// use heat_yaml::{Source, Span};
    ///
    /// let source = Source::new("query.yaml", "expression: >\n  $.data\n  .first()\n");
    /// let place = source.part_of_scalar(Span::new(12, 34), "$.data .first()\n", 8..15);
    /// assert_eq!(place, Some(Span::new(26, 33)));
    /// ```
    #[must_use]
    pub fn part_of_scalar(&self, scalar: Span, text: &str, part: Range<usize>) -> Option<Span> {
        let mut written = WrittenCharacters::new(self.text(), scalar)?;
        let mut place: Option<Span> = None;
        let mut last = written.start;
        for (at, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
            if at >= part.end {
                break;
            }
            let found = written.find(character)?;
            if at >= part.start {
                place = Some(Span::new(place.map_or(found.start, |place| place.start), found.end));
            }
            last = found.end;
        }
        // Only white space, or the end of the text: the position after the preceding character.
        Some(place.unwrap_or(Span::new(last, last)))
    }
}

/// Characters of a scalar as they are written in the source.
struct WrittenCharacters<'s> {
    start: usize,
    characters: Peekable<CharIndices<'s>>,
    quote: Option<char>,
}

impl<'s> WrittenCharacters<'s> {
    fn new(source: &'s str, scalar: Span) -> Option<Self> {
        let text = source.get(scalar.start..scalar.end)?;
        let (header, quote) = match text.chars().next()? {
            '|' | '>' => (text.find('\n').map_or(text.len(), |end| end + 1), None),
            quote @ ('\'' | '"') => (1, Some(quote)),
            _ => (0, None),
        };
        Some(Self {
            start: scalar.start + header,
            characters: text[header..].char_indices().peekable(),
            quote,
        })
    }

    /// Returns the next span of a character, including the escape that it is written with.
    fn find(&mut self, wanted: char) -> Option<Span> {
        loop {
            let (at, character) = self.characters.next()?;
            let escaped = match (self.quote, character) {
                (Some('"'), '\\') => Some(self.characters.next()?.1),
                (Some('\''), '\'') => {
                    self.characters.next_if(|(_, next)| *next == '\'')?;
                    Some('\'')
                }
                _ => None,
            };
            if escaped.unwrap_or(character) == wanted && escaped.is_none_or(is_itself) {
                let start = self.start + at;
                let escape = if escaped.is_some() { character.len_utf8() } else { 0 };
                return Some(Span::new(start, start + escape + wanted.len_utf8()));
            }
            if !escaped.map_or(character.is_whitespace(), is_white_space) {
                return None;
            }
        }
    }
}

/// Returns whether a character after a backslash represents itself.
fn is_itself(escaped: char) -> bool {
    matches!(escaped, '"' | '\\' | '/' | '\'')
}

/// Returns whether a character after a backslash represents white space.
fn is_white_space(escaped: char) -> bool {
    matches!(escaped, 'n' | 't' | 'r' | ' ' | '\n' | '\r' | 'N' | '_' | 'L' | 'P' | 'v' | 'f')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, Value, parse};

    /// Checks the span of a part of the only value, as text and as line and column.
    fn check(yaml: &str, part: &str, expect: &str) {
        let source = Source::new("test", yaml);
        let root = parse(&source, &ParseOptions::default()).root.unwrap();
        let node = root.as_mapping().unwrap().get("v").unwrap();
        let Value::String(text) = &node.value else { panic!("not a string: {:?}", node.value) };
        let start = text.find(part).unwrap();
        let place = source.part_of_scalar(node.span, text, start..start + part.len());
        let found = place.map_or("nowhere".to_owned(), |place| {
            let at = source.line_column(place.start);
            format!("{}:{} {}", at.line, at.column, &source.text()[place.start..place.end])
        });
        assert_eq!(found, expect, "{part:?} in {yaml:?}");
    }

    #[test]
    fn all_styles() {
        check("v: $.data.foo()\n", "foo()", "1:11 foo()");
        check("v: $.data\n  .foo()\n", ".foo()", "2:3 .foo()");
        check("v: '$.data.foo()'\n", "foo()", "1:12 foo()");
        check("v: \"$.data.foo()\"\n", "foo()", "1:12 foo()");
        check("v: |\n  $.data\n  .foo()\n", "foo()", "3:4 foo()");
        check("v: >-  # comment\n    $.data\n\n    .foo()\n", "foo()", "4:6 foo()");
        check("v: |2\n    é $.data.é()\n", "é()", "2:14 é()");
        check("{\"v\": \"$.data.foo()\"}", "foo()", "1:15 foo()");
    }

    #[test]
    fn escapes() {
        check("v: '$ = ''a'' + b'\n", "'a'", "1:9 ''a''");
        check("v: '$ = ''a'' + b'\n", "b", "1:17 b");
        check("v: \"$ = \\\"a\\\"\\n + b\"\n", "\"a\"", "1:9 \\\"a\\\"");
        check("v: \"$ = \\\"a\\\"\\n + b\"\n", "b", "1:19 b");
        check("v: \"a\\\\b\"\n", "\\b", "1:6 \\\\b");
        check("v: \"a\\x41b\"\n", "b", "nowhere");
    }

    #[test]
    fn the_end_is_after_the_last_character() {
        check("v: |\n  $.data.\n", "\n", "2:10 ");
        check("v: $.data.\n", "", "1:4 ");
    }
}
