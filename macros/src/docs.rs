//! Descriptions as rustdoc: CommonMark in which only what was meant for rustdoc is run, linked or rendered.
//!
//! rustdoc runs code blocks as tests, treats `[word]` as a link into the code, and passes HTML on. None of
//! this is meant in a description: code blocks are marked as text, and brackets and angle brackets are
//! escaped except in links to the web.

/// Makes a description safe for rustdoc.
pub(crate) fn safe(description: &str) -> String {
    if is_plain(description) { description.trim_end().to_owned() } else { rewritten(description) }
}

/// Whether rustdoc would read a description as plain text and simple code spans only. Most descriptions are
/// like that and need not be examined character by character.
fn is_plain(description: &str) -> bool {
    let bytes = description.as_bytes();
    let mut before = b'\n';
    let mut in_code = false;
    // Not an iterator: the macro is compiled without optimization, where that takes three times as long.
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        index += 1;
        let plain = match byte {
            b'`' => {
                in_code = !in_code;
                bytes.get(index) != Some(&b'`')
            }
            b'\n' => !in_code,
            b' '..=b'~' if in_code => true,
            _ if in_code => false,
            b':' => bytes.get(index) != Some(&b'/'),
            b' ' => before != b' ' && before != b'\n',
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => true,
            _ => b",.;'()_-/\"%?!".contains(&byte),
        };
        if !plain {
            return false;
        }
        before = byte;
    }
    !in_code
}

fn rewritten(description: &str) -> String {
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

/// The first paragraph of a description, made safe: the summary for lists of items.
pub(crate) fn summary(description: &str) -> String {
    let mut paragraph = String::new();
    for line in description.trim_start().lines().take_while(|line| !line.trim().is_empty()) {
        paragraph.push_str(line.trim());
        paragraph.push(' ');
    }
    // The first sentence is enough.
    let end = paragraph.find(". ").map_or(paragraph.len(), |end| end + 1);
    let sentence = paragraph[..end].trim();
    if sentence.starts_with("```") || sentence.starts_with("~~~") {
        return String::new();
    }
    safe(sentence)
}

/// A text in which nothing is read as CommonMark.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            char if char.is_control() => escaped.push(' '),
            char => {
                if "\\`*_[]<>#|~&$".contains(char) {
                    escaped.push('\\');
                }
                escaped.push(char);
            }
        }
    }
    // Two slashes after a colon are a link for readers that detect URLs.
    escaped.replace("://", ":\\//")
}

struct Blocks {
    text: String,
    /// Whether the previous line is part of a paragraph, which an indented line would continue.
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
    /// The spaces before it, and before each line within, so that none of them ends a list around the block.
    indent: String,
    /// The number of block quotes around it. It is moved out of them.
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

