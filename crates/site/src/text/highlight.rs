//! Syntax highlighting for YAML snippets at build time: spans with a class per token.
//!
//! The text is processed line by line, and unrecognised syntax stays plain text. All text is escaped.

use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::RandomState;
use heat_hot_language::{FUNCTIONS, Function};
use heat_html::{Html, html};
use memchr::{memchr, memchr_iter, memchr2};

use crate::links::targets::Links;

/// Names that are highlighted like template functions: the function of translation rules, and the key of `repeat`.
const LIKE_FUNCTIONS: [&str; 2] = ["get_property", "for_each"];

/// Converts YAML to HTML with highlighted tokens.
#[must_use]
pub fn yaml(text: &str) -> Html {
    linked_yaml(text, &Links::none())
}

/// Converts a file to HTML: YAML with highlighted tokens and links, anything else as plain text.
pub(crate) fn file(language: &str, text: &str, links: &Links<'_>) -> Html {
    if language == "yaml" { linked_yaml(text, links) } else { Html::text(text.trim_end()) }
}

/// Converts YAML to HTML with highlighted tokens, in which the names of types are links.
#[must_use]
pub(crate) fn linked_yaml(text: &str, links: &Links<'_>) -> Html {
    let mut out = Html::with_capacity(text.len() * 3);
    // Inside a block scalar, this is the indentation of its key.
    let mut scalar: Option<usize> = None;
    for (number, line) in text.lines().enumerate() {
        if number > 0 {
            out.push_literal("\n");
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        if let Some(around) = scalar {
            if line.trim().is_empty() || indent > around {
                span(&mut out, "s", line);
                continue;
            }
            scalar = None;
        }
        out.push_text(&line[..indent]);
        if starts_block_scalar(line) {
            scalar = Some(key_indent(line));
        }
        entry(&mut out, &line[indent..], links);
    }
    out
}

fn is_function(key: &str) -> bool {
    // All keys of all snippets are looked up in this set.
    static NAMES: LazyLock<HashSet<&str, RandomState>> =
        LazyLock::new(|| FUNCTIONS.iter().map(Function::name).chain(LIKE_FUNCTIONS).collect());
    NAMES.contains(key)
}

/// Returns whether a line ends with `|` or `>`, and thus opens a block scalar.
fn starts_block_scalar(line: &str) -> bool {
    if memchr2(b'|', b'>', line.as_bytes()).is_none() {
        return false;
    }
    let code = line.split(" #").next().unwrap_or(line).trim_end();
    let indicator = code.rsplit(' ').next().unwrap_or_default();
    let opens = indicator.starts_with(['|', '>'])
        && indicator[1..].chars().all(|char| matches!(char, '+' | '-' | '1'..='9'));
    opens && (code.contains(": ") || code.trim_start().starts_with("- "))
}

/// The indentation of a line's key, after any `- `.
fn key_indent(line: &str) -> usize {
    let mut rest = line.trim_start_matches(' ');
    while let Some(next) = rest.strip_prefix("- ") {
        if !next.contains(": ") {
            break;
        }
        rest = next.trim_start_matches(' ');
    }
    line.len() - rest.len()
}

/// Writes a line after its indentation.
fn entry(out: &mut Html, mut rest: &str, links: &Links<'_>) {
    while let Some(next) = rest.strip_prefix("- ") {
        out.push_literal("- ");
        rest = next;
    }
    if rest == "-" {
        return out.push_literal("-");
    }
    if let Some(end) = key_end(rest) {
        key(out, &rest[..end]);
        out.push_literal(":");
        return value(out, &rest[end + 1..], links);
    }
    value(out, rest, links);
}

/// The end of a key, if the text starts with one: at a `:` followed by a space or the end.
fn key_end(text: &str) -> Option<usize> {
    if text.starts_with(['#', '{', '[', '|', '>']) {
        return None;
    }
    let from = quoted_length(text).unwrap_or(0);
    memchr_iter(b':', &text.as_bytes()[from..])
        .map(|at| from + at)
        .find(|at| text[at + 1..].is_empty() || text[at + 1..].starts_with(' '))
        .filter(|at| {
            let key = &text[..*at];
            memchr2(b'{', b'[', key.as_bytes()).is_none()
                && (memchr(b'#', key.as_bytes()).is_none() || !key.contains(" #"))
        })
}

fn quoted_length(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|char| matches!(char, '"' | '\''))?;
    let mut escaped = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            '\\' if quote == '"' && !escaped => escaped = true,
            char if char == quote && !escaped => return Some(at + 1),
            _ => escaped = false,
        }
    }
    None
}

fn key(out: &mut Html, key: &str) {
    span(out, if is_function(key) { "f" } else { "k" }, key);
}

