//! The words of descriptions.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

/// Words without a meaning for the search. They are not in the index, and a query need not match them. One of them is
/// `openstack`: everything here is about it, and client commands begin with it.
pub(super) const STOP_WORDS: &str = "a about after all also an and another any are as at be because been before being \
    both but by can cannot could create creates did do does doing done each either else even every for from give given \
    gives had has have having how i if in into is it its itself just let like made make makes many may might more most \
    much must my need needs neither no nor not now of off on one only onto openstack or other others otherwise our out over own \
    per same set sets shall should since so some still such take takes than that the their them themselves then there \
    these they this those through thus to too under unless until upon use used uses using very via want was way we were \
    what when where whether which while who whom whose why will with within without would yet you your";

/// Words that half of all descriptions contain. They are not in the index either; in a query, they are only used if a name
/// contains them.
pub(super) const FILLER_WORDS: &str = "above accept accepted accepts active acts add added additional adds afterwards again against agree ahead allowed alone \
    along already although always among amount anew anything apart applies apply around arrive arrives ask asks attribute \
    available avoid back become becomes beforehand behalf behind belong belongs below besides between bring builds busy call \
    called calls carries carry case cases certain change changed changes changing characters checks choice choose chooses \
    chosen clear come comes compared complete completes contain contents continues counted counts created creating creation \
    current decides declared default delete deleted deletes deleting demands depends describes despite details differ difference \
    different differently directly disable disabled disables display dot down dropped during earlier effect elsewhere empty \
    enable enabled enables end ends enough enters entire entries entry equal evaluates everything exactly example except \
    excludes exist existing exists expects explicitly fail failed fails false far few fewer field filled find finds first fit \
    follow followed follows form former forms fully further generated generates get gets go goes gone granted grave half hand \
    handed hands happens heat here hold holds id identifies ids ignored implemented included including inside instead item \
    join joins keep keeps kept kind know known knows large last lasts later lead leads least leave leaves leaving left less \
    lets lie life list listed long longer look looked looks mainly map marked matched matches matching matter meaning means \
    meant meet merely missing moment moments move name named names naming needed never new next nobody none normally note \
    nothing null number offer offers often old older omitted once ones opening opens optional optionally original outside owns \
    part particular parts pass passes people permits permitted pick picks place plug point possible present printed properties \
    property provided provides purpose put puts rather reach reached reaches reads reason receive receives ref refer reference \
    refers refused refuses regardless rejected rejects remain removed removes removing repeats replace replaced replaces \
    report reported reports required requires resource rest rests result returns running runs says second seconds see seen \
    sees send sends separately setting several shown shows side single small someone something soon stands starting starts \
    stay stays stored stores suitable suits supplies taken taking tell tells template terms text therefore time together told \
    true try turns two type typical typically unique up usual usually valid value variant view waits wants well whatever \
    whenever whole work works writes written yields";

/// The words of a name; a search for them finds the entry even without a description.
pub(super) struct NameWords {
    /// The words in lowercase and in the singular, for comparison with the words of descriptions.
    parts: Vec<String>,
}

impl NameWords {
    pub(super) fn of_name(name: &str) -> Self {
        Self { parts: parts(name).map(|part| singular(&part).to_owned()).collect() }
    }

    /// Returns whether the name contains this lowercase word in the singular.
    fn contains(&self, word: &str) -> bool {
        self.parts.iter().any(|part| part == word)
    }
}

/// A word without a final `s`. That is enough to recognise the same word, because the search looks for both forms.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

/// The parts of a name in lowercase, split at punctuation and before uppercase letters that follow a lowercase one.
fn parts(name: &str) -> impl Iterator<Item = String> + '_ {
    name.split(|char: char| !char.is_alphanumeric()).flat_map(|run| {
        let mut parts = vec![String::new()];
        let mut was_small = false;
        for char in run.chars() {
            if char.is_uppercase() && was_small {
                parts.push(String::new());
            }
            was_small = char.is_lowercase();
            if let Some(part) = parts.last_mut() {
                part.extend(char.to_lowercase());
            }
        }
        parts
    })
}

