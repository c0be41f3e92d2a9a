//! Tests of every rule's docs.

use std::collections::BTreeSet;
use std::path::Path;

use heat_yaml::Diagnostic;
use heat_yaml::render::{RenderStyle, text};

use crate::{Check, RULES, Rule, check_example, rule};

/// Rules that a schema text on a page cannot demonstrate: about the bytes of a file, its size, other files, or JSON.
const NOT_IN_A_TEXT: [&str; 7] = [
    "control-character",
    "duplicate-type",
    "invalid-utf8",
    "lone-surrogate",
    "too-large",
    "unreadable-file",
    "wrong-shape",
];

/// Returns all findings in a schema text, checked as examples are.
pub(super) fn diagnostics(yaml: &str) -> Vec<Diagnostic> {
    check_example(yaml)
}

/// Compares the findings of a rule in a schema with `text it points at => message`. Prepends `type: My::Custom::Token`
/// to a schema without a type.
#[track_caller]
pub(super) fn check(rule: &Rule, yaml: &str, expect: &[&str]) {
    let has_type = yaml.lines().any(|line| line.starts_with("type:"));
    let yaml = if has_type { yaml.to_owned() } else { format!("type: My::Custom::Token\n{yaml}") };
    let found = diagnostics(&yaml);
    let of_rule = found.iter().filter(|diagnostic| diagnostic.code == rule.id);
    let shown: Vec<String> = of_rule
        .map(|diagnostic| match diagnostic.labels.first() {
            Some(label) => format!("{} => {}", label.source.slice(label.span), diagnostic.message),
            None => diagnostic.message.clone(),
        })
        .collect();
    assert_eq!(shown, expect, "\n{}", text(&found, RenderStyle::default()));
}

/// Returns all findings in a schema text, as shown in a terminal.
fn rendered(yaml: &str) -> String {
    text(&diagnostics(yaml), RenderStyle::default())
}

#[test]
fn every_rule_finds_its_example_and_nothing_in_what_to_use_instead() {
    let ids = |yaml: &str| -> BTreeSet<&str> { diagnostics(yaml).iter().map(|found| found.code).collect() };
    for rule in RULES {
        let (examples, instead) = (rule.texts("Example"), rule.texts("Use instead"));
        if NOT_IN_A_TEXT.contains(&rule.id) {
            assert!(examples.is_empty(), "{} has an example after all", rule.id);
        } else {
            assert!(!examples.is_empty() && !instead.is_empty(), "{}: no YAML", rule.id);
        }
        for yaml in examples {
            assert_eq!(ids(yaml), BTreeSet::from([rule.id]), "{}: {}", rule.id, rendered(yaml));
        }
        for yaml in instead {
            assert!(ids(yaml).is_empty(), "{}: {}", rule.id, rendered(yaml));
        }
    }
}

#[test]
fn rules_are_named_once_and_documented() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
    for rule in RULES {
        assert!(
            rule.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
            "{}",
            rule.id
        );
        assert!(!rule.summary.ends_with('.'), "{}", rule.id);
        for section in ["What it does", "Why", "Example", "Use instead"] {
            assert!(rule.docs.contains(&format!("## {section}\n")), "{}: no {section}", rule.id);
        }
    }
}

#[test]
fn every_file_of_a_rule_is_registered() {
    // Rules about reading are in one table.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().replace('_', "-"))
        .filter(|name| name != "mod" && name != "reading")
        .collect();
    let with_code = RULES.iter().filter(|rule| !matches!(rule.check, Check::Reading));
    let ids = with_code.map(|rule| rule.id.to_owned()).collect();
    let unpaired: Vec<_> = files.symmetric_difference(&ids).collect();
    assert!(unpaired.is_empty(), "not both a file and a rule of `RULES`: {unpaired:?}");
}

