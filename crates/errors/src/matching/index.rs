//! Finds the known errors in a text.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::format::MessageFormat;
use super::layers::{self, Layer, UnknownReason};
use super::typed::{self, Names, WHOLE};
use super::vocabulary::Vocabulary;
use super::words::Text;
use super::{close, exact};

/// The maximum number of errors found in a text.
const MAX_FOUND: usize = 5;

/// The maximum number of words of a short message, which many texts contain by chance.
const SHORT: usize = 2;

/// The maximum number of similar errors.
const MAX_SIMILAR: usize = 3;

/// Position of an error among the results for a text that contains several messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precedence {
    /// First, because its message quotes another one as its reason.
    First,
    /// By size: the most specific message comes first.
    #[default]
    BySize,
    /// Last, because its message only states the origin of another one.
    Last,
}

/// An error to be indexed: its messages and names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IndexedError {
    /// Position of the error among several results.
    pub precedence: Precedence,
    /// Messages of the error, with gaps.
    pub formats: Vec<String>,
    /// Names that people use for the error.
    pub names: Vec<String>,
}

/// An index that finds errors by their messages in a text.
#[derive(Debug, Clone, Default)]
pub struct ErrorIndex {
    /// The formats, each with the number of its error.
    formats: Vec<(usize, Precedence, MessageFormat)>,
    vocabulary: Vocabulary,
    errors: Vec<IndexedError>,
}

/// The errors found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FoundErrors {
    /// The numbers of the errors, best match first.
    pub errors: Vec<usize>,
    /// `true` if the text contains the messages. Otherwise, it only has many words in common with them.
    pub is_exact: bool,
    /// The layers around the message, from the outside in.
    pub layers: Vec<Layer>,
    /// The message inside the layers, if it is unknown: the errors found are then about the layers, or similar.
    pub unknown: Option<UnknownReason>,
}

impl ErrorIndex {
    /// Creates an index of errors, which are numbered from 0.
    #[must_use]
    pub fn new(errors: impl IntoIterator<Item = IndexedError>) -> Self {
        let errors: Vec<IndexedError> = errors.into_iter().collect();
        let formats = errors.iter().enumerate().flat_map(|(number, error)| {
            error.formats.iter().map(move |format| (number, error.precedence, MessageFormat::new(format)))
        });
        let formats: Vec<(usize, Precedence, MessageFormat)> = formats.collect();
        let vocabulary = Vocabulary::new(formats.iter().map(|(_, _, format)| format));
        Self { formats, vocabulary, errors }
    }

    /// Finds the errors in a text.
    #[must_use]
    pub fn find(&self, text: &str) -> FoundErrors {
        let mut text = Text::new(text);
        let peeled = layers::peel(&text.plain);
        text.begin_at(&peeled.starts);
        let known: HashSet<&str> = text.words.iter().map(String::as_str).collect();
        let mut found: Vec<(Precedence, bool, Reverse<usize>, usize)> = self
            .formats
            .iter()
            .filter(|(_, _, format)| format.words().all(|word| known.contains(word)))
            .filter_map(|(number, precedence, format)| {
                let place = exact::place(&text.words, format)?;
                let is_about = self.is_about(&text, format, &place);
                // A match across sentences is worse than one within a sentence.
                let is_torn = text.breaks(&place) > format.breaks();
                is_about.then_some((*precedence, is_torn, Reverse(format.size()), *number))
            })
            .collect();
        found.sort_unstable();
        // An error that comes last only states the origin of another one, unless there is nothing inside it.
        let is_explained = found.first().is_some_and(|(precedence, ..)| *precedence != Precedence::Last)
            || !found.is_empty() && self.begins_with_last(&Text::new(&peeled.core).words);
        let unknown = if is_explained { None } else { layers::unknown(&text.plain, &peeled) };
        let exact = first_of_each(found.into_iter().map(|(.., number)| number), MAX_FOUND);
        let similar = match &unknown {
            Some(reason) => self.close(&Text::new(&reason.text).words, false),
            None if exact.is_empty() => {
                let close = self.close(&text.words, true);
                first_of_each(self.named(&text.words).into_iter().chain(close), MAX_SIMILAR)
            }
            None => Vec::new(),
        };
        let is_exact = similar.is_empty() && !exact.is_empty();
        FoundErrors {
            errors: if is_exact { exact } else { similar },
            is_exact,
            layers: peeled.layers,
            unknown,
        }
    }

