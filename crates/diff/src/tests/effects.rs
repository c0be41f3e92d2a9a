//! Changes that are judged by their effect on values, on templates, and on loading a type.

use super::*;

/// The ids of the findings between two types with these properties and rules.
pub(super) fn check_found(before: &str, after: &str, expect: &[&str]) {
    let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    let ids: Vec<_> = findings.iter().map(|each| each.rule.id).collect();
    assert_eq!(ids, expect, "{before} → {after}");
}

#[test]
fn types_are_compared_together_with_constraints() {
    let check = |before: &str, after: &str, expect: &[&str]| {
        let [before, after] = [before, after].map(|text| format!("properties: {{a: {{{text}}}}}"));
        check_found(&before, &after, expect);
    };
    check(
        "type: integer, constraints: [range: {min: 0, max: 100}]",
        "type: number, constraints: [range: {min: 0, max: 50}]",
        &["property-type-changed"],
    );
    // A fraction was cut off, and is now out of range.
    check(
        "type: integer, constraints: [range: {max: 100}]",
        "type: number, constraints: [range: {max: 100}]",
        &["property-type-changed"],
    );
    check(
        "type: integer, constraints: [range: {min: 1}]",
        "type: number, constraints: [range: {min: 1}]",
        &["property-type-generalised"],
    );
    check("type: integer", "type: number, constraints: [allowed_values: [1, 2]]", &["property-type-changed"]);
    check("type: integer", "type: string", &["property-type-changed"]);
    check("type: boolean", "type: string", &["property-type-changed-to-string"]);
    check(
        "type: boolean",
        "type: string, constraints: [allowed_values: ['True', 'False']]",
        &["property-type-changed"],
    );
    check(
        "type: string, constraints: [allowed_pattern: '[0-9]+']",
        "type: integer",
        &["property-type-changed-compatibly"],
    );
    check(
        "type: string, constraints: [allowed_values: ['1', '2']]",
        "type: integer",
        &["property-type-changed-compatibly"],
    );
    check(
        "type: string, constraints: [allowed_values: ['1', 'a']]",
        "type: integer",
        &["property-type-changed"],
    );
    check("type: integer, default: 4", "type: any, default: 4", &["property-type-changed-to-any"]);
}

#[test]
fn a_rule_that_renames_has_to_fit() {
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    let check = |before: &str, old: &str, new: &str, expect: &[&str]| {
        check_found(
            &format!("properties: {{a: {{{before}}}}}"),
            &format!("properties: {{a: {{{old}}}, b: {{{new}}}}}, {rule}"),
            expect,
        );
    };
    let renamed = "property-renamed-with-translation";
    check("type: string", "type: string", "type: string", &[renamed]);
    check("type: string", "type: string", "type: integer", &["templates-refused", renamed]);
    check(
        "type: string, update_allowed: true",
        "type: string, update_allowed: true",
        "type: string",
        &["update-replaces-resource", renamed],
    );
    check(
        "type: string, update_allowed: true",
        "type: string, update_allowed: true",
        "type: string, immutable: true",
        &["update-replaces-resource", renamed],
    );
    // The recommended rename of a required property: every template set it.
    check(
        "type: string, required: true",
        "type: string",
        "type: string, required: true",
        &[renamed, "property-required-lifted"],
    );
    check(
        "type: string",
        "type: string",
        "type: string, required: true",
        &["property-added-required", renamed],
    );
    // An update of these lists only shows with two different ones.
    let cidrs = "type: list, constraints: [length: {min: 1}], schema: {'*': {type: string, constraints: [custom_constraint: net_cidr]}}";
    check(
        &format!("{cidrs}, required: true, update_allowed: true"),
        &format!("{cidrs}, update_allowed: true"),
        &format!("{cidrs}, required: true"),
        &["update-replaces-resource", renamed, "property-required-lifted"],
    );
    let tasks = "type: list, constraints: [length: {min: 1}], schema: {'*': {type: map, schema: {name: {type: string, required: true}, retries: {type: integer}}}}";
    check(
        &format!("{tasks}, required: true, update_allowed: true"),
        &format!("{tasks}, update_allowed: true"),
        &format!("{tasks}, required: true"),
        &["update-replaces-resource", renamed, "property-required-lifted"],
    );
    // The difference is in a field of the renamed property.
    let mounts = |volume: &str| {
        format!(
            "type: list, schema: {{'*': {{type: map, schema: {{volume: {{type: {volume}}}, path: {{type: string, required: true}}}}}}}}"
        )
    };
    check(&mounts("string"), &mounts("string"), &mounts("integer"), &["templates-refused", renamed]);
}

