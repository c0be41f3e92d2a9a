//! Source text with a name, and the conversion from byte offsets to lines and columns.
//!
//! Reading files is the caller's task; this module only stores the text.

use std::sync::{Arc, OnceLock};

use memchr::memchr_iter;

/// A range of a source text, in bytes: `start` is inclusive, `end` exclusive, and never before `start`.
///
/// A span that joins the spans of two nodes is created by [`Span::new`]: the value of an alias can be anywhere before the alias,
/// so the second node can begin before the first one.
#[non_exhaustive]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Returns the span from `start` to `end`, exclusive; an empty one if the end is before the start.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Returns whether another span is within this span.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A position in a text as shown to people: line and column start at 1, the column is counted in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// A text with its name in reports, usually a file's path.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<usize>>,
    /// The number of characters before each block of the text.
    characters: OnceLock<Vec<usize>>,
}

/// Length of a block, in bytes. Columns further to the right are counted from a block: a generated text can have all of its
/// errors on one line.
const BLOCK: usize = 1024;

/// Number of characters that begin in some bytes of a text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !matches!(byte, 0x80..0xc0)).count()
}

impl Source {
    /// Creates a source with the name that diagnostics show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: text.into(),
            line_starts: OnceLock::new(),
            characters: OnceLock::new(),
        })
    }

    /// Name of the source, usually a file's path.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Text of `span`; empty if the span lies outside the text or splits a character.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// Line and column of a byte offset. An offset after the end is treated as the end.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let starts = self.line_starts();
        let line = starts.partition_point(|start| *start <= offset);
        let start = starts[line - 1];
        let before = if offset - start <= BLOCK {
            characters(&self.text.as_bytes()[start..offset])
        } else {
            self.characters_before(offset) - self.characters_before(start)
        };
        LineColumn { line, column: before + 1 }
    }

    /// The number of characters before a byte offset within the text.
    fn characters_before(&self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        let blocks = self.characters.get_or_init(|| {
            let mut before = 0;
            let counts = bytes.chunks(BLOCK).map(|block| {
                before += characters(block);
                before
            });
            std::iter::once(0).chain(counts).collect()
        });
        let block = offset / BLOCK;
        blocks[block] + characters(&bytes[block * BLOCK..offset])
    }

    /// Text of a line, counted from 1, without its line break.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let starts = self.line_starts();
        let Some(start) = line.checked_sub(1).and_then(|index| starts.get(index)) else { return "" };
        let end = starts.get(line).copied().unwrap_or(self.text.len());
        self.text[*start..end].trim_end_matches(['\n', '\r'])
    }

    /// Span of a line, counted from 1, without the spaces around its text.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Span {
        let text = self.line(line);
        let start = self.line_start(line) + (text.len() - text.trim_start().len());
        Span::new(start, start + text.trim().len())
    }

    /// Offset of the first byte of a line, counted from 1. After the last line, it is the end of the text.
    #[must_use]
    pub fn line_start(&self, line: usize) -> usize {
        self.line_starts().get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr_iter(b'\n', self.text.as_bytes()).map(|index| index + 1))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, offset: usize, expect: (usize, usize)) {
        let at = Source::new("test", text).line_column(offset);
        assert_eq!((at.line, at.column), expect, "offset {offset} of {text:?}");
    }

    #[test]
    fn columns_count_characters_from_one() {
        check("", 0, (1, 1));
        check("ab\ncd", 3, (2, 1));
        check("äö: x", 4, (1, 3));
        check("äö", 1, (1, 1));
        check("a\n", 99, (2, 1));
    }

    #[test]
    fn columns_are_right_in_long_lines() {
        let text = format!("a\n{}", "ä€😀b".repeat(1000));
        let expect: Vec<usize> = text[2..].char_indices().map(|(offset, _)| offset + 2).collect();
        for (index, offset) in expect.into_iter().enumerate() {
            check(&text, offset, (2, index + 1));
        }
        check(&text, text.len(), (2, 4001));
    }

    #[test]
    fn lines_exclude_their_line_break() {
        let source = Source::new("test", "one\r\ntwo\n");
        assert_eq!((source.line(1), source.line(2), source.line(3), source.line(0)), ("one", "two", "", ""));
    }

    #[test]
    fn spans_of_lines_exclude_the_spaces_around() {
        let source = Source::new("test", "one\n  two \r\n");
        let texts = [1, 2, 3, 9].map(|line| source.slice(source.line_span(line)));
        assert_eq!(texts, ["one", "two", "", ""]);
    }
}
