mod written_templates;

use heat_diff::{Policy, RULES, compare};
use heat_model::ReleaseTable;
use heat_model::load::load_schema;

use super::*;

fn schemas(files: &[impl AsRef<str>]) -> Vec<ResourceType> {
    let load = |text: &str| load_schema(&heat_yaml::Source::new("Token.yaml", text)).file.unwrap().schema;
    files.iter().map(|text| load(text.as_ref())).collect()
}

/// The witness of the first finding, as text.
fn witness_text(before: &[impl AsRef<str>], after: &[impl AsRef<str>]) -> Option<String> {
    let (before, after) = (schemas(before), schemas(after));
    let releases = ReleaseTable::default();
    let findings = compare(
        &before.iter().collect::<Vec<_>>(),
        &after.iter().collect::<Vec<_>>(),
        &Policy::new(&releases),
    );
    let finding = findings.first()?;
    let named = |side: &'_ [ResourceType]| side.iter().position(|each| each.name == finding.resource_type);
    let old = &before[named(&before)?];
    let new = named(&after).map(|index| &after[index]);
    let witness = find(finding, old, new, &CustomConstraintTable::default())?;
    let update = witness.update.map(|update| format!("--- then\n{update}")).unwrap_or_default();
    Some(format!("{}{update}--- {}, and {}", witness.template, witness.before, witness.after))
}

/// Breaking rules whose changes no template shows, with the reason.
const WITHOUT: [(&str, &str); 8] = [
    ("api-versions-added", "it depends on the version of the cloud's service"),
    ("api-versions-changed", "it depends on the version of the cloud's service"),
    ("api-versions-narrowed", "it depends on the version of the cloud's service"),
    ("custom-constraint-added", "the cloud judges the flavor of the example"),
    ("custom-constraint-changed", "the cloud judges the flavor of the example"),
    ("resource-type-required-service-extension-added", "it depends on the cloud"),
    ("resource-type-required-service-extension-changed", "it depends on the cloud"),
    (
        "resource-type-substitute-class-removed",
        "it shows in the change to the other type, which is not looked at",
    ),
];

#[test]
fn every_breaking_rule_has_a_witness_or_a_reason() {
    let breaking = RULES.iter().filter(|rule| rule.severity == Severity::Breaking && rule.table().is_none());
    let mut all = Vec::new();
    for rule in breaking {
        let [before, after] = rule.example();
        let witness = witness_text(&before, &after);
        let reason = WITHOUT.iter().find(|(id, _)| *id == rule.id).map(|(_, reason)| *reason);
        assert_eq!(witness.is_none(), reason.is_some(), "{}: {witness:?}", rule.id);
        let text = witness.or(reason.map(str::to_owned)).unwrap_or_default();
        all.push(format!("# {}\n{}\n", rule.id, text.replace("heat_template_version: \"2018-08-31\"\n", "")));
    }
    insta::assert_snapshot!(all.join("\n"));
}

fn check(before: &str, after: &str, expect: &str) {
    let sides = [before, after].map(|members| format!("{{type: My::Custom::Token, {members}}}"));
    let witness = witness_text(&sides[..1], &sides[1..]).unwrap_or_default();
    assert_eq!(witness.replace("heat_template_version: \"2018-08-31\"\n", ""), expect);
}

#[test]
fn required_containers_are_included() {
    check(
        "properties: {id: {type: integer, required: true}, nets: {type: list, schema: {'*': {type: map, schema: {
            ip: {type: string}, net: {type: string, required: true}}}}}}",
        "properties: {id: {type: integer, required: true}, nets: {type: list, schema: {'*': {type: map, schema: {
            net: {type: string, required: true}}}}}}",
        "resources:
  token:
    type: My::Custom::Token
    properties:
      id: 1
      nets:
        - net: my-net
          ip: a
--- is accepted, and is refused: nets[0].ip: unknown property",
    );
}

#[test]
fn removal_of_a_rule_for_a_required_property() {
    check(
        "properties: {old: {type: string}, name: {type: string, required: true}},
         translation_rules: [{rule: replace, translation_path: [name], value_path: [old]}]",
        "properties: {old: {type: string}, name: {type: string, required: true}}",
        "resources:
  token:
    type: My::Custom::Token
    properties:
      old: a
--- is accepted, and is refused: name: missing required property",
    );
}

