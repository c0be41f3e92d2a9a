//! Markdown for a terminal.

/// The style of headings and titles.
pub(super) const BOLD: anstyle::Style = anstyle::Style::new().bold();

const DIM: anstyle::Style = anstyle::Style::new().dimmed();

/// Formats Markdown for a terminal: headings are bold, code is indented after the name of its file, the rest is unchanged.
pub(super) fn plain(markdown: &str, color: bool) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.trim_end().lines() {
        if let Some(info) = line.strip_prefix("```") {
            in_code = !in_code;
            // The third word is the name of a file that is not the template.
            if let Some(name) = info.split_whitespace().nth(2) {
                text.extend(["  ", name, ":\n"]);
            }
            continue;
        }
        let line = match line.strip_prefix("## ") {
            _ if in_code && line.is_empty() => String::new(),
            _ if in_code => format!("    {}", styled(line, DIM, color)),
            Some(heading) => styled(heading, BOLD, color),
            None => without_stars(line),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// A line of Markdown without the stars of emphasis. Stars in code, in lists and in names of products stay.
fn without_stars(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut in_code = false;
    let mut before = ' ';
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        in_code ^= char == '`';
        let after = chars.peek().copied().unwrap_or(' ');
        let is_between_blanks = before.is_whitespace() && after.is_whitespace();
        let is_inside = before.is_alphanumeric() && after.is_alphanumeric();
        if char != '*' || in_code || is_between_blanks || is_inside {
            text.push(char);
        }
        before = char;
    }
    text
}

pub(super) fn styled(text: &str, style: anstyle::Style, color: bool) -> String {
    if color { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_has_no_stars() {
        fn check(markdown: &str, expect: &str) {
            assert_eq!(plain(markdown, false), format!("{expect}\n"), "{markdown}");
        }
        check("- *The Image (…)* or **this**, *No", "- The Image (…) or this, No");
        check("end*: `a*b` and `**` 2 * 3, 2*3", "end: `a*b` and `**` 2 * 3, 2*3");
        check("* item", "* item");
    }

    #[test]
    fn code_is_indented_and_headings_have_no_marks() {
        let markdown = "\n## Why\nBecause.\n\n```yaml\na: 1\n\nb: 2\n```\n```yaml provokes environment.yaml\nc: 3\n```\nEnd.\n";
        assert_eq!(
            plain(markdown, false),
            "\nWhy\nBecause.\n\n    a: 1\n\n    b: 2\n  environment.yaml:\n    c: 3\nEnd.\n"
        );
        assert!(plain(markdown, true).contains("\u{1b}[1mWhy\u{1b}[0m"));
    }
}
