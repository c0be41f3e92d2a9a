//! Positions in the units of editors: a line, and a column in UTF-16 code units, or in bytes if the client agrees.

use std::sync::OnceLock;

use heat_yaml::Span;
use lsp_types::{Position, PositionEncodingKind, Range};

/// The length of a block, in bytes. Columns further to the right are counted from a block, because a generated text can have all of
/// its findings on one line.
const BLOCK: usize = 1 << 10;

/// Unit of the columns in positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// Columns in bytes.
    Utf8,
    /// Columns in UTF-16 code units, which every client supports.
    #[default]
    Utf16,
}

impl Encoding {
    /// The encoding for a client that offers these, if it offers any. Bytes are preferred because they need no conversion.
    pub(crate) fn negotiated(offered: Option<&[PositionEncodingKind]>) -> Self {
        let has_utf8 = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        if has_utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    /// The encoding's name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// Offsets of the lines of a text. A line ends with a line feed, a carriage return, or both, as in the protocol.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// The number of UTF-16 code units before each block of the text.
    units: OnceLock<Vec<usize>>,
}

/// The number of UTF-16 code units of the characters that begin in some bytes of a text.
fn units(bytes: &[u8]) -> usize {
    let of = |byte: &u8| match byte {
        0x80..0xc0 => 0,
        0xf0.. => 2,
        _ => 1,
    };
    bytes.iter().map(of).sum()
}

impl Lines {
    /// The lines of a text.
    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at + 1);
            }
        }
        Self { starts, units: OnceLock::new() }
    }

    /// The number of the line with an offset.
    fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The start of the line with an offset.
    pub(crate) fn start_of_line(&self, offset: usize) -> usize {
        self.starts.get(self.line_of(offset)).copied().unwrap_or_default()
    }

    /// A line, without its line break; `None` after the last one.
    fn line<'t>(&self, text: &'t str, line: usize) -> Option<(usize, &'t str)> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        Some((start, text.get(start..end)?.trim_end_matches(['\n', '\r'])))
    }

    /// The byte offset of a position. A position after the end of its line maps to the end of the line, one after the last line to
    /// the end of the text, and one within a character to the start of the character.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let line = usize::try_from(position.line).unwrap_or(usize::MAX);
        let Some((start, line)) = self.line(text, line) else { return text.len() };
        let mut left = usize::try_from(position.character).unwrap_or(usize::MAX);
        for (at, character) in line.char_indices() {
            let width = encoding.width(character);
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The position of a byte offset.
    pub(crate) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let character = match encoding {
            Encoding::Utf8 => offset - start,
            Encoding::Utf16 if offset - start <= BLOCK => {
                units(text.as_bytes().get(start..offset).unwrap_or_default())
            }
            Encoding::Utf16 => self.units_before(text, offset) - self.units_before(text, start),
        };
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(character) }
    }

    /// The number of UTF-16 code units before a byte offset.
    fn units_before(&self, text: &str, offset: usize) -> usize {
        let bytes = text.as_bytes();
        let blocks = self.units.get_or_init(|| {
            let mut before = 0;
            let counts = bytes.chunks(BLOCK).map(|block| {
                before += units(block);
                before
            });
            std::iter::once(0).chain(counts).collect()
        });
        let block = offset / BLOCK;
        let rest = bytes.get(block * BLOCK..offset).unwrap_or_default();
        blocks.get(block).copied().unwrap_or_default() + units(rest)
    }

    /// The range of a span.
    pub(crate) fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        Range {
            start: self.position(text, span.start, encoding),
            end: self.position(text, span.end, encoding),
        }
    }

    /// The span of a range. A range that ends before it starts has an empty span.
    pub(crate) fn span(&self, text: &str, range: Range, encoding: Encoding) -> Span {
        Span::new(self.offset(text, range.start, encoding), self.offset(text, range.end, encoding))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a😀b\r\nä\rc\n";

    /// Compares the offset of a position, which is a line and a column.
    fn check(encoding: Encoding, (line, character): (u32, u32), expect: usize) {
        let offset = Lines::of(TEXT).offset(TEXT, Position { line, character }, encoding);
        assert_eq!(offset, expect, "{encoding:?} {line}:{character}");
    }

    #[test]
    fn columns_count_what_was_negotiated() {
        check(Encoding::Utf16, (0, 3), 5);
        check(Encoding::Utf8, (0, 5), 5);
        check(Encoding::Utf16, (1, 1), 10);
        check(Encoding::Utf16, (2, 0), 11);
    }

    #[test]
    fn positions_outside_the_text_are_moved_into_it() {
        check(Encoding::Utf16, (0, 2), 1);
        check(Encoding::Utf8, (0, 3), 1);
        check(Encoding::Utf16, (0, 99), 6);
        check(Encoding::Utf16, (3, 0), 13);
        check(Encoding::Utf16, (u32::MAX, u32::MAX), 13);
    }

    #[test]
    fn offsets_become_positions_and_back() {
        let lines = Lines::of(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            // The line feed after a carriage return is not a separate position.
            for (offset, _) in TEXT.char_indices().filter(|(offset, _)| *offset != 7) {
                let position = lines.position(TEXT, offset, encoding);
                assert_eq!(lines.offset(TEXT, position, encoding), offset, "{position:?}");
            }
        }
        assert_eq!(lines.position(TEXT, 999, Encoding::Utf8), Position { line: 3, character: 0 });
    }

    #[test]
    fn columns_of_long_lines_count_all_before_them() {
        let text = format!("x\n{}", "a😀äb".repeat(1_000));
        let lines = Lines::of(&text);
        let mut character = 0;
        for (offset, next) in text.char_indices().skip(2) {
            let expect = Position { line: 1, character };
            assert_eq!(lines.position(&text, offset, Encoding::Utf16), expect, "{offset}");
            character += u32::try_from(next.len_utf16()).unwrap();
        }
    }
}
