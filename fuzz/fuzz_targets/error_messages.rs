//! Any text as a pasted message: looking for its error terminates, and a message with any text in its gaps is found.
#![no_main]

use std::sync::LazyLock;

use heat_errors::{ErrorIndex, ErrorPages, IndexedError};
use libfuzzer_sys::fuzz_target;

static PAGES: LazyLock<ErrorIndex> = LazyLock::new(|| ErrorPages::built_in().index());

fuzz_target!(|input: &str| {
    let found = PAGES.find(input);
    assert!(found.errors.len() <= 5);
    // A text with enough words is a message, and has itself.
    let format = input.replace(['{', '}', '\\', '&', '\u{1b}'], " ");
    let index = ErrorIndex::new([IndexedError { formats: vec![format.clone()], ..IndexedError::default() }]);
    let words = format.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|word| !word.is_empty()).count();
    if (1..1_000).contains(&words) && format.len() < 50_000 {
        assert!(index.find(&format).is_exact, "{format:?}");
    }
});
