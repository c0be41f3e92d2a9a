//! Descriptions as rustdoc: CommonMark in which only what was meant for rustdoc is run, linked or rendered.
//!
//! rustdoc runs code blocks as tests, treats `[word]` as a link into the code, and passes HTML on. None of
//! this is meant in a description: code blocks are marked as text, and brackets and angle brackets are
//! escaped except in links to the web.

mod blocks;
mod inline;

use blocks::rewritten;

/// Makes a description safe for rustdoc.
pub(crate) fn safe(description: &str) -> String {
    if is_plain(description) { description.trim_end().to_owned() } else { rewritten(description) }
}

/// Returns whether rustdoc would read a description as plain text and simple code spans only. Most descriptions are like that and
/// need not be examined character by character.
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

/// The first paragraph of a description, made safe for rustdoc: the summary for lists of items.
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

/// Escapes a text, so that nothing in it is read as CommonMark.
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
