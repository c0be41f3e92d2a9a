//! "Did you mean": the known name that was probably meant by a misspelt one.

use std::borrow::Cow;

/// The longest word, in bytes, that is compared with others.
const MAX_WORD: usize = 100;

/// Returns the candidate nearest to `word`, if it is near enough.
///
/// Near enough means at most a third of the word's length in edits, or one (a swap of neighbouring letters is
/// one edit); case and the difference between `-` and `_` are ignored. A word of more than 100 bytes has no
/// suggestion.
///
/// ```
/// use heat_model::suggest::nearest;
/// assert_eq!(nearest("update_alowed", ["required", "update_allowed"]), Some("update_allowed"));
/// assert_eq!(nearest("colour", ["required", "update_allowed"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD {
        return None;
    }
    let folded = fold(word);
    let length = folded.chars().count();
    let limit = (length / 3).max(1);
    let own = Letters::of(&folded);
    let mut abbreviated = Vec::new();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = fold(candidate);
        // An abbreviation matches if only one name starts with it.
        if length >= 4 && abbreviated.len() < 2 && other.starts_with(&*folded) {
            abbreviated.push(candidate);
        }
        let wanted = best.map_or(limit, |(distance, _)| distance.saturating_sub(1));
        // Most names are so different that they need not be compared.
        if best.is_some_and(|(distance, _)| distance == 0)
            || own.least_distance(&Letters::of(&other)) > wanted
        {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&folded, &other);
        if distance <= wanted {
            best = Some((distance, candidate));
        }
    }
    match (best, abbreviated.as_slice()) {
        // A typo is more likely than a long name that nobody finished: `image_` means `image`, not `image_update_policy`.
        (Some((distance, candidate)), _) if distance <= 1 => Some(candidate),
        (_, [only]) => Some(only),
        (best, _) => best.map(|(_, candidate)| candidate),
    }
}

/// Returns whether one name is the other with one typo: an extra letter, a missing letter, a wrong letter, or two swapped
/// letters. A difference in numbers is intended, not a typo. Case and the difference between `-` and `_` are ignored.
///
/// ```
/// use heat_model::suggest::is_typo;
/// assert!(is_typo("imagee", "image"));
/// assert!(!is_typo("compute_1", "compute_2") && !is_typo("compute_image", "image"));
/// ```
#[must_use]
pub fn is_typo(word: &str, meant: &str) -> bool {
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    word.len().abs_diff(meant.len()) <= 4
        && word.len() <= MAX_WORD
        && strsim::damerau_levenshtein(&fold(word), &fold(meant)) == 1
        && digits(word) == digits(meant)
}

fn fold(word: &str) -> Cow<'_, str> {
    let is_folded = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase() && byte != b'-';
    if word.bytes().all(is_folded) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.to_lowercase().replace('-', "_"))
}

/// Number of times that each letter occurs in a word. Different letters that share a count only make words more alike.
struct Letters([u8; 32]);

impl Letters {
    fn of(word: &str) -> Self {
        let mut counts = [0_u8; 32];
        for character in word.chars() {
            let count = &mut counts[character as usize % 32];
            *count = count.saturating_add(1);
        }
        Self(counts)
    }

    /// Lower bound on the number of edits between two words with these letters: an edit adds a letter, removes one, or does both.
    fn least_distance(&self, other: &Self) -> usize {
        let pairs = || self.0.iter().zip(&other.0);
        let added: usize = pairs().map(|(own, other)| usize::from(other.saturating_sub(*own))).sum();
        let removed: usize = pairs().map(|(own, other)| usize::from(own.saturating_sub(*other))).sum();
        added.max(removed)
    }
}

#[cfg(test)]
mod tests {
    use super::{Letters, fold, nearest};

    fn check(word: &str, expect: Option<&str>) {
        assert_eq!(nearest(word, ["type", "required", "default", "allowed_values"]), expect, "{word}");
    }

    #[test]
    fn finds_what_was_meant() {
        check("typ", Some("type"));
        check("Requierd", Some("required"));
        check("allowed-values", Some("allowed_values"));
        check("requ", Some("required"));
        check("x", None);
        check("", None);
    }

    #[test]
    fn one_mistake_is_more_likely_than_an_abbreviation() {
        let check = |word: &str, expect: &str| {
            let names = ["image", "image_update_policy", "user_data", "user_data_format"];
            assert_eq!(nearest(word, names), Some(expect), "{word}");
        };
        check("image_", "image");
        check("image_u", "image_update_policy");
        check("user_data_", "user_data");
    }

    proptest::proptest! {
        #[test]
        fn names_that_are_not_compared_are_too_different(left in "[a-eA-Cäß_-]{0,9}", right in "[a-eA-Cäß_-]{0,9}") {
            let [left, right] = [fold(&left), fold(&right)];
            let least = Letters::of(&left).least_distance(&Letters::of(&right));
            proptest::prop_assert!(least <= strsim::damerau_levenshtein(&left, &right));
        }
    }
}
