use indexmap::IndexMap;
use serde_json::json;

use super::{Context, Evaluator, Query, ResolveError};
use crate::custom_constraint::{CustomConstraints, CustomViolation};
use crate::{ResourceType, Value};

/// Knows `exists`, which accepts `there`.
struct Cloud;

impl CustomConstraints for Cloud {
    fn check(&self, name: &str, value: &Value) -> Result<(), CustomViolation> {
        match name {
            "exists" if value.as_str() == Some("there") => Ok(()),
            "exists" => Err(CustomViolation::Refused("no such thing".to_owned())),
            _ => Err(CustomViolation::NotFound),
        }
    }
}

fn resource_type(schema: &serde_json::Value) -> ResourceType {
    let mut whole = json!({"type": "My::Custom::Token"});
    whole.as_object_mut().unwrap().extend(schema.as_object().unwrap().clone());
    serde_json::from_value(whole).unwrap()
}

/// Names become `id-` and the name; `lost` is found nowhere.
fn find(query: &Query<'_>) -> Result<Value, ResolveError> {
    match query.value.as_str() {
        Some("lost") => Err(ResolveError { message: "lost is found nowhere".to_owned() }),
        Some(name) => Ok(Value::from(format!("id-{name}").as_str())),
        None => Err(ResolveError { message: "no name".to_owned() }),
    }
}

/// Reads the data by the schema, with clients: the values as JSON, or the errors a line each.
fn read(schema: &serde_json::Value, data: &serde_json::Value) -> String {
    let resource_type = resource_type(schema);
    let data: IndexMap<String, Value> = serde_json::from_value(data.clone()).unwrap();
    let context = Context::new(&Cloud).with_resolver(&find);
    let context = Context { api_version: &|client| (client == "nova").then(|| "2.1".to_owned()), ..context };
    match Evaluator::new(&resource_type).resolve(&data, &context) {
        Ok(values) => Value::from(super::members_to_map(&resource_type.properties, &values)).to_string(),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "so that calls read well")]
fn check(schema: serde_json::Value, data: serde_json::Value, expect: &str) {
    assert_eq!(read(&schema, &data), expect, "{data}");
}

mod support_status_guide {
    //! The five cases of translation in Heat's guide to support status.

    use super::*;

    #[test]
    fn a_property_is_renamed() {
        let schema = json!({
            "properties": {"old": {"type": "string"}, "new": {"type": "string"}},
            "translation_rules": [{"rule": "replace", "translation_path": ["new"], "value_path": ["old"]}],
        });
        check(schema.clone(), json!({"old": "x"}), r#"{"old": null, "new": "x"}"#);
        check(schema.clone(), json!({"new": "x"}), r#"{"old": null, "new": "x"}"#);
        check(
            schema,
            json!({"old": "x", "new": "y"}),
            "new: `new` and `old` are the old and the new name of the same thing, and cannot both be given",
        );
    }

    #[test]
    fn a_value_joins_a_list() {
        let schema = json!({
            "properties": {"one": {"type": "string"}, "many": {"type": "list"}},
            "translation_rules": [
                {"rule": "add", "translation_path": ["many"], "value_path": ["one"]},
                {"rule": "delete", "translation_path": ["one"]},
            ],
        });
        check(schema, json!({"one": "x", "many": ["y"]}), r#"{"one": null, "many": ["y", "x"]}"#);
    }

    #[test]
    fn a_member_of_each_item_is_renamed() {
        let schema = json!({
            "properties": {"networks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                "uuid": {"type": "string"}, "network": {"type": "string"}}}}}},
            "translation_rules": [
                {"rule": "replace", "translation_path": ["networks", "network"], "value_name": "uuid"}],
        });
        check(
            schema,
            json!({"networks": [{"uuid": "x"}, {"network": "y"}]}),
            r#"{"networks": [{"uuid": null, "network": "x"}, {"uuid": null, "network": "y"}]}"#,
        );
    }

    #[test]
    fn a_property_is_deleted() {
        let schema = json!({
            "properties": {"gone": {"type": "string"}, "kept": {"type": "string"}},
            "translation_rules": [{"rule": "delete", "translation_path": ["gone"]}],
        });
        check(schema, json!({"gone": "x", "kept": "y"}), r#"{"gone": null, "kept": "y"}"#);
    }

    #[test]
    fn a_name_is_resolved_to_an_id() {
        let schema = json!({
            "properties": {"network": {"type": "string"}},
            "translation_rules": [{"rule": "resolve", "translation_path": ["network"],
                "client_plugin": "neutron", "finder": "find_resourceid_by_name_or_id", "entity": "network"}],
        });
        check(schema.clone(), json!({"network": "x"}), r#"{"network": "id-x"}"#);
        check(schema, json!({"network": "lost"}), "network: lost is found nowhere");
    }
}
