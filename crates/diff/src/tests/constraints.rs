//! Findings about changes of constraints: the rule and the value that is no longer accepted.

use heat_model::load::load_schema;
use heat_model::{ReleaseTable, ResourceType};

use crate::{Policy, compare};

/// A type with a property `it` of a type, with constraints and possibly more, in YAML's flow style.
fn schema(property_type: &str, constraints: &str) -> ResourceType {
    let (constraints, more) = constraints.split_once(" & ").unwrap_or((constraints, ""));
    let text = format!(
        "{{type: A::B, properties: {{it: {{type: {property_type}, constraints: [{constraints}]{more}}}}}}}"
    );
    let loaded = load_schema(&heat_yaml::Source::new("A/B.yaml", text));
    loaded.file.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)).schema
}

/// Compares all findings, each with its value that is no longer accepted, with `expect`.
fn check(property_type: &str, before: &str, after: &str, expect: &[&str]) {
    let [old, new] = [before, after].map(|constraints| schema(property_type, constraints));
    let findings = compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()));
    let found: Vec<_> = findings
        .iter()
        .map(|finding| match &finding.counterexample {
            Some(value) => format!("{} {value}", finding.rule.id),
            None => finding.rule.id.to_owned(),
        })
        .collect();
    assert_eq!(found, expect, "{property_type}: {before} → {after}");
}

#[test]
fn ranges_lose_the_number_nearest_to_zero() {
    let check = |property_type, before, after, expect: &str| check(property_type, before, after, &[expect]);
    check("integer", "range: {max: 9}", "range: {max: 5}", "range-narrowed 6");
    check("integer", "range: {min: 1, max: 9}", "range: {min: 3, max: 12}", "range-changed 1");
    check("integer", "", "range: {min: 1}", "range-added 0");
    check("integer", "", "range: {max: -1}", "range-added 0");
    check("number", "range: {max: 2.75}", "range: {max: 2.5}", "range-narrowed 2.75");
    check("number", "range: {min: 0.5}", "range: {min: 1.5}", "range-narrowed 1");
    check("number", "range: {min: 0.1, max: 0.9}", "range: {min: 0.2, max: 0.8}", "range-narrowed 0.1");
    check("number", "", "modulo: {step: 1, offset: 0}", "modulo-added 0.5");
    check("number", "", "range: {max: .inf}", "range-added");
    check(
        "integer",
        "",
        "range: {max: 100000000000000000000000000000}",
        "range-added 100000000000000000000000000001",
    );
    check("integer", "range: {max: 1.0e+300}", "range: {max: 1.0e+200}", "range-narrowed");
    check(
        "integer",
        "range: {max: 9}, range: {max: 7}",
        "range: {max: 9}, range: {max: 6}",
        "range-narrowed 7",
    );
    check(
        "integer",
        "range: {max: 20}, modulo: {step: 8, offset: 0}",
        "range: {max: 9}, modulo: {step: 8, offset: 0}",
        "range-narrowed 16",
    );
}

#[test]
fn equivalent_ranges_are_no_change() {
    check("integer", "range: {max: 2.5}", "range: {max: 2}", &[]);
    check("number", "range: {max: 2.5}", "range: {max: 2}", &["range-narrowed 2.5"]);
    check("string", "length: {max: 9}", "length: {min: 0, max: 9}", &[]);
    check("integer", "range: {min: 1}, range: {max: 9}", "range: {min: 1, max: 9}", &[]);
}

#[test]
fn modulos_lose_the_number_nearest_to_zero() {
    let check = |before, after, expect: &str| check("integer", before, after, &[expect]);
    check("modulo: {step: 2, offset: 0}", "modulo: {step: 4, offset: 0}", "modulo-narrowed 2");
    check("modulo: {step: 4, offset: 0}", "modulo: {step: 2, offset: 0}", "modulo-widened");
    check("modulo: {step: 2, offset: 0}", "modulo: {step: 2, offset: 1}", "modulo-changed 0");
    check("", "modulo: {step: 8, offset: 0}", "modulo-added 1");
    check("range: {min: 8}", "range: {min: 8}, modulo: {step: 8, offset: 0}", "modulo-added 9");
    check("modulo: {step: -4, offset: -1}", "modulo: {step: 8, offset: 3}", "modulo-narrowed 7");
}

#[test]
fn equivalent_modulos_are_no_change() {
    check(
        "integer",
        "modulo: {step: 6, offset: 0}",
        "modulo: {step: 2, offset: 0}, modulo: {step: 3, offset: 0}",
        &[],
    );
    check("integer", "modulo: {step: 4, offset: 3}", "modulo: {step: -4, offset: -1}", &[]);
}

