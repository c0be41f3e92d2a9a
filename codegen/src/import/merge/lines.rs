//! Where the lines of a text begin and end, and which comments belong to an entry.

use std::ops::Range;

use heat_yaml::Span;

/// A text that ends with a line end.
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

    /// What a line ends with.
    pub(super) fn line_end_mark(&self) -> &'static str {
        let first = self.text.find('\n').unwrap_or_default();
        if self.text[..first].ends_with('\r') { "\r\n" } else { "\n" }
    }

    /// Where the line of an offset starts.
    pub(super) fn start(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        // A byte order mark stands before the first column.
        if start == 0 && self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
    }

    /// Where the line after an offset starts.
    pub(super) fn next(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |end| at + end + 1)
    }

    /// How far from the start of its line an offset is.
    pub(super) fn column(&self, at: usize) -> usize {
        at - self.start(at)
    }

    /// Whether nothing but spaces stands before an offset in its line.
    pub(super) fn is_first(&self, at: usize) -> bool {
        self.text[self.start(at)..at].bytes().all(|byte| byte == b' ')
    }

    /// Whether a span lies in a single line.
    pub(super) fn is_in_a_line(&self, span: Span) -> bool {
        !self.slice(span).contains('\n')
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The end of a span without the space and line ends at its end.
    pub(super) fn content_end(&self, span: Span) -> usize {
        span.start + self.slice(span).trim_end().len()
    }

    /// The lines of an entry or an item that starts a line in a column: with the comments right above it, which
    /// speak of it, and those below that are further in.
    pub(super) fn of_entry(&self, start: usize, content_end: usize, column: usize) -> Range<usize> {
        self.comments_above(start, column)..self.end_of_entry(content_end, column)
    }

    /// Where the comments right above the line of an offset begin; where the line begins if there are none.
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

    /// Where the line begins that follows an entry in a column, and the comments that are further in than it.
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