#[test]
fn hidden_properties_are_only_used_if_the_change_is_about_them() {
    let hidden = "support_status: [{status: HIDDEN, version: 5.0.0}]";
    let group = |rule: &str| {
        format!(
            "properties: {{old: {{type: string, {hidden}}}, name: {{type: string}}, size: {{type: integer}}}},
             properties_groups: [{{or: [[old], [name]]}}]{rule}"
        )
    };
    // The template sets one property of the group, the visible one.
    check(
        &group(""),
        &group("").replace(", size: {type: integer}", ""),
        "resources:
  token:
    type: My::Custom::Token
    properties:
      name: my-name
      size: 0
--- is accepted, and is refused: size: unknown property",
    );
    // The search for data tries the source of a translation rule first.
    let ruled = |rules: &str| {
        format!(
            "properties: {{old: {{type: string, {hidden}}}, name: {{type: string}}, size: {{type: integer}}}},
             translation_rules: [{{rule: replace, translation_path: [name], value_path: [old]}}]{rules}"
        )
    };
    check(
        &ruled(""),
        &ruled(", validation_rules: [{at_most_one: [[name], [size]]}]"),
        "resources:
  token:
    type: My::Custom::Token
    properties:
      name: a
      size: 1
--- is accepted, and is refused: at most one of `name` and `size` is allowed",
    );
    // The change is about the hidden property.
    check(
        &group(""),
        &group("").replace("old: {type: string", "old: {type: string, constraints: [{length: {max: 2}}]"),
        "resources:
  token:
    type: My::Custom::Token
    properties:
      name: my-name
      old: a,b
--- is accepted, and is refused: old: its length, 3, is out of range: at most 2",
    );
}

/// Compares the results of the witnesses of all breaking findings, in the order of the findings; empty for a finding without a
/// witness.
fn check_results(before: &str, after: &str, expect: &[&str]) {
    let sides = [before, after].map(|members| format!("{{type: My::Custom::Token, {members}}}"));
    let (before, after) = (schemas(&sides[..1]), schemas(&sides[1..]));
    let findings = compare(&[&before[0]], &[&after[0]], &Policy::new(&ReleaseTable::default()));
    let breaking = findings.iter().filter(|each| each.severity == Severity::Breaking);
    let results = breaking.map(|finding| {
        let witness = find(finding, &before[0], Some(&after[0]), &CustomConstraintTable::default());
        witness.map(|witness| witness.after).unwrap_or_default()
    });
    assert_eq!(results.collect::<Vec<_>>(), expect, "{findings:#?}");
}

#[test]
fn a_witness_shows_its_own_finding() {
    check_results(
        "properties: {a: {type: string, update_allowed: true, constraints: [length: {max: 5}]}}",
        "properties: {a: {type: string, constraints: [length: {max: 3}]}}",
        &["is refused: a: its length, 4, is out of range: at most 3", "replaces the resource"],
    );
    // Data that the rule refuses show nothing about the properties.
    let policy = |max: u8| {
        format!(
            "update_policy: {{p: {{type: map, schema: {{s: {{type: string, constraints: [length: {{max: {max}}}]}}}}}}}}"
        )
    };
    check_results(
        &format!(
            "properties: {{a: {{type: string, update_allowed: true}}, b: {{type: string}}}}, {}",
            policy(5)
        ),
        &format!(
            "properties: {{a: {{type: string}}, b: {{type: string}}}}, validation_rules: [{{all: [[b]]}}], {}",
            policy(3)
        ),
        &["is refused: `b` is required", "", ""],
    );
}

#[test]
fn witnesses_satisfy_validation_rules() {
    let rules = "validation_rules: [{exactly_one: [[a], [b]]}, {when: [[c]], all: [[d]]}]";
    check_results(
        &format!(
            "properties: {{a: {{type: string}}, b: {{type: string}}, c: {{type: string}}, d: {{type: string}}}}, {rules}"
        ),
        &format!(
            "properties: {{a: {{type: string}}, b: {{type: string}}, c: {{type: integer}}, d: {{type: string}}}}, {rules}"
        ),
        &["is refused: c: expected an integer, found string \"\""],
    );
}
