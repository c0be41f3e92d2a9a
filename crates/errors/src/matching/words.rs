//! The words of a text: runs of letters, digits and underscores, in lower case.

/// The most words of a text that are looked at: a message is at the beginning of a log, or the log is too long to be one.
const MAX_WORDS: usize = 2_000;

/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 100_000;

/// Words that every text has: they say little.
const COMMON: [&str; 26] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "could", "for", "from", "has", "in", "is", "it",
    "must", "no", "not", "of", "on", "or", "should", "that", "the", "to", "was",
];

/// How much a common word weighs, where others weigh 1.
const COMMON_WEIGHT: f32 = 0.25;

/// The words of a pasted text.
pub(super) fn of_text(text: &str) -> Vec<String> {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    split(&plain(&text[..end])).take(MAX_WORDS).collect()
}

/// The words of a text, unchanged but for their case.
pub(super) fn split(text: &str) -> impl Iterator<Item = String> {
    text.split(|char: char| !is_word(char)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

pub(super) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// How much a word says.
pub(super) fn weight(word: &str) -> f32 {
    if COMMON.contains(&word) { COMMON_WEIGHT } else { 1.0 }
}

/// A text without what a terminal, JSON or HTML put between its words: colours, escaped line breaks and quotes, entities.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\\', '&']) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        plain.push(' ');
        rest = &after[skipped(after)..];
    }
    plain.push_str(rest);
    plain
}

/// How many bytes at the beginning of a text stand between words: at least the first, which is of one byte.
fn skipped(text: &str) -> usize {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.get(1)) {
        // ESC [ parameters letter
        (Some(0x1b), Some(b'[')) => {
            let end = bytes.iter().skip(2).position(u8::is_ascii_alphabetic);
            end.map_or(2, |end| end + 3)
        }
        (Some(b'\\'), Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\\')) => 2,
        (Some(b'&'), Some(_)) => {
            let entities = ["&quot;", "&apos;", "&#39;", "&#x27;", "&lt;", "&gt;", "&amp;", "&nbsp;"];
            entities.iter().find(|entity| text.starts_with(**entity)).map_or(1, |entity| entity.len())
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_are_left_of_a_text() {
        fn check(text: &str, expect: &[&str]) {
            assert_eq!(of_text(text), expect, "{text}");
        }
        check(
            "ERROR: The Parameter (key_name)\nwas not provided.",
            &["error", "the", "parameter", "key_name", "was", "not", "provided"],
        );
        check("\u{1b}[31;1mUnknown\u{1b}[0m Property", &["unknown", "property"]);
        check("\"message\": \"No\\nimage \\\"a\\\"\"", &["message", "no", "image", "a"]);
        check("&quot;x&quot; is &#39;y&#39; &c", &["x", "is", "y", "c"]);
        check("C:\\work \u{1b}[", &["c", "work"]);
        check("Größe ist 5", &["größe", "ist", "5"]);
        check("", &[]);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(of_text(&"a ".repeat(5_000)).len(), MAX_WORDS);
        assert_eq!(of_text(&"ä".repeat(100_000)).len(), 1);
    }
}
