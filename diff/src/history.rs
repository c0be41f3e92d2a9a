//! The changes in every release: `schemas/history.yaml`.
//!
//! The first recorded release is the baseline: only the names of its types are kept. Each later release has the
//! findings of [`compare`](crate::compare()) with the previous release, as facts: the rule, the path, the old and the
//! new value. They contain no text by Heat's authors. Where the releases come from and how the file is written is up to
//! the caller.

use std::collections::BTreeSet;

use heat_model::{Appearance, FirstAppearance, Status, Value};
use indexmap::IndexMap;

pub use load::load_history;

use crate::rule::Verb;
use crate::rules;
use crate::severity::Severity;

mod load;

/// The changes in a series of releases.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    /// The releases, oldest first.
    pub releases: Vec<RecordedRelease>,
}

/// A release and its changes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordedRelease {
    /// Its version, as in the release table.
    pub version: String,
    /// Its types, for the first recorded release only.
    pub types: BTreeSet<String>,
    /// The changes since the previous release, by type.
    pub changes: IndexMap<String, Vec<Change>>,
}

/// One change in a type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Change {
    /// The id of the rule that finds it.
    pub rule: String,
    /// The path in the type's new schema, or in the old one if it was removed; empty for the type itself.
    pub path: String,
    /// The old path, if it is different.
    pub old_path: Option<String>,
    /// The old value.
    pub before: Option<Value>,
    /// The new value.
    pub after: Option<Value>,
}

/// What happened to something, for readers who want to know what a release means for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It was removed.
    Removed,
    /// A type that Heat still registers but ignores: it accepts any property and does nothing.
    Placeholder,
    /// It became HIDDEN.
    Hidden,
    /// It became DEPRECATED.
    Deprecated,
    /// It behaves differently or was renamed.
    Changed,
    /// It was added.
    Added,
}

impl Change {
    /// What happened to the thing at this path.
    #[must_use]
    pub fn kind(&self) -> Kind {
        if self.is_of_status() {
            return match (status(self.before.as_ref()), status(self.after.as_ref())) {
                (before, after) if before == after => Kind::Changed,
                (_, Status::Hidden) => Kind::Hidden,
                (_, Status::Deprecated) => Kind::Deprecated,
                _ => Kind::Changed,
            };
        }
        match self.verb() {
            Some(Verb::Retired) if self.is_of_thing() => Kind::Placeholder,
            Some(verb) if self.is_of_thing() && verb.is_removal() => Kind::Removed,
            Some(verb) if self.is_of_thing() && (verb.is_addition() || verb == Verb::Revived) => Kind::Added,
            _ => Kind::Changed,
        }
    }

    /// How it changed; `None` if the rule is unknown.
    fn verb(&self) -> Option<Verb> {
        rules::rule(&self.rule).map(|rule| rule.verb)
    }

    /// Whether the current status changed, and not just its history.
    #[must_use]
    pub fn is_step_of_life(&self) -> bool {
        self.is_of_status() && status(self.before.as_ref()) != status(self.after.as_ref())
    }

    /// How severe it is; `None` if the rule is unknown.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        rules::rule(&self.rule).map(|rule| rule.severity)
    }

    /// The path of the thing that changed, without the key that changed: `properties.size` for
    /// `properties.size.default`.
    #[must_use]
    pub fn thing(&self) -> &str {
        thing(&self.path)
    }

    /// The key that changed, such as `default`; empty for the thing as a whole.
    #[must_use]
    pub fn aspect(&self) -> &str {
        self.path[self.thing().len()..].trim_start_matches('.')
    }

    fn is_of_thing(&self) -> bool {
        self.aspect().is_empty()
    }

    /// Whether it is about a support status.
    #[must_use]
    pub fn is_of_status(&self) -> bool {
        self.aspect() == "support_status"
    }
}

/// The current status of a recorded history, whose steps are written `HIDDEN 13.0.0`, newest first.
fn status(history: Option<&Value>) -> Status {
    let newest = match history {
        Some(Value::List(steps)) => steps.first(),
        other => other,
    };
    let words = newest.and_then(Value::as_str).unwrap_or_default();
    match words.split(' ').next().filter(|word| !word.is_empty()) {
        Some(word) => word.parse().unwrap_or(Status::Unknown),
        None => Status::Supported,
    }
}

/// The part of a path that leads to a type, a property, a member or an attribute.
fn thing(path: &str) -> &str {
    let mut end = 0;
    let mut rest = path;
    let mut sections: &[&str] = &["properties", "attributes", "update_policy"];
    while let Some((section, after)) = rest.split_once('.')
        && sections.contains(&section)
    {
        let name = after.split_once('.').map_or(after, |(name, _)| name);
        end = path.len() - after.len() + name.len();
        rest = after.strip_prefix(name).unwrap_or_default().trim_start_matches('.');
        sections = &["schema"];
    }
    &path[..end]
}

impl History {
    /// The first recorded release.
    #[must_use]
    pub fn first(&self) -> Option<&RecordedRelease> {
        self.releases.first()
    }

