//! The examples in the table of functions have the stated results.

use std::fmt::Write as _;

use yaql::{Environment, Expression, ObjectKind, Settings, Value, functions};

/// Environment with a constant random number, time and zone.
struct Fixed;

impl Environment for Fixed {
    fn random(&self) -> Option<f64> {
        Some(0.5)
    }

    fn now(&self) -> Option<i64> {
        Some(1_772_236_800_000_000)
    }

    fn local_offset(&self) -> Option<i64> {
        Some(3600)
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(bool) => bool.to_string(),
        Value::Integer(int) => int.to_string(),
        Value::Float(float) => format!("{float:?}"),
        Value::String(text) => format!("{text:?}"),
        Value::List(items) | Value::Set(items) => {
            format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", written(key), written(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Object { kind: ObjectKind::NoValue, .. } => "-".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn examples_have_the_results_that_the_table_says() {
    let settings = Settings { surroundings: &Fixed, ..Settings::default() };
    let mut wrong = String::new();
    for function in functions() {
        let result = Expression::parse(function.example())
            .and_then(|expression| expression.evaluate(&Value::Null, &settings))
            .map_or_else(|error| error.class.name().to_owned(), |value| written(&value));
        if result != function.example_result() {
            let _ = writeln!(wrong, "{}: {} is {result}", function.signature(), function.example());
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_function_is_described() {
    for function in functions() {
        let summary = function.summary();
        assert!(summary.ends_with('.') && summary.len() > 5, "{}: {summary}", function.signature());
    }
    assert_eq!(functions().count(), 282);
}
