//! Families about yaql expressions.

use heat_hot::function::value_to_yaql;
use heat_model::Value;
use yaql::{Environment, ErrorClass, Expression, ObjectKind, Settings, Value as YaqlValue};

use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about syntax. Input `{expression}`; the answer says whether it can be read, and has the first error otherwise. Only
/// yaql's own errors have a class here.
pub(crate) const SYNTAX: Family =
    Family { name: "yaql_syntax", verdicts: &["ok"], details: &[], differences: syntax };

fn syntax(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let ours = Expression::parse(vector.input.text("expression")?).err();
    let of_yaql = [ErrorClass::Lexical, ErrorClass::Grammar];
    let ours_is_yaqls = ours.as_ref().is_some_and(|error| of_yaql.contains(&error.class));
    let ours = ours.map(|error| error.message);
    let heat = vector.output.field("message").and_then(Value::as_str);
    let class = vector.output.field("error_class").and_then(Value::as_str).unwrap_or_default();
    let mut found = Comparison::default();
    if heat != ours.as_deref() || class.starts_with("Yaql") != ours_is_yaqls {
        let ours = ours.unwrap_or_else(|| "no error".to_owned());
        found.differs("syntax", &vector.output, &ours);
    }
    Ok(found.differences)
}

/// The family about evaluation. Input `{expression, data}`, where `$` is `{data: …}`; the answer is the result, written as text,
/// or the class of the error.
pub(crate) const EVALUATION: Family =
    Family { name: "yaql", verdicts: &["result"], details: &[], differences: evaluation };

fn evaluation(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let expression = vector.input.text("expression")?;
    let data = vector.input.field("data").map_or(YaqlValue::Null, value_to_yaql);
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
