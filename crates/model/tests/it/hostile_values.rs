//! Hostile data: the result is an error with its path, and not a panic, a stack overflow or an endless computation.

#![expect(clippy::unwrap_used, reason = "a failed expectation is to stop the test")]

use std::time::SystemTime;

use heat_model::custom_constraint::ConstraintRegistry;
use heat_model::evaluate::{Context, Evaluator, Query};
use heat_model::{PropertySchema, ResourceType, Value, json};
use indexmap::IndexMap;

const SCHEMA: &str = r#"{
    "text": {"type": "string", "constraints": [{"allowed_pattern": "(?!x)(a+)+b"}, {"length": {"max": 20000000}}]},
    "number": {"type": "number", "constraints": [{"range": {"min": 0}}, {"modulo": {"step": 7, "offset": 3}}]},
    "integer": {"type": "integer"},
    "flag": {"type": "boolean"},
    "any": {"type": "any"},
    "map": {"type": "map", "allow_conversion": true},
    "list": {"type": "list", "allow_conversion": true, "schema": {"*": {"type": "integer"}}},
    "networks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
        "address": {"type": "string", "constraints": [{"custom_constraint": "ip_addr"}]}}}}}}"#;

/// Returns the result of reading the data: one error per line, truncated to 120 characters.
fn read(data: &Value) -> String {
    let schemas: IndexMap<String, PropertySchema> = serde_json::from_str(SCHEMA).unwrap();
    let mut subject = ResourceType::new("My::Custom::Token");
    subject.properties = schemas;
    let constraints = ConstraintRegistry::at(SystemTime::UNIX_EPOCH);
    let Value::Map(data) = data else { return "no map".to_owned() };
    match Evaluator::new(&subject).resolve(data, &Context::new(&constraints)) {
        Ok(_) => "fine".to_owned(),
        Err(errors) => {
            let lines = errors.iter().map(|error| error.to_string().chars().take(120).collect::<String>());
            lines.collect::<Vec<_>>().join("\n")
        }
    }
}

fn check(text: &str, expect: &str) {
    let found = json::parse(text).map_or_else(|error| error.to_string(), |data| read(&data));
    assert_eq!(found.chars().take(200).collect::<String>(), expect);
}

#[test]
fn special_numbers() {
    check(r#"{"integer": NaN}"#, "integer: expected an integer, found number NaN");
    check(r#"{"integer": -Infinity}"#, "integer: expected an integer, found number -Infinity");
    // In Python, NaN is not less than 0; but it is not a step of 7 either.
    check(r#"{"number": NaN}"#, "number: NaN is not a multiple of 7, plus 3");
}

#[test]
fn numbers_of_many_digits() {
    let digits = "9".repeat(5000);
    check(
        &format!(r#"{{"number": {digits}}}"#),
        "number: an integer of more than 4300 digits (line 1, column 12)",
    );
    // As text, Python converts it to a float, which is infinite.
    check(&format!(r#"{{"number": "{digits}"}}"#), "number: Infinity is not a multiple of 7, plus 3");
    check(&format!(r#"{{"integer": "{digits}"}}"#), "integer: expected an integer, found a string");
    // With one digit less, it is a normal number: a multiple of 7, plus 3.
    let digits = "9".repeat(4300);
    check(&format!(r#"{{"number": {digits}, "text": true}}"#), "text: \"True\" does not match `(?!x)(a+)+b`");
}

#[test]
fn unpaired_surrogates() {
    // Python accepts them; here, they are replaced by the replacement character.
    check(r#"{"text": "\ud800"}"#, "text: \"\u{fffd}\" does not match `(?!x)(a+)+b`");
}

#[test]
fn depth() {
    let deep = |levels: usize| format!(r#"{{"any": {}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    check(&deep(470), "fine");
    let refused = json::parse(&deep(100_000)).expect_err("it is too deep");
    assert!(refused.to_string().starts_with("any[0][0][0]"), "{refused}");
    assert!(refused.message.contains("nested more than 480 levels deep"), "{refused}");
}

/// Returns alternating lists and maps, nested deeper than any text that is read, but as a program can nest them.
fn nested_by_hand(levels: usize) -> Value {
    (0..levels).fold(Value::Null, |inner, level| match level % 2 {
        0 => Value::from(vec![Value::from(1), inner]),
        _ => [("in".to_owned(), inner)].into_iter().collect(),
    })
}

#[test]
fn depth_made_by_hand() {
    let value = nested_by_hand(100_000);
    for name in ["any", "map", "list", "text", "flag", "integer", "number"] {
        let data: Value = [(name.to_owned(), value.clone())].into_iter().collect();
        assert_eq!(read(&data), format!("{name}: nested more than 480 levels deep"));
    }
    let data: Value = [("networks".to_owned(), Value::from(vec![value.clone()]))].into_iter().collect();
    assert_eq!(read(&data), "networks[0].in: unknown property");
    let other = nested_by_hand(100_000);
    assert!(value == other && value.python_eq(&other));
    assert!(value != nested_by_hand(99_999));
    assert!(value.to_string().contains('…') && format!("{value:?}").contains('…'));
    let refused = serde_json::to_string(&value).expect_err("it is too deep");
    assert_eq!(refused.to_string(), "nested more than 480 levels deep");
}

#[test]
fn depth_of_an_answer() {
    let mut subject = ResourceType::new("My::Custom::Token");
    subject.properties = serde_json::from_str(SCHEMA).unwrap();
    subject.translation_rules = serde_json::from_str(
        r#"[{"rule": "resolve", "translation_path": ["any"], "client_plugin": "c", "finder": "f"}]"#,
    )
    .unwrap();
    let constraints = ConstraintRegistry::at(SystemTime::UNIX_EPOCH);
    let resolver = |_: &Query<'_>| Ok(nested_by_hand(100_000));
    let context = Context::new(&constraints).with_resolver(&resolver);
    let data: IndexMap<String, Value> = [("any".to_owned(), "name".into())].into_iter().collect();
    let errors = Evaluator::new(&subject).resolve(&data, &context).expect_err("it is too deep");
    assert_eq!(errors[0].to_string(), "any: nested more than 480 levels deep");
}

#[test]
fn length() {
    let long = "a".repeat(10_000_000);
    check(&format!(r#"{{"flag": "{long}"}}"#), "flag: expected true or false, found a string");
    let name = "a".repeat(10_000_000);
    let data = json::parse(&format!(r#"{{"{name}": 1}}"#)).unwrap();
    assert!(read(&data).starts_with("aaaaaaaaaa"));
}

#[test]
fn patterns_that_backtrack() {
    check(
        &format!(r#"{{"text": "{}"}}"#, "a".repeat(50)),
        "text: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… cannot be checked against `(?!x)(a+)+b`: matching takes too long: the pa",
    );
}

#[test]
fn many_mistakes() {
    let count = |text: &str| read(&json::parse(text).unwrap()).lines().count();
    let names: Vec<String> = (0..100_000).map(|index| format!(r#""nmae{index}": 1"#)).collect();
    assert_eq!(count(&format!("{{{}}}", names.join(","))), 10_000);
    assert_eq!(count(&format!(r#"{{"list": [{}]}}"#, vec!["[]"; 100_000].join(","))), 10_000);
    assert_eq!(count(&format!(r#"{{"list": "{}"}}"#, ",".repeat(9_000_000))), 10_000);
}