/// The distinct words of a plain text, in order, separated by spaces, without insignificant words and without those of the
/// enclosing names.
pub(super) fn of_plain_text(plain: &str, enclosing_names: &[NameWords]) -> String {
    first_of_plain_text(plain, enclosing_names, usize::MAX)
}

/// The first distinct words of a plain text, up to a maximum number.
pub(super) fn first_of_plain_text(plain: &str, enclosing_names: &[NameWords], most: usize) -> String {
    static OMITTED: LazyLock<HashSet<&str, RandomState>> =
        LazyLock::new(|| STOP_WORDS.split_whitespace().chain(FILLER_WORDS.split_whitespace()).collect());
    let mut seen: HashSet<Cow<'_, str>, RandomState> = HashSet::default();
    let mut out = String::new();
    // A search for "plugin" also finds "plug-in", because the script joins two words of a query.
    let plain = if plain.contains("lug-in") {
        Cow::Owned(plain.replace("plug-in", "plugin").replace("Plug-in", "Plugin"))
    } else {
        Cow::Borrowed(plain)
    };
    let small = plain.is_ascii().then(|| plain.to_ascii_lowercase());
    let words: &mut dyn Iterator<Item = Cow<'_, str>> = match &small {
        // Nearly all texts are ASCII. Their words need no copies.
        Some(small) => &mut ascii_runs(small).map(Cow::Borrowed),
        None => &mut runs(&plain).map(|run| Cow::Owned(run.to_lowercase())),
    };
    for word in words {
        if seen.len() >= most {
            break;
        }
        if !is_significant(&word) || OMITTED.contains(&*word) {
            continue;
        }
        let stem = singular(&word);
        if enclosing_names.iter().any(|name| name.contains(stem)) || seen.contains(stem) {
            continue;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word);
        seen.insert(match word {
            Cow::Borrowed(word) => Cow::Borrowed(singular(word)),
            Cow::Owned(word) => Cow::Owned(singular(&word).to_owned()),
        });
    }
    out
}

/// The maximal runs of letters and digits, without single ASCII characters.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|run| run.len() > 1)
}

/// Table of the ASCII bytes that are letters or digits.
const IS_PART: [bool; 256] = {
    let mut is_part = [false; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        is_part[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    is_part
};

/// The maximal runs of letters and digits in an ASCII text, without single characters.
fn ascii_runs(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| IS_PART[usize::from(*byte)];
    let mut at = 0;
    let next = move || {
        let start = at + bytes[at..].iter().position(is_part)?;
        let length = bytes[start..].iter().position(|byte| !is_part(byte));
        at = length.map_or(bytes.len(), |length| start + length);
        Some(&text[start..at])
    };
    std::iter::from_fn(next).filter(|run| run.len() > 1)
}

/// Returns whether a word is neither a single character nor a number.
fn is_significant(word: &str) -> bool {
    if word.is_ascii() {
        return word.len() > 1 && !word.bytes().all(|byte| byte.is_ascii_digit());
    }
    word.chars().count() > 1 && !word.chars().all(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::{NameWords, of_plain_text};
    use crate::text::markdown;

    fn check(names: &[&str], description: &str, expect: &str) {
        let enclosing_names: Vec<_> = names.iter().map(|name| NameWords::of_name(name)).collect();
        let words = of_plain_text(&markdown::plain(description), &enclosing_names);
        assert_eq!(words, expect, "{description}");
    }

    #[test]
    fn significant_words_are_kept_once() {
        check(&[], "The disk, or the *disks*; a `boot_disk` of 20 GB.", "disk boot gb");
        check(&[], "See [this](https://example.org/page) and **HTTPS**.", "https");
        check(&[], "", "");
        check(&[], "a\nb | c", "");
        check(&[], "Größe der Platte | 名前", "größe der platte 名前");
    }

    #[test]
    fn words_of_containing_names_are_omitted() {
        check(&["OS::Nova::KeyPair", "public_key"], "Keys of a pair that Nova makes public.", "");
        check(&["OS::Neutron::Net", "port"], "Ports of the network.", "network");
    }
}
