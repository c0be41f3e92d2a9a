//! Descriptions as docstrings.

use std::borrow::Cow;

use super::expression::WIDTH;
use super::literal::{columns, is_printable, push_escaped};

/// Writes a docstring at an indentation, including its line breaks.
pub(super) fn docstring(text: &str, indent: usize) -> String {
    let width = WIDTH.saturating_sub(indent);
    let margin = " ".repeat(indent);
    let text = with_summary(text.trim(), width - QUOTES.len());
    let mut lines = lines(&text, width, QUOTES.len());
    // The quotes at both ends take up space, and a quote at an end of the text would join them.
    if let [line] = lines.as_slice() {
        if columns(line) + 2 * QUOTES.len() > width {
            // Formatters put the closing quotes on the only line, even if that makes it too long.
            lines = self::lines(&text, width, 2 * QUOTES.len());
        } else if !line.starts_with('"') && !line.ends_with('"') {
            return format!("{margin}{QUOTES}{line}{QUOTES}\n");
        }
    }
    let mut docstring = format!("{margin}{QUOTES}");
    let mut lines = lines.as_slice();
    // Python removes the common indentation of all lines but the first.
    if let [first, rest @ ..] = lines {
        let is_short = indent + QUOTES.len() + columns(first) <= WIDTH;
        let keeps_indentation =
            rest.is_empty() || rest.iter().any(|line| !line.is_empty() && !line.starts_with(' '));
        if is_short && keeps_indentation && !first.starts_with('"') {
            docstring.push_str(first);
            lines = rest;
        }
    }
    docstring.push('\n');
    for line in lines {
        docstring.push_str(if line.is_empty() { "" } else { &margin });
        docstring.push_str(line);
        docstring.push('\n');
    }
    docstring + &margin + QUOTES + "\n"
}

/// Makes the first sentence of a text a separate paragraph if it fits on a line, as is usual in docstrings.
fn with_summary(text: &str, width: usize) -> Cow<'_, str> {
    let ends = text.match_indices(". ").map(|(dot, end)| text.split_at(dot + end.len()));
    let mut sentences = ends.filter(|(sentence, rest)| {
        let word = sentence.trim_end().rsplit(' ').next().unwrap_or_default();
        let is_abbreviation = word.matches('.').count() > 1;
        !is_abbreviation && rest.starts_with(|first: char| first.is_uppercase() || first == '`')
    });
    match sentences.next() {
        Some((summary, rest))
            if is_plain(summary) && !summary.contains('\n') && columns(&escaped(summary)) <= width =>
        {
            format!("{}\n\n{rest}", summary.trim_end()).into()
        }
        _ => text.into(),
    }
}

const QUOTES: &str = "\"\"\"";

/// Returns the lines of a text. Only plain paragraphs are wrapped, because line breaks matter in other CommonMark blocks. The
/// first `before` columns of the first line are already used.
fn lines(text: &str, width: usize, before: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_fenced = false;
    for block in text.split("\n\n") {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let fences = block.lines().filter(|line| is_fence(line)).count();
        let is_plain = !is_fenced && fences == 0 && block.lines().all(is_plain);
        is_fenced ^= fences % 2 == 1;
        if is_plain {
            let before = if lines.is_empty() { before } else { 0 };
            lines.extend(filled(block, width, before));
        } else {
            lines.extend(block.split('\n').map(|line| escaped(line.trim_end())));
        }
    }
    lines
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~")
}

/// Returns whether a line can only be part of a paragraph.
fn is_plain(line: &str) -> bool {
    let marker = line.split(' ').next().unwrap_or_default();
    let is_item = matches!(marker, "-" | "*" | "+" | "")
        || marker.trim_start_matches(|char: char| char.is_ascii_digit()).len() == 1
            && marker.ends_with(['.', ')']);
    !is_item && !line.starts_with(['#', '>', '|', '\t', '=', '<']) && !line.ends_with(['\\', '\t'])
}

/// Wraps a paragraph into lines of at most `width` columns. The first `before` columns of the first line are already used.
fn filled(paragraph: &str, width: usize, before: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split([' ', '\n']).map(escaped) {
        let width = width.saturating_sub(if lines.len() == 1 { before } else { 0 });
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(&word) <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Escapes a part of a line for a docstring.
fn escaped(line: &str) -> String {
    let mut written = String::new();
    for char in line.chars() {
        match char {
            '\\' => written.push_str("\\\\"),
            char if is_printable(char) => written.push(char),
            char => push_escaped(char, &mut written),
        }
    }
    written.replace(QUOTES, "\\\"\\\"\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(docstring(text, 4), expect);
    }

    #[test]
    fn short_texts_are_on_one_line() {
        check("A token.\n", "    \"\"\"A token.\"\"\"\n");
        check("A \"token\"", "    \"\"\"A \"token\"\n    \"\"\"\n");
        check("\"A\" token", "    \"\"\"\n    \"A\" token\n    \"\"\"\n");
        check("C:\\x \"\"\" \u{7}", "    \"\"\"C:\\\\x \\\"\\\"\\\" \\x07\"\"\"\n");
    }

    #[test]
    fn paragraphs_are_filled() {
        let words = |count: usize| vec!["word"; count].join(" ");
        check(
            &format!("{}\n\nEnd.", words(20)),
            &format!("    \"\"\"{}\n    {}\n\n    End.\n    \"\"\"\n", words(14), words(6)),
        );
    }

    #[test]
    fn other_blocks_keep_their_lines() {
        check(
            "One:\n\n- a\n- b\n\n    code\n",
            "    \"\"\"One:\n\n    - a\n    - b\n\n        code\n    \"\"\"\n",
        );
        // Without the line break after the quotes, Python would remove the indentation.
        check("One:\n\n    code\n", "    \"\"\"\n    One:\n\n        code\n    \"\"\"\n");
        check(
            "```\na b\n\nc\nd\n```\n\ne\nf",
            "    \"\"\"```\n    a b\n\n    c\n    d\n    ```\n\n    e f\n    \"\"\"\n",
        );
    }
}
