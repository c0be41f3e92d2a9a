//! Changes that only trials find, with the answers of real Heat.

use super::*;

/// The ids of the findings between two types with these properties and rules.
fn check(before: &str, after: &str, expect: &[&str]) {
    let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    let ids: Vec<_> = findings.iter().map(|each| each.rule.id).collect();
    assert_eq!(ids, expect, "{before} → {after}: {findings:#?}");
}

#[test]
fn a_rule_between_properties_refuses_both_by_either_key() {
    let properties = "properties: {a: {type: string}, b: {type: string}}";
    for key in ["value_name: a", "value_path: [a]"] {
        let rule = format!("translation_rules: [{{rule: replace, translation_path: [b], {key}}}]");
        check(properties, &format!("{properties}, {rule}"), &["templates-refused", "translation-rule-added"]);
    }
    // One value refers to a property; another property decides whether the rule applies.
    let list = "properties: {a: {type: list}, b: {type: list}, mode: {type: string}}";
    check(
        list,
        &format!(
            "{list}, translation_rules: [{{rule: replace, translation_path: [b], value_path: [a], when: {{property: mode, in: [rare]}}}}]"
        ),
        &["templates-refused", "translation-rule-added"],
    );
}

#[test]
fn two_rules_for_one_property_refuse_both_sources() {
    let properties = "a: {type: string}, b: {type: string}";
    check(
        &format!("properties: {{{properties}}}"),
        &format!(
            "properties: {{{properties}, c: {{type: string}}}}, \
             translation_rules: [{{rule: replace, translation_path: [c], value_name: a}}, {{rule: replace, translation_path: [c], value_name: b}}]"
        ),
        &["templates-refused", "property-renamed-with-translation"],
    );
}

#[test]
fn a_rule_between_members_refuses_both() {
    for (container, keys) in [
        (
            "type: map, schema: {x: {type: string}, y: {type: string}}",
            ["value_name: x", "value_path: [m, x]"],
        ),
        (
            "type: list, schema: {'*': {type: map, schema: {x: {type: string}, y: {type: string}}}}",
            ["value_name: x", "value_name: x"],
        ),
    ] {
        for key in keys {
            let properties = format!("properties: {{m: {{{container}}}}}");
            let rule = format!("translation_rules: [{{rule: replace, translation_path: [m, y], {key}}}]");
            check(
                &properties,
                &format!("{properties}, {rule}"),
                &["templates-refused", "translation-rule-added"],
            );
        }
    }
}

#[test]
fn a_required_source_replaces_the_resource_in_every_update() {
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    for key in ["value_name: a", "value_path: [a]"] {
        let rule = format!("translation_rules: [{{rule: replace, translation_path: [b], {key}}}]");
        check(
            "properties: {a: {type: string, required: true, update_allowed: false}}",
            &format!("properties: {{a: {{type: string, required: true}}, b: {{type: string}}}}, {rule}"),
            &["update-replaces-resource", "property-renamed-with-translation"],
        );
    }
    // A source that can be updated in place is updated in place.
    check(
        "properties: {a: {type: string, required: true, update_allowed: true}}",
        &format!(
            "properties: {{a: {{type: string, required: true, update_allowed: true}}, b: {{type: string, update_allowed: true}}}}, {rule}"
        ),
        &["property-renamed-with-translation"],
    );
    check(
        "properties: {a: {type: string, required: true}}",
        "properties: {a: {type: string, required: true}}, translation_rules: [{rule: delete, translation_path: [a]}]",
        &["update-replaces-resource", "translation-rule-added"],
    );
}

#[test]
fn values_are_tried_in_the_forms_that_the_old_type_converted() {
    // The item 5 was the text "5". An item of any type stays a number, which the list of texts does not contain.
    let list = |item: &str| {
        format!(
            "properties: {{l: {{type: list, constraints: [allowed_values: ['5', b]], schema: {{'*': {{type: {item}}}}}}}}}"
        )
    };
    check(&list("string"), &list("any"), &["templates-refused", "property-type-changed-to-any"]);
    // `value_name` reads the value as the template has it: "true" was a boolean and is not a number; 1.0 was the integer 1 and is
    // the text "1.0".
    let rename = |old: &str, new: &str| {
        let rule = "translation_rules: [{rule: replace, translation_path: [b], value_name: a}]";
        format!("properties: {{a: {{{old}}}, b: {{{new}}}}}, {rule}")
    };
    check(
        "properties: {a: {type: boolean}}",
        &rename("type: boolean", "type: number"),
        &["templates-refused", "property-renamed-with-translation"],
    );
    check(
        "properties: {a: {type: integer, constraints: [range: {min: 0, max: 9}]}}",
        &rename(
            "type: integer, constraints: [range: {min: 0, max: 9}]",
            "type: string, constraints: [allowed_pattern: '[0-9]']",
        ),
        &["templates-refused", "property-renamed-with-translation"],
    );
}

