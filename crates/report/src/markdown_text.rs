//! Text in Markdown that services such as GitHub show as written: without links, mentions or markup of its own.

use heat_html::escaped_in_element;
use heat_yaml::{one_line, printable};

/// The maximum size of a comment in bytes: the services accept somewhat more, and count in different ways.
pub const MAX_BYTES: usize = 60_000;

/// A code block in a fence that nothing in it can end.
#[must_use]
pub fn block(language: &str, text: &str) -> String {
    let fence = fence(text, 3);
    format!("\n{fence}{language}\n{}\n{fence}\n", printable(text))
}

/// Inline code, between as many backticks as necessary.
#[must_use]
pub fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return text;
    }
    let fence = fence(&text, 1);
    let is_edged = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let space = if is_edged { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// A run of at least `least` backticks that is longer than any in a text.
#[must_use]
pub fn fence(text: &str, least: usize) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    "`".repeat((longest + 1).max(least))
}

/// Formats a message as Markdown: text between backticks is code, and nothing else is markup.
#[must_use]
pub fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // With an odd number of backticks, the pairs are ambiguous.
    if parts.len().is_multiple_of(2) {
        return plain(text);
    }
    let parts = parts.iter().enumerate();
    parts.map(|(index, part)| if index % 2 == 0 { plain(part) } else { code(part) }).collect()
}

fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in inert(&one_line(text)).chars() {
        if "\\`*_[]|~$!#".contains(character) {
            escaped.push('\\');
        }
        push_in_html(character, &mut escaped);
    }
    escaped
}

fn push_in_html(character: char, html: &mut String) {
    match escaped_in_element(character) {
        Some(escape) => html.push_str(escape),
        None if character == ZERO_WIDTH_SPACE => html.push_str("&#8203;"),
        None => html.push(character),
    }
}

/// Formats a message inside HTML, where Markdown is not parsed.
#[must_use]
pub fn html(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return html_text(&inert(&text));
    }
    let parts = parts.iter().enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => html_text(&inert(part)),
            _ => format!("<code>{}</code>", html_text(part)),
        })
        .collect()
}

fn html_text(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    text.chars().for_each(|character| push_in_html(character, &mut html));
    html
}

/// A zero-width space, which breaks up the text that contains it.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Returns a text from which the services generate neither links nor mentions. They look for these in the rendered text, so
/// escaping does not help, but they do not look in code.
fn inert(text: &str) -> String {
    let mut inert = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = rest.split_at(character.len_utf8()).1;
        inert.push(character);
        let next = after.chars().next();
        let is_name = next.is_some_and(|next| next.is_alphanumeric() || "_-\"'".contains(next));
        let is_apart = match character {
            '@' | '#' | '!' | '~' | '%' | '$' | '&' | '^' => is_name,
            ':' => after.starts_with('/') || is_name,
            '.' => is_name && inert.to_ascii_lowercase().ends_with("www."),
            '-' => is_name && inert.to_ascii_lowercase().ends_with("gh-"),
            _ => false,
        };
        if is_apart {
            inert.push(ZERO_WIDTH_SPACE);
        }
        rest = after;
    }
    inert
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(prose(text), expect);
    }

    #[test]
    fn names_in_messages_are_not_markup() {
        check("`a_b` is gone", "`a_b` is gone");
        check("<b> & *x* | @all #1", "&lt;b&gt; &amp; \\*x\\* \\| @&#8203;all \\#&#8203;1");
        check(
            "see www.e.org, https://e.org/x or a@e.org",
            "see www.&#8203;e.org, https:&#8203;//e.org/x or a@&#8203;e.org",
        );
        check(
            "#a !1 ~b %c $d &e GH-1",
            "\\#&#8203;a \\!&#8203;1 \\~&#8203;b %&#8203;c \\$&#8203;d &amp;&#8203;e GH-&#8203;1",
        );
        check("a: b. c! 100%", "a: b. c\\! 100%");
        check("one ` alone <i>", "one \\` alone &lt;i&gt;");
        check("`<script>|`", "`<script>|`");
        check("a\u{1b}[31m\nb", "a\u{fffd}\\[31m b");
    }

    #[test]
    fn a_title_is_html() {
        assert_eq!(html("`<a>` is @all"), "<code>&lt;a&gt;</code> is @&#8203;all");
        assert_eq!(html("one ` <b>"), "one ` &lt;b&gt;");
        assert_eq!(html("a\u{202e}b\nc"), "a\u{fffd}b c");
    }

    #[test]
    fn code_ends_where_it_should() {
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(block("diff", "-a ```` b"), "\n`````diff\n-a ```` b\n`````\n");
    }
}
