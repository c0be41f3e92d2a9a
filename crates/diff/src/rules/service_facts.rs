//! Facts about the service of a type: what it takes only once, refuses and needs first, and what is lost with a resource.

use heat_model::service_rule::ServiceRule;
use heat_model::{ResourceType, Value};
use serde::Serialize;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypePair};

/// A key of a type with facts about its service.
struct Key {
    name: &'static str,
    entries: fn(&ResourceType) -> Vec<Entry>,
    /// Message about an entry that was added. In messages, `{}` is the subject of the entry.
    added: &'static str,
    removed: &'static str,
    changed: &'static str,
}

const KEYS: [Key; 5] = [
    Key {
        name: "unique",
        entries: |schema| entries(&schema.unique, |key| paths(&key.properties)),
        added: "{} must now be unique in the service",
        removed: "{} no longer has to be unique in the service",
        changed: "the rule that {} must be unique in the service changed",
    },
    Key {
        name: "exclusive",
        entries: |schema| entries(&schema.exclusive, |hold| paths(std::slice::from_ref(&hold.property))),
        added: "only one resource can now use the same {}",
        removed: "several resources can now use the same {}",
        changed: "the rule that only one resource can use the same {} changed",
    },
    Key {
        name: "service_rules",
        entries: |schema| entries(&schema.service_rules, ServiceRule::words),
        added: "a rule of the service was added: {}",
        removed: "a rule of the service was removed: {}",
        changed: "a rule of the service changed: {}",
    },
    Key {
        name: "needs_first",
        entries: |schema| entries(&schema.needs_first, |need| format!("`{}`", need.resource_type)),
        added: "a resource of type {} now has to be created first",
        removed: "a resource of type {} no longer has to be created first",
        changed: "the rule that a resource of type {} has to be created first changed",
    },
    Key {
        name: "holds",
        entries: |schema| entries(&schema.holds, |holding| holding.what.clone()),
        added: "deleting or replacing a resource now loses {}",
        removed: "deleting or replacing a resource no longer loses {}",
        changed: "the rule that deleting or replacing a resource loses {} changed",
    },
];

/// An entry of a key.
struct Entry {
    data: Value,
    /// Subject of the entry, which usually remains when the entry changes.
    subject: String,
}

type IndexedEntry<'a> = (usize, &'a Entry);

fn entries<T: Serialize + std::fmt::Debug>(list: &[T], subject: fn(&T) -> String) -> Vec<Entry> {
    let entry = |entry: &T| Entry {
        // A number that JSON does not have is compared as text.
        data: data(entry).unwrap_or_else(|| format!("{entry:?}").into()),
        subject: subject(entry),
    };
    list.iter().map(entry).collect()
}

fn paths(paths: &[Vec<String>]) -> String {
    let names: Vec<String> = paths.iter().map(|path| format!("`{}`", path.join("."))).collect();
    match names.as_slice() {
        [name] => name.clone(),
        _ => format!("the combination of {}", names.join(" and ")),
    }
}

impl Entry {
    /// Facts of the entry, without the texts that explain it. The text of a condition that only a cloud knows becomes `true`.
    fn facts(&self) -> Value {
        let Value::Map(map) = &self.data else { return self.data.clone() };
        let facts = map.iter().filter(|(key, _)| !TEXTS.contains(&key.as_str()));
        facts
            .map(|(key, value)| {
                let value = if key == "if_cloud" { Value::from(true) } else { value.clone() };
                (key.clone(), value)
            })
            .collect()
    }

    /// Returns whether the other entry is the same one with other facts. The words of a rule change with it, the message of the
    /// service does not.
    fn is_same_subject(&self, other: &Self) -> bool {
        let message = |entry: &Self| entry.data.as_map()?.get("message").cloned();
        self.subject == other.subject || message(self).is_some() && message(self) == message(other)
    }
}

/// Keys of an entry that explain it, and decide nothing.
const TEXTS: [&str; 6] = ["what", "when_replaced", "message", "description", "exception", "reason"];

const STACKS: &str = "Existing resources stay as they are. An update that creates, replaces or deletes resources may fail, or lose more than expected:\n\
     run `plan` first.";
