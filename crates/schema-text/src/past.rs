//! The text of the schemas of earlier releases: one line per difference.

use std::fmt::Write as _;

use heat_history::past::{Edit, Past, PastRelease};

use super::emit::{self, STEP, spaces};
use super::item::{Item, Layout};
use super::{scalar, value};

/// The comment at the top of the file.
const HEADER: &str = "\
# The schemas of earlier releases of Heat, newest first: what differs from the release after each. A path without a value leads to
# something that was not there yet; without a path, it is the whole type.
# Generated from the recorded schemas of the releases; do not edit:
#
#   heat-codegen history DIR
#
";

/// The text of the schemas of earlier releases.
#[must_use]
pub fn past(past: &Past) -> String {
    let releases: String = past.releases.iter().map(release).collect();
    format!("{HEADER}{}", if releases.is_empty() { "[]\n".to_owned() } else { releases })
}

fn release(release: &PastRelease) -> String {
    let mut text = format!("- release: {}\n", scalar::line(&release.version, scalar::Context::Block));
    text.push_str(if release.types.is_empty() { "  types: {}\n" } else { "  types:\n" });
    for (name, edits) in &release.types {
        let _ = writeln!(text, "    {}:", scalar::line(name, scalar::Context::Block));
        for edit in edits {
            let _ = writeln!(text, "{}- {}", spaces(3 * STEP), emit::flow(&item(edit)));
        }
    }
    text
}

/// A difference, which is on one line regardless of its length, so that it is one line of a diff.
fn item(edit: &Edit) -> Item {
    let mut entries = Vec::new();
    if !edit.path.is_empty() {
        entries.push(("path".to_owned(), Item::names(&edit.path)));
    }
    entries.extend(edit.value.as_ref().map(|value| ("value".to_owned(), value::item(value))));
    Item::Map(entries, Layout::Flow)
}
