//! File names for the identifiers of deployments.
//!
//! Heat's identifiers are UUIDs, and are used as file names unchanged. Any other text that metadata may contain is escaped, so
//! that the file stays in its folder. Two identifiers never get the same name.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// Maximum length of a name in bytes, without the extensions that programs append. File systems allow 255 bytes.
const MAX_LENGTH: usize = 180;

/// Returns the file name for an identifier, without an extension.
#[must_use]
pub fn file_name(id: &str) -> String {
    let mut name = String::new();
    for (at, char) in id.char_indices() {
        // `ID.notify.json` contains the outputs of a deployment: a config must not be stored under that name.
        let is_reserved = char == '.' && (at == 0 || &id[at..] == ".notify");
        if is_reserved || char.is_control() || matches!(char, '/' | '%') {
            for byte in char.to_string().bytes() {
                // Writing into a string cannot fail.
                let _ = write!(name, "%{byte:02X}");
            }
        } else {
            name.push(char);
        }
    }
    if name.is_empty() {
        // In the name of any other identifier, digits follow a `%`.
        return "%".to_owned();
    }
    if name.len() <= MAX_LENGTH {
        return name;
    }
    let mut start = MAX_LENGTH / 2;
    while !name.is_char_boundary(start) {
        start -= 1;
    }
    name.truncate(start);
    name.push_str("%%");
    for byte in Sha256::digest(id.as_bytes()) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        fn check(id: &str, expect: &str) {
            assert_eq!(file_name(id), expect, "{id:?}");
        }
        check("5f2c8f2e-6e3a-4a0e-9d1a-0c5d2f1c8a11", "5f2c8f2e-6e3a-4a0e-9d1a-0c5d2f1c8a11");
        check("a.b c_ü", "a.b c_ü");
        check("../../etc/shadow", "%2E.%2F..%2Fetc%2Fshadow");
        check("..", "%2E.");
        check(".new", "%2Enew");
        check("a\0b\n", "a%00b%0A");
        check("a%2F", "a%252F");
        check("a.notify", "a%2Enotify");
        check("a.notify.b", "a.notify.b");
        check("", "%");
    }

    #[test]
    fn long_identifiers_have_different_names() {
        let long = "ü".repeat(4000);
        let (one, other) = (file_name(&long), file_name(&format!("{long}x")));
        assert_ne!(one, other);
        assert!(one.len() <= MAX_LENGTH && other.len() <= MAX_LENGTH);
    }
}
