//! Checks of the examples in the docs of the rules for templates: the example of a rule triggers that rule, and the code under
//! *Use instead* triggers none.

#![expect(clippy::unwrap_used, reason = "a test says what must hold by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use heat_model::ResourceTypes;
use heat_model::load::{load_custom_constraints, load_schema};
use heat_model::{CustomConstraintTable, ResourceType};
use heat_template_check::{Check, Family, RULES, Rule};
use heat_yaml::Source;
use heat_yaml::render::{RenderStyle, text};
use indexmap::IndexMap;

/// Rules whose example triggers nothing, with the reason.
const SILENT: [(&str, &str); 1] = [("immutable-parameter", "only an update notices it")];

/// Other rules that an example triggers, with the reason.
const BESIDES: [(&str, &str, &str); 2] = [
    ("conflicting-properties", "hidden-property", "an old name that no property has any longer is hidden"),
    ("missing-file", "computed-file-name", "the file is missing because its name is computed"),
];

/// Types and custom constraints of the catalogue.
struct Catalogue {
    types: IndexMap<String, ResourceType>,
    custom_constraints: CustomConstraintTable,
}

impl ResourceTypes for Catalogue {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name)
    }

    fn names(&self) -> Vec<&str> {
        self.types.names()
    }

    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        Some(&self.custom_constraints)
    }
}

fn catalogue() -> Catalogue {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let text = std::fs::read_to_string(folder.join("constraints.yaml")).unwrap();
    let (custom_constraints, diagnostics) = load_custom_constraints(&Source::new("constraints.yaml", text));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    Catalogue { types: types(&folder), custom_constraints }
}

/// Returns the types in a folder.
fn types(folder: &Path) -> IndexMap<String, ResourceType> {
    let entries = walkdir::WalkDir::new(folder).min_depth(2).into_iter().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let loaded = load_schema(&Source::new(entry.path().display().to_string(), text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            let schema = loaded.file.unwrap().schema;
            (schema.name.clone(), schema)
        })
        .collect()
}

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
