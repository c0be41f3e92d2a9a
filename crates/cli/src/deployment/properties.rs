//! The properties of a resource as Heat reads them, and placeholders for parts that only a cloud knows.

use heat_hot::data::marked;
use heat_hot::resolve::ResolvedResource;
use heat_hot::stand_in::{self, Part};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

/// The key in [`marked`] data that represents an unknown value.
const UNKNOWN: &str = "$unknown";
const ONE_OF: &str = "$one_of";

/// Reads the properties of a resource as Heat does, by the schema of its type: with defaults, and null for those that have no
/// value. Parts that only a cloud knows are represented as in [`marked`] data; [`with_placeholders`] converts them to texts.
///
/// # Errors
/// The error in the first property that cannot be read.
pub(super) fn properties(
    resource: &ResolvedResource,
    schema: &ResourceType,
) -> Result<IndexMap<String, Value>, String> {
    let given = resource.properties.as_ref().map(marked);
    let given = given.and_then(|given| given.as_map().cloned()).unwrap_or_default();
    let evaluator = Evaluator::new(schema);
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints).with_deferred(&is_unknown).ignoring_resolve_errors();
    let mut read = evaluator.properties(&given, &context);
    let value = |(name, schema): (&String, &heat_model::PropertySchema)| {
        let value = read.get(name).map_err(|errors| {
            errors.first().map_or_else(|| format!("`{name}` cannot be read"), ToString::to_string)
        })?;
        Ok((name.clone(), value.to_value(schema)))
    };
    evaluator.schemas().iter().map(value).collect()
}

/// Returns whether a value is unknown, or a text with an unknown part.
fn is_unknown(value: &Value) -> bool {
    match value {
        Value::String(text) => stand_in::is_in_text(text),
        Value::Map(map) => map.len() == 1 && (map.contains_key(UNKNOWN) || map.contains_key(ONE_OF)),
        _ => false,
    }
}

/// Returns whether any part of a value is unknown.
pub(super) fn has_unknown(value: &Value) -> bool {
    is_unknown(value)
        || match value {
            Value::List(items) => items.iter().any(has_unknown),
            Value::Map(map) => map.values().any(has_unknown),
            _ => false,
        }
}

/// Replaces the unknown parts of a value with texts in angle brackets.
pub(super) fn with_placeholders(value: &Value) -> Value {
    match value {
        Value::String(text) if stand_in::is_in_text(text) => text_with_placeholders(text).into(),
        Value::List(items) => Value::List(items.iter().map(with_placeholders).collect()),
        Value::Map(map) => match map.get(UNKNOWN).filter(|_| map.len() == 1) {
            Some(origin) => format!("<{}>", origin.as_str().unwrap_or_default()).into(),
            None if is_unknown(value) => "<depends on an unknown condition>".into(),
            None => map.iter().map(|(key, value)| (key.clone(), with_placeholders(value))).collect(),
        },
        other => other.clone(),
    }
}

fn text_with_placeholders(text: &str) -> String {
    let shown = stand_in::parts(text).map(|part| match part {
        Part::Text(text) => text.to_owned(),
        Part::StandIn(stand_in) => format!("<{stand_in}>"),
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use heat_hot::stand_in::{DeploymentValue, StandIn};
    use heat_model::value;

    use super::*;

    fn check(value: &Value, expect: &Value) {
        assert_eq!(with_placeholders(value), *expect);
    }

    #[test]
    fn what_is_not_known_is_in_angle_brackets() {
        let id = StandIn { stack: vec!["g".to_owned()], value: DeploymentValue::Id("server".to_owned()) }
            .to_text();
        check(
            &value!({"a": [1, {"$unknown": "attribute x of y"}]}),
            &value!({"a": [1, "<attribute x of y>"]}),
        );
        check(&value!([{"$one_of": [1, 2]}]), &value!(["<depends on an unknown condition>"]));
        check(&Value::from(format!("http://{id}:80")), &value!("http://<ID of g/server>:80"));
        check(&value!({"$unknown": "x", "b": 1}), &value!({"$unknown": "x", "b": 1}));
    }
}
