//! A message with gaps, as runs of words.

use super::words;

/// A message of Heat, with a gap in place of each value: `The Parameter ({name}) was not provided.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageFormat {
    /// The runs of words between gaps; none of them is empty.
    runs: Vec<Vec<String>>,
    /// How many letters the words have together: how specific the message is.
    size: usize,
}

impl MessageFormat {
    /// Reads a message. A gap is a name in braces; a part of a word beside a gap belongs to the gap.
    #[must_use]
    pub fn new(message: &str) -> Self {
        let mut runs = Vec::new();
        let mut rest = message;
        let mut is_after_gap = false;
        loop {
            let gap = gap(rest);
            let mut literal = &rest[..gap.as_ref().map_or(rest.len(), |gap| gap.start)];
            if is_after_gap {
                literal = literal.trim_start_matches(words::is_word);
            }
            if gap.is_some() {
                literal = literal.trim_end_matches(words::is_word);
            }
            let run: Vec<String> = words::split(literal).collect();
            if !run.is_empty() {
                runs.push(run);
            }
            let Some(gap) = gap else { break };
            rest = &rest[gap.end..];
            is_after_gap = true;
        }
        let size = runs.iter().flatten().map(String::len).sum();
        Self { runs, size }
    }

    /// Whether it has too few words to be recognised.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        let words = || self.runs.iter().flatten();
        words().count() < 2 || words().map(|word| words::weight(word)).sum::<f32>() < 1.0
    }

    pub(super) fn runs(&self) -> &[Vec<String>] {
        &self.runs
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().flatten().map(String::as_str)
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// The first gap of a text: a name in braces.
fn gap(text: &str) -> Option<std::ops::Range<usize>> {
    let mut from = 0;
    loop {
        let start = from + text.get(from..)?.find('{')?;
        let length = text[start + 1..].find(|char: char| !words::is_word(char));
        match length {
            Some(length) if length > 0 && text[start + 1 + length..].starts_with('}') => {
                return Some(start..start + length + 2);
            }
            _ => from = start + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_runs_of_words() {
        fn check(message: &str, expect: &[&str]) {
            let format = MessageFormat::new(message);
            let runs: Vec<String> = format.runs().iter().map(|run| run.join(" ")).collect();
            assert_eq!(runs, expect, "{message}");
        }
        check("The Parameter ({name}) was not provided.", &["the parameter", "was not provided"]);
        check("\"{value}\" is not a map", &["is not a map"]);
        check("Multiple {resource}s matches found", &["multiple", "matches found"]);
        check("resource_types:{type}.", &["resource_types"]);
        check("an {open brace and {} none", &["an open brace and none"]);
        check("{a}{b}", &[]);
        check("", &[]);
    }

    #[test]
    fn a_message_needs_two_words() {
        fn check(message: &str, is_vague: bool) {
            assert_eq!(MessageFormat::new(message).is_vague(), is_vague, "{message}");
        }
        check("{a} failed", true);
        check("it is {a}", true);
        check("Timed out", false);
        check("Unknown Property {a}", false);
    }
}