    /// Whether a line can be part of the block: a line without the quote markers ends the quoted block.
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

/// Whether a line is a complete block, after which another can begin: a heading or a thematic break.
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

/// A line that no reader takes for code because of its indentation: neither at the start of a block, nor
/// after the marker of an item or a quote.
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

/// Escapes what rustdoc would turn into links or HTML, outside code spans.
fn inline(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let taken = match char {
            '`' => code_span(rest, out),
            '\\' => {
                let taken =
                    1 + rest[1..].chars().next().filter(char::is_ascii_punctuation).map_or(0, char::len_utf8);
                out.push_str(&rest[..taken]);
                if taken == 1 {
                    out.push('\\');
                }
                taken
            }
            '<' => autolink(rest, out),
            '[' => link(rest, out),
            ']' => {
                out.push_str("\\]");
                1
            }
            'h' if starts_url(rest)
                && !text[..text.len() - rest.len()].ends_with(|before: char| before.is_alphanumeric()) =>
            {
                let end = url_end(rest);
                out.push('<');
                out.push_str(&rest[..end]);
                out.push('>');
                end
            }
            other => {
                out.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[taken..];
    }
}

fn code_span(rest: &str, out: &mut String) -> usize {
    let marks = rest.len() - rest.trim_start_matches('`').len();
    let mut at = marks;
    while let Some(found) = rest[at..].find('`') {
        let run = rest[at + found..].len() - rest[at + found..].trim_start_matches('`').len();
        at += found + run;
        if run == marks {
            out.push_str(&rest[..at]);
            return at;
        }
    }
    out.push_str(&"\\`".repeat(marks));
    marks
}

fn starts_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn url_end(text: &str) -> usize {
    let end =
        text.find(|char: char| char.is_whitespace() || "<>()[]`\"\\".contains(char)).unwrap_or(text.len());
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']).len()
}

fn autolink(rest: &str, out: &mut String) -> usize {
    let url = &rest[1..];
    if starts_url(url) && url[url_end(url)..].starts_with('>') {
        let end = url_end(url) + 2;
        out.push_str(&rest[..end]);
        return end;
    }
    out.push_str("\\<");
    1
}

/// A link to the web is kept; any other bracket is escaped.
fn link(rest: &str, out: &mut String) -> usize {
    if let Some(middle) = rest.find("](")
        && !rest[1..middle].contains(['[', ']', '`', '\\', '<'])
        && starts_url(&rest[middle + 2..])
    {
        let url = &rest[middle + 2..];
        let end = url.find(|char: char| char.is_whitespace() || "<>()".contains(char)).unwrap_or(url.len());
        if url[end..].starts_with(')') {
            let taken = middle + 2 + end + 1;
            out.push_str(&rest[..taken]);
            return taken;
        }
    }
    out.push_str("\\[");
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(description: &str, expect: &str) {
        assert_eq!(safe(description), expect, "{description}");
    }

    #[test]
    fn plain_text_is_unchanged() {
        for text in [
            "A word.",
            "Two lines,\nof it.\n\n- an item\n1. another\n\n",
            "snake_case (or-so)\n---\n.\n1)",
            "Names: `a`, and `[b] <c>  d`.",
            "",
        ] {
            assert!(is_plain(text), "{text}");
            assert_eq!(rewritten(text), text.trim_end());
        }
        for text in [" a", "a\n b", "-  a", "a `b", "a ``b``", "`a\nb`", "http://a", "é", "a\tb", "a\r\nb"] {
            assert!(!is_plain(text), "{text}");
        }
    }

    #[test]
    fn plain_descriptions_are_not_rewritten() {
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            for text in &texts {
                assert!(!is_plain(text) || rewritten(text) == text.trim_end(), "{text:?}");
            }
            let longer = texts.iter().flat_map(|text| {
                ["a", "`", " ", ":", "/", "\n", "-", "["].map(|part| format!("{text}{part}"))
            });
            texts = longer.collect();
        }
    }

    #[test]
    fn brackets_are_not_links_into_the_code() {
        check("See [Server] and [x](y).", "See \\[Server\\] and \\[x\\](y).");
        check("A [guide](https://example.org/a_b).", "A [guide](https://example.org/a_b).");
        check("At https://example.org/a, or <https://b>.", "At <https://example.org/a>, or <https://b>.");
        check("Keep `[a]` and ``x ` [b]``, not `[c].", "Keep `[a]` and ``x ` [b]``, not \\`\\[c\\].");
        check("`a\n[b]`", "`a\n[b]`");
        check("\\[x\\] C:\\new", "\\[x\\] C:\\\\new");
    }

    #[test]
    fn html_is_text() {
        check("<b>bold</b> a < b <!-- c -->", "\\<b>bold\\</b> a \\< b \\<!-- c -->");
        check("`<b>`", "`<b>`");
    }

    #[test]
    fn code_is_never_run() {
        check("Like\n\n```\nlet [x];\n```", "Like\n\n```text\nlet [x];\n```");
        check("~~~rust\nx\n~~~~\ny", "~~~text\nx\n~~~\ny");
        check("```\nopen", "```text\nopen\n```");
        check("Like\n\n    let x;\n    y\n\nEnd", "Like\n\n```text\nlet x;\ny\n```\n\nEnd");
        check("- a\n\n      code\n- b", "- a\n\n   code\n- b");
        check("-     code", "- code");
        check(">     code", "> code");
        check("1.      code", "1. code");
        check("a\n    goes on", "a\n    goes on");
        check("# Head\n    code", "# Head\n```text\ncode\n```");
        check("> ```\n> code\nb [x]", "```text\ncode\n```\nb \\[x\\]");
        check("- a\n  ```\ncode\n  ```\nb", "- a\n  ```text\n  code\n  ```\nb");
    }

    #[test]
    fn summaries_are_one_sentence() {
        assert_eq!(summary("One [thing]. Two.\n\nThree."), "One \\[thing\\].");
        assert_eq!(summary("One\nline."), "One line.");
        assert_eq!(summary("```\ncode\n```"), "");
    }
}
