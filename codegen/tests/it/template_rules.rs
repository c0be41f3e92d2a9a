//! The rules for templates: their docs, compared with what `validate` reports.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::BTreeSet;
use std::path::Path;

use heat_catalogue::SchemaFiles;
use heat_codegen::template_checking::{CheckInputs, check};
use heat_template_lint::{Check, RULES, Rule, TEMPLATE};
use heat_yaml::render::{RenderStyle, text};

use crate::support::{folder, write};

/// Rules whose example triggers nothing, with the reason.
const SILENT: [(&str, &str); 1] = [("immutable-parameter", "only an update notices it")];

/// What an example triggers beside its own rule, with the reason.
const BESIDES: [(&str, &str, &str); 2] = [
    ("conflicting-properties", "hidden-property", "an old name that no property has any longer is hidden"),
    ("missing-file", "computed-file-name", "the file is missing because its name is computed"),
];

/// The ids of what `validate` reports about the files of a section, as a set, and the report.
fn found(rule: &Rule, section: &str, types: &SchemaFiles) -> (BTreeSet<&'static str>, String) {
    let folder = folder(&format!("rule-{}-{}", rule.id, section.replace(' ', "-")));
    let files = rule.files(section);
    for (name, text) in &files {
        write(&folder.join(name), text);
    }
    let is_environment = |name: &&str| name.ends_with("environment.yaml");
    let environments = files.iter().map(|(name, _)| *name).filter(is_environment);
    let inputs = CheckInputs {
        templates: vec![folder.join(TEMPLATE)],
        environments: environments.map(|name| folder.join(name)).collect(),
        root: Some(folder.clone()),
        is_strict: rule.id == "missing-parameter",
        // What to use instead has no findings at all.
        enabled: RULES.iter().copied().collect(),
        ..CheckInputs::default()
    };
    let found = check(&inputs, types).unwrap().findings.diagnostics;
    (found.iter().map(|finding| finding.code).collect(), text(&found, RenderStyle::default()))
}

#[test]
fn every_rule_finds_its_example_and_nothing_in_what_to_use_instead() {
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas");
    let types = SchemaFiles::read(&schemas);
    let mut wrong = Vec::new();
    for rule in RULES.iter().filter(|rule| !rule.files("Example").is_empty()) {
        let mut expect: BTreeSet<&str> = BTreeSet::new();
        if !SILENT.iter().any(|(id, _)| *id == rule.id) {
            expect.insert(rule.id);
        }
        expect.extend(BESIDES.iter().filter(|(id, ..)| *id == rule.id).map(|(_, other, _)| *other));
        for (section, expect) in [("Example", expect), ("Use instead", BTreeSet::new())] {
            let (ids, report) = found(rule, section, &types);
            if ids != expect {
                wrong.push(format!("{} {section}: {ids:?}\n{report}", rule.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rules_without_an_example_are_about_what_is_too_much() {
    let without = RULES.iter().filter(|rule| rule.files("Example").is_empty()).map(|rule| rule.id);
    assert_eq!(without.collect::<Vec<_>>(), ["nested-too-deep", "too-many-resources"]);
}

#[test]
fn errors_say_when_heat_notices_them() {
    for rule in RULES {
        assert_eq!(rule.stage().is_some(), rule.severity() == heat_yaml::Severity::Error, "{}", rule.id);
        assert!(
            matches!(rule.check, Check::Error(problem) if problem.id() == rule.id)
                || !matches!(rule.check, Check::Error(_))
        );
        assert!(rule.page().contains("\n## Why\n"), "{}", rule.id);
    }
}