const TEMPLATES: &str = "The same templates are valid, but the service may refuse some of them when a stack is created: run `validate`.";
const INSTEAD: &str = "If the service leaves a choice, let the plug-in avoid the problem. For example, it can generate a unique name if none is set.";

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "service-fact-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Added,
        summary: "A fact about the service was added",
        docs: Docs {
            stacks: STACKS,
            templates: TEMPLATES,
            why: "The schema has a new fact: a value must be unique, only one resource can hold another one, the service refuses values or\n\
             needs a resource first, or something is lost with a resource. The service may always have behaved like this.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: string
     description: Name of the token.
+unique:
+  - properties: [[name]]
",
            ),
            instead: Some(INSTEAD),
        },
        mirror: Mirror::Rule("service-fact-removed"),
        check: Check::Type(|types, findings| report(types, findings, Change::Added)),
    },
    Rule {
        id: "service-fact-removed",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Removed,
        summary: "A fact about the service was removed",
        docs: Docs {
            stacks: "Nothing that worked fails. Updates that failed may now succeed, or no longer lose anything.",
            templates: "The same templates are valid, and the service may accept more of them.",
            why: "The schema no longer has a fact about what the service takes only once, refuses or needs first, or what is lost with a\n\
             resource.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: string
     description: Name of the token.
-unique:
-  - properties: [[name]]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("service-fact-added"),
        check: Check::Type(|types, findings| report(types, findings, Change::Removed)),
    },
    Rule {
        id: "service-fact-changed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Changed,
        summary: "A fact about the service changed",
        docs: Docs {
            stacks: STACKS,
            templates: TEMPLATES,
            why: "The schema has the same fact with other conditions or consequences. The two are not compared further: the change may also be\n\
             for the better.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: string
     description: Name of the token.
 unique:
   - properties: [[name]]
-    within: project
",
            ),
            instead: Some(INSTEAD),
        },
        mirror: Mirror::Rule("service-fact-changed"),
        check: Check::Type(|types, findings| report(types, findings, Change::Changed)),
    },
    Rule {
        id: "service-fact-described",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Changed,
        summary: "The text of a fact about the service changed",
        docs: Docs::without_effect(
            "The fact is the same, but a text of it changed, such as the message of the service.",
            Example::of_token(
                r"
 properties:
   name:
     type: string
     description: Name of the token.
 unique:
   - properties: [[name]]
+    message: The name is taken.
",
            ),
        ),
        mirror: Mirror::Rule("service-fact-described"),
        check: Check::Type(|types, findings| report(types, findings, Change::Described)),
    },
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Added,
    Removed,
    Changed,
    Described,
}

/// Reports the entries of each key that only one side has, or that changed. The order of the entries does not matter.
fn report(types: &TypePair<'_>, findings: &mut Findings<'_>, change: Change) {
    for key in KEYS {
        let [before, after] = types.sides().map(key.entries);
        let list = types.place().join(key.name);
        let pairs = EntryPairs::of(&before, &after);
        let mut report_pair = |before: IndexedEntry<'_>, after: IndexedEntry<'_>, message: String| {
            let place = PlacePair { before: list.before_item(before.0).before, ..list.after_item(after.0) };
            findings.report(&place, message).values(Some(&before.1.data), Some(&after.1.data));
        };
        match change {
            Change::Described => {
                for (old, new) in pairs.described {
                    report_pair(old, new, format!("the text of an entry of `{}` changed", key.name));
                }
            }
            Change::Changed => {
                for (old, new) in pairs.changed {
                    report_pair(old, new, key.changed.replace("{}", &new.1.subject));
                }
            }
            Change::Added => {
                for (index, entry) in pairs.new {
                    let message = key.added.replace("{}", &entry.subject);
                    findings.report(&list.after_item(index), message).values(None::<&()>, Some(&entry.data));
                }
            }
            Change::Removed => {
                for (index, entry) in pairs.gone {
                    let message = key.removed.replace("{}", &entry.subject);
                    findings.report(&list.before_item(index), message).values(Some(&entry.data), None::<&()>);
                }
            }
        }
    }
}

/// Entries of a key on both sides, without equal ones.
struct EntryPairs<'a> {
    gone: Vec<IndexedEntry<'a>>,
    new: Vec<IndexedEntry<'a>>,
    /// Entries whose facts differ.
    changed: Vec<(IndexedEntry<'a>, IndexedEntry<'a>)>,
    /// Entries of which only the texts differ.
    described: Vec<(IndexedEntry<'a>, IndexedEntry<'a>)>,
}

impl<'a> EntryPairs<'a> {
    fn of(before: &'a [Entry], after: &'a [Entry]) -> Self {
        let [mut gone, mut new] = [before, after].map(|side| side.iter().enumerate().collect());
        take_pairs(&mut gone, &mut new, |old, new| old.data == new.data);
        let described = take_pairs(&mut gone, &mut new, |old, new| old.facts() == new.facts());
        let mut changed = take_pairs(&mut gone, &mut new, Entry::is_same_subject);
        if gone.len() == 1 && new.len() == 1 {
            changed.extend(take_pairs(&mut gone, &mut new, |_, _| true));
        }
        Self { gone, new, changed, described }
    }
}

/// Removes each old entry and the first new one that belongs to it, and returns them.
fn take_pairs<'a>(
    old: &mut Vec<IndexedEntry<'a>>,
    new: &mut Vec<IndexedEntry<'a>>,
    belong: impl Fn(&Entry, &Entry) -> bool,
) -> Vec<(IndexedEntry<'a>, IndexedEntry<'a>)> {
    let mut pairs = Vec::new();
    old.retain(|one| {
        let found = new.iter().position(|other| belong(one.1, other.1));
        pairs.extend(found.map(|index| (*one, new.remove(index))));
        found.is_none()
    });
    pairs
}

#[cfg(test)]
mod tests {
    use heat_model::ReleaseTable;
    use heat_model::load::load_schema;

    use crate::{Policy, compare};

