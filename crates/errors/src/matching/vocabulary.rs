//! The weight of words: the fewer messages contain a word, the more it weighs.

use std::collections::{HashMap, HashSet};

use super::format::MessageFormat;
use super::words::is_common;

/// The minimum and maximum weight of a word: for one that every text contains, and for one that only one message contains.
const LEAST: f64 = 0.25;
const MOST: f64 = 1.2;

/// The natural logarithm of the factor by which more messages contain a word that weighs 1 less.
const STEP: f64 = 5.0;

/// The words of all messages, with their weights.
#[derive(Debug, Clone, Default)]
pub(super) struct Vocabulary {
    weights: HashMap<String, f64>,
}

impl Vocabulary {
    pub(super) fn new<'f>(formats: impl IntoIterator<Item = &'f MessageFormat>) -> Self {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for format in formats {
            let words: HashSet<&str> = format.words().collect();
            for word in words {
                *counts.entry(word.to_owned()).or_default() += 1;
            }
        }
        let weigh = |(word, count): (String, u32)| {
            let weight =
                if is_common(&word) { LEAST } else { (MOST - f64::from(count).ln() / STEP).max(LEAST) };
            (word, weight)
        };
        Self { weights: counts.into_iter().map(weigh).collect() }
    }

    /// The weight of a word. Words without letters weigh nothing, nor do words with digits or underscores that no message
    /// contains.
    pub(super) fn weight(&self, word: &str) -> f64 {
        if !word.contains(char::is_alphabetic) {
            return 0.0;
        }
        self.weights.get(word).copied().unwrap_or_else(|| {
            if is_common(word) {
                LEAST
            } else if word.contains(|char: char| char.is_numeric() || char == '_') {
                0.0
            } else {
                1.0
            }
        })
    }

    /// Returns true if a message contains the word.
    pub(super) fn has(&self, word: &str) -> bool {
        self.weights.contains_key(word)
    }

    /// The total weight of words.
    pub(super) fn sum<'w>(&self, words: impl Iterator<Item = &'w str>) -> f64 {
        words.map(|word| self.weight(word)).sum()
    }

    /// The word with the highest weight among those that occur in messages, the first of several; `None` if there is no such
    /// word.
    pub(super) fn most_telling<'w>(&self, words: &[&'w str]) -> Option<&'w str> {
        let mut most: Option<(&str, f64)> = None;
        for word in words.iter().filter(|word| self.weights.contains_key(**word)) {
            let weight = self.weight(word);
            if most.is_none_or(|(_, known)| weight > known) {
                most = Some((word, weight));
            }
        }
        most.map(|(word, _)| word)
    }
}
