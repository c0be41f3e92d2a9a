//! Cases in which a change of a property has an effect of its own, and how a change decides them.
//!
//! Whatever two templates tell is data: how the value changed, and conditions on other properties before and after, in the
//! language of validation rules. What only a cloud knows is a question in words, so that a case that depends on it stays open.

use serde::{Deserialize, Serialize};

use super::level::EffectLevel;
use crate::pattern::Pattern;
use crate::validation_rule::Condition;
use crate::word::words;
use crate::{Value, networks};

/// A case in which a change of a property has a different effect. It holds if all of its parts hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectCase {
    /// Kinds of change, of which the change has to be one. If omitted, any change is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub change: Vec<ChangeKind>,
    /// Values of which the property had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<ValueSet>,
    /// Values of which the property gets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub becomes: Option<ValueSet>,
    /// Change of the entries of a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<EntryChange>,
    /// Fields of a map, or of the maps in a list, apart from which nothing changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Other top-level properties, of which one has to change in the same update.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Conditions on the properties before the update.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Condition>,
    /// Conditions on the properties after the update.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Question that only a cloud answers, in words that follow `if`: `a server uses the volume`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_cloud: Option<String>,
    /// Level in this case.
    pub level: EffectLevel,
    /// Reason for the level.
    pub reason: String,
}

/// Kind of a change of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The property had no value, and gets one.
    Added,
    /// The property had a value, and has none afterwards, nor a default.
    Removed,
    /// The property had a value, and gets another one.
    Replaced,
    /// A number becomes greater.
    Increases,
    /// A number becomes smaller.
    Decreases,
}

words!(ChangeKind, "a kind of change", [
    Added => "added",
    Removed => "removed",
    Replaced => "replaced",
    Increases => "increases",
    Decreases => "decreases",
]);

/// Change of the entries of a list, whose order is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryChange {
    /// Every old entry is in the new list.
    OnlyAdded,
    /// An old entry is not in the new list.
    Removed,
    /// An address of the networks in the old list is in none of the networks in the new list.
    Uncovered,
}

words!(EntryChange, "a change of entries", [
    OnlyAdded => "only_added",
    Removed => "removed",
    Uncovered => "uncovered",
]);

/// Set of values of a property: a list of them, or a pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum ValueSet {
    /// The values. Null is a property without a value.
    Values(Vec<Value>),
    /// Texts that a regular expression matches from their beginning to their end, as `allowed_pattern` does.
    Pattern {
        /// The regular expression.
        pattern: String,
    },
}

/// A change of the value of a property.
#[derive(Clone, Copy)]
pub struct ValueChange<'v> {
    /// The value before the update, as a plug-in reads it. Null is a property without a value.
    pub old: &'v Value,
    /// The value after the update.
    pub new: &'v Value,
    /// Test for a value, or an item in one, that is not known.
    pub is_unknown: &'v dyn Fn(&Value) -> bool,
}

/// State of a resource's properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// State before the update.
    Before,
    /// State after the update.
    After,
}

/// Answers about the other properties of a resource in an update.
pub trait OtherProperties {
    /// Returns whether a top-level property changes in the same update; `None` if it is not known.
    fn changes(&self, name: &str) -> Option<bool>;

    /// Returns whether a condition is true on a side; `None` if it is not known.
    fn holds(&self, condition: &Condition, side: Side) -> Option<bool>;
}

impl EffectCase {
    /// Returns whether the case holds for a change; `None` if that depends on an unknown value, or on the cloud.
    #[must_use]
    pub fn holds(&self, change: ValueChange<'_>, others: &dyn OtherProperties) -> Option<bool> {
        let kinds = || any(self.change.iter().map(|kind| change.is(*kind)));
        let values = [(&self.was, change.old), (&self.becomes, change.new)];
        let parts = (!self.change.is_empty()).then(kinds).into_iter();
        let parts = parts
            .chain(values.into_iter().filter_map(|(set, value)| {
                set.as_ref().map(|set| change.known(value).and_then(|value| set.contains(value)))
            }))
            .chain(self.entries.map(|entries| change.has(entries)))
            .chain((!self.fields.is_empty()).then(|| change.is_only_in(&self.fields)))
            .chain((!self.with.is_empty()).then(|| any(self.with.iter().map(|name| others.changes(name)))))
            .chain(self.before.iter().map(|condition| others.holds(condition, Side::Before)))
            .chain(self.when.iter().map(|condition| others.holds(condition, Side::After)))
            .chain(self.if_cloud.as_ref().map(|_| None));
        all(parts)
    }

