//! Percent-encoding, as Python's `urllib.parse.quote` does it.

use std::fmt::Write as _;

/// Encodes everything except ASCII letters, digits, `_.-~` and the characters in `safe`.
pub(crate) fn percent_encoded(text: &str, safe: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"_.-~".contains(&byte) || safe.as_bytes().contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    fn check(text: &str, safe: &str, expect: &str) {
        assert_eq!(super::percent_encoded(text, safe), expect, "{text}");
    }

    #[test]
    fn what_has_a_meaning_in_urls_is_encoded() {
        check("a/b c", "/", "a/b%20c");
        check("a/b", "", "a%2Fb");
        check("ü_.-~", "", "%C3%BC_.-~");
    }
}
