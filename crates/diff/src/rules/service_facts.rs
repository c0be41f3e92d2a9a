//! Facts about the service of a type: what it takes only once, and what a resource holds exclusively.

use heat_model::{ResourceType, Value};
use serde::Serialize;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

/// Keys of a type with facts about its service, each with the entries of the key.
const KEYS: [(&str, Entries); 5] = [
    ("unique", |schema| entries(&schema.unique)),
    ("exclusive", |schema| entries(&schema.exclusive)),
    ("service_rules", |schema| entries(&schema.service_rules)),
    ("needs_first", |schema| entries(&schema.needs_first)),
    ("holds", |schema| entries(&schema.holds)),
];

/// Entries of a key, as data.
type Entries = fn(&ResourceType) -> Vec<Value>;

fn entries<T: Serialize + std::fmt::Debug>(list: &[T]) -> Vec<Value> {
    // A number that JSON does not have is compared as text.
    list.iter().map(|entry| data(entry).unwrap_or_else(|| format!("{entry:?}").into())).collect()
}

/// Keys of an entry that explain it, and decide nothing.
const TEXTS: [&str; 7] =
    ["what", "when_replaced", "message", "description", "exception", "if_cloud", "reason"];

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "service-fact-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Added,
        summary: "The service refuses more",
        docs: Docs {
            stacks: "An update that replaces such a resource and keeps the value fails, or did so before, and nobody knew.",
            templates: "The same templates are valid. Those that use the value twice fail when the stack is created.",
            why: "The schema says that the service takes a value only once, or that another resource can be held only once.",
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
            instead: Some("Let the plug-in make a name that is free if none is given."),
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
        summary: "The service refuses less",
        docs: Docs {
            stacks: "An update that replaces such a resource and keeps the value passes.",
            templates: "The same templates are valid.",
            why: "The schema no longer says that the service takes a value only once.",
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
        id: "service-fact-described",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("service"),
        verb: Verb::Changed,
        summary: "What is said about the service changed",
        docs: Docs::without_effect(
            "The schema has other words for the same fact, such as the message of the service.",
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
    Described,
}

/// Reports the entries of each key that only one side has, or that have other texts.
fn report(types: &TypePair<'_>, findings: &mut Findings<'_>, change: Change) {
    for (key, entries) in KEYS {
        let [before, after] = [types.before, types.after].map(entries);
        let list = types.place().join(key);
        let lacks = |side: &[Value], entry: &Value| side.iter().all(|other| facts(other) != facts(entry));
        match change {
            Change::Added => {
                for (index, entry) in after.iter().enumerate().filter(|(_, entry)| lacks(&before, entry)) {
                    let message = format!("`{key}` has another entry");
                    findings.report(&list.after_item(index), message).values(None::<&()>, Some(entry));
                }
            }
            Change::Removed => {
                for (index, entry) in before.iter().enumerate().filter(|(_, entry)| lacks(&after, entry)) {
                    let message = format!("`{key}` no longer has an entry");
                    findings.report(&list.before_item(index), message).values(Some(entry), None::<&()>);
                }
            }
            Change::Described => {
                let is_same = before.iter().all(|entry| !lacks(&after, entry))
                    && after.iter().all(|entry| !lacks(&before, entry));
                if is_same && before != after {
                    let message = format!("the words of `{key}` changed");
                    findings.report(&list, message).values(Some(&before), Some(&after));
                }
            }
        }
    }
}

/// Returns an entry without its texts.
fn facts(entry: &Value) -> Value {
    let Value::Map(map) = entry else { return entry.clone() };
    let facts = map.iter().filter(|(key, _)| !TEXTS.contains(&key.as_str()));
    facts.map(|(key, value)| (key.clone(), value.clone())).collect()
}
