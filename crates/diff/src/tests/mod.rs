mod arbitrary_constraints;
mod comparison;
mod constraints;
mod effects;
mod growth;
mod harmless;
mod never;
mod registry;
mod trials;
mod unaffected;
mod validation_rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use heat_model::load::load_schema;
use heat_model::{ReleaseTable, ResourceType};

use super::rule_example::releases;
use super::{Check, Level, Mirror, Object, Policy, RULES, Rule, Severities, Severity, Table, Verb, compare};

fn schema(id: &str, text: &str) -> ResourceType {
    let loaded = load_schema(&heat_yaml::Source::new("My/Custom/Token.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{id}: {:?}", loaded.diagnostics);
    loaded.file.unwrap().schema
}

/// The ids of the findings between two sides of a rule's example.
fn found_in(rule: &Rule, sides: [usize; 2]) -> Vec<&'static str> {
    rule.findings_between(sides).iter().map(|finding| finding.rule.id).collect()
}
