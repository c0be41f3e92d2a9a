//! Verdicts on validation rules, and the messages about data that violate them.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, RuleVerdict};
use heat_model::load::load_schema;
use heat_model::{Value, json};
use heat_yaml::Source;

/// Checks the messages about data, in which the text `unknown` represents a value that is not known.
fn check(rules: &str, data: &str, expect: &[&str]) {
    let schema = format!(
        "type: My::Custom::Token
properties:
  a: {{type: string}}
  b: {{type: string, default: ''}}
  n: {{type: integer}}
  m: {{type: integer}}
  list: {{type: list, schema: {{'*': {{type: map, schema: {{x: {{type: string}}, n: {{type: integer}}}}}}}}}}
validation_rules: [{rules}]"
    );
    let loaded = load_schema(&Source::new("My/Custom/Token.yaml", schema));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let schema = loaded.file.unwrap().schema;
    // The same in JSON, as derived code embeds it.
    let written = serde_json::to_string(&schema).unwrap();
    assert_eq!(serde_json::from_str::<heat_model::ResourceType>(&written).unwrap(), schema);
    let Value::Map(data) = json::parse(data).unwrap() else { panic!("no map") };
    let customs = WithoutCloud::timeless();
    let is_deferred = |value: &Value| value.as_str() == Some("unknown");
    let context = Context::new(&customs).with_deferred(&is_deferred);
    let errors = Evaluator::new(&schema).properties(&data, &context).validate();
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages, expect);
}

