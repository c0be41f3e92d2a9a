//! The words of a text: runs of letters, digits and underscores, in lower case.

use std::ops::Range;

/// The maximum number of words of a text that are processed: a message is at the beginning of a log, or the log is too long.
const MAX_WORDS: usize = 2_000;

/// The maximum length of a text that is processed, in bytes.
const MAX_TEXT: usize = 100_000;

/// Words that almost every text contains, so they have little weight.
const COMMON: [&str; 26] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "could", "for", "from", "has", "in", "is", "it",
    "must", "no", "not", "of", "on", "or", "should", "that", "the", "to", "was",
];

/// A pasted text, split into words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Text {
    /// The text without terminal codes, escapes and entities.
    pub(super) plain: String,
    /// Words of the text, in lower case.
    pub(super) words: Vec<String>,
    /// Flags of the words: set if a new part begins with the word, such as a sentence, or the text after a colon.
    pub(super) begins: Vec<bool>,
    /// Starts of the words, in bytes.
    starts: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let mut end = text.len().min(MAX_TEXT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let plain = plain(&text[..end]);
        let (mut words, mut begins, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let mut after = 0;
        for word in plain.split(|char: char| !is_word(char)).filter(|word| !word.is_empty()).take(MAX_WORDS) {
            // Both pointers are into the same string.
            let start = word.as_ptr() as usize - plain.as_ptr() as usize;
            if let Some(at) = plain[after..start].find(" ()") {
                // An empty value is also a word: `The Key () could not be found.`
                words.push(String::new());
                begins.push(false);
                starts.push(after + at + 2);
            }
            begins.push(is_break(&plain[after..start]));
            starts.push(start);
            after = start + word.len();
            words.push(word.to_lowercase());
        }
        Self { plain, words, begins, starts }
    }

    /// Starts a new part at the words at these positions in the text, or at the words after them.
    pub(super) fn begin_at(&mut self, positions: &[usize]) {
        for position in positions {
            let word = self.starts.partition_point(|start| start < position);
            if let Some(begins) = self.begins.get_mut(word) {
                *begins = true;
            }
        }
    }

    /// Number of words in a range, except the first, with which a new part begins.
    pub(super) fn breaks(&self, place: &Range<usize>) -> usize {
        self.begins[place.start + 1..place.end].iter().filter(|begins| **begins).count()
    }

    /// The words of the sentence from a word to its end, or to the end of the brackets around it. Text in other brackets is left
    /// out.
    pub(super) fn after(&self, at: usize) -> impl Iterator<Item = &str> {
        let mut depth = 0;
        (at..self.words.len())
            .take_while(|at| !self.begins[*at])
            .map_while(move |at| {
                depth = inside(depth, self.between(at).chars())?;
                Some((depth, at))
            })
            .filter(|(depth, _)| *depth == 0)
            .map(|(_, at)| self.words[at].as_str())
    }

    /// Returns the start of the gap before a word: the previous word, or the first quote of the sentence if the gap is in quotes.
    pub(super) fn gap_before(&self, at: usize, quotes: bool) -> usize {
        let last = at.saturating_sub(1);
        let between = self.between(at);
        if between.contains([')', ']']) {
            // Text in brackets is not a value.
            return at;
        }
        if !quotes || !between.contains(is_quote) || between.ends_with(is_quote) {
            return last;
        }
        let start = (0..=last).rev().find(|at| self.begins[*at]).unwrap_or(0);
        let opens = |at: &usize| {
            let between = self.between(*at);
            between.contains(is_quote) && (*at == 0 || !between.starts_with(is_quote))
        };
        (start..=last).find(opens).unwrap_or(start)
    }

    /// Returns true if there is a quote between a word and the word before it.
    pub(super) fn has_quote_before(&self, at: usize) -> bool {
        self.between(at).contains(is_quote)
    }

    /// The text between a word and the word before it.
    fn between(&self, at: usize) -> &str {
        let start = self.starts.get(at).copied().unwrap_or(self.plain.len());
        self.plain[..start].rsplit(is_word).next().unwrap_or_default()
    }

    /// The words of the sentence before a word, back to its beginning, or to the beginning of the brackets around it. Text in
    /// other brackets is left out.
    pub(super) fn before(&self, at: usize) -> impl Iterator<Item = &str> {
        let mut depth = 0;
        (0..at)
            .rev()
            .take_while(|at| !self.begins.get(at + 1).copied().unwrap_or_default())
            .map_while(move |at| {
                depth = inside(depth, self.between(at + 1).chars().rev().map(mirrored))?;
                Some((depth, at))
            })
            .filter(|(depth, _)| *depth == 0)
            .map(|(_, at)| self.words[at].as_str())
    }
}

/// Returns the number of brackets that are open after some punctuation; `None` if the surrounding brackets are closed.
fn inside(depth: usize, mut signs: impl Iterator<Item = char>) -> Option<usize> {
    signs.try_fold(depth, |depth, sign| match sign {
        '(' | '[' => Some(depth + 1),
        ')' | ']' => depth.checked_sub(1),
        _ => Some(depth),
    })
}

/// Returns the opposite bracket, for reading backwards.
fn mirrored(sign: char) -> char {
    match sign {
        '(' => ')',
        '[' => ']',
        ')' => '(',
        ']' => '[',
        other => other,
    }
}

