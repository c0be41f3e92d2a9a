//! Numbers of items in the project's catalogue, counted by the names and lines of its files, independently of the code under
//! test.

use std::path::Path;

use walkdir::WalkDir;

/// The last line of the status of a type, property or attribute that is HIDDEN today: no status follows it.
const HIDDEN: &str = "status: HIDDEN";

/// Numbers of items in the catalogue.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    /// All types: each has a file in the folder of its service.
    pub(super) types: usize,
    /// The HIDDEN types.
    pub(super) hidden_types: usize,
    /// The HIDDEN properties, fields and attributes of the other types.
    pub(super) hidden_parts: usize,
}

impl Counts {
    /// The types that are not HIDDEN.
    pub(super) fn visible_types(self) -> usize {
        self.types - self.hidden_types
    }
}

/// Counts the project's own catalogue.
pub(super) fn counts() -> Counts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let entries = WalkDir::new(folder).min_depth(2).into_iter().map(Result::unwrap);
    let mut counts = Counts::default();
    for file in entries.filter(|entry| entry.file_type().is_file()) {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let mut after_key = text.lines().skip_while(|line| *line != "support_status:").skip(1);
        counts.types += 1;
        if after_key.next().is_some_and(|newest| newest.contains(HIDDEN)) {
            counts.hidden_types += 1;
        } else {
            counts.hidden_parts += text.matches(HIDDEN).count();
        }
    }
    assert!(counts.hidden_types > 0 && counts.hidden_parts > 0 && counts.visible_types() > 0, "{counts:?}");
    counts
}
