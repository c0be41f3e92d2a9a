//! The records next to the schemas: the changes of each release, and what was removed before the first of them.

use heat_model::SchemaPath;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

const HISTORY: &str = "releases: []\n";
const PAST: &str = "types: {}\n";

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
            example: Example::of_files(HISTORY, ""),
            instead: Some("Keep the file. `heat-codegen history` writes it."),
        },
        mirror: Mirror::Rule("history-added"),
        check: Check::Table(Table::History, history_removed),
    },
    Rule {
        id: "history-added",
        severity: Severity::Safe,
        object: Object::Records,
        aspect: None,
        verb: Verb::Added,
        summary: "A history of the releases was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "`history.yaml` only records what changed in earlier releases.",
            example: Example::of_files("", HISTORY),
            instead: None,
        },
        mirror: Mirror::Rule("history-removed"),
        check: Check::Table(Table::History, history_added),
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
            example: Example::of_files(PAST, ""),
            instead: Some("Keep the file."),
        },
        mirror: Mirror::Rule("past-added"),
        check: Check::Table(Table::Past, past_removed),
    },
    Rule {
        id: "past-added",
        severity: Severity::Safe,
        object: Object::Records,
        aspect: None,
        verb: Verb::Added,
        summary: "A record of what was removed earlier was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "`past.yaml` only describes what the schemas no longer have.",
            example: Example::of_files("", PAST),
            instead: None,
        },
        mirror: Mirror::Rule("past-removed"),
        check: Check::Table(Table::Past, past_added),
    },
];

/// Reports a file that one side alone has.
fn report(table: Table, sides: [bool; 2], verb: Verb, findings: &mut Findings<'_>) {
    let [before, after] = sides.map(|is_there| is_there.then(SchemaPath::root));
    let message = match (verb, before.is_some(), after.is_some()) {
        (Verb::Removed, true, false) => "was removed",
        (Verb::Added, false, true) => "was added",
        _ => return,
    };
    findings.report(&table.place(before, after, 0), format!("`{}` {message}", table.file_name()));
}

fn history_removed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    report(Table::History, tables.have(Table::History), Verb::Removed, findings);
}

fn history_added(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    report(Table::History, tables.have(Table::History), Verb::Added, findings);
}

fn past_removed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    report(Table::Past, tables.have(Table::Past), Verb::Removed, findings);
}

fn past_added(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    report(Table::Past, tables.have(Table::Past), Verb::Added, findings);
}