#[test]
fn a_rule_that_renames_a_member_has_to_fit() {
    let list = |more: &str| {
        format!(
            "properties: {{l: {{type: list, schema: {{'*': {{type: map, schema: {{x: {{type: boolean}}, y: {{type: string}}{more}}}}}}}}}}}"
        )
    };
    let check = |new: &str, expect: &[&str]| {
        let rule = "translation_rules: [{rule: replace, translation_path: [l, z], value_name: x}]";
        check_found(&list(""), &format!("{}, {rule}", list(&format!(", z: {{type: {new}}}"))), expect);
    };
    check("boolean", &["property-renamed-with-translation"]);
    // Real Heat reads `true` as 1, and refuses 'true'.
    check("integer", &["templates-refused", "property-renamed-with-translation"]);
}

#[test]
fn rules_that_refuse_templates_are_breaking() {
    let properties = "properties: {a: {type: string}, b: {type: string}}";
    check_found(
        properties,
        &format!(
            "{properties}, translation_rules: [{{rule: replace, translation_path: [b], value_path: [a]}}]"
        ),
        &["templates-refused", "translation-rule-added"],
    );
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    check_found(
        &format!("{properties}, {rule}"),
        &format!("properties: {{a: {{type: string, default: x}}, b: {{type: string}}}}, {rule}"),
        &["templates-refused", "property-default-added"],
    );
    let list = "properties: {l: {type: list, schema: {'*': {type: map, schema: {m: {type: string}}}}}";
    check_found(
        &format!("{list}}}"),
        &format!(
            "{list}, n: {{type: string}}}}, translation_rules: [{{rule: replace, translation_path: [n], value_path: [l, m]}}]"
        ),
        &["templates-refused", "property-added"],
    );
}

#[test]
fn changes_of_unimplemented_properties_are_not_breaking() {
    let tags = |implemented: bool, more: &str| {
        format!(
            "properties: {{t: {{type: list, schema: {{'*': {{type: map, implemented: {implemented}, schema: {{{more}}}}}}}}}}}"
        )
    };
    check_found(
        &tags(false, "k: {type: string}"),
        &tags(false, "k: {type: integer, required: true}"),
        &["unimplemented-property-changed"],
    );
    check_found(
        &tags(false, "k: {type: string}, v: {type: string}"),
        &tags(false, "k: {type: string}"),
        &["unimplemented-property-removed"],
    );
    check_found(
        &tags(true, "k: {type: string}"),
        &tags(true, "k: {type: integer}"),
        &["property-type-changed"],
    );
}

#[test]
fn a_renamed_unimplemented_property_is_a_new_property() {
    // No template set the old name, so none is rewritten to set the new one: the new property is treated like any other added
    // one. Heat refuses templates without a required property before it checks whether that is implemented.
    let property = |name: &str, more: &str| {
        format!("properties: {{{name}: {{type: integer, description: A., implemented: false{more}}}}}")
    };
    let check = |more: &str, added: &str| {
        check_found(&property("a", more), &property("b", more), &[added, "unimplemented-property-removed"]);
    };
    check("", "property-added");
    check(", default: 1", "property-added-with-default");
    check(", required: true", "property-added-required");
    check(", support_status: [{status: HIDDEN}]", "property-added-hidden");
    // No template set its fields either; they need not be set.
    let map = |member: &str| {
        format!(
            "properties: {{m: {{type: map, implemented: false, schema: {{{member}: {{type: string, required: true}}}}}}}}"
        )
    };
    check_found(&map("k"), &map("l"), &["property-added", "unimplemented-property-removed"]);
    let list = |member: &str| {
        format!(
            "properties: {{l: {{type: list, schema: {{'*': {{type: map, implemented: false, schema: {{{member}: {{type: string}}}}}}}}}}}}"
        )
    };
    check_found(&list("k"), &list("v"), &["property-added", "unimplemented-property-removed"]);
    // An implemented property is renamed next to one that is not implemented.
    check_found(
        "properties: {a: {type: integer, implemented: false}, c: {type: integer}}",
        "properties: {b: {type: integer, implemented: false}, d: {type: integer}}",
        &["property-renamed", "property-added", "unimplemented-property-removed"],
    );
}

