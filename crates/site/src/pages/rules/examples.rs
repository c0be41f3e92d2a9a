//! The reports for the examples in the docs of rules, as the commands print them.
//!
//! They are the same on every site, so a build does not run the examples: a test runs them, and records the reports in a
//! snapshot, which is included here.

use std::collections::HashMap;
use std::sync::LazyLock;

use heat_report::{RuleDocs, RuleSet};

#[cfg(test)]
mod run;

/// The section of a rule's docs with an example that the rule reports.
pub(super) const EXAMPLE: &str = "Example";

/// The recorded result of a rule's example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExampleReports {
    /// The example names a type that is HIDDEN in Heat, so pages do not show it.
    NamesHiddenType,
    /// The reports, one per run of the command; empty if the example cannot be shown as text.
    Shown(Vec<&'static str>),
}

/// The snapshot that the test writes; its header ends with the second `---`.
const RECORDED: &str =
    include_str!("examples/snapshots/heat_site__pages__rules__examples__run__reports.snap");

/// The line before the result of each example, followed by a command and the id of one of its rules.
const RULE: &str = "=== ";

/// The line in place of the reports of an example that names a hidden type.
const HIDDEN: &str = "(names a HIDDEN type)";

/// The line between the reports of an example.
const NEXT: &str = "\n~~~\n";

static EXAMPLES: LazyLock<HashMap<&str, ExampleReports>> = LazyLock::new(|| read(RECORDED));

/// The reports on a rule's example.
pub(super) fn reports(rule: &RuleDocs) -> ExampleReports {
    EXAMPLES.get(&*key(rule.set, rule.id)).cloned().unwrap_or(ExampleReports::Shown(Vec::new()))
}

fn key(set: RuleSet, id: &str) -> String {
    format!("{} {id}", set.command())
}

fn read(snapshot: &'static str) -> HashMap<&'static str, ExampleReports> {
    let recorded = snapshot.splitn(3, "---\n").nth(2).unwrap_or_default();
    let entries = recorded.strip_prefix(RULE).unwrap_or_default().split("\n=== ");
    let entry = |entry: &'static str| {
        let (key, text) = entry.split_once('\n').unwrap_or((entry, ""));
        let text = text.trim_end_matches('\n');
        let reports = match text {
            HIDDEN => ExampleReports::NamesHiddenType,
            "" => ExampleReports::Shown(Vec::new()),
            _ => ExampleReports::Shown(text.split(NEXT).collect()),
        };
        (key, reports)
    };
    entries.map(entry).collect()
}
