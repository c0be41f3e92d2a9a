//! The facts about the changes between two releases.

use std::borrow::Cow;
use std::collections::HashMap;

use heat_catalogue::threads;
use heat_diff::{Finding, Policy, Severity, compare};
use heat_history::past::{PastRelease, ReleaseSchemas};
use heat_history::prose::without_prose;
use heat_history::{Change, History, Past, RecordedRelease};
use heat_import::{Part, without};
use heat_model::{ReleaseTable, ResourceType, Value};

use super::series::ReleaseTypes;

/// The history of consecutive releases.
#[must_use]
pub fn history(series: &[ReleaseTypes], table: &ReleaseTable) -> History {
    let first = series.first().map(|release| RecordedRelease {
        version: release.version.clone(),
        types: release.types.iter().map(|facts| facts.schema.name.clone()).collect(),
        ..RecordedRelease::default()
    });
    let pairs: Vec<_> = series.windows(2).collect();
    let steps = threads::map(&pairs, |pair| match pair {
        [before, after] => Some(step(before, after, table)),
        _ => None,
    });
    History { releases: first.into_iter().chain(steps.into_iter().flatten()).collect() }
}

/// The differences between each release and the next, newest first.
#[must_use]
pub fn past(series: &[ReleaseTypes]) -> Past {
    let pairs: Vec<_> = series.windows(2).rev().collect();
    let steps = threads::map(&pairs, |pair| match pair {
        [before, after] => {
            let older = ReleaseSchemas { version: &before.version, types: comparable(before, after) };
            let newer = ReleaseSchemas { version: &after.version, types: comparable(after, before) };
            Some(PastRelease::between(&older, &newer))
        }
        _ => None,
    });
    steps.into_iter().flatten().collect()
}

/// A release with its changes.
fn step(before: &ReleaseTypes, after: &ReleaseTypes, table: &ReleaseTable) -> RecordedRelease {
    let policy = Policy { current_version: Some(&after.version), ..Policy::new(table) };
    let sides = [(before, after), (after, before)].map(|(side, other)| comparable(side, other));
    let sides = sides.each_ref().map(|side| side.iter().map(AsRef::as_ref).collect::<Vec<&ResourceType>>());
    let mut release = RecordedRelease { version: after.version.clone(), ..RecordedRelease::default() };
    // If only texts changed, everything works as before.
    let found = compare(&sides[0], &sides[1], &policy).into_iter();
    for finding in found.filter(|finding| finding.severity != Severity::Docs) {
        let changes = release.changes.entry(finding.resource_type.clone()).or_default();
        changes.push(change(finding));
    }
    release.changes.sort_unstable_keys();
    release
}

/// The types of a release, without the parts that are unknown in one of the two releases.
fn comparable<'a>(side: &'a ReleaseTypes, other: &ReleaseTypes) -> Vec<Cow<'a, ResourceType>> {
    let others: HashMap<&str, &[Part]> =
        other.types.iter().map(|facts| (facts.schema.name.as_str(), &*facts.unknown)).collect();
    let types = side.types.iter().map(|facts| {
        let in_other = others.get(facts.schema.name.as_str()).copied().unwrap_or_default();
        without(&facts.schema, &[&facts.unknown, in_other].concat())
    });
    types.collect()
}

/// The facts of a finding.
fn change(finding: Finding) -> Change {
    let [before, after] = [finding.before, finding.after].map(|path| path.map(|path| path.to_string()));
    let old_path = before.clone().filter(|before| after.as_ref().is_some_and(|after| after != before));
    let path = after.or(before).unwrap_or_default();
    let mut change = Change { rule: finding.rule.id.to_owned(), path, old_path, before: None, after: None };
    let short = |value: Option<Value>| fact(value?, change.aspect());
    let (before, after) = (short(finding.values.0), short(finding.values.1));
    // The last names of the paths are the old and the new name.
    if change.old_path.is_none() || before != after {
        (change.before, change.after) = (before, after);
    }
    change
}

/// The recorded part of a value: facts, without texts. A default is recorded unchanged.
fn fact(value: Value, aspect: &str) -> Option<Value> {
    let value = match (aspect, value) {
        ("default", value) => value,
        ("support_status", Value::List(entries)) => entries.iter().map(status_entry).collect(),
        (_, value) => match without_prose(&value) {
            Value::List(items) if items.len() == 1 && aspect.starts_with("constraints") => items[0].clone(),
            value => value,
        },
    };
    // Null is only recorded if it is a default.
    (aspect == "default" || !is_nothing(&value)).then_some(value)
}

/// An entry of a support status, on one line: `HIDDEN 13.0.0`.
fn status_entry(entry: &Value) -> Value {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let status = text("status").unwrap_or("SUPPORTED");
    text("version").map_or_else(|| status.to_owned(), |version| format!("{status} {version}")).into()
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::List(items) => items.is_empty(),
        _ => false,
    }
}
