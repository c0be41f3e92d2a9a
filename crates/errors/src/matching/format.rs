//! A message with gaps, as runs of words.

use super::words;

/// A message of Heat, with a gap in place of each value: `The Parameter ({name}) was not provided.`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageFormat {
    /// The runs of words between gaps; none is empty.
    runs: Vec<Run>,
    /// `true` if the message begins with a gap; `closes` is the same for its end.
    opens: bool,
    closes: bool,
    /// `true` if the message begins with a gap in quotes.
    quotes: bool,
    /// Number of words before a gap in quotes; `None` if the first gap after words is not in quotes.
    words_before_quotes: Option<usize>,
    /// Total length of the words: longer messages are more specific.
    size: usize,
    /// Text of the message, including its gaps.
    text: String,
}

/// A run of words between gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) words: Vec<String>,
    /// The minimum number of words before the run. A single gap may be empty: `The Parameter () was not provided.` Consecutive
    /// gaps may not, or one word could fill both the type of an object and its name.
    pub(super) least_before: usize,
}

impl MessageFormat {
    /// Parses a message. A gap is a name in braces; a partial word next to a gap belongs to the gap.
    #[must_use]
    pub fn new(message: &str) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut rest = message;
        let mut is_after_gap = false;
        let mut opens = false;
        let mut gaps = 0;
        let mut quotes = false;
        let mut words_before_quotes = None;
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
                if runs.is_empty() {
                    opens = gaps > 0;
                    quotes = opens && literal.starts_with(words::is_quote);
                    let is_quoted = gap.is_some() && literal.ends_with(words::is_quote);
                    words_before_quotes = is_quoted.then_some(run.len());
                }
                let least_before = if gaps > 1 && !runs.is_empty() { gaps } else { 0 };
                runs.push(Run { words: run, least_before });
                gaps = 0;
            }
            let Some(gap) = gap else { break };
            rest = &rest[gap.end..];
            is_after_gap = true;
            gaps += 1;
        }
        let size = runs.iter().flat_map(|run| &run.words).map(String::len).sum();
        Self { runs, opens, closes: gaps > 0, quotes, words_before_quotes, size, text: message.to_owned() }
    }

    /// Returns whether the message has too few words to be recognised.
    #[must_use]
    pub fn is_vague(&self) -> bool {
        self.words().count() < 2 || self.words().all(words::is_common)
    }

    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns whether the message begins with a gap.
    pub(super) fn opens(&self) -> bool {
        self.opens
    }

    /// Returns whether the message ends with a gap.
    pub(super) fn closes(&self) -> bool {
        self.closes
    }

    /// Returns whether the message begins with a gap in quotes.
    pub(super) fn quotes(&self) -> bool {
        self.quotes
    }

    /// Number of words before a gap in quotes; `None` if the first gap after words is not in quotes.
    pub(super) fn words_before_quotes(&self) -> Option<usize> {
        self.words_before_quotes
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().flat_map(|run| &run.words).map(String::as_str)
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Number of sentences that begin inside the message.
    pub(super) fn breaks(&self) -> usize {
        let text = words::Text::new(&self.text.replace(['{', '}'], ""));
        text.begins.iter().filter(|begins| **begins).count()
    }
}

/// Finds the first gap of a text: a name in braces.
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
            let runs: Vec<String> = format.runs().iter().map(|run| run.words.join(" ")).collect();
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
