//! The introduction of a type: a long one begins with a sentence that stands alone.

use std::borrow::Cow;

/// The number of words from which an introduction is long.
const LONG: usize = 60;

/// An introduction in CommonMark; the first sentence of a long one becomes a paragraph.
pub(crate) fn introduction(text: &str) -> Cow<'_, str> {
    if text.split_whitespace().count() <= LONG {
        return Cow::Borrowed(text);
    }
    match first_sentence_end(text) {
        Some(end) => Cow::Owned(format!("{}\n\n{}", &text[..end], text[end..].trim_start())),
        None => Cow::Borrowed(text),
    }
}

/// The end of the first sentence of a text that begins with a paragraph. `None` if this paragraph is only one sentence, or if
/// no sentence ends outside of code, links and emphasis.
fn first_sentence_end(text: &str) -> Option<usize> {
    let paragraph = text.split("\n\n").next().filter(|first| first.starts_with(char::is_alphabetic))?;
    let (mut in_code, mut open_marks, mut brackets) = (false, 0_usize, 0_usize);
    for (index, char) in paragraph.char_indices() {
        match char {
            '`' => in_code = !in_code,
            _ if in_code => {}
            '*' => open_marks += 1,
            '[' | '(' | '<' => brackets += 1,
            ']' | ')' | '>' => brackets = brackets.saturating_sub(1),
            '.' | '!' | '?' if brackets == 0 && open_marks.is_multiple_of(2) => {
                let end = index + char.len_utf8();
                if starts_sentence(&paragraph[end..]) {
                    return Some(end);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a text is a space and the beginning of a sentence; after an abbreviation, a lowercase letter follows.
fn starts_sentence(rest: &str) -> bool {
    rest.starts_with(char::is_whitespace)
        && rest.trim_start().starts_with(|first: char| !first.is_lowercase() && !first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(start: &str, expect: Option<&str>) {
        let text = format!("{start} {}", "and so on ".repeat(20));
        let got = introduction(&text);
        let first = got.split_once("\n\n").map(|(first, _)| first).filter(|_| matches!(got, Cow::Owned(_)));
        assert_eq!(first, expect, "{start}");
        // Only the break was added.
        assert_eq!(got.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn the_first_sentence_is_a_paragraph() {
        check("Creates a thing. It is long.", Some("Creates a thing."));
        check("Creates a thing.\nIt is long.", Some("Creates a thing."));
        check("Creates a thing, e.g. a net. `name` is its name.", Some("Creates a thing, e.g. a net."));
        check(
            "Uses `a. B` of version 1.2 (see X. Y), or *z. W*. Ends.",
            Some("Uses `a. B` of version 1.2 (see X. Y), or *z. W*."),
        );
        check("Is one sentence", None);
        check("- A list. It has items.", None);
        check("", None);
    }

    #[test]
    fn short_introductions_stay_as_they_are() {
        assert!(matches!(introduction("Creates a thing. It is short."), Cow::Borrowed(_)));
    }
}
