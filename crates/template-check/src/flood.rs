//! Limit on the findings of a report: only the first findings of each rule in a file are shown.

use std::collections::HashMap;

use heat_yaml::Diagnostic;

/// Maximum number of findings of one rule that are shown for a file. A generated template can have tens of thousands of them, and
/// nobody reads the second thousand.
const MAX_SHOWN: usize = 1_000;

/// Returns the findings that are shown to a reader, and the number of the others.
#[must_use]
pub fn shown(found: &[Diagnostic]) -> (Vec<&Diagnostic>, usize) {
    let mut counts: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut shown = Vec::new();
    for diagnostic in found {
        let file = diagnostic.labels.first().map(|label| label.source.name()).or(diagnostic.file.as_deref());
        let count = counts.entry((diagnostic.code, file)).or_default();
        *count += 1;
        if *count <= MAX_SHOWN {
            shown.push(diagnostic);
        }
    }
    let omitted = found.len() - shown.len();
    (shown, omitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_findings_of_each_rule_are_shown() {
        fn check(counts: &[(&'static str, usize)], expect: &[(&str, usize)], omitted: usize) {
            let found = counts.iter().flat_map(|(code, count)| {
                (0..*count).map(move |number| Diagnostic::error(code, number.to_string()))
            });
            let found: Vec<Diagnostic> = found.collect();
            let (shown, left_out) = shown(&found);
            assert_eq!(left_out, omitted, "{counts:?}");
            for (code, count) in expect {
                let numbers: Vec<&str> = shown
                    .iter()
                    .filter(|each| each.code == *code)
                    .map(|each| each.message.as_str())
                    .collect();
                let first: Vec<String> = (0..*count).map(|number| number.to_string()).collect();
                assert_eq!(numbers, first, "{counts:?}");
            }
        }
        check(&[("a", 3), ("b", 1_000)], &[("a", 3), ("b", 1_000)], 0);
        check(&[("a", 1_001), ("b", 2), ("c", 3_000)], &[("a", 1_000), ("b", 2), ("c", 1_000)], 2_001);
    }

    #[test]
    fn files_have_findings_of_their_own() {
        let of_file = |file: &str| (0..800).map(|_| Diagnostic::error("a", "x").in_file(file)).collect();
        let found: Vec<Diagnostic> =
            ["one.yaml", "two.yaml"].map(of_file).into_iter().flat_map(|of: Vec<_>| of).collect();
        assert_eq!(shown(&found).1, 0);
    }
}
