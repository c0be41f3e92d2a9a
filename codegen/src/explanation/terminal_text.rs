//! Markdown for a terminal.

/// Headings and titles.
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
            None => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
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
    fn code_is_indented_and_headings_have_no_marks() {
        let markdown = "\n## Why\nBecause.\n\n```yaml\na: 1\n\nb: 2\n```\n```yaml provokes environment.yaml\nc: 3\n```\nEnd.\n";
        assert_eq!(
            plain(markdown, false),
            "\nWhy\nBecause.\n\n    a: 1\n\n    b: 2\n  environment.yaml:\n    c: 3\nEnd.\n"
        );
        assert!(plain(markdown, true).contains("\u{1b}[1mWhy\u{1b}[0m"));
    }
}
