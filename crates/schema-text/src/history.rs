//! The text of the history of the releases: one line per change.

use std::fmt::Write as _;

use heat_history::{Change, History, RecordedRelease};

use super::emit::{self, STEP, spaces};
use super::item::{Item, Layout};
use super::{scalar, value};

/// The comment at the top of the file.
const HEADER: &str = "\
# The changes in every release of Heat, oldest first: the rule of `heat-codegen diff`, the path, the old and the new value.
# Generated from the recorded schemas of the releases; do not edit:
#
#   heat-codegen history DIR
#
";

/// The text of a history.
#[must_use]
pub fn history(history: &History) -> String {
    let releases: String = history.releases.iter().map(release).collect();
    format!("{HEADER}{}", if releases.is_empty() { "[]\n".to_owned() } else { releases })
}

fn release(release: &RecordedRelease) -> String {
    let mut text = format!("- release: {}\n", scalar::line(&release.version, scalar::Context::Block));
    if !release.types.is_empty() {
        let names = release.types.iter().map(|name| Item::line(name)).collect();
        text.push_str(&emit::entry("types", &Item::List(names, Layout::Block), STEP));
    }
    match (release.changes.is_empty(), release.types.is_empty()) {
        (false, _) => text.push_str("  changes:\n"),
        (true, true) => text.push_str("  changes: {}\n"),
        (true, false) => {}
    }
    for (name, changes) in &release.changes {
        let _ = writeln!(text, "    {}:", scalar::line(name, scalar::Context::Block));
        for change in changes {
            let _ = writeln!(text, "{}- {}", spaces(3 * STEP), emit::flow(&item(change)));
        }
    }
    text
}

/// A change, which is on one line regardless of its length, so that it is one line of a diff.
fn item(change: &Change) -> Item {
    let mut entries = vec![("rule".to_owned(), Item::line(&change.rule))];
    if !change.path.is_empty() {
        entries.push(("path".to_owned(), Item::line(&change.path)));
    }
    entries.extend(change.old_path.as_ref().map(|path| ("old_path".to_owned(), Item::line(path))));
    for (key, given) in [("before", &change.before), ("after", &change.after)] {
        entries.extend(given.as_ref().map(|given| (key.to_owned(), value::item(given))));
    }
    Item::Map(entries, Layout::Flow)
}

#[cfg(test)]
mod tests {
    use heat_history::load_history;
    use heat_model::{ReleaseTable, Value};
    use heat_yaml::Source;

    use super::*;

    #[test]
    fn a_history_reads_back() {
        let values = ["yes", "5", "a: b # c", "[x]", "two\nlines", "", "1_000"].map(Value::from);
        let map: Value = [("a key".to_owned(), Value::from(values.to_vec()))].into_iter().collect();
        let changes = vec![
            Change {
                rule: "property-default-changed".to_owned(),
                path: "properties.binding:vnic_type.default".to_owned(),
                before: Some(map),
                after: Some(Value::Null),
                ..Change::default()
            },
            Change {
                rule: "property-renamed".to_owned(),
                path: "properties.new, or so".to_owned(),
                old_path: Some("properties.{old}".to_owned()),
                ..Change::default()
            },
            Change { rule: "resource-type-added".to_owned(), ..Change::default() },
        ];
        let release =
            |version: &str| RecordedRelease { version: version.to_owned(), ..RecordedRelease::default() };
        let written = History {
            releases: vec![
                RecordedRelease { types: ["A::B".to_owned(), "no".to_owned()].into(), ..release("2014.1") },
                release("5.0.0"),
                RecordedRelease {
                    changes: [("yes".to_owned(), changes)].into_iter().collect(),
                    ..release("6.0.0")
                },
            ],
        };
        let text = history(&written);
        let (read, diagnostics) =
            load_history(&Source::new("history.yaml", text.as_str()), &ReleaseTable::default());
        assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
        assert_eq!(read, written, "{text}");
    }
}
