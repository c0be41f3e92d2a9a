//! Finds the errors of a text among all of them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::format::MessageFormat;
use super::{close, exact, words};

/// The most errors that are found in a text.
const MAX_FOUND: usize = 5;

/// Where an error stands among those of a text that has several messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precedence {
    /// It comes first, because its message quotes another one as its reason.
    First,
    /// The most specific message comes first.
    #[default]
    BySize,
    /// It comes last, because its message only says where the other one is from.
    Last,
}

/// An error as the index knows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IndexedError {
    /// Where it stands among others.
    pub precedence: Precedence,
    /// Its messages, with gaps.
    pub formats: Vec<String>,
}

/// Finds the errors whose messages a text has.
#[derive(Debug, Clone, Default)]
pub struct ErrorIndex {
    /// Each format with the number of its error.
    formats: Vec<(usize, Precedence, MessageFormat)>,
}

/// The errors of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundErrors {
    /// The numbers of the errors, the best one first.
    pub errors: Vec<usize>,
    /// Whether the text has their messages. Otherwise, it only has many of their words.
    pub is_exact: bool,
}

impl ErrorIndex {
    /// An index of errors, which are numbered from 0.
    #[must_use]
    pub fn new(errors: impl IntoIterator<Item = IndexedError>) -> Self {
        let formats = errors.into_iter().enumerate().flat_map(|(number, error)| {
            let formats = error.formats.into_iter();
            formats.map(move |format| (number, error.precedence, MessageFormat::new(&format)))
        });
        Self { formats: formats.collect() }
    }

    /// The errors of a text.
    #[must_use]
    pub fn find(&self, text: &str) -> FoundErrors {
        let words = words::of_text(text);
        let known: HashSet<&str> = words.iter().map(String::as_str).collect();
        let mut found: Vec<(Precedence, std::cmp::Reverse<usize>, usize)> = self
            .formats
            .iter()
            .filter(|(_, _, format)| {
                format.words().all(|word| known.contains(word)) && exact::has(&words, format)
            })
            .map(|(number, precedence, format)| (*precedence, std::cmp::Reverse(format.size()), *number))
            .collect();
        found.sort_unstable();
        let is_exact = !found.is_empty();
        let errors = found.into_iter().map(|(_, _, number)| number);
        let errors =
            if is_exact { first_of_each(errors) } else { first_of_each(self.close(&words).into_iter()) };
        FoundErrors { errors, is_exact }
    }

    /// The errors that a text resembles.
    fn close(&self, words: &[String]) -> Vec<usize> {
        let mut found: Vec<(f32, usize)> = self
            .formats
            .iter()
            .filter_map(|(number, _, format)| Some((close::resemblance(words, format)?, *number)))
            .collect();
        found.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        found.into_iter().map(|(_, number)| number).collect()
    }
}

/// The first errors, each once.
fn first_of_each(errors: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut seen = HashSet::new();
    errors.filter(|number| seen.insert(*number)).take(MAX_FOUND).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the errors that a text has.
    fn check(text: &str, expect: &[usize], is_exact: bool) {
        let error = |precedence, formats: &[&str]| IndexedError {
            precedence,
            formats: formats.iter().map(|format| (*format).to_owned()).collect(),
        };
        let index = ErrorIndex::new([
            error(Precedence::Last, &["Property error: {path}: {reason}"]),
            error(Precedence::BySize, &["{value} is not an allowed value {allowed}"]),
            error(Precedence::First, &["Invalid default {default} ({reason})"]),
            error(Precedence::BySize, &["The {entity} ({name}) could not be found."]),
            error(
                Precedence::BySize,
                &["The Image ({name}) could not be found.", "No images matching {args}."],
            ),
        ]);
        assert_eq!(index.find(text), FoundErrors { errors: expect.to_owned(), is_exact }, "{text}");
    }

    #[test]
    fn the_most_specific_message_comes_first() {
        check("Property error: resources.a.properties.b: c is not an allowed value [d]", &[1, 0], true);
        check("Invalid default x (x is not an allowed value [y])", &[2, 1], true);
        check("The Image (x) could not be found.", &[4, 3], true);
        check("The Flavor (x) could not be found.", &[3], true);
    }

    #[test]
    fn what_a_text_resembles_is_found_if_it_has_no_message() {
        check("is not an allowed val", &[1], false);
        check("image could not be found", &[4, 3], false);
        check("something else entirely", &[], false);
        check("", &[], false);
    }
}