/// Writes a value, which may be a flow collection, and a comment after it.
fn value(out: &mut Html, mut rest: &str, links: &Links<'_>) {
    while let Some(char) = rest.chars().next() {
        let taken = match char {
            ' ' => {
                out.push_literal(" ");
                1
            }
            '#' => {
                span(out, "c", rest);
                rest.len()
            }
            '{' | '}' | '[' | ']' | ',' | ':' => {
                out.push_text(&rest[..1]);
                1
            }
            '"' | '\'' => {
                let length = quoted_length(rest).unwrap_or(rest.len());
                span(out, if rest[length..].starts_with(':') { "k" } else { "s" }, &rest[..length]);
                length
            }
            _ => plain(out, rest, links),
        };
        rest = &rest[taken..];
    }
}

/// Writes a plain scalar, and returns its length.
fn plain(out: &mut Html, rest: &str, links: &Links<'_>) -> usize {
    // Only ASCII characters end a scalar.
    let bytes = rest.as_bytes();
    let stops = |at: usize| match bytes[at] {
        b',' | b'}' | b']' | b'{' | b'[' => true,
        b':' => bytes.get(at + 1).is_none_or(|next| *next == b' '),
        b' ' => bytes.get(at + 1) == Some(&b'#'),
        _ => false,
    };
    let end = (1..bytes.len()).find(|at| stops(*at)).unwrap_or(bytes.len());
    let word = &rest[..end];
    if rest[end..].starts_with(':') {
        key(out, word);
    } else if let Some(url) = links.type_target(word.trim_end()) {
        out.push(&html!("<a class=\"t\" href=\"{}\">{}</a>", url, word));
    } else if let Some(class) = class_of(word.trim_end()) {
        span(out, class, word);
    } else {
        out.push_text(word);
    }
    end
}

fn class_of(word: &str) -> Option<&'static str> {
    let is_name = |char: char| char.is_ascii_alphanumeric() || char == ':' || char == '_';
    if memchr(b':', word.as_bytes()).is_some() && word.contains("::") && word.chars().all(is_name) {
        return Some("t");
    }
    let number = word.starts_with(|char: char| char.is_ascii_digit() || matches!(char, '-' | '.'))
        && word.parse::<f64>().is_ok();
    let word_value = matches!(word, "true" | "false" | "null" | "~" | "yes" | "no" | "True" | "False");
    (number || word_value).then_some("n")
}

fn span(out: &mut Html, class: &'static str, text: &str) {
    if text.is_empty() {
        return;
    }
    // Written without an intermediate `Html`, because snippets have hundreds of these spans.
    out.push_literal("<span class=\"");
    out.push_literal(class);
    out.push_literal("\">");
    out.push_text(text);
    out.push_literal("</span>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::links::targets::TypeNames;

    /// Compares the highlighted text, with classes written as `k[…]` for readability.
    fn check(text: &str, expect: &str) {
        let html =
            yaml(text).as_str().replace("</span>", "]").replace("<span class=\"", "").replace("\">", "[");
        assert_eq!(html, expect);
    }

    #[test]
    fn keys_values_and_comments_have_classes() {
        check("a: 1 # b", "k[a]: n[1] c[# b]");
        check("- type: OS::Nova::Server", "- k[type]: t[OS::Nova::Server]");
        check("x: { get_param: a, b: \"c, d\" }", "k[x]: { f[get_param]: a, k[b]: s[&quot;c, d&quot;] }");
        check("url: http://x.org/#a", "k[url]: http://x.org/#a");
        check("message: Use A::B.", "k[message]: Use A::B.");
        check("v: 2021-04-16", "k[v]: 2021-04-16");
    }

    #[test]
    fn names_of_types_become_links() {
        let types = TypeNames::from_iter(["A::B"]);
        let links = Links { root: "../", types: Some(&types), ..Links::default() };
        assert_eq!(
            linked_yaml("a: {type: A::B, b: C::D}", &links).as_str(),
            "<span class=\"k\">a</span>: {<span class=\"k\">type</span>: \
             <a class=\"t\" href=\"../types/A/B.html\">A::B</a>, <span class=\"k\">b</span>: <span class=\"t\">C::D</span>}"
        );
    }

    #[test]
    fn block_scalars_are_text_to_their_end() {
        check("a: |\n  b: 1\n\n  c\nd: e", "k[a]: |\ns[  b: 1]\n\ns[  c]\nk[d]: e");
    }

    #[test]
    fn everything_is_escaped() {
        assert_eq!(
            yaml("<a>: '<b>'").as_str(),
            "<span class=\"k\">&lt;a&gt;</span>: <span class=\"s\">&#39;&lt;b&gt;&#39;</span>"
        );
        for odd in ["\"", "'", "- ", ": ", "{", "\u{fffd}: \"", "a: \"\\"] {
            assert!(!yaml(odd).as_str().contains("<script"));
        }
    }
}
