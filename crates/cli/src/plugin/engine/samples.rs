//! Sample properties for an engine: of a minimal template, and for an update of it.

use heat_model::evaluate::Validator;
use heat_model::{CustomConstraintTable, PropertySchema, ResourceType};
use heat_samples::sample::{sample_properties, sample_values};
use serde_json::{Map, Value as Json, json};

/// A minimal template with a resource of a type, `one`, and an output for each attribute. `None` if a required property has no sample.
pub(crate) fn template(schema: &ResourceType) -> Option<Json> {
    let outputs: Map<String, Json> = schema
        .attributes
        .iter()
        .filter(|(_, attribute)| !attribute.support_status.is_hidden())
        .map(|(name, _)| (name.clone(), json!({"value": {"get_attr": ["one", name]}})))
        .collect();
    let mut resource = json!({"type": schema.name});
    let properties = properties(schema)?;
    if !properties.is_empty() {
        resource["properties"] = properties.into();
    }
    Some(json!({"heat_template_version": "2021-04-16", "resources": {"one": resource}, "outputs": outputs}))
}

fn properties(schema: &ResourceType) -> Option<Map<String, Json>> {
    let sample = sample_properties(schema, &CustomConstraintTable::default(), true);
    let values = sample.into_iter().map(|(name, value)| Some((name, literal(value.try_into().ok()?)?)));
    values.collect()
}

/// A value, unless it comes from a parameter because there is no sample.
fn literal(value: Json) -> Option<Json> {
    let is_parameter = value.as_object().is_some_and(|map| map.contains_key("get_param"));
    (!is_parameter).then_some(value)
}

/// A value of a property that differs from its sample, and that the schema accepts.
pub(crate) fn second_value(name: &str, schema: &PropertySchema, first: Option<&Json>) -> Option<Json> {
    let samples = sample_values(name, schema, &CustomConstraintTable::default());
    let samples: Vec<Json> =
        samples.into_iter().filter_map(|value| literal(value.try_into().ok()?)).collect();
    let default = schema.default.clone().and_then(|value| Json::try_from(value).ok());
    let first = first.or(default.as_ref());
    let varied = first.into_iter().chain(&samples).flat_map(varied).collect::<Vec<_>>();
    let accepts = |value: &Json| {
        Validator { is_deferred: &|_| false }.value_errors(schema, &value.clone().into()).is_empty()
    };
    samples.into_iter().chain(varied).find(|value| Some(value) != first && accepts(value))
}

/// Values that differ a little from another one.
fn varied(value: &Json) -> Vec<Json> {
    match value {
        Json::Bool(value) => vec![(!value).into()],
        Json::String(text) => {
            let shorter: String = text.chars().skip(1).collect();
            vec![format!("{text}-2").into(), format!("{text}2").into(), shorter.into()]
        }
        Json::Number(number) => match number.as_i64() {
            Some(number) => vec![number.saturating_add(1).into(), number.saturating_sub(1).into()],
            None => number.as_f64().map(|number| vec![(number + 1.0).into()]).unwrap_or_default(),
        },
        Json::Array(items) => {
            let more = items.iter().chain(items.last()).cloned().collect::<Json>();
            let fewer = items.iter().skip(1).cloned().collect::<Json>();
            vec![more, fewer, json!(["value"])]
        }
        Json::Object(_) => vec![json!({"key": "value"})],
        Json::Null => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(property: &str, first: &str, expect: Option<&str>) {
        let schema = format!(r#"{{"type": "A", "properties": {{"a": {property}}}}}"#);
        let schema: ResourceType = serde_json::from_str(&schema).unwrap();
        let first: Json = serde_json::from_str(first).unwrap();
        let found = second_value("a", &schema.properties["a"], Some(&first));
        assert_eq!(found.map(|value| value.to_string()).as_deref(), expect, "{property}");
    }

    #[test]
    fn a_second_value_differs_and_is_valid() {
        check(r#"{"type": "boolean"}"#, "true", Some("false"));
        check(r#"{"type": "integer", "constraints": [{"range": {"min": 1, "max": 2}}]}"#, "1", Some("2"));
        check(r#"{"type": "integer", "constraints": [{"range": {"min": 1, "max": 1}}]}"#, "1", None);
        check(
            r#"{"type": "string", "constraints": [{"allowed_values": ["a", "b"]}]}"#,
            r#""a""#,
            Some(r#""b""#),
        );
        check(
            r#"{"type": "string", "constraints": [{"length": {"min": 1, "max": 1}}]}"#,
            r#""a""#,
            Some(r#""m""#),
        );
    }
}
