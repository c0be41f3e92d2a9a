//! Paragraphs of long descriptions: a reader scans them, and schemas have them in one piece.

use std::borrow::Cow;

/// The number of words from which an introduction begins with a paragraph of its own.
const LONG: usize = 60;

/// The number of words that a paragraph has at most, if its sentences are not longer.
const PARAGRAPH: usize = 70;

/// Splits the introduction of a type, in CommonMark, into what stands at the top of its page and the rest. A short one has no rest;
/// of a long one, the first sentence stands alone.
pub(crate) fn introduction(text: &str) -> (&str, Option<&str>) {
    if text.split_whitespace().count() <= LONG {
        return (text, None);
    }
    match sentence_ends(text).next() {
        Some(end) => (&text[..end], Some(text[end..].trim_start())),
        None => (text, None),
    }
}

/// A description in CommonMark whose long paragraphs are split between sentences.
pub(crate) fn paragraphs(text: &str) -> Cow<'_, str> {
    // No word is shorter than a letter and a space.
    if text.len() < 2 * PARAGRAPH || text.split_whitespace().count() <= PARAGRAPH {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split("\n\n").map(split).collect::<Vec<_>>().join("\n\n"))
}

/// A paragraph, split into several of about the same length.
fn split(paragraph: &str) -> String {
    let words = paragraph.split_whitespace().count();
    let parts = words.div_ceil(PARAGRAPH);
    let (mut result, mut start) = (String::new(), 0);
    let mut written = 0;
    for end in sentence_ends(paragraph) {
        let read = paragraph[..end].split_whitespace().count();
        // The break is at the first sentence that ends beyond the length of a part.
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

/// The ends of the sentences of a text's first paragraph, without the last one. There are none in a list or another block, and none
/// inside of code, links and emphasis.
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
        let (lead, rest) = introduction(&text);
        assert_eq!(rest.as_ref().map(|_| lead), expect, "{start}");
        // Nothing is lost.
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

    /// The lengths of the paragraphs, in words.
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
