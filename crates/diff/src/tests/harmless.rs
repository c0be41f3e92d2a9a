//! Changes that refuse nothing, although the schema states less or states it differently.

use super::effects::check_found;

#[test]
fn a_type_that_ignores_its_properties_refuses_none() {
    let open = |properties: &str| format!("any_property: true, properties: {{{properties}}}");
    let required = "b: {type: string, required: true}";
    for (before, after) in [
        ("a: {type: string}", required),
        (required, "a: {type: string}"),
        ("a: {type: string}, b: {type: integer}", "a: {type: integer}"),
        ("a: {type: string}", "a: {type: string, constraints: [{length: {max: 3}}]}"),
    ] {
        assert!(!is_breaking(&open(before), &open(after)), "{before} → {after}");
    }
    assert!(is_breaking(&open("a: {type: string}"), "properties: {a: {type: string}}"));
    let ruled = |rules: &str| format!("any_property: true, properties: {{a: {{type: string}}}}, {rules}");
    assert!(!is_breaking(&ruled("validation_rules: []"), &ruled("validation_rules: [{none: [[a]]}]")));
    assert!(!is_breaking(&ruled("properties_groups: []"), &ruled("properties_groups: [{or: [[a]]}]")));
}

/// Returns whether a change between two types breaks something.
fn is_breaking(before: &str, after: &str) -> bool {
    let sides = [before, after].map(|text| super::schema("", &format!("{{type: A::B, {text}}}")));
    crate::rule_example::compared(&sides[..1], &sides[1..])
        .iter()
        .any(|each| each.severity == super::Severity::Breaking)
}

#[test]
fn attributes_that_are_still_accepted_are_not_lost() {
    let undeclared = &["attribute-undeclared"];
    check_found("any_attribute: true, attributes: {a: {type: string}}", "any_attribute: true", undeclared);
    check_found("attributes: {show: {type: map}}", "attributes: {}", undeclared);
    check_found(
        "attributes: {a: {type: string}}",
        "any_attribute: true",
        &["attribute-undeclared", "resource-type-any-attribute-added"],
    );
    check_found(
        "any_attribute: true, attributes: {a: {type: string}}",
        "any_attribute: true, attributes: {b: {type: string}}",
        &["attribute-undeclared", "attribute-added"],
    );
    // It is not renamed: `show` still exists.
    check_found(
        "attributes: {show: {type: map}}",
        "attributes: {record: {type: map}}",
        &["attribute-undeclared", "attribute-added"],
    );
    check_found("attributes: {a: {type: string}}", "attributes: {}", &["attribute-removed"]);
}

#[test]
fn groups_that_required_properties_satisfy_refuse_nothing() {
    let check = |before: &str, after: &str, expect: &[&str]| {
        let properties =
            "properties: {a: {type: string, required: true}, b: {type: string}, c: {type: string}}";
        let [before, after] =
            [before, after].map(|groups| format!("{properties}, properties_groups: [{groups}]"));
        check_found(&before, &after, expect);
    };
    check("", "{or: [[a]]}", &[]);
    check("", "{or: [[a], [b]]}", &[]);
    check("{or: [[a], [b]]}", "", &[]);
    check("{or: [[a]]}", "{or: [[a], [c]]}", &[]);
    check("", "{and: [[b]]}", &[]);
    check("", "{or: [[b]]}", &["properties-group-added"]);
    check("", "{xor: [[a], [b]]}", &["properties-group-added"]);
    // A default satisfies `required`, but does not set the property.
    check_found(
        "properties: {a: {type: string, required: true, default: x}}",
        "properties: {a: {type: string, required: true, default: x}}, properties_groups: [{or: [[a]]}]",
        &["properties-group-added"],
    );
    // The property was required, and now the group requires it.
    check_found(
        "properties: {a: {type: string, required: true}, b: {type: string}}",
        "properties: {a: {type: string}, b: {type: string}}, properties_groups: [{or: [[a]]}]",
        &["property-required-lifted"],
    );
}

#[test]
fn defaults_that_are_read_alike_are_rewritten() {
    let check = |before: &str, after: &str, expect: &str| {
        let [before, after] = [before, after].map(|text| format!("properties: {{a: {{{text}}}}}"));
        check_found(&before, &after, &[expect]);
    };
    for (before, after) in [
        ("type: integer, default: 5", "type: integer, default: '5'"),
        ("type: boolean, default: true", "type: boolean, default: 'true'"),
        ("type: string, default: '5'", "type: string, default: 5"),
        // Python treats the values as equal; the files differ.
        ("type: number, default: 1", "type: number, default: 1.0"),
        ("type: boolean, default: false", "type: boolean, default: 0"),
        ("type: any, default: 5", "type: any, default: 6"),
        ("type: any", "type: any, default: 6"),
        ("type: any, default: 5", "type: any"),
        ("type: string, implemented: false, default: a", "type: string, implemented: false, default: b"),
    ] {
        check(before, after, "property-default-rewritten");
    }
    check("type: integer, default: 5", "type: integer, default: '6'", "property-default-changed");
    // The values are equal in Python. Here they are read as texts, which differ.
    check("type: string, default: 1", "type: string, default: true", "property-default-changed");
    check("type: string, default: '5'", "type: string, default: '5.0'", "property-default-changed");
    check(
        "type: any, required: true",
        "type: any, required: true, default: 1",
        "property-default-added-while-required",
    );
}

#[test]
fn actions_without_signals_are_a_set() {
    check_found(
        "no_signal_actions: [DELETE, SUSPEND]",
        "no_signal_actions: [SUSPEND, DELETE]",
        &["no-signal-actions-reordered"],
    );
    check_found(
        "no_signal_actions: [DELETE, SUSPEND]",
        "no_signal_actions: [SUSPEND]",
        &["resource-type-handling-changed"],
    );
}
