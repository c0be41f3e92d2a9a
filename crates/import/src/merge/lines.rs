//! The lines of a text, and the comments that belong to an entry.

use std::ops::Range;

use heat_yaml::Span;

/// A text that ends with a line break.
pub(super) struct Lines {
    text: String,
}

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        let mut text = text.to_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Self { text }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The line break of the text.
    pub(super) fn line_end_mark(&self) -> &'static str {
        let first = self.text.find('\n').unwrap_or_default();
        if self.text[..first].ends_with('\r') { "\r\n" } else { "\n" }
    }

    /// The start of the line that contains an offset.
    pub(super) fn start(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        // A byte order mark precedes the first column.
        if start == 0 && self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
    }

    /// The start of the line after an offset.
    pub(super) fn next(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// The distance of an offset from the start of its line.
    pub(super) fn column(&self, at: usize) -> usize {
        at - self.start(at)
    }

    /// Returns whether only spaces precede an offset on its line.
    pub(super) fn is_first(&self, at: usize) -> bool {
        self.text[self.start(at)..at].bytes().all(|byte| byte == b' ')
    }

    /// Returns whether a span is on a single line.
    pub(super) fn is_in_a_line(&self, span: Span) -> bool {
        !self.slice(span).contains('\n')
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The end of a span without trailing whitespace and line breaks.
    pub(super) fn content_end(&self, span: Span) -> usize {
        span.start + self.slice(span).trim_end().len()
    }

    /// The lines of an entry or item that starts a line in this column, including the comments directly above it and those below it
    /// that are indented further.
    pub(super) fn of_entry(&self, start: usize, content_end: usize, column: usize) -> Range<usize> {
        self.comments_above(start, column)..self.end_of_entry(content_end, column)
    }

    /// The start of the comments directly above the line of an offset, or of the line if there are none.
    pub(super) fn comments_above(&self, at: usize, column: usize) -> usize {
        let mut begin = self.start(at);
        while begin > 0 {
            let above = self.start(begin - 1);
            let line = &self.text[above..begin];
            if indent_of_comment(line) != Some(column) {
                break;
            }
            begin = above;
        }
        begin
    }

    /// The start of the line that follows an entry in this column and the comments that are indented further than it.
    pub(super) fn end_of_entry(&self, content_end: usize, column: usize) -> usize {
        let mut end = self.next(content_end);
        let mut scan = end;
        while scan < self.text.len() {
            let next = self.next(scan);
            let line = &self.text[scan..next];
            match indent_of_comment(line) {
                Some(indent) if indent > column => end = next,
                None if line.trim().is_empty() => {}
                _ => break,
            }
            scan = next;
        }
        end
    }
}

fn indent_of_comment(line: &str) -> Option<usize> {
    let content = line.trim_start_matches(' ');
    content.starts_with('#').then(|| line.len() - content.len())
}
