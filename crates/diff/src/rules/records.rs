//! Records next to the schemas: the changes of each release, and the schemas of earlier releases.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity, Side, Table};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "history-removed",
        severity: Severity::Dangerous,
        object: Object::Records,
        aspect: None,
        verb: Verb::Removed,
        summary: "The history of the releases was removed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The same templates are valid. Commands that compare releases no longer know the older ones.",
            why: "`history.yaml` has the changes of each release, from which pages and `validate --from` take what changed when.",
            example: Example::of_files("-releases: []\n"),
            instead: Some("Keep the file. `heat-codegen history` writes it."),
        },
        mirror: Mirror::Rule("history-added"),
        check: Check::TableFile {
            table: Table::History,
            only_on: Side::Before,
            what: "`{name}` was removed",
        },
    },
    Rule {
        id: "history-added",
        severity: Severity::Safe,
        object: Object::Records,
        aspect: None,
        verb: Verb::Added,
        summary: "A history of the releases was added",
        docs: Docs::without_effect(
            "`history.yaml` only records what changed in earlier releases.",
            Example::of_files("+releases: []\n"),
        ),
        mirror: Mirror::Rule("history-removed"),
        check: Check::TableFile { table: Table::History, only_on: Side::After, what: "`{name}` was added" },
    },
    Rule {
        id: "past-removed",
        severity: Severity::Dangerous,
        object: Object::Records,
        aspect: None,
        verb: Verb::Removed,
        summary: "The record of what was removed earlier was removed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The same templates are valid. Pages and messages no longer know names that earlier releases had.",
            why: "`past.yaml` describes types, properties and attributes that the schemas no longer have.",
            example: Example::of_files("-types: {}\n"),
            instead: Some("Keep the file."),
        },
        mirror: Mirror::Rule("past-added"),
        check: Check::TableFile { table: Table::Past, only_on: Side::Before, what: "`{name}` was removed" },
    },
    Rule {
        id: "past-added",
        severity: Severity::Safe,
        object: Object::Records,
        aspect: None,
        verb: Verb::Added,
        summary: "A record of what was removed earlier was added",
        docs: Docs::without_effect(
            "`past.yaml` only describes what the schemas no longer have.",
            Example::of_files("+types: {}\n"),
        ),
        mirror: Mirror::Rule("past-removed"),
        check: Check::TableFile { table: Table::Past, only_on: Side::After, what: "`{name}` was added" },
    },
];
