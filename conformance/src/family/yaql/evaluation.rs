//! Evaluation of yaql expressions.

use heat_model::Value;
use yaql::{Environment, Expression, Integer, ObjectKind, Settings, Value as YaqlValue};

use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about evaluation. Input `{expression, data}`, where `$` is `{data: …}`; the answer is the result, written as text,
/// or the class of the error.
pub(crate) struct Yaql;

impl Family for Yaql {
    fn name(&self) -> &'static str {
        "yaql"
    }

    fn verdicts(&self) -> &'static [&'static str] {
        &["result"]
    }

    fn details(&self) -> &'static [&'static str] {
        &[]
    }

    fn differences(&self, vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
        let expression = vector.input.text("expression")?;
        let data = vector.input.field("data").map_or(YaqlValue::Null, given);
        let settings = Settings { surroundings: &RecordedEnvironment, ..Settings::default() };
        let ours = Expression::parse(expression)
            .and_then(|expression| expression.evaluate(&YaqlValue::map([("data", data)]), &settings))
            .map_or_else(|error| format!("error: {}", error.class), |value| written(&value));
        let recorded = match vector.output.field("error_class").and_then(Value::as_str) {
            Some(class) => format!("error: {class}"),
            None => vector.output.text("result")?.to_owned(),
        };
        let mut found = Comparison::default();
        if recorded != ours {
            found.differs("result", &recorded, &ours);
        }
        Ok(found.differences)
    }
}

/// The environment of the recording, in UTC. Results that depend on chance or on the clock are not recorded.
struct RecordedEnvironment;

impl Environment for RecordedEnvironment {
    fn random(&self) -> Option<f64> {
        Some(0.5)
    }

    fn now(&self) -> Option<i64> {
        Some(0)
    }

    fn local_offset(&self) -> Option<i64> {
        Some(0)
    }
}

fn given(value: &Value) -> YaqlValue {
    match value {
        Value::Null => YaqlValue::Null,
        Value::Bool(bool) => (*bool).into(),
        Value::Integer(integer) => {
            Integer::parse(&integer.to_string()).map_or(YaqlValue::Null, YaqlValue::Integer)
        }
        Value::Float(float) => (*float).into(),
        Value::String(text) => text.as_str().into(),
        Value::List(items) => YaqlValue::List(items.iter().map(given).collect()),
        Value::Map(map) => YaqlValue::map(map.iter().map(|(key, value)| (key.as_str(), given(value)))),
    }
}

/// Formats a result like the recorder.
fn written(value: &YaqlValue) -> String {
    let all = |items: &[YaqlValue]| items.iter().map(written).collect::<Vec<_>>();
    match value {
        YaqlValue::Null => "None".to_owned(),
        YaqlValue::Bool(bool) => if *bool { "True" } else { "False" }.to_owned(),
        YaqlValue::Integer(integer) => integer.to_string(),
        YaqlValue::Float(float) => heat_model::python::str_of(&Value::Float(*float)),
        YaqlValue::String(text) => serde_json::Value::from(text.as_str()).to_string(),
        YaqlValue::List(items) => format!("[{}]", all(items).join(", ")),
        YaqlValue::Set(items) => {
            let mut items = all(items);
            items.sort();
            format!("set({})", items.join(", "))
        }
        YaqlValue::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", written(key), written(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        YaqlValue::Object { kind: ObjectKind::Context, .. } => "<Context>".to_owned(),
        YaqlValue::Object { kind: ObjectKind::Other, .. } => "<Other>".to_owned(),
        YaqlValue::Object { repr, .. } => repr.clone(),
        other => format!("{other:?}"),
    }
}
