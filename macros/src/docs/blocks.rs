//! Paragraphs and code blocks.

use super::inline::inline;

/// Rewrites a description so that no block is more than text for rustdoc.
pub(super) fn rewritten(description: &str) -> String {
    let mut out =
        Blocks { text: String::with_capacity(description.len() + 16), after_text: false, in_list: false };
    let mut paragraph = String::new();
    let mut lines = description.lines().map(printable).peekable();
    while let Some(line) = lines.next() {
        if let Some(fence) = Fence::open(&line) {
            out.paragraph(&mut paragraph);
            out.line(&format!("{}{}text", fence.indent, fence.marks));
            while let Some(code) = lines.next_if(|line| fence.holds(line)) {
                let code = fence.code(&code);
                if fence.closes(code) {
                    break;
                }
                out.line(&format!("{}{code}", fence.indent));
            }
            out.line(&format!("{}{}", fence.indent, fence.marks));
            out.after_text = false;
        } else if line.trim().is_empty() {
            out.paragraph(&mut paragraph);
            out.line("");
            out.after_text = false;
        } else if paragraph.is_empty() && !out.after_text && !out.in_list && indent(&line) >= 4 {
            let marks = "`".repeat(3.max(longest_run(&line) + 1));
            out.line(&format!("{marks}text"));
            out.line(unindented(&line));
            while let Some(code) = lines.next_if(|line| indent(line) >= 4) {
                // A fence as long as this one would end the block, so it is indented.
                let code = unindented(&code).to_owned();
                out.line(&if code.trim_start().starts_with(&marks) { format!(" {code}") } else { code });
            }
            out.line(&marks);
        } else {
            let line = without_code_indent(&line, paragraph.is_empty() && !out.after_text);
            out.in_list = is_item(&line) || (out.in_list && (!paragraph.is_empty() || indent(&line) > 0));
            if !paragraph.is_empty() {
                paragraph.push('\n');
            }
            paragraph.push_str(&line);
            if stands_alone(&line) {
                out.paragraph(&mut paragraph);
                out.after_text = false;
            }
        }
    }
    out.paragraph(&mut paragraph);
    out.text.trim_end().to_owned()
}

struct Blocks {
    text: String,
    /// `true` if the previous line is part of a paragraph, which an indented line would continue.
    after_text: bool,
    in_list: bool,
}

impl Blocks {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn paragraph(&mut self, paragraph: &mut String) {
        if !paragraph.is_empty() {
            inline(paragraph, &mut self.text);
            self.text.push('\n');
            self.after_text = true;
            paragraph.clear();
        }
    }
}

/// A fence of a code block.
struct Fence {
    /// The spaces before the fence, and before each line within, so that none of them ends a list around the block.
    indent: String,
    /// The number of block quotes around the fence, which is moved out of them.
    quotes: usize,
    marks: String,
}

impl Fence {
    fn open(line: &str) -> Option<Self> {
        let rest = line.trim_start_matches([' ', '>', '\t', '-', '*', '+']);
        let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
        let marks: String = rest.chars().take_while(|char| *char == mark).collect();
        if marks.len() < 3 || (mark == '`' && rest[marks.len()..].contains('`')) {
            return None;
        }
        let before = &line[..line.len() - rest.len()];
        let quotes = before.matches('>').count();
        let columns = if quotes > 0 { 0 } else { before.chars().count().min(3) };
        Some(Self { indent: " ".repeat(columns), quotes, marks })
    }

    /// Returns whether a line can be part of the block: a line without the quote markers ends the quoted block.
    fn holds(&self, line: &str) -> bool {
        self.quotes == 0 || line.trim_start().starts_with('>')
    }

    /// A line of the block, without its prefix.
    fn code<'l>(&self, line: &'l str) -> &'l str {
        let mut code = line;
        for _ in 0..self.quotes {
            let unquoted = code.trim_start().strip_prefix('>');
            code = unquoted.map_or(code, |code| code.strip_prefix(' ').unwrap_or(code));
        }
        let blank = code.chars().take_while(|char| *char == ' ').count();
        &code[blank.min(self.indent.len())..]
    }

    fn closes(&self, code: &str) -> bool {
        let code = code.trim();
        code.len() >= self.marks.len() && code.chars().all(|char| self.marks.starts_with(char))
    }
}

/// Returns whether a line is a complete block, after which another can begin: a heading or a thematic break.
fn stands_alone(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('#') || line.chars().all(|char| matches!(char, '-' | '=' | '_' | '*' | ' '))
}

fn printable(line: &str) -> String {
    line.chars()
        .map(|char| if char.is_control() && char != '\t' { char::REPLACEMENT_CHARACTER } else { char })
        .collect()
}

/// The number of columns before the first character of a line.
fn indent(line: &str) -> usize {
    let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
    if line.trim().is_empty() {
        return 0;
    }
    line[..blank].chars().map(|char| if char == '\t' { 4 } else { 1 }).sum()
}

fn unindented(line: &str) -> &str {
    line.strip_prefix("    ").unwrap_or_else(|| line.trim_start_matches([' ', '\t']))
}

fn longest_run(line: &str) -> usize {
    line.split(|char| char != '`').map(str::len).max().unwrap_or_default()
}

fn is_item(line: &str) -> bool {
    let rest = line.trim_start();
    let digits = rest.trim_start_matches(|char: char| char.is_ascii_digit());
    ["- ", "* ", "+ "].iter().any(|mark| rest.starts_with(mark))
        || (digits.len() < rest.len() && (digits.starts_with(". ") || digits.starts_with(") ")))
}

/// A line without an indentation that a reader would take for code, either at the start of a block or after the marker of an
/// item or a quote.
fn without_code_indent(line: &str, starts_block: bool) -> String {
    let rest = line.trim_start_matches([' ', '\t']);
    let columns = indent(line);
    let columns = if starts_block { columns.min(3) } else { columns };
    let marker = rest.len()
        - rest.trim_start_matches(|char: char| char.is_ascii_digit() || "-*+>.)".contains(char)).len();
    let (marker, text) = rest.split_at(if is_item(rest) || rest.starts_with('>') { marker } else { 0 });
    let gap = if marker.is_empty() || text.is_empty() { "" } else { " " };
    let text = if marker.is_empty() {
        text.to_owned()
    } else {
        without_code_indent(text, true).trim_start().to_owned()
    };
    format!("{}{marker}{gap}{text}", " ".repeat(columns))
}
