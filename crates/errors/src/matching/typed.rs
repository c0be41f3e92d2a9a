//! Searches typed by users who do not have a message: a few words from a name of the error.

use std::collections::HashSet;

use super::words::{self, is_common};

/// The maximum number of significant words in a search typed from memory.
const MAX_TYPED: usize = 3;

/// Score of a name that contains all words.
pub(super) const WHOLE: usize = 1_000;

/// Penalty for each word of a name that is not in the text.
const ADDED: usize = 10;

/// The words of an error's names and messages.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    /// Words of each name.
    names: Vec<HashSet<String>>,
    /// Words of all names and messages.
    all: HashSet<String>,
}

impl Names {
    pub(super) fn new(names: &[String], messages: &[String]) -> Self {
        let names: Vec<HashSet<String>> = names.iter().map(|name| roots(words::split(name))).collect();
        let of_messages = roots(messages.iter().flat_map(|message| words::split(message)));
        let all = names.iter().flatten().cloned().chain(of_messages).collect();
        Self { names, all }
    }

    /// Returns the similarity of words to a name of the error, in any order; `None` if one of them is in none of its names and
    /// messages.
    pub(super) fn likeness(&self, words: &HashSet<String>) -> Option<usize> {
        if !words.is_subset(&self.all) {
            return None;
        }
        let of_name = |name: &HashSet<String>| {
            let common = name.intersection(words).count();
            let whole = if common == words.len() { WHOLE } else { 0 };
            // A single word of a name is not enough if the others are only in messages.
            (whole > 0 || common > 1)
                .then(|| (whole + WHOLE / 2 * common).saturating_sub(ADDED * (name.len() - common)))
        };
        self.names.iter().filter_map(of_name).max()
    }
}

/// Returns the stems of the significant words, if there are few enough to be a typed search.
pub(super) fn typed(words: &[String]) -> Option<HashSet<String>> {
    let words = roots(words.iter().cloned());
    (1..=MAX_TYPED).contains(&words.len()).then_some(words)
}

fn roots(words: impl Iterator<Item = String>) -> HashSet<String> {
    words.filter(|word| !is_common(word)).map(|word| root(&word).to_owned()).collect()
}

/// Returns the stem of a word.
fn root(word: &str) -> &str {
    let single = if word.ends_with("ss") { word } else { without(word, &["s"]) };
    let noun = without(single, &["ment", "ure"]);
    // A plural is not a verb form, and `exceeds` without its `s` ends in `ed` although it is not a past tense.
    let root = if single == word { without(noun, &["ing", "ed"]) } else { noun };
    without(root, &["e"])
}

/// Removes one of these endings from a word, if at least three letters remain.
fn without<'w>(word: &'w str, endings: &[&str]) -> &'w str {
    let rest = endings.iter().find_map(|ending| word.strip_suffix(ending));
    rest.filter(|rest| rest.chars().nth(2).is_some()).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_make_no_difference() {
        fn check(word: &str, expect: &str) {
            assert_eq!(root(word), expect);
        }
        check("failed", "fail");
        check("failures", "fail");
        check("deployments", "deploy");
        check("exceeds", "exceed");
        check("addresses", "address");
        check("address", "address");
        check("services", "servic");
        check("service", "servic");
        check("use", "use");
        check("größe", "größ");
    }

    #[test]
    fn the_name_with_the_fewest_other_words_is_meant() {
        fn check(text: &str, names: &[&str], expect: Option<usize>) {
            let owned =
                |texts: &[&str]| -> Vec<String> { texts.iter().map(|&text| text.to_owned()).collect() };
            let found = Names::new(&owned(names), &owned(&["Nobody heard of {name}"]));
            let typed = typed(&words::split(text).collect::<Vec<_>>());
            assert_eq!(typed.and_then(|words| found.likeness(&words)), expect, "{text}");
        }
        check("valid host", &["no-valid-host"], Some(2_000));
        check("host valid", &["no-valid-host-left"], Some(1_990));
        check("stack timeout", &["timed-out", "stack timeout"], Some(2_000));
        check("timed nobody", &["timed-out"], None);
        check("nobody timed out", &["timed-out"], Some(1_000));
        check("timed elsewhere", &["timed-out"], None);
        check("heard nobody", &["timed-out"], None);
        check("out", &["timed-out"], Some(1_490));
        check("in the", &["timed-out"], None);
        check("a stack that timed out some time ago", &["timed-out"], None);
    }
}