    /// Compares two sides of the facts of a type with the properties `a` and `b`.
    #[track_caller]
    fn check(before: &str, after: &str, expect: &[&str]) {
        let [before, after] = [before, after].map(|facts| {
            let text =
                format!("type: T::T\nproperties: {{a: {{type: string}}, b: {{type: string}}}}\n{facts}");
            load_schema(&heat_yaml::Source::new("", text)).file.unwrap().schema
        });
        let findings = compare(&[&before], &[&after], &Policy::new(&ReleaseTable::default()));
        let found = findings.iter().map(|each| {
            let rule = each.rule.id.strip_prefix("service-fact-").unwrap_or(each.rule.id);
            let place = [&each.before, &each.after]
                .map(|place| place.as_ref().map(ToString::to_string).unwrap_or_default());
            format!("{rule}: {} ({})", each.message, place.join(" -> "))
        });
        assert_eq!(found.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn a_changed_entry_is_one_finding() {
        check(
            "unique: [{properties: [[a]]}, {properties: [[b]]}]",
            "unique: [{properties: [[b]], within: project}, {properties: [[a]], unset: once}]",
            &[
                "changed: the rule that `a` must be unique in the service changed (unique[0] -> unique[1])",
                "changed: the rule that `b` must be unique in the service changed (unique[1] -> unique[0])",
            ],
        );
        check(
            "unique: [{properties: [[a]]}]",
            "unique: [{properties: [[a], [b]]}]",
            &[
                "changed: the rule that the combination of `a` and `b` must be unique in the service changed (unique[0] -> unique[0])",
            ],
        );
        check(
            "exclusive: [{property: [a], as: x}]",
            "exclusive: [{property: [a], as: x, if_cloud: it is full}]",
            &[
                "changed: the rule that only one resource can use the same `a` changed (exclusive[0] -> exclusive[0])",
            ],
        );
        check(
            "service_rules: [{by: nova, none: [[a]], message: No.}, {by: nova, none: [[b]], message: Never.}]",
            "service_rules: [{by: nova, all: [[b]], message: Never.}, {by: nova, none: [[a]], since: '2025.1', message: No.}]",
            &[
                "changed: a rule of the service changed: `a` is not allowed (service_rules[0] -> service_rules[1])",
                "changed: a rule of the service changed: `b` is required (service_rules[1] -> service_rules[0])",
            ],
        );
        check(
            "needs_first: [{type: A::A, reason: It is so.}, {type: A::B, reason: It is so.}]",
            "needs_first: [{type: A::A, reason: It is so., when: [[a]]}, {type: A::B, reason: It is so.}]",
            &[
                "changed: the rule that a resource of type `A::A` has to be created first changed (needs_first[0] -> needs_first[0])",
            ],
        );
        check(
            "holds: [{what: the data}]",
            "holds: [{what: the data, is_data: true}]",
            &[
                "changed: the rule that deleting or replacing a resource loses the data changed (holds[0] -> holds[0])",
            ],
        );
    }

    #[test]
    fn the_order_of_entries_does_not_matter() {
        check(
            "holds: [{what: the data, when: [[a]]}, {what: the address}, {what: the name}]",
            "holds: [{what: the name}, {what: the address}, {what: the data, when: [[a]]}]",
            &[],
        );
    }

    #[test]
    fn other_texts_are_no_other_facts() {
        check(
            "unique: [{properties: [[a]], message: No.}]\nholds: [{what: the data}, {what: the name}]",
            "unique: [{properties: [[a]], message: Never.}]\nholds: [{what: the name}, {what: all data}]",
            &[
                "described: the text of an entry of `unique` changed (unique[0] -> unique[0])",
                "described: the text of an entry of `holds` changed (holds[0] -> holds[1])",
            ],
        );
    }

    #[test]
    fn added_and_removed_entries_are_reported_for_each_key() {
        let all = "unique: [{properties: [[a], [b]]}]
exclusive: [{property: [a], as: x}]
service_rules: [{by: nova, none: [[a]], when: [[b]]}]
needs_first: [{type: A::A, reason: It is so.}]
holds: [{what: the data}]
";
        check(
            "",
            all,
            &[
                "added: the combination of `a` and `b` must now be unique in the service ( -> unique[0])",
                "added: only one resource can now use the same `a` ( -> exclusive[0])",
                "added: a rule of the service was added: `a` is not allowed if `b` is set ( -> service_rules[0])",
                "added: a resource of type `A::A` now has to be created first ( -> needs_first[0])",
                "added: deleting or replacing a resource now loses the data ( -> holds[0])",
            ],
        );
        check(
            all,
            "",
            &[
                "removed: the combination of `a` and `b` no longer has to be unique in the service (unique[0] -> )",
                "removed: several resources can now use the same `a` (exclusive[0] -> )",
                "removed: a rule of the service was removed: `a` is not allowed if `b` is set (service_rules[0] -> )",
                "removed: a resource of type `A::A` no longer has to be created first (needs_first[0] -> )",
                "removed: deleting or replacing a resource no longer loses the data (holds[0] -> )",
            ],
        );
    }
}
