//! History of a catalogue: the changes in every release, in `schemas/history.yaml`.
//!
//! The first recorded release is the baseline: only the names of its types are kept. Each later release has the findings of
//! `heat_diff::compare` with the previous release, as facts: the rule, the path, the old and the new value. They contain no text
//! by Heat's authors. The caller decides where the releases come from and how the file is written.

use std::collections::BTreeSet;

use heat_model::{Appearance, FirstAppearance, Status};
use indexmap::IndexMap;

mod change;
mod load;

pub use change::{Change, Kind};
pub use load::load_history;

use change::{Fate, status};

/// Changes in a series of releases.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    /// Releases, oldest first.
    pub releases: Vec<RecordedRelease>,
}

/// Release with its changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedRelease {
    /// Version of the release, as in the release table.
    pub version: String,
    /// Types of the release, for the first recorded release only.
    pub types: BTreeSet<String>,
    /// Changes since the previous release, by type.
    pub changes: IndexMap<String, Vec<Change>>,
}

impl History {
    /// Returns the first recorded release.
    #[must_use]
    pub fn first(&self) -> Option<&RecordedRelease> {
        self.releases.first()
    }

    /// Returns the newest recorded release.
    #[must_use]
    pub fn newest(&self) -> Option<&RecordedRelease> {
        self.releases.last()
    }

    /// Returns the changes of a type, oldest release first; releases without changes are omitted.
    #[must_use]
    pub fn of_type<'a>(
        &'a self,
        name: &str,
    ) -> impl DoubleEndedIterator<Item = (&'a RecordedRelease, &'a [Change])> {
        self.releases.iter().filter_map(move |release| Some((release, release.changes.get(name)?.as_slice())))
    }

    /// Returns the status of an item in the release at this position, according to the recorded steps; `None` if no step is
    /// recorded, that is, if the status never changed.
    #[must_use]
    pub fn status_in(&self, position: usize, resource_type: &str, thing: &str) -> Option<Status> {
        let steps = |releases: &'_ [RecordedRelease]| -> Vec<(Status, Status)> {
            let changes = releases.iter().filter_map(|release| release.changes.get(resource_type)).flatten();
            changes
                .filter(|change| change.is_of_status() && change.thing() == thing)
                .map(|change| (status(change.before.as_ref()), status(change.after.as_ref())))
                .collect()
        };
        let (until, later) = self.releases.split_at_checked(position + 1)?;
        let last = steps(until).last().map(|(_, after)| *after);
        last.or_else(|| steps(later).first().map(|(before, _)| *before))
    }

    /// Returns the release with this version.
    #[must_use]
    pub fn get(&self, version: &str) -> Option<&RecordedRelease> {
        self.releases.iter().find(|release| release.version == version)
    }
}

impl FirstAppearance for History {
    fn first_appearance(&self, resource_type: &str, path: &str) -> Appearance<'_> {
        let Some(first) = self.first() else { return Appearance::Unknown };
        let is_in_first = first.types.contains(resource_type);
        let mut appeared =
            if is_in_first { Appearance::BeforeOrIn(&first.version) } else { Appearance::Unknown };
        for release in &self.releases {
            for change in release.changes.get(resource_type).into_iter().flatten() {
                match change.fate_of(path) {
                    // The item can be newer than its container.
                    Some(Fate::Appears) => appeared = Appearance::In(&release.version),
                    // A later addition does not matter: the item existed before.
                    Some(Fate::Goes) => return appeared,
                    None => {}
                }
            }
        }
        appeared
    }

    fn newest_version(&self) -> Option<&str> {
        self.newest().map(|release| release.version.as_str())
    }
}

#[cfg(test)]
mod tests {
    use heat_model::Value;

    use super::*;

    fn change(rule: &str, path: &str) -> Change {
        Change { rule: rule.to_owned(), path: path.to_owned(), ..Change::default() }
    }

    #[test]
    fn status_in_a_release() {
        let step = |before: &str, after: &str| {
            let mut change = change("x", "properties.a.support_status");
            let steps = |text: &str| (!text.is_empty()).then(|| Value::from(vec![Value::from(text)]));
            (change.before, change.after) = (steps(before), steps(after));
            change
        };
        let release = |version: &str, changes: Vec<Change>| RecordedRelease {
            version: version.to_owned(),
            changes: IndexMap::from([("A::B".to_owned(), changes)]),
            ..RecordedRelease::default()
        };
        let history = History {
            releases: vec![
                release("1", vec![]),
                release("2", vec![step("", "DEPRECATED 2")]),
                release("3", vec![]),
                release("4", vec![step("DEPRECATED 2", "HIDDEN 4")]),
            ],
        };
        let statuses = |thing: &str| {
            (0..5).map(|position| history.status_in(position, "A::B", thing)).collect::<Vec<_>>()
        };
        let (supported, deprecated) = (Some(Status::Supported), Some(Status::Deprecated));
        assert_eq!(statuses("properties.a"), [supported, deprecated, deprecated, Some(Status::Hidden), None]);
        assert_eq!(statuses("properties.b"), [None; 5]);
    }

    #[test]
    fn things_appear_with_their_container() {
        let release = |version: &str, types: &[&str], changes: &[(&str, Vec<Change>)]| RecordedRelease {
            version: version.to_owned(),
            types: types.iter().map(ToString::to_string).collect(),
            changes: changes.iter().map(|(name, changes)| ((*name).to_owned(), changes.clone())).collect(),
        };
        let mut renamed = change("property-renamed", "properties.new");
        renamed.old_path = Some("properties.old".to_owned());
        let history = History {
            releases: vec![
                release("1", &["A::B", "A::C"], &[]),
                release("2", &[], &[("A::D", vec![change("resource-type-added", "")])]),
                release(
                    "3",
                    &[],
                    &[
                        ("A::B", vec![change("property-added", "properties.a"), renamed]),
                        ("A::C", vec![change("attribute-removed", "attributes.x")]),
                        (
                            "A::D",
                            vec![
                                change("attribute-added", "attributes.x"),
                                change("nested-schema-added", "properties.m.schema"),
                            ],
                        ),
                    ],
                ),
                release("4", &[], &[("A::C", vec![change("attribute-added", "attributes.x")])]),
            ],
        };
        let check = |name: &str, path: &str, expect: Appearance<'_>| {
            assert_eq!(history.first_appearance(name, path), expect, "{name} {path}");
        };
        check("A::B", "", Appearance::BeforeOrIn("1"));
        check("A::B", "properties.a", Appearance::In("3"));
        check("A::B", "properties.a.schema.b", Appearance::In("3"));
        check("A::B", "properties.ab", Appearance::BeforeOrIn("1"));
        check("A::B", "properties.new", Appearance::In("3"));
        check("A::B", "properties.old", Appearance::BeforeOrIn("1"));
        check("A::C", "attributes.x", Appearance::BeforeOrIn("1"));
        check("A::D", "attributes.y", Appearance::In("2"));
        check("A::D", "attributes.x", Appearance::In("3"));
        check("A::D", "properties.m", Appearance::In("2"));
        check("A::D", "properties.m.schema.a", Appearance::In("3"));
        check("A::E", "", Appearance::Unknown);
        assert_eq!(History::default().first_appearance("A::B", ""), Appearance::Unknown);
    }
}