    /// The newest recorded release.
    #[must_use]
    pub fn newest(&self) -> Option<&RecordedRelease> {
        self.releases.last()
    }

    /// The changes of a type, oldest release first; releases without changes are omitted.
    #[must_use]
    pub fn of_type<'a>(
        &'a self,
        name: &str,
    ) -> impl DoubleEndedIterator<Item = (&'a RecordedRelease, &'a [Change])> {
        self.releases.iter().filter_map(move |release| Some((release, release.changes.get(name)?.as_slice())))
    }

    /// The status of something in the release at this position, according to the recorded steps; `None` if no step is
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

    /// The release with this version.
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
                    // May be later than its container.
                    Some(Fate::Appears) => appeared = Appearance::In(&release.version),
                    // Something that comes back existed before.
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

enum Fate {
    Appears,
    Goes,
}

impl Change {
    /// Whether the change adds or removes something.
    fn fate_of(&self, path: &str) -> Option<Fate> {
        let holds = |at: &str| {
            path.strip_prefix(at)
                .is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with('.'))
        };
        if let Some(old) = &self.old_path
            && self.is_of_thing()
        {
            return match () {
                () if holds(&self.path) => Some(Fate::Appears),
                () if holds(old) => Some(Fate::Goes),
                () => None,
            };
        }
        let verb = self.verb();
        // A placeholder still counts as the type.
        if path.is_empty() && matches!(verb, Some(Verb::Retired | Verb::Revived)) {
            return None;
        }
        let is_container = self.aspect() == "schema";
        if !(self.is_of_thing() || is_container) || !holds(&self.path) {
            return None;
        }
        match self.kind() {
            Kind::Added => Some(Fate::Appears),
            Kind::Removed | Kind::Placeholder => Some(Fate::Goes),
            _ if is_container && verb.is_some_and(Verb::is_addition) => Some(Fate::Appears),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(rule: &str, path: &str) -> Change {
        Change { rule: rule.to_owned(), path: path.to_owned(), ..Change::default() }
    }

    #[test]
    fn paths_split_into_thing_and_key() {
        fn check(path: &str, expect: (&str, &str)) {
            let change = change("x", path);
            assert_eq!((change.thing(), change.aspect()), expect, "{path}");
        }
        check("", ("", ""));
        check("default_client_name", ("", "default_client_name"));
        check("properties.size", ("properties.size", ""));
        check("properties.size.default", ("properties.size", "default"));
        check("properties.schema.schema.*.schema.default", ("properties.schema.schema.*.schema.default", ""));
        check("properties.a.schema", ("properties.a", "schema"));
        check("attributes.show.support_status", ("attributes.show", "support_status"));
        check("translation_rules[0]", ("", "translation_rules[0]"));
    }

    #[test]
    fn kinds_depend_on_rule_and_path() {
        fn check(rule: &str, path: &str, expect: Kind) {
            assert_eq!(change(rule, path).kind(), expect, "{rule} {path}");
        }
        check("resource-type-removed-after-hidden", "", Kind::Removed);
        check("resource-type-retired", "", Kind::Placeholder);
        check("property-added-hidden", "properties.a", Kind::Added);
        check("property-update-allowed-added", "properties.a.update_allowed", Kind::Changed);
        check("property-renamed", "properties.a", Kind::Changed);
    }

    #[test]
    fn the_severity_is_that_of_the_rule() {
        fn check(rule: &str, expect: Option<Severity>) {
            assert_eq!(change(rule, "properties.a").severity(), expect, "{rule}");
        }
        check("property-removed", Some(Severity::Breaking));
        check("property-added", Some(Severity::Safe));
        check("a-rule-of-later", None);
    }

    #[test]
    fn status_changes_follow_from_the_histories() {
        fn check(before: &[&str], after: &[&str], expect: (Kind, bool)) {
            let steps = |steps: &[&str]| {
                Some(Value::from(steps.iter().map(|step| Value::from(*step)).collect::<Vec<_>>()))
            };
            let mut change = change("x", "attributes.a.support_status");
            (change.before, change.after) = (steps(before), steps(after));
            assert_eq!((change.kind(), change.is_step_of_life()), expect, "{before:?} {after:?}");
        }
        check(&["SUPPORTED 6.0.0"], &["HIDDEN 13.0.0", "SUPPORTED 6.0.0"], (Kind::Hidden, true));
        check(&[], &["DEPRECATED 13.0.0"], (Kind::Deprecated, true));
        check(&["HIDDEN 13.0.0"], &[], (Kind::Changed, true));
        check(&["DEPRECATED 13.0.0"], &["UNSUPPORTED 14.0.0"], (Kind::Changed, true));
        check(&["HIDDEN 13.0.0"], &["HIDDEN 13.0.0", "DEPRECATED 12.0.0"], (Kind::Changed, false));
        check(&[], &["SUPPORTED 12.0.0"], (Kind::Changed, false));
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