    /// Returns whether two cases hold for the same changes, and have the same question.
    #[must_use]
    pub fn has_condition_of(&self, other: &Self) -> bool {
        let Self { change, was, becomes, entries, fields, with, before, when, if_cloud, level: _, reason: _ } =
            self;
        *change == other.change
            && *was == other.was
            && *becomes == other.becomes
            && *entries == other.entries
            && *fields == other.fields
            && *with == other.with
            && *before == other.before
            && *when == other.when
            && *if_cloud == other.if_cloud
    }

    /// Returns whether the case has no condition at all, and holds for every change.
    #[must_use]
    pub fn is_unconditional(&self) -> bool {
        let none = Self {
            change: Vec::new(),
            was: None,
            becomes: None,
            entries: None,
            fields: Vec::new(),
            with: Vec::new(),
            before: Vec::new(),
            when: Vec::new(),
            if_cloud: None,
            level: self.level,
            reason: String::new(),
        };
        self.has_condition_of(&none)
    }
}

impl ValueSet {
    /// Returns whether the set contains a value; `None` if its pattern is not a regular expression.
    #[must_use]
    pub fn contains(&self, value: &Value) -> Option<bool> {
        match self {
            Self::Values(values) => Some(values.iter().any(|known| known.python_eq(value))),
            Self::Pattern { pattern } => {
                let Some(text) = value.as_str() else { return Some(false) };
                Pattern::new(pattern).ok()?.matches(text).ok()
            }
        }
    }
}

impl ValueChange<'_> {
    fn known<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        (!self.contains_unknown(value)).then_some(value)
    }

    fn contains_unknown(&self, value: &Value) -> bool {
        (self.is_unknown)(value)
            || match value {
                Value::List(items) => items.iter().any(|item| self.contains_unknown(item)),
                Value::Map(map) => map.values().any(|value| self.contains_unknown(value)),
                _ => false,
            }
    }

    /// Returns whether a property has a value; `None` if an unknown one may be none.
    fn is_given(&self, value: &Value) -> Option<bool> {
        (!(self.is_unknown)(value)).then(|| !value.is_null())
    }

    /// Returns whether the change is of a kind; `None` if it is not known.
    fn is(&self, kind: ChangeKind) -> Option<bool> {
        let [was_given, is_given] = [self.old, self.new].map(|value| self.is_given(value));
        let compared = |expected| {
            let [old, new] = [self.known(self.old)?, self.known(self.new)?];
            Some(new.compare_numbers(old) == Some(expected))
        };
        match kind {
            ChangeKind::Added => all([was_given.map(|given| !given), is_given]),
            ChangeKind::Removed => all([was_given, is_given.map(|given| !given)]),
            ChangeKind::Replaced => all([was_given, is_given]),
            ChangeKind::Increases => compared(std::cmp::Ordering::Greater),
            ChangeKind::Decreases => compared(std::cmp::Ordering::Less),
        }
    }

    fn has(&self, entries: EntryChange) -> Option<bool> {
        if (self.is_unknown)(self.old) || (self.is_unknown)(self.new) {
            return None;
        }
        let [old, new] = [self.old, self.new].map(|value| value.as_list().map_or(&[][..], |list| list));
        match entries {
            EntryChange::OnlyAdded => all(old.iter().map(|entry| self.stays(entry, old, new))),
            EntryChange::Removed => {
                any(old.iter().map(|entry| self.stays(entry, old, new).map(|stays| !stays)))
            }
            EntryChange::Uncovered => {
                let [old, new] = [self.known(self.old)?, self.known(self.new)?];
                networks::cover(new, old).map(|covered| !covered)
            }
        }
    }

    /// Returns whether an entry is in the new list at least as often as in the old one.
    fn stays(&self, entry: &Value, old: &[Value], new: &[Value]) -> Option<bool> {
        let count = |list: &[Value]| list.iter().filter(|other| other.python_eq(entry)).count();
        if count(new) >= count(old) {
            return Some(true);
        }
        let is_unknown = self.contains_unknown(entry) && !new.is_empty()
            || new.iter().any(|other| self.contains_unknown(other));
        (!is_unknown).then_some(false)
    }

    /// Returns whether nothing differs but some fields, of a map or of the maps in a list.
    fn is_only_in(&self, fields: &[String]) -> Option<bool> {
        match (self.old, self.new) {
            (old, new) if (self.is_unknown)(old) || (self.is_unknown)(new) => None,
            (Value::List(old), Value::List(new)) if old.len() == new.len() => {
                all(old.iter().zip(new).map(|(old, new)| Self { old, new, ..*self }.is_only_in_map(fields)))
            }
            (Value::List(_), Value::List(_)) => Some(false),
            _ => self.is_only_in_map(fields),
        }
    }

    fn is_only_in_map(&self, fields: &[String]) -> Option<bool> {
        if self.old.python_eq(self.new) {
            return Some(true);
        }
        if (self.is_unknown)(self.old) || (self.is_unknown)(self.new) {
            return None;
        }
        let (Value::Map(old), Value::Map(new)) = (self.old, self.new) else { return Some(false) };
        let names = old.keys().chain(new.keys()).filter(|name| !fields.contains(name));
        all(names.map(|name| {
            let [old, new] = [old, new].map(|map| map.get(name.as_str()).unwrap_or(&Value::Null));
            if old.python_eq(new) {
                return Some(true);
            }
            (!self.contains_unknown(old) && !self.contains_unknown(new)).then_some(false)
        }))
    }
}