#[test]
fn renames_in_a_chain_have_to_fit() {
    let first = "{rule: replace, translation_path: [b], value_path: [a]}";
    let second = "{rule: replace, translation_path: [c], value_path: [b]}";
    let renamed = "properties: {a: {type: string}, b: {type: string}";
    let check = |before: &str, expect: &[&str]| {
        check(
            before,
            &format!("{renamed}, c: {{type: integer}}}}, translation_rules: [{first}, {second}]"),
            expect,
        );
    };
    // A name between the two is moved, and its value has to fit.
    check(
        &format!("{renamed}}}, translation_rules: [{first}]"),
        &["templates-refused", "property-renamed-with-translation"],
    );
    // Heat does not move the value of the first name to the third: no value has to fit.
    check("properties: {a: {type: string}}", &["property-added", "property-renamed-with-translation"]);
}

#[test]
fn a_template_is_accepted_by_validation_and_creation() {
    // A falsy value passes at creation, where the rule makes it null; validation always refused it.
    let resolve = |name: &str| {
        format!("{{rule: resolve, translation_path: [{name}], client_plugin: keystone, finder: find}}")
    };
    let property = "{type: list, schema: {'*': {type: string}}}";
    check(
        &format!("properties: {{groups: {property}}}, translation_rules: [{}]", resolve("groups")),
        &format!(
            "properties: {{groups: {property}, teams: {property}}}, \
             translation_rules: [{{rule: replace, translation_path: [teams], value_path: [groups]}}, {}]",
            resolve("teams")
        ),
        &["translation-rule-changed", "property-renamed-with-translation"],
    );
}

#[test]
fn a_type_with_any_property_reads_nothing() {
    check(
        "any_property: true, properties: {a: {type: string}}",
        "any_property: true, properties: {a: {type: string}, b: {type: integer}}",
        &["property-added"],
    );
}

#[test]
fn a_change_that_no_template_notices_is_safe() {
    let check = |before: &str, after: &str, rule: &str, expect: Severity| {
        let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let found = findings.iter().find(|each| each.rule.id == rule);
        assert_eq!(found.map(|each| each.severity), Some(expect), "{before} → {after}: {findings:#?}");
    };
    let renamed = |source: &str, key: &str| {
        format!(
            "properties: {{a: {{type: string{source}}}, b: {{type: string}}}}, \
             translation_rules: [{{rule: replace, translation_path: [b], {key}: {}}}]",
            if key == "value_name" { "a" } else { "[a]" }
        )
    };
    let custom = ", constraints: [custom_constraint: nova.flavor]";
    for key in ["value_name", "value_path"] {
        let [plain, closed] = ["", ", implemented: false"].map(|source| renamed(source, key));
        check(&plain, &closed, "property-implemented-removed", Severity::Safe);
    }
    // The same with a custom constraint that Heat still checks.
    let [plain, closed] = [custom.to_owned(), format!("{custom}, implemented: false")]
        .map(|source| renamed(&source, "value_path"));
    check(&plain, &closed, "property-implemented-removed", Severity::Safe);
    // Heat checks what `value_path` reads, but not what `value_name` reads.
    check(
        &renamed("", "value_name"),
        &renamed(custom, "value_name"),
        "custom-constraint-added",
        Severity::Safe,
    );
    check(
        &renamed("", "value_path"),
        &renamed(custom, "value_path"),
        "custom-constraint-added",
        Severity::Breaking,
    );
    // A property that is not a rule's source is checked.
    check(
        "properties: {a: {type: string}}",
        "properties: {a: {type: string, implemented: false}}",
        "property-implemented-removed",
        Severity::Breaking,
    );
    // Only maps and lists convert.
    check(
        "properties: {a: {type: string, allow_conversion: true}}",
        "properties: {a: {type: string}}",
        "property-allow-conversion-removed",
        Severity::Safe,
    );
    // A map always has all of its fields, so this one was always too long.
    let map = |fields: &str| {
        format!("properties: {{m: {{type: map, constraints: [length: {{max: 1}}], schema: {{{fields}}}}}}}")
    };
    check(
        &map("x: {type: string}, y: {type: string}, z: {type: string}"),
        &map("x: {type: string}, y: {type: string}"),
        "property-removed",
        Severity::Safe,
    );
}

