//! A cursor that moves forward through the text, and character classes.

use crate::Span;

/// Character that the cursor returns at the end. The text itself does not contain this character.
pub(super) const END: char = '\0';

/// A position in the text being read.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// Offset in bytes.
    pub(super) offset: usize,
    /// Offset in characters.
    pub(super) index: usize,
    pub(super) line: usize,
    /// Offset in characters since the last line break.
    pub(super) column: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of a text, after a byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, offset, index: 0, line: 0, column: 0 }
    }

    /// Returns the text that has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Returns the text from an offset to the end.
    pub(super) fn text_from(&self, offset: usize) -> &'a str {
        self.text.get(offset..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> char {
        let bytes = self.text.as_bytes();
        if self.offset < bytes.len() && bytes[self.offset].is_ascii() {
            return char::from(bytes[self.offset]);
        }
        self.rest().chars().next().unwrap_or(END)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> char {
        self.rest().chars().nth(ahead).unwrap_or(END)
    }

    /// Skips one character that is not a line break.
    pub(super) fn forward(&mut self) {
        let character = self.peek();
        if character != END {
            self.offset += character.len_utf8();
            self.index += 1;
            self.column += 1;
        }
    }

    /// Skips a number of characters, none of which is a line break.
    pub(super) fn forward_by(&mut self, count: usize) {
        for _ in 0..count {
            self.forward();
        }
    }

    /// Skips spaces.
    pub(super) fn spaces(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.offset;
        while self.offset < bytes.len() && bytes[self.offset] == b' ' {
            self.offset += 1;
        }
        self.index += self.offset - start;
        self.column += self.offset - start;
    }

    /// Takes all characters that pass a test, which no line break does.
    pub(super) fn take_while(&mut self, mut test: impl FnMut(char) -> bool) -> &'a str {
        // Not `str::find`: the derive macro is compiled without optimization, where that takes three times as long.
        let start = self.offset;
        let mut count = 0;
        loop {
            let character = self.peek();
            if character == END || !test(character) {
                break;
            }
            self.offset += character.len_utf8();
            count += 1;
        }
        self.index += count;
        self.column += count;
        self.between(start)
    }

    /// Takes all characters up to the next line break.
    pub(super) fn take_line(&mut self) -> &'a str {
        let (start, bytes) = (self.offset, self.text.as_bytes());
        // Nearly all lines are ASCII.
        let mut end = start;
        while end < bytes.len() && bytes[end].is_ascii() && !matches!(bytes[end], b'\n' | b'\r') {
            end += 1;
        }
        self.offset = end;
        self.index += end - start;
        self.column += end - start;
        self.take_while(|character| !is_break(character));
        self.between(start)
    }

    /// Takes a number of bytes, which must end on a character boundary and contain no line break.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let taken = self.rest().get(..bytes).unwrap_or_default();
        let count = if taken.is_ascii() { taken.len() } else { taken.chars().count() };
        self.offset += taken.len();
        self.index += count;
        self.column += count;
        taken
    }

    /// Skips a line break, if there is one. All except Unicode's separators are read as a line feed.
    pub(super) fn line_break(&mut self) -> Option<char> {
        let character = self.peek();
        if !is_break(character) {
            return None;
        }
        self.line += 1;
        self.column = 0;
        if character == '\n' {
            self.offset += 1;
            self.index += 1;
            return Some('\n');
        }
        let pair = self.rest().starts_with("\r\n");
        self.offset += if pair { 2 } else { character.len_utf8() };
        self.index += if pair { 2 } else { 1 };
        Some(if matches!(character, '\u{2028}' | '\u{2029}') { character } else { '\n' })
    }

    /// Skips a comment, up to its line break.
    pub(super) fn comment(&mut self) {
        if self.peek() == '#' {
            self.take_line();
        }
    }

    /// Returns whether the cursor is at `---` or `...`, alone at the start of a line.
    pub(super) fn at_document_marker(&self) -> bool {
        self.at_marker("---") || self.at_marker("...")
    }

    pub(super) fn at_marker(&self, marker: &str) -> bool {
        self.column == 0 && self.rest().starts_with(marker) && is_space(self.peek_at(3))
    }

    /// Returns the text from an offset to the current position.
    pub(super) fn between(&self, start: usize) -> &'a str {
        self.text.get(start..self.offset).unwrap_or_default()
    }

    /// Advice for an unexpected character at an offset.
    pub(super) fn advice_at(&self, offset: usize) -> &'static str {
        let before = self.text.get(..offset).unwrap_or_default();
        let line = before.rsplit(is_break).next().unwrap_or_default();
        if line.chars().all(is_blank) {
            "check the indentation of this line"
        } else {
            "put the whole value in quotes, or move what follows to a new line"
        }
    }

    /// Returns whether the character before an offset closes a text in quotes.
    pub(super) fn is_quote_before(&self, offset: usize) -> bool {
        self.text.get(..offset).is_some_and(|before| before.ends_with(['"', '\'']))
    }

    /// Returns the span from an offset to the current position.
    pub(super) fn since(&self, start: usize) -> Span {
        Span::new(start, self.offset)
    }

    /// Returns the span of the next character; empty at the end of a line or of the text.
    pub(super) fn here(&self) -> Span {
        let character = self.peek();
        let length = if character == END || is_break(character) { 0 } else { character.len_utf8() };
        Span::new(self.offset, self.offset + length)
    }
}

pub(super) const fn is_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

pub(super) const fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Returns whether a character is a blank, a line break or the end, one of which must follow an indicator.
pub(super) const fn is_space(character: char) -> bool {
    is_blank(character) || is_break(character) || character == END
}

/// Returns whether a character is allowed in an anchor name, a tag handle or a directive name.
pub(super) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(char, usize, usize)]) {
        let mut cursor = Cursor::new(text);
        let mut seen = Vec::new();
        while cursor.peek() != END {
            seen.push((cursor.peek(), cursor.line, cursor.column));
            if cursor.line_break().is_none() {
                cursor.forward();
            }
        }
        assert_eq!(seen, expect, "{text:?}");
    }

    #[test]
    fn every_kind_of_line_break_starts_a_line() {
        check("a\r\nb", &[('a', 0, 0), ('\r', 0, 1), ('b', 1, 0)]);
        check("é\rb\n", &[('é', 0, 0), ('\r', 0, 1), ('b', 1, 0), ('\n', 1, 1)]);
        check("\u{85}\u{2028}x", &[('\u{85}', 0, 0), ('\u{2028}', 1, 0), ('x', 2, 0)]);
    }

    #[test]
    fn advice_depends_on_the_text_before() {
        let check = |text: &str, expect: &str| {
            let advice = Cursor::new(text).advice_at(text.find('!').unwrap());
            assert!(advice.contains(expect), "{text:?}: {advice}");
        };
        check("!", "indentation of this line");
        check("a: b\n \t!", "indentation of this line");
        check("a: b\n c !", "in quotes");
    }

    #[test]
    fn the_byte_order_mark_takes_no_column() {
        check("\u{feff}a", &[('a', 0, 0)]);
    }
}
