//! "Did you mean": the known name that a misspelt one was probably meant to be.

/// The candidate nearest to `word`, if it is near enough.
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
    if word.len() > 100 {
        return None;
    }
    let folded = fold(word);
    let candidates: Vec<&str> = candidates.into_iter().collect();
    // An abbreviation matches if only one name starts with it.
    if folded.chars().count() >= 4 {
        let mut longer = candidates.iter().filter(|candidate| fold(candidate).starts_with(&folded));
        if let (Some(only), None) = (longer.next(), longer.next()) {
            return Some(only);
        }
    }
    let limit = (folded.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&folded, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn fold(word: &str) -> String {
    word.to_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::nearest;

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
}
