//! "Did you mean": the known name that a misspelt one was most likely meant to be.

/// The candidate nearest to `word`, if one is near enough to be what was meant.
///
/// Near enough is a third of the word's length in edits (a swap of neighbours counts as one), at least one; case and
/// the difference between `-` and `_` do not count. A word of over 100 bytes is nobody's slip.
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
    // Whoever stops typing early means the one name that goes on like this.
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