#[test]
fn properties_are_counted() {
    check("{at_most_one: [[a], [b]]}", r#"{"a": "1"}"#, &[]);
    check("{at_most_one: [[a], [b]]}", r#"{"a": "1", "b": "2"}"#, &["at most one of `a` and `b` is allowed"]);
    check("{at_least_one: [[a], [b]]}", "{}", &["at least one of `a` and `b` is required"]);
    // The default is used, and empty.
    check("{at_least_one: [[a], {property: [b], is: given}]}", "{}", &[]);
    check("{exactly_one: [[a], [b]]}", "{}", &["exactly one of `a` and `b` is required"]);
    check("{none: [[a], [b]]}", r#"{"a": "2"}"#, &["`a` and `b` are not allowed"]);
    check("{none: [{property: [a], in: ['1', '2']}]}", r#"{"a": "2"}"#, &["`a` must not be `1` or `2`"]);
    check(
        "{when: [[a], {property: [n], is: missing}], all: [{property: [b], custom_constraint: ip_addr}]}",
        r#"{"a": "1", "b": "2"}"#,
        &["`b` must satisfy `ip_addr` if `a` is set and `n` is not set"],
    );
    let pattern = "{all: [{property: [a], allowed_pattern: 'a|ab'}]}";
    check(pattern, r#"{"a": "a"}"#, &[]);
    // The whole text, as in a constraint.
    check(pattern, r#"{"a": "ab"}"#, &["`a` must match `a|ab`"]);
    check(pattern, "{}", &["`a` must match `a|ab`"]);
    check(pattern, r#"{"a": "unknown"}"#, &[]);
}

#[test]
fn an_invalid_pattern_of_a_condition_is_an_error() {
    let text = "type: A\nproperties: {a: {type: string}}
validation_rules: [{all: [{property: [a], allowed_pattern: '['}]}]";
    let loaded = load_schema(&Source::new("A.yaml", text));
    let codes: Vec<_> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["invalid-validation-rule"]);
}

#[test]
fn items_are_checked_one_by_one_or_counted() {
    let two = r#"{"list": [{"x": "1", "n": 0}, {"x": "", "n": 2}]}"#;
    check("{for_each: [list], all: [[x]]}", two, &["list[1]: `x` is required in each item of `list`"]);
    check("{at_most_one: [{items: [list]}]}", two, &["at most one item of `list` is allowed"]);
    check("{at_most_one: [{items: [list], where: [[x]]}]}", two, &[]);
    check("{none: [{items: [list], where: [{any: [[x], [n]]}, [n]]}], description: never}", two, &["never"]);
}

#[test]
fn limits_are_named() {
    check("{ascending: [0, [n]]}", r#"{"n": -1}"#, &["`n` must not be negative"]);
    check("{ascending: [1, [n]]}", r#"{"n": 0}"#, &["`n` must be at least 1"]);
    check("{ascending: [[n], 9]}", r#"{"n": 10}"#, &["`n` must not be greater than 9"]);
    check("{ascending: [1, [n], 9]}", r#"{"n": 10}"#, &["`n` must be from 1 to 9"]);
    check("{ascending: [[n], [m]]}", r#"{"n": 4, "m": 3}"#, &["`n` must not be greater than `m`"]);
}

#[test]
fn numbers_and_values_are_compared() {
    check("{ascending: [0, [n], [m], 9]}", r#"{"m": 3}"#, &[]);
    let words = "0, `n`, `m` and 9 must not decrease in this order";
    check("{ascending: [0, [n], [m], 9]}", r#"{"n": 4, "m": 3}"#, &[words]);
    check("{ascending: [0, [n], [m], 9]}", r#"{"n": 10}"#, &[words]);
    let sum = "{ascending: [{sum: [[list, n]]}, [n]]}";
    check(sum, r#"{"n": 3, "list": [{"n": 1}, {"n": 2}]}"#, &[]);
    let words = "the sum of `list.n` must not be greater than `n`";
    check(sum, r#"{"n": 2, "list": [{"n": 1}, {"n": 2}]}"#, &[words]);
    check("{equal: [[a], [b]]}", r#"{"a": "1"}"#, &[]);
    check("{equal: [[a], [b]]}", r#"{"a": "1", "b": "2"}"#, &["`a` and `b` must be equal"]);
}

#[test]
fn what_cannot_be_read_is_unknown_where_values_are_not_validated() {
    let text = "type: A\nproperties: {a: {type: integer}, b: {type: string}}
validation_rules: [{at_least_one: [[a], [b]]}, {none: [[b]]}]";
    let schema = load_schema(&Source::new("A.yaml", text)).file.unwrap().schema;
    let Value::Map(data) = json::parse(r#"{"a": "no number", "b": "1"}"#).unwrap() else { panic!("no map") };
    let customs = WithoutCloud::timeless();
    let context = Context::new(&customs);
    let errors = Evaluator::new(&schema).properties(&data, &context).validate_rules();
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), ["`b` is not allowed"]);
}

/// Checks the verdict on one rule, for data in which the text `unknown` represents a value that is not known.
fn check_verdict(rule: &str, data: &str, expect: RuleVerdict) {
    let text = format!(
        "type: A\nproperties: {{a: {{type: string}}, b: {{type: string}}, n: {{type: integer}}, m: {{type: integer}},
           list: {{type: list, schema: {{'*': {{type: map, schema: {{x: {{type: string}}}}}}}}}}}}
validation_rules: [{rule}]"
    );
    let schema = load_schema(&Source::new("A.yaml", text)).file.unwrap().schema;
    let Value::Map(data) = json::parse(data).unwrap() else { panic!("no map") };
    let customs = WithoutCloud::timeless();
    let is_deferred = |value: &Value| value.as_str() == Some("unknown");
    let context = Context::new(&customs).with_deferred(&is_deferred);
    let (errors, verdicts) = Evaluator::new(&schema).properties(&data, &context).rule_verdicts();
    assert_eq!((errors, verdicts), (Vec::new(), vec![expect]), "{rule} {data:?}");
}

#[test]
fn verdicts_hold_for_every_unknown_value() {
    use RuleVerdict::{Open, Satisfied, Violated};
    let unknown = r#"{"a": "unknown"}"#;
    let mixed = r#"{"a": "unknown", "b": "1", "n": 1}"#;
    check_verdict("{at_most_one: [[a], [b]]}", unknown, Satisfied);
    check_verdict("{at_most_one: [[a], [b]]}", mixed, Open);
    check_verdict("{at_most_one: [[a], [b], [n]]}", mixed, Violated);
    check_verdict("{at_least_one: [[a], [b]]}", unknown, Open);
    check_verdict("{at_least_one: [[a], [b]]}", mixed, Satisfied);
    check_verdict("{at_least_one: [[b]]}", unknown, Violated);
    check_verdict("{exactly_one: [[a], [b]]}", mixed, Open);
    check_verdict("{exactly_one: [[b], [m]]}", mixed, Satisfied);
    check_verdict("{all: [[a], [b]]}", mixed, Open);
    check_verdict("{all: [[a], [m]]}", mixed, Violated);
    check_verdict("{none: [[a], [m]]}", mixed, Open);
    check_verdict("{none: [[a], [b]]}", mixed, Violated);
    // A condition that may be true: only a requirement that is satisfied anyway decides.
    check_verdict("{when: [[a]], all: [[m]]}", mixed, Open);
    check_verdict("{when: [[a]], all: [[b]]}", mixed, Satisfied);
    check_verdict("{when: [[a], [m]], all: [[m]]}", mixed, Satisfied);
    check_verdict("{equal: [[a], [b]]}", mixed, Open);
    check_verdict("{equal: [[b], [m]]}", mixed, Satisfied);
    check_verdict("{ascending: [2, [n], [a]]}", mixed, Violated);
    check_verdict("{ascending: [1, [n], [a]]}", mixed, Open);
    check_verdict("{ascending: [1, [n], [m]]}", mixed, Satisfied);
    check_verdict("{for_each: [list], all: [[x]]}", r#"{"list": "unknown"}"#, Open);
    check_verdict("{for_each: [list], all: [[x]]}", r#"{"list": ["unknown", {}]}"#, Violated);
    check_verdict("{for_each: [list], all: [[x]]}", r#"{"list": ["unknown", {"x": "1"}]}"#, Open);
    check_verdict("{for_each: [list], all: [[x]]}", r#"{"list": [{"x": "1"}]}"#, Satisfied);
}

#[test]
fn what_was_read_before_is_not_read_again() {
    let text = "type: A\nproperties:
  name: {type: string}
  http: {type: map, schema: {port: {type: integer, default: 80}}}
  tcp: {type: integer}
validation_rules:
  - {none: [{property: [name], is: given}]}
  - {exactly_one: [[http], [tcp]]}";
    let schema = load_schema(&Source::new("A.yaml", text)).file.unwrap().schema;
    let customs = WithoutCloud::timeless();
    let context = Context::new(&customs);
    let check = |values: &str, expect: &[&str]| {
        let Value::Map(values) = json::parse(values).unwrap() else { panic!("no map") };
        let errors = Evaluator::new(&schema).violated_rules(&values, &context);
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), expect);
    };
    check(r#"{"name": null, "http": null, "tcp": 5}"#, &[]);
    check(r#"{"tcp": 5}"#, &[]);
    check(r#"{"name": null, "http": {"port": 80}, "tcp": null}"#, &[]);
    let none = "exactly one of `http` and `tcp` is required";
    check(r#"{"name": "", "http": null, "tcp": null}"#, &["`name` is not allowed", none]);
}

#[test]
fn what_is_unknown_decides_nothing() {
    for rule in
        ["exactly_one: [[a], {property: [n], is: given}]", "none: [[a]]", "all: [[a]]", "equal: [[a], [b]]"]
    {
        check(&format!("{{{rule}}}"), r#"{"a": "unknown", "b": "1"}"#, &[]);
    }
    check(
        "{at_most_one: [[a], [b], {property: [n], is: given}]}",
        r#"{"a": "unknown", "b": "1", "n": 1}"#,
        &["at most one of `a`, `b` and `n` is allowed"],
    );
    check("{when: [[a]], none: [[b]]}", r#"{"a": "unknown", "b": "1"}"#, &[]);
    check("{at_most_one: [{items: [list]}]}", r#"{"list": "unknown"}"#, &[]);
    check("{ascending: [{sum: [[list, n]]}, [n]]}", r#"{"n": 1, "list": [{"n": "unknown"}, {"n": 2}]}"#, &[]);
}
