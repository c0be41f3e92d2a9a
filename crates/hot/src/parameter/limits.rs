//! Limits on checks and errors for one parameter.

use heat_model::Value;

/// Maximum number of constraints that are checked per parameter; `MAX_REPORTED` is the maximum number of errors that are reported
/// per definition, value or section of groups. Heat has no such limits, and stops at the first error; without them, checking a
/// small template could take minutes.
pub(super) const MAX_CHECKED: usize = 500;
pub(super) const MAX_REPORTED: usize = 100;

/// Maximum amount of text that these errors repeat together, in bytes: each contains the name and the value, which can be as long
/// as most of a template.
const MAX_REPEATED: usize = 1 << 20;

/// The number of errors to report if each repeats this many bytes.
pub(super) fn most_reported(repeated: usize) -> usize {
    MAX_REPORTED.min(1 + MAX_REPEATED / (1 + repeated))
}

/// Approximate length of a value as text.
pub(super) fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::List(items) => items.iter().map(|item| 2 + weight(item)).sum(),
        Value::Map(map) => map.iter().map(|(key, value)| 4 + key.len() + weight(value)).sum(),
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn values_are_about_as_long_as_their_text() {
        fn check(value: &Value, expect: usize) {
            assert_eq!(weight(value), expect, "{value}");
        }
        check(&value!("abc"), 3);
        check(&value!(5), 4);
        check(&value!(["abc", 5]), 11);
        check(&value!({"key": "abc", "k": []}), 15);
        assert_eq!([0, 1 << 20, 1 << 15].map(most_reported), [MAX_REPORTED, 1, 32]);
    }
}
