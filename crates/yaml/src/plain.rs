//! Diagnostics as plain text, without a library: for crates where another dependency is a burden, such as a procedural macro.
//!
//! The text has the same parts as the rendered form, one below the other: the message, `file:line:column`, the line with carets,
//! the other labels, notes and help.

use std::fmt::Write;

use crate::printable::visible;
use crate::{Diagnostic, Label, one_line};

/// Maximum number of columns shown of a line.
const WIDTH: usize = 100;

/// Replacement of a tab.
const TAB: &str = "    ";

impl Diagnostic {
    /// Formats the finding as plain text of several lines, without colours and without a final line break.
    ///
    /// ```
    /// use heat_yaml::{ParseOptions, Source, parse};
    ///
    /// let source = Source::new("port.yaml", "type: string\nlabel: a\nlabel: b\n");
    /// let found = parse(&source, &ParseOptions::default()).diagnostics;
    /// assert_eq!(found[0].to_plain_text(), "\
    /// error[duplicate-key]: the key \"label\" is defined twice
    ///  --> port.yaml:3:1
    ///   |
    /// 3 | label: b
    ///   | ^^^^^ defined again here
    ///  ::: port.yaml:2:1
    ///   |
    /// 2 | label: a
    ///   | ----- first defined here");
    /// ```
    #[must_use]
    pub fn to_plain_text(&self) -> String {
        let mut text = format!("{}[{}]: {}", self.severity.as_str(), self.code, one_line(&self.message));
        let margin = self
            .labels
            .iter()
            .map(|label| label.source.line_column(label.span.start).line.to_string().len())
            .max()
            .unwrap_or(1);
        let blank = " ".repeat(margin);
        if let (true, Some(file)) = (self.labels.is_empty(), &self.file) {
            push(&mut text, format_args!("\n{blank}--> {}", one_line(file)));
        }
        for (position, label) in self.labels.iter().enumerate() {
            place(&mut text, label, position == 0, margin);
        }
        for note in &self.notes {
            push(&mut text, format_args!("\n{blank} = note: {}", one_line(note)));
        }
        if let Some(help) = &self.help {
            push(&mut text, format_args!("\n{blank} = help: {}", one_line(help)));
        }
        text
    }
}

/// Writes one label: its position, its line, and the marked part of the line.
fn place(text: &mut String, label: &Label, is_primary: bool, margin: usize) {
    let at = label.source.line_column(label.span.start);
    let blank = " ".repeat(margin);
    let (arrow, caret) = if is_primary { ("-->", "^") } else { (":::", "-") };
    let name = one_line(label.source.name());
    push(text, format_args!("\n{blank}{arrow} {name}:{}:{}\n{blank} |", at.line, at.column));
    let shown = ShownLine::of(label, at.line);
    push(text, format_args!("\n{:>margin$} | {}", at.line, shown.line.replace("##[", "# #[")));
    let marks = caret.repeat(shown.length);
    let message = one_line(&label.message);
    let message = message.trim_end();
    let gap = if message.is_empty() { "" } else { " " };
    push(text, format_args!("\n{blank} | {}{marks}{gap}{message}", " ".repeat(shown.before)));
}

/// A line prepared for output: tabs become spaces, characters that could control a terminal are replaced, and a long line is cut.
struct ShownLine {
    line: String,
    /// The number of columns before the mark.
    before: usize,
    /// The number of marked columns, at least one.
    length: usize,
}

impl ShownLine {
    fn of(label: &Label, number: usize) -> Self {
        let line = label.source.line(number);
        let offset = label.span.start.saturating_sub(label.source.line_start(number)).min(line.len());
        let end = offset + (label.span.end - label.span.start).min(line.len() - offset);
        // Text far before the mark is left out, so that the mark is always visible.
        let skipped = line.get(..offset).map_or(0, |before| before.chars().count()).saturating_sub(WIDTH / 2);
        let mut shown = Self { line: String::new(), before: 0, length: 0 };
        if skipped > 0 {
            shown.line.push('…');
            shown.before = 1;
        }
        for (count, (at, character)) in line.char_indices().skip(skipped).enumerate() {
            if count == WIDTH {
                shown.line.push('…');
                break;
            }
            let columns = if character == '\t' {
                shown.line.push_str(TAB);
                TAB.len()
            } else {
                shown.line.push(visible(character));
                1
            };
            if at < offset {
                shown.before += columns;
            } else if at < end {
                shown.length += columns;
            }
        }
        shown.length = shown.length.max(1);
        shown
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, Span};

    fn check(diagnostic: &Diagnostic, expect: &str) {
        assert_eq!(diagnostic.to_plain_text(), expect);
    }

    fn error(text: &str, span: (usize, usize)) -> Diagnostic {
        let source = Source::new("a.yaml", text);
        Diagnostic::error("odd", "it is odd").with_label(&source, Span::new(span.0, span.1), "here")
    }

    #[test]
    fn places_notes_and_help_are_listed() {
        let other = Source::new("b.yaml", "\n\n\n\n\n\n\n\n\nten: 10\n");
        let diagnostic = error("a: 1\nb: 2\n", (8, 9))
            .with_label(&other, Span::new(9, 12), "as here")
            .with_note("it was even")
            .with_help("write 3");
        check(
            &diagnostic,
            "error[odd]: it is odd\n  --> a.yaml:2:4\n   |\n 2 | b: 2\n   |    ^ here\n  ::: b.yaml:10:1\n   |\n10 | ten: \
             10\n   | --- as here\n   = note: it was even\n   = help: write 3",
        );
    }

    #[test]
    fn without_a_place_the_file_is_named() {
        check(&Diagnostic::error("odd", "it is odd").in_file("a.yaml"), "error[odd]: it is odd\n --> a.yaml");
    }

    #[test]
    fn tabs_and_control_characters_are_replaced() {
        check(
            &error("\ta:\u{1b}\tb", (4, 6)),
            "error[odd]: it is odd\n --> a.yaml:1:5\n  |\n1 |     a:\u{fffd}    b\n  |        ^^^^^ here",
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = "x".repeat(10_000);
        let shown = error(&text, (5_000, 9_000)).to_plain_text();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], " --> a.yaml:1:5001");
        assert_eq!(lines[3], format!("1 | …{}…", "x".repeat(100)));
        assert_eq!(lines[4], format!("  | {}{} here", " ".repeat(51), "^".repeat(50)));
    }

    #[test]
    fn marks_over_several_lines_stop_at_the_first() {
        check(&error("ab\ncd", (1, 5)), "error[odd]: it is odd\n --> a.yaml:1:2\n  |\n1 | ab\n  |  ^ here");
        check(&error("", (0, 0)), "error[odd]: it is odd\n --> a.yaml:1:1\n  |\n1 | \n  | ^ here");
    }
}
