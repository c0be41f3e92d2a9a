//! Splits long descriptions into paragraphs, because schemas have them in one piece, and readers scan.

use std::borrow::Cow;

/// The minimum number of words of an introduction whose first sentence becomes a separate paragraph.
const LONG: usize = 60;

/// The maximum number of words in a paragraph, unless a single sentence is longer.
const PARAGRAPH: usize = 70;

/// Splits the introduction of a type, in CommonMark, into the part at the top of its page and the rest. A short one has no rest;
/// of a long one, only the first sentence is at the top.
pub(crate) fn introduction(text: &str) -> (&str, Option<&str>) {
    if text.split_whitespace().count() <= LONG {
        return (text, None);
    }
    match sentence_ends(text).next() {
        Some(end) => (&text[..end], Some(text[end..].trim_start())),
        None => (text, None),
    }
}

/// Splits the long paragraphs of a CommonMark description between sentences.
pub(crate) fn paragraphs(text: &str) -> Cow<'_, str> {
    // Fast path: a word takes at least two bytes, including the space.
    if text.len() < 2 * PARAGRAPH || text.split_whitespace().count() <= PARAGRAPH {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split("\n\n").map(split).collect::<Vec<_>>().join("\n\n"))
}

/// Splits a paragraph into several of about the same length.
fn split(paragraph: &str) -> String {
    let words = paragraph.split_whitespace().count();
    let parts = words.div_ceil(PARAGRAPH);
    let (mut result, mut start) = (String::new(), 0);
    let mut written = 0;
    for end in sentence_ends(paragraph) {
        let read = paragraph[..end].split_whitespace().count();
        // A part ends with the first sentence that reaches its length.
        if read * parts >= words * (written + 1) {
            result.push_str(&paragraph[start..end]);
            result.push_str("\n\n");
            start = end + paragraph[end..].len() - paragraph[end..].trim_start().len();
            written += 1;
        }
    }
    result.push_str(&paragraph[start..]);
    result
}

/// Returns the ends of the sentences in a text's first paragraph, except the last one. There are none in a list or another block,
/// or inside code, links and emphasis.
fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    let is_prose = |first: &&str| first.starts_with(|first: char| first.is_alphabetic() || first == '`');
    let paragraph = text.split("\n\n").next().filter(is_prose).unwrap_or_default();
    let (mut in_code, mut open_marks, mut brackets) = (false, 0_usize, 0_usize);
    paragraph.char_indices().filter_map(move |(index, char)| {
        match char {
            '`' => in_code = !in_code,
            _ if in_code => {}
            '*' => open_marks += 1,
            '[' | '(' | '<' => brackets += 1,
            ']' | ')' | '>' => brackets = brackets.saturating_sub(1),
            '.' | '!' | '?' if brackets == 0 && open_marks.is_multiple_of(2) => {
                let end = index + char.len_utf8();
                return starts_sentence(&paragraph[end..]).then_some(end);
            }
            _ => {}
        }
        None
    })
}

/// Returns whether a text is a space and the beginning of a sentence. After an abbreviation, a lowercase letter follows.
fn starts_sentence(rest: &str) -> bool {
    rest.starts_with(char::is_whitespace)
        && rest.trim_start().starts_with(|first: char| !first.is_lowercase() && !first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(start: &str, expect: Option<&str>) {
        let text = format!("{start} {}", "and so on ".repeat(20));
        let (lead, rest) = introduction(&text);
        assert_eq!(rest.as_ref().map(|_| lead), expect, "{start}");
        // No word may be lost.
        let words = lead.split_whitespace().chain(rest.iter().flat_map(|rest| rest.split_whitespace()));
        assert_eq!(words.collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
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
        assert_eq!(introduction("Creates a thing. It is short."), ("Creates a thing. It is short.", None));
    }

    /// Compares the lengths of the paragraphs, in words.
    fn check_lengths(text: &str, expect: &[usize]) {
        let split = paragraphs(text);
        let lengths: Vec<usize> = split.split("\n\n").map(|part| part.split_whitespace().count()).collect();
        assert_eq!(lengths, expect);
        assert_eq!(split.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn long_paragraphs_are_split_between_sentences() {
        let sentence = "One two three four five six seven eight nine ten. ";
        check_lengths(&sentence.repeat(7), &[70]);
        check_lengths(&sentence.repeat(8), &[40, 40]);
        check_lengths(&sentence.repeat(15), &[50, 50, 50]);
        check_lengths(&"no end ".repeat(50), &[100]);
        let list = format!("{}\n\n- {}", sentence.repeat(8).trim_end(), sentence.repeat(8));
        check_lengths(&list, &[40, 40, 81]);
    }
}