    /// Returns whether the sentence with a message says little besides the message itself: *Timed out* is not the message of a
    /// text about a connection to a host that timed out. The text in a gap belongs to the message; a gap before a short message
    /// is one word, or the text in quotes if the message quotes it.
    fn is_about(&self, text: &Text, format: &MessageFormat, place: &Range<usize>) -> bool {
        let is_short = format.words().nth(SHORT).is_none();
        let quoted = format.words_before_quotes().filter(|_| is_short);
        if quoted.is_some_and(|words| !text.has_quote_before(place.start + words)) {
            return false;
        }
        let before = match (format.opens(), is_short) {
            (true, false) => 0.0,
            (true, true) => self.vocabulary.sum(text.before(text.gap_before(place.start, format.quotes()))),
            (false, _) => self.vocabulary.sum(text.before(place.start)),
        };
        let after = if format.closes() { 0.0 } else { self.vocabulary.sum(text.after(place.end)) };
        let most = self.vocabulary.sum(format.words());
        before + after <= if is_short { most / 2.0 } else { most }
    }

    /// Returns true if the words begin with the message of an error that comes last.
    fn begins_with_last(&self, words: &[String]) -> bool {
        self.formats.iter().any(|(_, precedence, format)| {
            *precedence == Precedence::Last
                && exact::place(words, format).is_some_and(|place| place.start == 0)
        })
    }

    /// The errors that a few words name.
    fn named(&self, words: &[String]) -> Vec<usize> {
        let Some(typed) = typed::typed(words) else { return Vec::new() };
        let likeness = |error: &IndexedError| Names::new(&error.names, &error.formats).likeness(&typed);
        let mut found: Vec<(Reverse<usize>, usize)> = (self.errors.iter().enumerate())
            .filter_map(|(number, error)| Some((Reverse(likeness(error)?), number)))
            .collect();
        found.sort_unstable();
        // If one name contains all words, names with only some of them are ignored.
        let is_whole = found.first().is_some_and(|(best, _)| best.0 > WHOLE);
        found
            .into_iter()
            .filter(|(found, _)| !is_whole || found.0 > WHOLE)
            .map(|(_, number)| number)
            .collect()
    }

    /// The errors that are similar to a text; `is_whole` tells whether it is a whole text or a part of one.
    fn close(&self, words: &[String], is_whole: bool) -> Vec<usize> {
        let mut found: Vec<(f64, usize)> = self
            .formats
            .iter()
            .filter(|(_, precedence, _)| *precedence != Precedence::Last)
            .filter_map(|(number, _, format)| {
                Some((close::resemblance(words, is_whole, format, &self.vocabulary)?, *number))
            })
            .collect();
        found.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        first_of_each(found.into_iter().map(|(_, number)| number), MAX_SIMILAR)
    }
}

/// Returns the first errors, without duplicates.
fn first_of_each(errors: impl Iterator<Item = usize>, most: usize) -> Vec<usize> {
    let mut seen = HashSet::new();
    errors.filter(|number| seen.insert(*number)).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the numbers of the errors that are found in a text.
    fn check(text: &str, expect: &[usize], is_exact: bool) {
        let error = |precedence, formats: &[&str]| IndexedError {
            precedence,
            formats: formats.iter().map(|format| (*format).to_owned()).collect(),
            names: Vec::new(),
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
        let found = index.find(text);
        assert_eq!((found.errors.as_slice(), found.is_exact), (expect, is_exact), "{text}");
    }

    #[test]
    fn the_most_specific_message_comes_first() {
        check("Property error: resources.a.properties.b: c is not an allowed value [d]", &[1, 0], true);
        check("Invalid default x (x is not an allowed value [y])", &[2, 1], true);
        check("The Image (x) could not be found.", &[4, 3], true);
        check("The Flavor (x) could not be found.", &[3], true);
    }

    #[test]
    fn a_quoted_gap_before_a_short_message_has_many_words() {
        fn check(text: &str, expect: bool) {
            let index = ErrorIndex::new([IndexedError {
                formats: vec!["'{attribute}': expected '{expected}', got '{current}'".to_owned()],
                ..IndexedError::default()
            }]);
            assert_eq!(index.find(text).is_exact, expect, "{text}");
        }
        check("'status': expected 'a', got 'b'", true);
        check("'its long name': expected 'a', got 'b'", true);
        check("ERROR: 'its long' name': expected 'a', got 'b'", true);
        check("its long name is expected 'a', got 'b'", false);
        check("the long name of 'it': expected 'a', got 'b'", false);
        check("Expected code [202 204] when accessing [DELETE http://a/b], but got 500 instead", false);
    }

    #[test]
    fn what_a_text_resembles_is_found_if_it_has_no_message() {
        check("is not an allowed val", &[1], false);
        check("image could not be found", &[4, 3], false);
        check("something else entirely", &[], false);
        check("", &[], false);
    }
}