#[test]
fn rules_that_heat_does_not_make_are_faults() {
    let properties = "properties: {a: {type: string}, b: {type: list}}";
    for rule in [
        "{rule: resolve, translation_path: [a]}",
        "{rule: add, translation_path: [b], value: x}",
        "{rule: replace, translation_path: [a], value: x, value_path: [b]}",
    ] {
        check(
            properties,
            &format!("{properties}, translation_rules: [{rule}]"),
            &["resource-type-unloadable"],
        );
    }
}

#[test]
fn rules_of_one_kind_in_another_order() {
    let properties = "properties: {a: {type: string}, b: {type: string}}";
    let first = "{rule: replace, translation_path: [b], value: q}";
    let second = "{rule: replace, translation_path: [b], value_path: [a]}";
    let other = "{rule: resolve, translation_path: [b], client_plugin: nova, finder: find_flavor}";
    let rules = |rules: [&str; 2]| format!("{properties}, translation_rules: [{}]", rules.join(", "));
    check(&rules([first, other]), &rules([other, first]), &[]);
    let sides = [rules([first, second]), rules([second, first])];
    let sides = sides.map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    assert!(findings.iter().any(|each| each.rule.id == "translation-rules-reordered"), "{findings:#?}");
}

#[test]
fn a_type_that_reads_no_properties_refuses_none() {
    let sides = [
        "properties: {a: {type: string}}",
        "any_property: true, properties: {a: {type: string, required: true}}",
    ]
    .map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    assert!(findings.iter().all(|each| each.severity > Severity::Breaking), "{findings:#?}");
}

#[test]
fn a_conditional_rule_that_heat_cannot_make_refuses_what_it_applies_to() {
    let properties =
        "properties: {a: {type: string, update_allowed: true}, b: {type: string, required: true}}";
    let rule = "{rule: delete, translation_path: [a], value: 1, value_path: [b], when: {property: b}}";
    let after = format!("{properties}, translation_rules: [{rule}]");
    check(properties, &after, &["templates-refused", "translation-rule-added"]);
}

#[test]
fn an_empty_source_replaces_what_the_target_refuses() {
    let properties = "properties: {a: {type: string}, b: {type: string, constraints: [{length: {max: 3}}]}, c: {type: list}}";
    let rule = "rule: replace, translation_path: [b], value_path: [a]";
    check(
        &format!("{properties}, translation_rules: [{{{rule}}}]"),
        &format!("{properties}, translation_rules: [{{{rule}, when: {{property: c}}}}]"),
        &["templates-refused", "translation-rule-changed"],
    );
    // Any source also replaces an empty target.
    let properties = properties.replace("max: 3", "min: 1");
    check(
        &format!("{properties}, translation_rules: [{{{rule}}}]"),
        &format!("{properties}, translation_rules: [{{{rule}, custom_value_path: [c]}}]"),
        &["templates-refused", "translation-rule-changed"],
    );
}

#[test]
fn update_rules_of_policies_have_no_effect() {
    let policy =
        |key: &str| format!("update_policy: {{p: {{type: map, schema: {{n: {{type: integer}}}}{key}}}}}");
    for (old, new) in [
        ("", ", immutable: true"),
        ("", ", update_allowed: true"),
        (", update_allowed: true", ", immutable: true"),
    ] {
        check(&policy(old), &policy(new), &["property-update-rule-changed"]);
        check(&policy(new), &policy(old), &["property-update-rule-changed"]);
    }
}