#[test]
fn an_unloadable_type_is_a_single_finding() {
    check_found(
        "properties: {a: {type: integer, constraints: [range: {max: 9}]}}",
        "properties: {a: {type: string, constraints: [range: {max: 9}]}}",
        &["resource-type-unloadable"],
    );
    check_found(
        "properties: {a: {type: string}}",
        "properties: {a: {type: string, update_allowed: true, immutable: true}}",
        &["resource-type-unloadable"],
    );
}

#[test]
fn a_type_with_its_own_class_is_no_placeholder() {
    let hidden = "support_status: [{status: HIDDEN, version: 7.0.0}]";
    let class = "python_class: my_plugin.Token";
    check_found(
        &format!("{class}, properties: {{a: {{type: string}}}}"),
        &format!("{class}, {hidden}"),
        &["property-removed", "status-hidden-without-deprecation"],
    );
}

#[test]
fn findings_lead_to_what_changed_on_both_sides() {
    fn check(before: &str, after: &str, expect: (&str, Option<&str>, Option<&str>)) {
        let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let found: Vec<_> = findings
            .iter()
            .map(|each| {
                let path = |path: &Option<heat_model::SchemaPath>| path.as_ref().map(ToString::to_string);
                (each.rule.id, path(&each.before), path(&each.after))
            })
            .collect();
        let (rule, old, new) = expect;
        assert_eq!(found, [(rule, old.map(str::to_owned), new.map(str::to_owned))], "{before} → {after}");
    }
    check(
        "properties: {a: {type: string, default: x}}",
        "properties: {a: {type: string, default: y}}",
        ("property-default-changed", Some("properties.a.default"), Some("properties.a.default")),
    );
    check(
        "properties: {m: {type: map, schema: {a: {type: string, default: x}}}}",
        "properties: {m: {type: map, schema: {a: {type: string, default: y}}}}",
        (
            "property-default-changed",
            Some("properties.m.schema.a.default"),
            Some("properties.m.schema.a.default"),
        ),
    );
    let rules = |second: &str| {
        format!(
            "properties: {{a: {{type: string}}, b: {{type: list}}}}, \
             translation_rules: [{{rule: resolve, translation_path: [a], client_plugin: c, finder: f}}{second}]"
        )
    };
    let second = ", {rule: add, translation_path: [b], value: [x]}";
    check(&rules(""), &rules(second), ("translation-rule-added", None, Some("translation_rules[1]")));
    check(&rules(second), &rules(""), ("translation-rule-removed", Some("translation_rules[1]"), None));
}

/// A default that had the same meaning as no value, and no longer does: no update that changes the property did less before.
#[test]
fn a_default_that_goes_is_no_worse_update_of_another_property() {
    check_found(
        "properties: {name: {type: string, update_allowed: true}, domain: {type: string, default: x}}",
        "properties: {name: {type: string, update_allowed: true}, domain: {type: string}}",
        &["property-default-removed"],
    );
    check_found(
        "properties: {name: {type: string, update_allowed: true}, domain: {type: string, default: x}}",
        "properties: {name: {type: string, update_allowed: true}, domain: {type: string, default: y}}",
        &["property-default-changed"],
    );
}

#[test]
fn an_update_that_replaces_leads_to_the_property() {
    let place = |before: &str, after: &str| {
        let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, properties: {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let found = findings.iter().find(|each| each.rule.id == "update-replaces-resource").unwrap();
        [&found.before, &found.after].map(|path| path.as_ref().map(ToString::to_string))
    };
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    let old = "a: {type: string, update_allowed: true}";
    assert_eq!(
        place(&format!("{{{old}}}"), &format!("{{{old}, b: {{type: string}}}}, {rule}")),
        [None, Some("properties.b".to_owned())]
    );
    let with_both = format!("{{{old}, b: {{type: string}}}}");
    assert_eq!(
        place(&with_both, &format!("{with_both}, {rule}")),
        [Some("properties.b".to_owned()), Some("properties.b".to_owned())]
    );
}
