//! Checks of the examples in the docs of the rules for templates: the example of a rule triggers that rule, and the code under
//! *Use instead* triggers none.

#![expect(clippy::unwrap_used, reason = "a test says what must hold by panicking")]

mod catalogue;

use std::collections::BTreeSet;

use heat_template_check::{Check, Family, RULES, Rule};
use heat_yaml::render::{RenderStyle, text};

use crate::catalogue::{Catalogue, catalogue};

/// Rules whose example triggers nothing, with the reason.
const SILENT: [(&str, &str); 1] = [("immutable-parameter", "only an update notices it")];

/// Other rules that an example triggers, with the reason.
const BESIDES: [(&str, &str, &str); 2] = [
    ("conflicting-properties", "hidden-property", "an old name that no property has any longer is hidden"),
    ("missing-file", "computed-file-name", "the file is missing because its name is computed"),
];

/// Returns the ids of the findings in the files of a section, and the report.
fn found(rule: &Rule, section: &str, types: &Catalogue) -> (BTreeSet<&'static str>, String) {
    // The code under *Use instead* has no findings at all. Examples of other rules may be insecure.
    let is_about_security = |rule: &Rule| rule.family == Family::Security;
    let enabled = RULES.iter().copied().filter(|one| is_about_security(rule) || !is_about_security(one));
    let found = rule.check_example(section, types, &enabled.collect());
    // The examples of other rules are parts of templates.
    let is_about_part = |code: &str| code == "no-resources" && rule.id != code;
    let codes = found.iter().map(|finding| finding.code).filter(|code| !is_about_part(code));
    (codes.collect(), text(&found, RenderStyle::default()))
}

#[test]
fn every_rule_finds_its_example_and_nothing_in_what_to_use_instead() {
    let types = catalogue();
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