#[test]
fn lengths_lose_values_of_the_property_type() {
    check("string", "length: {max: 9}", "length: {max: 5}", &[r#"length-narrowed "aaaaaa""#]);
    check("string", "", "length: {min: 1}", &[r#"length-added """#]);
    check("list", "length: {max: 9}", "length: {max: 1}", &[r#"length-narrowed ["a", "a"]"#]);
    check(
        "list",
        "length: {max: 9} & , schema: {'*': {type: integer, constraints: [range: {min: 5}]}}",
        "length: {max: 1} & , schema: {'*': {type: integer, constraints: [range: {min: 5}]}}",
        &["length-narrowed [5, 5]"],
    );
    check("map", "length: {max: 9}", "length: {max: 1}", &[r#"length-narrowed {"key1": "a", "key2": "a"}"#]);
    check(
        "map",
        "length: {max: 9} & , schema: {a: {type: string}, b: {type: integer, required: true}}",
        "length: {max: 1} & , schema: {a: {type: string}, b: {type: integer, required: true}}",
        &[r#"constraints-admit-nothing {"b": 0}"#],
    );
    check(
        "string",
        "length: {max: 9}, allowed_pattern: '[0-9]+(-[0-9]+)*'",
        "length: {max: 2}, allowed_pattern: '[0-9]+(-[0-9]+)*'",
        &[r#"length-narrowed "111""#],
    );
    check(
        "string",
        "length: {max: 255}",
        "length: {max: 254}",
        &[&format!("length-narrowed {:?}", "a".repeat(255))],
    );
}

#[test]
fn implied_constraints_are_no_change() {
    let check = |property_type: &str, before: &str, after: &str| {
        check(property_type, before, after, &[]);
        check(property_type, after, before, &[]);
    };
    check("string", "", "length: {min: 0}");
    check("list", "length: {max: 9}", "length: {max: 9}, length: {min: 0}");
    check("boolean", "", "allowed_values: [true, false]");
    check("string", "allowed_values: [a, bc]", "allowed_values: [a, bc], length: {min: 1, max: 2}");
    check("string", "allowed_values: [a, bc]", "allowed_values: [a, bc], allowed_pattern: '[a-c]+'");
    check("string", "allowed_pattern: '[a-c]{2}'", "allowed_pattern: '[a-c]{2}', length: {max: 2}");
    check("string", "allowed_pattern: 'a|bc'", "allowed_values: [a, bc]");
    check(
        "string",
        "allowed_values: ['192.0.2.1']",
        "allowed_values: ['192.0.2.1'], custom_constraint: ip_addr",
    );
    check("integer", "range: {min: 1, max: 3}", "allowed_values: [1, 2, 3]");
    check("integer", "range: {min: 1, max: 3}", "range: {min: 1, max: 3}, modulo: {step: 1, offset: 0}");
    check(
        "integer",
        "modulo: {step: 10, offset: 0}, range: {max: 29}",
        "modulo: {step: 10, offset: 0}, range: {max: 20}",
    );
    check(
        "integer",
        "modulo: {step: 10, offset: 0}",
        "modulo: {step: 10, offset: 0}, modulo: {step: 5, offset: 0}",
    );
    check("number", "allowed_values: [0.5, 1]", "allowed_values: [0.5, 1], range: {min: 0, max: 1}");
    check(
        "number",
        "modulo: {step: 2, offset: 0}",
        "modulo: {step: 2, offset: 0}, modulo: {step: 1, offset: 0}",
    );
    let items = "& , schema: {'*': {type: string, constraints: [allowed_values: [a, b]]}}";
    check("list", &format!(" {items}"), &format!("allowed_values: [a, b, c] {items}"));
    let members = "& , schema: {a: {type: string}, b: {type: string}}";
    check("map", &format!("length: {{max: 9}} {members}"), &format!("length: {{min: 2, max: 2}} {members}"));
}

#[test]
fn constraints_that_are_not_implied_are_narrower() {
    check(
        "number",
        "range: {min: 1, max: 2}",
        "range: {min: 1, max: 2}, modulo: {step: 1, offset: 0}",
        &["modulo-added 1.5"],
    );
    check(
        "string",
        "allowed_values: [a, bcd]",
        "allowed_values: [a, bcd], length: {max: 2}",
        &[r#"length-added "bcd""#],
    );
    check("boolean", "", "allowed_values: [true]", &["allowed-values-added false"]);
    check("integer", "range: {min: 1, max: 3}", "allowed_values: [1, 3]", &["allowed-values-added 2"]);
}

#[test]
fn values_that_other_constraints_refuse_are_a_note() {
    let [old, new] = ["::|b|ccc", "::|b"].map(|pattern| {
        schema("string", &format!("custom_constraint: ip_addr, allowed_pattern: '{pattern}'"))
    });
    let findings = compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()));
    let notes: Vec<_> = findings.iter().flat_map(|finding| &finding.notes).collect();
    assert_eq!(notes, ["\"ccc\" matched and no longer does; other constraints refuse it as well"]);
}

#[test]
fn patterns_that_cannot_be_compared_say_why() {
    let note = |before: &str, after: &str| {
        let [old, new] =
            [before, after].map(|pattern| schema("string", &format!("allowed_pattern: '{pattern}'")));
        let findings = compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()));
        findings.iter().flat_map(|finding| finding.notes.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        note(r"(a|b)\1", r"(a|c)\1"),
        "the patterns cannot be compared: a pattern has a back-reference"
    );
    assert_eq!(
        note("(a|b)*a(a|b){30}", "(a|b)*b(a|b){30}"),
        "the patterns cannot be compared: it would take too many steps"
    );
    assert_eq!(
        note("a", "a|(a|b)*a(a|b){30}"),
        "whether more values are accepted cannot be decided: it would take too many steps"
    );
    assert_eq!(
        note("[ab]", "[bc]"),
        "\"a\" was accepted and is now refused; neither pattern accepts everything that the other does"
    );
}

#[test]
fn no_generated_value_is_too_large_to_show() {
    let nested = |length: u32| {
        let mut text = "type: string, constraints: [length: {min: 900}]".to_owned();
        for _ in 0..12 {
            text = format!("type: list, constraints: [length: {{min: 900}}], schema: {{'*': {{{text}}}}}");
        }
        format!("length: {{max: {length}}} & , schema: {{'*': {{{text}}}}}")
    };
    check("list", &nested(999), &nested(1), &["length-narrowed"]);
}

#[test]
fn lists_lose_the_values_that_they_name() {
    check("string", "allowed_values: [a, b]", "allowed_values: [a]", &[r#"allowed-values-narrowed "b""#]);
    check("string", "allowed_values: [1, 2]", "allowed_values: ['1', '2']", &[]);
    check("string", "", "allowed_values: [a]", &[r#"allowed-values-added """#]);
    check("boolean", "", "allowed_values: [true]", &["allowed-values-added false"]);
    check(
        "integer",
        "range: {min: 3}",
        "range: {min: 3}, allowed_values: [3, 4]",
        &["allowed-values-added 5"],
    );
    check("list", "allowed_values: [a, b]", "allowed_values: [a]", &[r#"allowed-values-narrowed ["b"]"#]);
    check("list", "", "allowed_values: [b]", &[r#"allowed-values-added [""]"#]);
    check(
        "list",
        "length: {min: 2}",
        "length: {min: 2}, allowed_values: ['', a]",
        &[r#"allowed-values-added ["b", "b"]"#],
    );
    check(
        "list",
        " & , schema: {'*': {type: integer}}",
        "allowed_values: [0, 1] & , schema: {'*': {type: integer}}",
        &["allowed-values-added [2]"],
    );
}

#[test]
fn patterns_are_compared_by_what_they_accept() {
    let check = |before, after, expect: &[&str]| check("string", before, after, expect);
    check("allowed_pattern: '[a-z]+'", "allowed_pattern: '[a-y]+'", &[r#"allowed-pattern-narrowed "z""#]);
    check("allowed_pattern: '[a-y]+'", "allowed_pattern: '[a-z]+'", &["allowed-pattern-widened"]);
    check("allowed_pattern: '[a-z]+'", "allowed_pattern: '[a-z][a-z]*'", &[]);
    check("allowed_pattern: 'ab|a'", "allowed_pattern: 'a|ab'", &[r#"allowed-pattern-narrowed "ab""#]);
    check("allowed_pattern: '[a-z]+'", "allowed_pattern: '[0-9a-f]+'", &[r#"allowed-pattern-changed "g""#]);
    check("", "allowed_pattern: '[a-z]*'", &[r#"allowed-pattern-added "1""#]);
}

#[test]
fn lost_texts_satisfy_the_other_constraints() {
    let check = |before, after, expect: &[&str]| check("string", before, after, expect);
    check(
        "length: {min: 3, max: 9}, allowed_pattern: '[a-z]+'",
        "length: {min: 3, max: 9}, allowed_pattern: '[a-y]+'",
        &[r#"allowed-pattern-narrowed "aaz""#],
    );
    check(
        "allowed_values: [x, y, z], allowed_pattern: '[a-z]+'",
        "allowed_values: [x, y, z], allowed_pattern: '[a-y]+'",
        &[r#"allowed-pattern-narrowed "z""#],
    );
    // The values that the pattern no longer accepts were never accepted.
    check("length: {max: 2}, allowed_pattern: 'a|b|ccc'", "length: {max: 2}, allowed_pattern: 'a|b'", &[]);
    check(
        "length: {max: 5}, allowed_pattern: '[a-z]+'",
        "length: {max: 2}, allowed_pattern: '[a-y]+'",
        &[r#"allowed-pattern-narrowed "z""#, r#"length-narrowed "aaa""#],
    );
}

#[test]
fn custom_constraints_without_a_cloud_are_evaluated() {
    let check = |before, after, expect: &[&str]| check("string", before, after, expect);
    check("", "custom_constraint: net_cidr", &[r#"custom-constraint-added """#]);
    check("", "custom_constraint: nova.flavor", &["custom-constraint-added"]);
    check(
        "custom_constraint: ip_or_cidr",
        "custom_constraint: net_cidr",
        &[r#"custom-constraint-narrowed "192.0.2.1""#],
    );
    check(
        "custom_constraint: ip_addr",
        "custom_constraint: ip_addr, length: {max: 9}",
        &[r#"length-added "2001:db8::1""#],
    );
    check(
        "custom_constraint: ip_addr",
        "custom_constraint: ip_addr, allowed_values: [a, b]",
        &[r#"constraints-admit-nothing "192.0.2.1""#],
    );
}

#[test]
fn values_that_a_cloud_may_refuse_are_reported_as_possible() {
    let [old, new] = ["", "length: {max: 0}, "]
        .map(|more| schema("string", &format!("{more}custom_constraint: nova.flavor")));
    let findings = compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()));
    let notes: Vec<_> = findings.iter().flat_map(|finding| &finding.notes).collect();
    assert_eq!(notes, ["\"a\" was accepted, unless `nova.flavor` refused it, and is now refused"]);
}

#[test]
fn constraints_that_exclude_each_other_are_one_finding() {
    let text = |before, after, expect: &[&str]| check("string", before, after, expect);
    let nothing = "constraints-admit-nothing";
    text("length: {max: 9}", "length: {min: 5, max: 3}", &[&format!(r#"{nothing} """#)]);
    text(
        "allowed_values: [a, b]",
        "allowed_values: [a], allowed_values: [b]",
        &[&format!(r#"{nothing} "a""#)],
    );
    text(
        "allowed_values: [aa, b]",
        "allowed_values: [aa, b], length: {min: 3}",
        &[&format!(r#"{nothing} "aa""#)],
    );
    text(
        "allowed_values: [a, b]",
        "allowed_values: [a, b], allowed_pattern: '[0-9]'",
        &[&format!(r#"{nothing} "a""#)],
    );
    text(
        "allowed_pattern: '[a-z]+'",
        "allowed_pattern: '[a-z]+', allowed_pattern: '[0-9]+'",
        &[&format!(r#"{nothing} "a""#)],
    );
    text(
        "allowed_pattern: 'a|ab'",
        "allowed_pattern: 'a|ab', length: {min: 2}",
        &[&format!(r#"{nothing} "a""#)],
    );
    text(r"allowed_pattern: '(a)\1'", r"allowed_pattern: '(a)\1', length: {min: 5, max: 3}", &[nothing]);
    let number = |before, after, expect: &[&str]| check("integer", before, after, expect);
    number("range: {min: 1, max: 9}", "range: {min: 9, max: 1}", &[&format!("{nothing} 1")]);
    number("range: {min: 5}", "range: {min: 5}, range: {max: 3}", &[&format!("{nothing} 5")]);
    number("range: {min: 1}", "range: {min: 5}, allowed_values: [1, 2]", &[&format!("{nothing} 1")]);
    number(
        "range: {min: 1, max: 5}",
        "range: {min: 1, max: 5}, modulo: {step: 8, offset: 0}",
        &[&format!("{nothing} 1")],
    );
    number(
        "modulo: {step: 4, offset: 0}",
        "modulo: {step: 4, offset: 0}, modulo: {step: 2, offset: 1}",
        &[&format!("{nothing} 0")],
    );
    check(
        "number",
        "range: {min: 0.25, max: 0.75}",
        "range: {min: 0.75, max: 0.25}",
        &[&format!("{nothing} 0.25")],
    );
    check(
        "list",
        "allowed_values: [a]",
        "allowed_values: [a], allowed_values: [b], length: {min: 1}",
        &[&format!("{nothing} []")],
    );
    check(
        "boolean",
        "allowed_values: [true]",
        "allowed_values: [true], allowed_values: [false]",
        &[&format!("{nothing} true")],
    );
    // The constraints still accept nothing: no value is lost.
    number("range: {min: 9, max: 1}", "range: {min: 9, max: 2}", &[]);
    // An empty list has no odd item.
    check(
        "list",
        "allowed_values: [a]",
        "allowed_values: [a], allowed_values: [b]",
        &[r#"allowed-values-narrowed ["a"]"#],
    );
}