#[test]
fn what_only_unusual_values_show_has_a_counterexample() {
    fn check(before: &str, after: &str, expect: &str) {
        let sides = [before, after]
            .map(|property| schema("", &format!("{{type: A::B, properties: {{p: {{{property}}}}}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let found = findings.iter().find_map(|each| each.counterexample.clone());
        assert_eq!(found.map(|value| value.to_string()).as_deref(), Some(expect), "{before} → {after}");
    }
    check(
        "type: number, constraints: [{range: {min: 5, max: 5}}]",
        "type: number, constraints: [{allowed_values: [1, 2, 5]}]",
        "\"nan\"",
    );
    let custom = |name: &str| format!("type: string, constraints: [{{custom_constraint: {name}}}]");
    let length = |length: &str| format!("type: string, constraints: [{{length: {{{length}}}}}]");
    check(&custom("ip_or_cidr"), &length("min: 5"), "\"::\"");
    check(&custom("net_cidr"), &length("min: 5"), "\"::/0\"");
    check(&custom("net_cidr"), &length("max: 100"), &format!("\"fe80::/{}64\"", "0".repeat(300)));
}

#[test]
fn null_stands_for_a_default_that_its_schema_refuses() {
    let check_around = |members: &str| {
        let [before, after] = ["", ", default: {unknown: 1}"].map(|default| {
            format!(
                "properties: {{p: {{type: list, schema: {{'*': {{type: map, schema: {{a: {{type: integer, required: true}}, \
                 b: {{type: list, schema: {{'*': {{type: map, schema: {{{members}}}{default}}}}}}}}}}}}}}}}}"
            )
        });
        check(&before, &after, &["templates-refused", "property-default-added"]);
    };
    check_around("x: {type: string}");
    // The members may have any other values.
    let named =
        |name: &str| format!("{name}: {{type: string, constraints: [{{custom_constraint: ip_addr}}]}}");
    check_around(&["x", "y", "z"].map(named).join(", "));
}

#[test]
fn what_a_rule_moves_beside_an_empty_value_is_refused_elsewhere() {
    let list = "type: list, constraints: [{allowed_values: [a, b]}]";
    let rule = |target: &str| format!("{{rule: replace, translation_path: [{target}], value_path: [p]}}");
    check(
        &format!("properties: {{p: {{{list}}}, q: {{type: any}}}}, translation_rules: [{}]", rule("q")),
        &format!(
            "properties: {{p: {{{list}}}, q: {{type: any}}, r: {{{list}}}}}, translation_rules: [{}, {}]",
            rule("q"),
            rule("r")
        ),
        &["templates-refused", "property-renamed-with-translation"],
    );
}

#[test]
fn an_integer_is_not_read_from_the_text_of_a_fraction() {
    let type_of = |name: &str| {
        format!("properties: {{p: {{type: {name}, constraints: [{{modulo: {{step: 5, offset: 0}}}}]}}}}")
    };
    let sides = [type_of("number"), type_of("integer")];
    let [before, after] = sides.map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&before], &[&after], &Policy::new(&ReleaseTable::default()));
    let shown = findings.iter().filter_map(|each| each.counterexample.clone());
    assert_eq!(shown.collect::<Vec<_>>(), ["0.0".into()], "{findings:#?}");
}

#[test]
fn a_fraction_is_empty_for_an_integer_alone() {
    let type_of = |name: &str| {
        format!("properties: {{p: {{type: {name}}}}}, validation_rules: [{{exactly_one: [], when: [[p]]}}]")
    };
    check(&type_of("integer"), &type_of("number"), &["templates-refused", "property-type-generalised"]);
}

#[test]
fn a_list_of_which_no_item_is_allowed_stays_empty() {
    let list = |constraint: &str| {
        format!(
            "properties: {{p: {{type: list, schema: {{'*': {{type: boolean}}}}, constraints: [{constraint}]}}}}"
        )
    };
    check(&list("{allowed_values: [a, b]}"), &list("{length: {max: 5}}"), &["allowed-values-removed"]);
    // The list may have any items.
    let safe = |after: &str| {
        let before = list("{allowed_values: [a, b]}");
        let sides = [before.as_str(), after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        assert!(!findings.is_empty(), "{after}");
        assert!(findings.iter().all(|each| each.severity != Severity::Breaking), "{after}: {findings:#?}");
    };
    safe(
        "properties: {p: {type: list, schema: {'*': {type: boolean, implemented: false}}, constraints: [{allowed_values: [a, b]}]}}",
    );
    safe(
        "properties: {p: {type: list, schema: {x: {type: boolean}}, constraints: [{allowed_values: [a, b]}]}}",
    );
}