#[test]
fn reading_rules_come_first() {
    let first_other = RULES.iter().position(|rule| !matches!(rule.check, Check::Reading)).unwrap();
    assert!(RULES[first_other..].iter().all(|rule| !matches!(rule.check, Check::Reading)));
}

#[test]
fn every_code_of_the_reader_has_a_rule() {
    use heat_yaml::code;
    for id in [
        code::ALIAS_EXPANSION,
        code::CONTROL_CHARACTER,
        code::DUPLICATE_ANCHOR,
        code::DUPLICATE_KEY,
        code::INVALID_MERGE,
        code::INVALID_VALUE,
        code::LONE_SURROGATE,
        code::RECURSIVE_ALIAS,
        code::SEVERAL_DOCUMENTS,
        code::SYNTAX,
        code::TOO_DEEP,
        code::TOO_LARGE,
        code::UNHASHABLE_KEY,
        code::UNKNOWN_ALIAS,
        code::UNKNOWN_TAG,
        code::WRONG_SHAPE,
    ] {
        assert!(rule(id).is_some(), "{id}");
    }
}

#[test]
fn findings_come_in_the_order_of_the_text() {
    let found = diagnostics(
        "type: My::Custom::Token
properties:
  a: {type: integer, required: true, default: 1}
  b: {type: string, schema: {c: {type: string}}}
",
    );
    let starts: Vec<_> = found.iter().map(|diagnostic| diagnostic.labels[0].span.start).collect();
    assert!(starts.is_sorted(), "{}", text(&found, RenderStyle::default()));
}

#[test]
fn one_error_is_reported_once() {
    let found = |yaml: &str| -> Vec<(&str, String)> {
        let found = diagnostics(&format!("type: My::Custom::Token\ndescription: Makes a token.\n{yaml}"));
        found.into_iter().map(|found| (found.code, found.message)).collect()
    };
    let uses = "translation_rules: [{rule: replace, translation_path: [a], value_path: [b]}]
properties_groups: [{or: [[a], [b]]}]
accepted_findings: [{rule: required-with-default, path: properties.a, reason: It is so.}]
examples:
  - title: t
    template: |
      {heat_template_version: rocky, resources: {x: {type: My::Custom::Token, properties: {a: 1}}}}";
    assert_eq!(
        found(&format!(
            "properties:
  a: {{type: strin, default: 1, required: true, constraints: [{{length: {{max: 3}}}}], schema: {{}}}}
  b: {{type: string, description: One.}}
{uses}"
        )),
        [("invalid-type", "`strin` is not a type".to_owned())]
    );
    assert_eq!(
        found(&format!("properties:\n  a: string\n  b: {{type: string, description: One.}}\n{uses}")),
        [("invalid-type", "a property is a map, not a string".to_owned())]
    );
    let properties = "properties:
  a: {type: string, description: A.}
  b: {type: string, support_status: [{status: HIDDEN, version: 5.0.0, message: Use property a.}]}";
    for (rest, expect) in [
        (
            "properties_groups: [{or: [[a], b]}]",
            "a member of a group is a property path or a group, not a string",
        ),
        ("properties_groups: [{or: [[a, 5]]}]", "an item of a property path is a string, not an integer"),
        ("properties_groups: [{or: a}]", "`or` is a list, not a string"),
        (
            "translation_rules: [{rule: delete, translation_path: a}]",
            "`translation_path` is a list, not a string",
        ),
        (
            "translation_rules: [{rule: replace, translation_path: [a], value_path: b}]",
            "`value_path` is a list, not a string",
        ),
        (
            "translation_rules: [{rule: replace, translation_path: [a], valu_path: [b]}]",
            "a translation rule has no key `valu_path`",
        ),
    ] {
        let found = found(&format!("{properties}\n{rest}"));
        let messages: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
        assert_eq!(messages, [expect], "{rest}");
    }
    assert_eq!(
        found("properties: {a: {typ: string}}"),
        [("unknown-key", "a property has no key `typ`".to_owned())]
    );
}