/// Returns whether all parts are true; `None` if that depends on one that is not known.
fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut is_known = true;
    for part in parts {
        match part {
            Some(true) => {}
            Some(false) => return Some(false),
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

/// Returns whether one of the parts is true; `None` if that depends on one that is not known.
fn any(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    all(parts.into_iter().map(|part| part.map(|part| !part))).map(|none| !none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    /// Properties of which `changed` changes too; conditions are true before the update.
    struct Others {
        changed: &'static str,
    }

    impl OtherProperties for Others {
        fn changes(&self, name: &str) -> Option<bool> {
            (name != "unknown").then_some(name == self.changed)
        }

        fn holds(&self, _: &Condition, side: Side) -> Option<bool> {
            Some(side == Side::Before)
        }
    }

    /// Checks whether the conditions of a case hold for a change from one value to another. `"?"` is an unknown value.
    #[track_caller]
    fn check(conditions: &str, old: &str, new: &str, expect: Option<bool>) {
        let text = format!("{conditions}\nlevel: none\nreason: Why.");
        let case: EffectCase = serde_yaml::from_str(&text).unwrap();
        let [old, new] = [old, new].map(|text| json::parse(text).unwrap());
        let is_unknown = |value: &Value| value.as_str() == Some("?");
        let change = ValueChange { old: &old, new: &new, is_unknown: &is_unknown };
        assert_eq!(case.holds(change, &Others { changed: "other" }), expect, "{conditions}: {old} to {new}");
    }

    #[test]
    fn kinds_of_change() {
        check("change: [added]", "null", "1", Some(true));
        check("change: [added]", "2", "1", Some(false));
        check("change: [added]", "null", "\"?\"", None);
        check("change: [removed]", "1", "null", Some(true));
        check("change: [removed]", "null", "\"?\"", Some(false));
        check("change: [removed, added]", "1", "null", Some(true));
        check("change: [removed, added]", "1", "2", Some(false));
        check("change: [replaced]", "1", "2", Some(true));
        check("change: [replaced]", "[]", "[1]", Some(true));
        check("change: [replaced]", "1", "null", Some(false));
        check("change: [increases]", "1", "1.5", Some(true));
        check("change: [increases]", "2", "1", Some(false));
        check("change: [increases]", "null", "1", Some(false));
        check("change: [decreases]", "2", "1", Some(true));
        check("change: [decreases]", "\"?\"", "1", None);
        check("change: [decreases, removed]", "\"?\"", "null", None);
    }

    #[test]
    fn values() {
        check("becomes: [false]", "true", "false", Some(true));
        check("becomes: [false]", "true", "null", Some(false));
        check("becomes: [null]", "true", "null", Some(true));
        check("becomes: [false]", "true", "\"?\"", None);
        check("was: [a, b]", "\"b\"", "\"c\"", Some(true));
        check("was: [a, b]\nbecomes: [c]", "\"b\"", "\"?\"", None);
        check("was: [a, b]\nbecomes: [c]", "\"c\"", "\"?\"", Some(false));
        check("becomes: {pattern: 'network:.*'}", "null", "\"network:dhcp\"", Some(true));
        check("becomes: {pattern: 'network:.*'}", "null", "\"compute:nova\"", Some(false));
        check("becomes: {pattern: 'network:.*'}", "\"network:dhcp\"", "null", Some(false));
        check("becomes: {pattern: '('}", "null", "\"a\"", None);
    }

    #[test]
    fn entries_of_lists() {
        check("entries: only_added", "[1]", "[2, 1]", Some(true));
        check("entries: only_added", "[1]", "[2]", Some(false));
        check("entries: only_added", "null", "[2]", Some(true));
        check("entries: only_added", "[1, 1]", "[2, 1]", Some(false));
        check("entries: removed", "[1, 1]", "[1]", Some(true));
        check("entries: only_added", "[1]", "[\"?\"]", None);
        check("entries: only_added", "[\"?\"]", "[\"?\", 2]", Some(true));
        check("entries: removed", "[1]", "[1, 2]", Some(false));
        check("entries: removed", "[1, 2]", "[2]", Some(true));
        check("entries: removed", "[1, 2]", "[2, 1]", Some(false));
        check("entries: removed", "[1, 2]", "null", Some(true));
        check("entries: removed", "[1, 2]", "[\"?\"]", None);
        check("entries: removed", "[\"?\"]", "[]", Some(true));
        check("entries: uncovered", r#"["10.0.0.0/9"]"#, r#"["10.0.0.0/8"]"#, Some(false));
        check("entries: uncovered", r#"["10.0.0.0/8"]"#, r#"["10.0.0.0/9"]"#, Some(true));
        check("entries: uncovered", r#"["10.0.0.0/8"]"#, r#"["?"]"#, None);
        check("entries: uncovered", r#"["pool"]"#, r#"["other"]"#, None);
    }

    #[test]
    fn fields_of_maps() {
        let check = |old, new, expect| check("fields: [a]", old, new, expect);
        check(r#"{"a": 1}"#, r#"{"a": 2}"#, Some(true));
        check(r#"{"a": 1}"#, r#"{"b": 2}"#, Some(false));
        check(r#"{"a": 1, "b": null}"#, "{}", Some(true));
        check(r#"{"b": 1}"#, r#"{"b": "?"}"#, None);
        check(r#"[{"a": 1, "b": 1}]"#, r#"[{"a": 2, "b": 1}]"#, Some(true));
        check(r#"[{"a": 1}]"#, r#"[{"a": 2}, {}]"#, Some(false));
        check(r#"[{"a": 1}]"#, "\"?\"", None);
        check(r#"[{"a": 1}, "?"]"#, r#"[{"a": 2}, "?"]"#, Some(true));
        check(r#"[{"a": 1}]"#, r#"["?"]"#, None);
        check("1", "2", Some(false));
    }

    #[test]
    fn all_parts_have_to_hold() {
        check("with: [other]", "1", "2", Some(true));
        check("with: [unknown, other]", "1", "2", Some(true));
        check("with: [unknown]", "1", "2", None);
        check("with: [another]", "1", "2", Some(false));
        check("before: [[a]]", "1", "2", Some(true));
        check("when: [[a]]", "1", "2", Some(false));
        check("if_cloud: it rains", "1", "2", None);
        check("if_cloud: it rains\nchange: [added]", "1", "2", Some(false));
        check("if_cloud: it rains\nchange: [replaced]", "1", "2", None);
    }

    #[test]
    fn conditions_are_compared_without_level_and_reason() {
        let case = |text: &str| serde_yaml::from_str::<EffectCase>(text).unwrap();
        let removed = case("{change: [removed], level: none, reason: A.}");
        assert!(removed.has_condition_of(&case("{change: [removed], level: refused, reason: B.}")));
        assert!(!removed.has_condition_of(&case("{change: [added], level: none, reason: A.}")));
        assert!(!removed.is_unconditional());
        assert!(case("{level: none, reason: A.}").is_unconditional());
    }
}