/// Returns whether the text between two words separates sentences, or parts of a structure such as JSON.
fn is_break(between: &str) -> bool {
    let is_sign = |char: char| ".:;!?]".contains(char);
    let ends = between.char_indices().any(|(at, char)| {
        is_sign(char)
            && between[at + 1..].trim_start_matches(['"', '\'', ')', ']']).starts_with(char::is_whitespace)
    });
    // HTML tags and arrows separate as well; single angle brackets also occur in messages: `expected <block end>`.
    let is_tag = ["</", "><", "->"].iter().any(|sign| between.contains(sign));
    ends || is_tag || between.contains(['{', '}']) || between.contains("\",") || between.contains("',")
}

/// Splits a text into words, in lower case.
pub(super) fn split(text: &str) -> impl Iterator<Item = String> {
    text.split(|char: char| !is_word(char)).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

pub(super) fn is_quote(char: char) -> bool {
    char == '\'' || char == '"'
}

pub(super) fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Returns whether a word is so common that it has little weight.
pub(super) fn is_common(word: &str) -> bool {
    COMMON.contains(&word)
}

/// HTML entities, with the characters that they represent.
const ENTITIES: [(&str, &str); 8] = [
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", " "),
    ("&nbsp;", " "),
];

/// Removes the additions of terminals, Python 2, JSON and HTML from a text: colours, the `u` of strings, escaped line breaks and
/// quotes, entities.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\u{1b}', '\\', '&', 'u', 'U']) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        let is_inside = plain.ends_with(is_word);
        let (length, sign) = replaced(after, is_inside);
        plain.push_str(sign);
        rest = &after[length..];
    }
    plain.push_str(rest);
    plain
}

/// Returns the number of bytes to replace at the beginning of a text, and their replacement. The first character is one byte, and
/// is always replaced.
fn replaced(text: &str, is_inside_word: bool) -> (usize, &str) {
    let bytes = text.as_bytes();
    match (bytes.first(), bytes.get(1)) {
        // ESC [ parameters letter
        (Some(0x1b), Some(b'[')) => {
            let end = bytes.iter().skip(2).position(u8::is_ascii_alphabetic);
            (end.map_or(2, |end| end + 3), " ")
        }
        (Some(b'u' | b'U'), Some(b'"' | b'\'')) if !is_inside_word => (1, ""),
        (Some(b'u' | b'U'), _) => (1, &text[..1]),
        (Some(b'\\'), Some(b'"' | b'\'')) => (2, &text[1..2]),
        (Some(b'\\'), Some(b'n' | b'r' | b't' | b'\\')) => (2, " "),
        (Some(b'&'), Some(_)) => {
            let found = ENTITIES.iter().find(|(entity, _)| text.starts_with(entity));
            found.map_or((1, " "), |(entity, sign)| (entity.len(), *sign))
        }
        _ => (1, " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_are_left_of_a_text() {
        fn check(text: &str, expect: &[&str]) {
            assert_eq!(Text::new(text).words, expect, "{text}");
        }
        check(
            "ERROR: The Parameter (key_name)\nwas not provided.",
            &["error", "the", "parameter", "key_name", "was", "not", "provided"],
        );
        check("\u{1b}[31;1mUnknown\u{1b}[0m Property", &["unknown", "property"]);
        check("\"message\": \"No\\nimage \\\"a\\\"\"", &["message", "no", "image", "a"]);
        check("&quot;x&quot; is &#39;y&#39; &c", &["x", "is", "y", "c"]);
        check("C:\\work \u{1b}[", &["c", "work"]);
        check("{u'message': u'No', U\"b\": menu'x'}", &["message", "no", "b", "menu", "x"]);
        check("Größe ist 5", &["größe", "ist", "5"]);
        check("The Key () of int() is gone", &["the", "key", "", "of", "int", "is", "gone"]);
        check("", &[]);
    }

    #[test]
    fn sentences_and_parts_of_a_structure_begin_anew() {
        fn check(text: &str, expect: &[&str]) {
            let text = Text::new(text);
            let starts = text.words.iter().zip(&text.begins).filter(|(_, begins)| **begins);
            assert_eq!(starts.map(|(word, _)| word.as_str()).collect::<Vec<_>>(), expect, "{}", text.plain);
        }
        check("One two. Three: four, five", &["three", "four"]);
        check("10.0.0.5 of resources.a.b: 'x' c", &["x"]);
        check("{\"message\": \"No host\", \"code\": 5}", &["message", "no", "code", "5"]);
        check("<h1>Not Found</h1><p>The <b end>", &["h1", "p"]);
    }

    #[test]
    fn a_sentence_ends_at_the_brackets_around_it() {
        fn check(text: &str, before: &[&str], after: &[&str]) {
            let text = Text::new(text);
            let at = text.words.iter().position(|word| word == "at").unwrap();
            let mut found: Vec<&str> = text.before(at).collect();
            found.reverse();
            assert_eq!(
                (found.as_slice(), text.after(at + 1).collect::<Vec<_>>().as_slice()),
                (before, after)
            );
        }
        check("So: a b at c d. E", &["a", "b"], &["c", "d"]);
        check("a (b at c) d", &["b"], &["c"]);
        check("a (b) at (c) d", &["a"], &["d"]);
        check("a [b (c) at] (d) e", &["b"], &[]);
        check("a) at (b", &[], &[]);
        check("at", &[], &[]);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert_eq!(Text::new(&"a ".repeat(5_000)).words.len(), MAX_WORDS);
        assert_eq!(Text::new(&"ä".repeat(100_000)).words.len(), 1);
    }
}
