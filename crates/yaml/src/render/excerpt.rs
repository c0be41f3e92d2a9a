//! Excerpts of a source: the lines with labels, with long lines cut.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Label, LineColumn, Source, Span, one_line};

/// The maximum number of lines without labels between two labels of the same excerpt.
const MAX_GAP: usize = 500;

/// The maximum number of lines without labels that are shown between two lines with labels.
const MAX_SHOWN_GAP: usize = 2;

/// Some lines of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// Number of the first line.
    pub(super) first_line: usize,
    pub(super) text: String,
    pub(super) marks: Vec<Mark>,
    /// Position that the heading names: that of the primary label, or of the first one.
    pub(super) place: LineColumn,
    /// Column of that position in the shown text.
    pub(super) shown_column: usize,
}

/// A label within an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// Range in bytes of the excerpt's text.
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) primary: bool,
}

/// Returns the excerpts needed for the labels, from top to bottom, except that the one with the primary label comes first.
pub(super) fn excerpts(source: &Source, labels: &[(bool, &Label)], width: usize) -> Vec<Excerpt> {
    let mut lines: BTreeMap<usize, Vec<(bool, &Label)>> = BTreeMap::new();
    for (primary, label) in labels {
        lines.entry(source.line_column(label.span.start).line).or_default().push((*primary, *label));
    }
    let mut excerpts: Vec<Excerpt> = Vec::new();
    let mut last = 0;
    for (line, mut labels) in lines {
        labels.sort_by_key(|(_, label)| label.span.start);
        match excerpts.last_mut().filter(|_| line - last <= MAX_GAP) {
            Some(excerpt) => fill(source, excerpt, last, line, width),
            None => excerpts.push(Excerpt {
                first_line: line,
                text: String::new(),
                marks: Vec::new(),
                place: LineColumn { line: 0, column: 1 },
                shown_column: 1,
            }),
        }
        if let Some(excerpt) = excerpts.last_mut() {
            add_line(source, excerpt, line, &labels, width);
        }
        last = line;
    }
    excerpts.sort_by_key(|excerpt| !excerpt.marks.iter().any(|mark| mark.primary));
    excerpts
}

/// Adds the lines between two lines with labels; they are left empty if they will not be shown.
fn fill(source: &Source, excerpt: &mut Excerpt, last: usize, line: usize, width: usize) {
    excerpt.text.push('\n');
    for between in last + 1..line {
        if line - last - 1 <= MAX_SHOWN_GAP {
            add_line(source, excerpt, between, &[], width);
        }
        excerpt.text.push('\n');
    }
}

fn add_line(source: &Source, excerpt: &mut Excerpt, line: usize, labels: &[(bool, &Label)], width: usize) {
    let text = source.line(line);
    let start = source.line_start(line);
    let shown = labels.iter().find(|(primary, _)| *primary).or(labels.first());
    let window = window(text, shown.map_or(0, |(_, label)| label.span.start.saturating_sub(start)), width);
    let visible = Span::new(start + window.start, start + window.end);
    let line_start = excerpt.text.len();
    if window.start > 0 {
        excerpt.text.push('…');
    }
    let mut ranges: Vec<Range<usize>> = labels.iter().map(|_| usize::MAX..usize::MAX).collect();
    let mut place = |offset: usize, at: usize| {
        for (range, (_, label)) in ranges.iter_mut().zip(labels) {
            // A label that extends beyond its line, or beyond the window, ends there.
            let start = label.span.start.clamp(visible.start, visible.end);
            let end = label.span.end.clamp(start, visible.end);
            if range.start == usize::MAX && offset >= start {
                range.start = at;
            }
            if range.end == usize::MAX && offset >= end {
                range.end = at;
            }
        }
    };
    for (offset, character) in text[window.clone()].char_indices() {
        place(visible.start + offset, excerpt.text.len());
        excerpt.text.push(crate::printable::visible(character));
    }
    place(visible.end, excerpt.text.len());
    if window.end < text.len() {
        excerpt.text.push('…');
    } else if text.is_empty() && !labels.is_empty() {
        // The renderer would ignore an empty last line.
        excerpt.text.push(' ');
    }
    for (range, (primary, label)) in ranges.into_iter().zip(labels) {
        if *primary || excerpt.place.line == 0 {
            excerpt.place = source.line_column(label.span.start);
            excerpt.shown_column = excerpt.text[line_start..range.start].chars().count() + 1;
        }
        excerpt.marks.push(Mark { range, message: one_line(&label.message), primary: *primary });
    }
}

/// Returns the part of a line to show: all of it, or a window around an offset.
fn window(text: &str, offset: usize, width: usize) -> Range<usize> {
    let width = width.max(40);
    if text.len() <= width {
        return 0..text.len();
    }
    let mut anchor = offset.min(text.len());
    while !text.is_char_boundary(anchor) {
        anchor -= 1;
    }
    let before =
        text[..anchor].char_indices().rev().take(width / 3).last().map_or(anchor, |(start, _)| start);
    let after = text[before..].char_indices().nth(width).map_or(text.len(), |(end, _)| before + end);
    before..after
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Checks the text that is shown for a source with a label at each of the offsets.
    fn check(text: &str, offsets: &[usize], expect: &str) {
        let source = Source::new("a.yaml", text);
        let labels: Vec<Label> = offsets
            .iter()
            .map(|offset| Label {
                source: Arc::clone(&source),
                span: Span::new(*offset, *offset),
                message: String::new(),
            })
            .collect();
        let labels: Vec<(bool, &Label)> = labels.iter().map(|label| (true, label)).collect();
        let shown: Vec<String> = excerpts(&source, &labels, 60).into_iter().map(|one| one.text).collect();
        assert_eq!(shown, [expect], "{text:?}");
    }

    #[test]
    fn lines_are_shown_as_they_are() {
        check("a: 1\nb: 2\n", &[0], "a: 1");
        check("a: 1\n\nb: 2\n", &[0, 6], "a: 1\n\nb: 2");
    }

    #[test]
    fn only_an_empty_line_with_a_label_gets_a_blank() {
        check("a: 1\n\nb: 2\n", &[5], " ");
    }
}
