//! An expression of yaql and data as JSON, separated by `---`: parsing, inspecting and evaluating it.
#![no_main]

mod limits;

use libfuzzer_sys::fuzz_target;
use yaql::{Expression, Integer, Settings, Value};

fn value(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(bool) => (*bool).into(),
        serde_json::Value::Number(number) => match Integer::parse(&number.to_string()) {
            Some(integer) => Value::Integer(integer),
            None => number.as_f64().map_or(Value::Unknown, Value::from),
        },
        // What is not known is written as text.
        serde_json::Value::String(text) if text == "?" => Value::Unknown,
        serde_json::Value::String(text) => text.as_str().into(),
        serde_json::Value::Array(items) => Value::List(items.iter().map(value).collect()),
        serde_json::Value::Object(map) => {
            Value::map(map.iter().map(|(key, member)| (key.as_str(), value(member))))
        }
    }
}

fuzz_target!(|input: &str| {
    limits::check(input, || {
        let (expression, data) = input.split_once("\n---\n").unwrap_or((input, "null"));
        let data = serde_json::from_str(data).map_or(Value::Unknown, |json| value(&json));
        let is_place = |span: yaql::Span| expression.get(span.start..span.end).is_some();
        let parsed = match Expression::parse(expression) {
            Ok(parsed) => parsed,
            Err(error) => {
                assert!(error.span.is_some_and(is_place), "{error:?}");
                return error.message.len();
            }
        };
        let inspection = parsed.inspect();
        assert!(inspection.calls.iter().all(|call| is_place(call.span)), "{inspection:?}");
        match parsed.evaluate(&Value::map([("data", data)]), &Settings::default()) {
            Ok(value) => format!("{value:?}").len(),
            Err(error) => {
                assert!(error.span.is_some_and(is_place), "{error:?}");
                error.message.len()
            }
        }
    });
});
