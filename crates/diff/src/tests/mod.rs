mod arbitrary_constraints;
mod comparison;
mod constraints;
mod effects;
mod growth;
mod harmless;
mod registry;
mod trials;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use heat_model::load::{load_custom_constraints, load_releases, load_schema};
use heat_model::{Release, ReleaseTable, ResourceType};

use super::{
    Change, Check, Finding, Level, Mirror, Object, Policy, RULES, Rule, Severities, Severity, Table, Tables,
    Verb, compare, compare_tables,
};

/// The two catalogues of a rule's example: one schema per document. For a rule about a table, they are the tables.
fn example(rule: &Rule) -> [Vec<ResourceType>; 2] {
    if rule.table().is_some() {
        return [Vec::new(), Vec::new()];
    }
    rule.example().map(|files| {
        assert!(!files.is_empty(), "{}: an example has two sides", rule.id);
        files.into_iter().map(|text| schema(rule.id, &text)).collect()
    })
}

fn schema(id: &str, text: &str) -> ResourceType {
    let loaded = load_schema(&heat_yaml::Source::new("My/Custom/Token.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{id}: {:?}", loaded.diagnostics);
    loaded.file.unwrap().schema
}

/// Releases 1.0.0 to 9.0.0.
fn releases() -> ReleaseTable {
    let release = |number: u32| Release {
        version: format!("{number}.0.0"),
        name: format!("Series {number}"),
        date: format!("20{number:02}-01-01"),
        ..Release::default()
    };
    ReleaseTable { releases: (1..10).map(release).collect() }
}

/// The findings between two catalogues, with 7.0.0 as the upcoming release.
fn findings(before: &[ResourceType], after: &[ResourceType]) -> Vec<Finding> {
    let sides = [before, after].map(|side| side.iter().collect::<Vec<_>>());
    let releases = releases();
    let policy = Policy { current_version: Some("7.0.0"), ..Policy::new(&releases) };
    compare(&sides[0], &sides[1], &policy)
}

/// The ids of the findings between two sides of a rule's example.
fn found_in(rule: &Rule, sides: [usize; 2]) -> Vec<&'static str> {
    findings_in(rule, sides).iter().map(|finding| finding.rule.id).collect()
}

/// The findings between two sides of a rule's example.
fn findings_in(rule: &Rule, sides: [usize; 2]) -> Vec<Finding> {
    let Some(table) = rule.table() else {
        let example = example(rule);
        let [before, after] = sides.map(|side| &example[side]);
        return findings(before, after);
    };
    let tables = rule.example().map(|files| {
        let [text] = files.as_slice() else { panic!("{}: an example is one table", rule.id) };
        let source = heat_yaml::Source::new(table.file_name(), text.as_str());
        let (releases, constraints) = match table {
            Table::Releases => (load_releases(&source), Default::default()),
            Table::Constraints => (Default::default(), load_custom_constraints(&source)),
            Table::History | Table::Past => (Default::default(), Default::default()),
        };
        assert!(releases.1.is_empty() && constraints.1.is_empty(), "{}", rule.id);
        let is_there = !text.trim().is_empty();
        let [history, past] = [Table::History, Table::Past].map(|file| is_there && table == file);
        (releases.0, constraints.0, [history, past])
    });
    let [before, after] = sides.map(|side| {
        let (releases, constraints, [has_history, has_past]) = &tables[side];
        Tables { releases, constraints, has_history: *has_history, has_past: *has_past }
    });
    let releases = releases();
    compare_tables(before, after, &Policy::new(&releases))
}
