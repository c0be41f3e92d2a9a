//! Tests of values that are evaluated: whether they are still accepted, and read as before.

use super::*;

#[test]
fn values_that_are_still_accepted_are_not_reported() {
    let (before, after) = (
        with("{a: {type: string, constraints: [{allowed_values: [x, y, z]}]}}"),
        with("{a: {type: string, constraints: [{allowed_values: [x, y]}]}}"),
    );
    let narrowed = |impact: &str| vec![format!("{impact}: allowed-values-narrowed")];
    let check = |properties: &str, expect: Vec<String>| {
        assert_eq!(
            used(&[("t", &one(properties))], &before, &after, Severity::Policy),
            expect,
            "{properties}"
        );
    };
    check("{a: x}", vec![]);
    check("{a: z}", narrowed("3:32 a a fails (\"z\" is not one of \"x\", \"y\")"));
    check("{a: w}", narrowed("3:32 a a"));
    check("{a: {if: [c, x, y]}}", vec![]);
    check("{a: {if: [c, x, z]}}", narrowed("3:32 a a may (\"z\" is not one of \"x\", \"y\")"));
    check("{a: {if: [c, x, {get_file: z}]}}", narrowed("3:32 a a may"));
    check("{a: {str_replace: {template: x, params: {x: {get_param: p}}}}}", narrowed("3:32 a a may"));
    check("{a: {str_replace: {template: a, params: {a: x}}}}", vec![]);
    check(
        "{a: {str_replace: {template: a, params: {a: z}}}}",
        narrowed("3:32 a a fails (\"z\" is not one of \"x\", \"y\")"),
    );
    check("{a: {get_resource: b}}", narrowed("3:32 a a may"));
}

#[test]
fn both_branches_count_whatever_the_condition_says() {
    let before = with("{a: {type: string, default: x}, b: {type: list, schema: {'*': {type: map}}}}");
    let after = with(
        "{a: {type: string, default: y}, b: {type: list, schema: {'*': {type: map, schema: {c: {type: string}}}}}}",
    );
    let check = |properties: &str, expect: &[&str]| {
        let template = format!("conditions: {{no: {{equals: [a, b]}}}}\n{}", one(properties));
        assert_eq!(used(&[("t", &template)], &before, &after, Severity::Policy), expect, "{properties}");
    };
    check("{a: {if: [no, x]}}", &["4:32 a a may: property-default-changed"]);
    check("{a: {if: [no, x, y]}}", &[]);
    check("{a: {if: [no, x, null]}}", &["4:32 a a may: property-default-changed"]);
}

#[test]
fn a_finding_is_only_about_its_own_constraint() {
    check(
        &one("{a: abcd}"),
        &with("{a: {type: string, constraints: [{length: {max: 9}}, {allowed_pattern: '[a-z]*'}]}}"),
        &with("{a: {type: string, constraints: [{length: {max: 3}}, {allowed_pattern: '[a-y]*'}]}}"),
        &["3:32 a a fails (its length, 4, is out of range: at most 3): length-narrowed"],
    );
}

#[test]
fn custom_constraints_without_a_cloud_are_checked() {
    let none = with("{a: {type: string}}");
    let custom =
        |name: &str| with(&format!("{{a: {{type: string, constraints: [{{custom_constraint: {name}}}]}}}}"));
    check(&one("{a: 10.0.0.1}"), &none, &custom("ip_addr"), &[]);
    check(&one("{a: m1.small}"), &none, &custom("nova.flavor"), &["3:32 a a may: custom-constraint-added"]);
    check(
        &one("{a: '2030-01-01'}"),
        &none,
        &custom("expiration"),
        &["3:32 a a may: custom-constraint-added"],
    );
    let found = used(&[("t", &one("{a: x}"))], &none, &custom("ip_addr"), Severity::Policy);
    assert!(found[0].starts_with("3:32 a a fails ("), "{found:?}");
}

#[test]
fn parameters_count_as_their_allowed_values_or_default() {
    let before = with("{a: {type: string, constraints: [{length: {max: 9}}]}}");
    let after = with("{a: {type: string, constraints: [{length: {max: 3}}]}}");
    let check = |parameter: &str, expect: &[&str]| {
        let template = format!(
            "heat_template_version: 2021-04-16\nparameters: {{p: {parameter}}}\nresources:\n  \
             a: {{type: A::B, properties: {{a: {{get_param: p}}}}}}\n"
        );
        assert_eq!(used(&[("t", &template)], &before, &after, Severity::Policy), expect, "{parameter}");
    };
    let may = "4:32 a a may: length-narrowed";
    let refused = "4:32 a a may (its length, 4, is out of range: at most 3): length-narrowed";
    check("{type: string}", &[may]);
    check("{type: string, default: abc}", &[]);
    check("{type: string, default: abcd}", &[refused]);
    check("{type: number, default: '1000'}", &[refused]);
    // Heat passes on a boolean, which is the text "True" in a string.
    check("{type: boolean, default: 'on'}", &[refused]);
    check("{type: string, default: abc, constraints: [{allowed_values: [abc, abcd]}]}", &[refused]);
    check("{type: string, constraints: [{allowed_values: [abc, ab]}]}", &[]);
}

#[test]
fn values_are_checked_against_types() {
    let typed = |name: &str| with(&format!("{{a: {{type: {name}}}}}"));
    let changed = |impact: &str| vec![format!("3:32 a a{impact}: property-type-changed")];
    let check = |properties: &str, expect: Vec<String>| {
        let (before, after) = (typed("string"), typed("integer"));
        assert_eq!(
            used(&[("t", &one(properties))], &before, &after, Severity::Policy),
            expect,
            "{properties}"
        );
    };
    check("{a: x}", changed(" fails (expected an integer, found string \"x\")"));
    // The value is now a number; it was a string.
    check("{a: '5'}", changed(""));
    check("{a: {get_attr: [b, c]}}", changed(" may"));
}

#[test]
fn any_value_can_have_the_new_type() {
    let (any, map) = (with("{a: {type: any}}"), with("{a: {type: map}}"));
    check(&one("{a: {b: 1}}"), &any, &map, &[]);
    let fails = "3:32 a a fails (expected a map, found list [1]): property-type-changed-from-any";
    check(&one("{a: [1]}"), &any, &map, &[fails]);
}
