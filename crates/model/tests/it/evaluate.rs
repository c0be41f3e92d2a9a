//! Reads property data as Heat reads them.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use heat_model::custom_constraint::{CustomConstraints, CustomViolation};
use heat_model::evaluate::{Context, Evaluator, Query, ResolveError, Resolved, members_to_map};
use heat_model::validate::ValueError;
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;
use serde_json::json;

/// Constraints with only `exists`, which accepts `there`.
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

/// Resolves a name to `id-` followed by the name; `lost` is not found.
fn find(query: &Query<'_>) -> Result<Value, ResolveError> {
    match query.value.as_str() {
        Some("lost") => Err(ResolveError::new("lost was not found")),
        Some(name) => Ok(Value::from(format!("id-{name}").as_str())),
        None => Err(ResolveError::new("no name")),
    }
}

/// Reads the data with the schema and with clients, and returns the values as JSON, or one error per line.
fn read(schema: &serde_json::Value, data: &serde_json::Value) -> String {
    let resource_type = resource_type(schema);
    let data: IndexMap<String, Value> = serde_json::from_value(data.clone()).unwrap();
    let context = Context::new(&Cloud).with_resolver(&find);
    let api_version = |client: &str| (client == "nova").then(|| "2.1".to_owned());
    let context = context.with_api_versions(&api_version);
    match Evaluator::new(&resource_type).resolve(&data, &context) {
        Ok(values) => Value::from(members_to_map(&resource_type.properties, &values)).to_string(),
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
            "new: `new` and `old` are the old and the new name of the same property and cannot both be given",
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
        check(schema, json!({"network": "lost"}), "network: lost was not found");
    }
}

#[test]
fn every_error_is_reported_with_its_path() {
    let schema = json!({"properties": {
        "name": {"type": "string", "required": true,
            "constraints": [{"length": {"max": 4}, "description": "Names are short."}]},
        "networks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
            "port": {"type": "integer", "required": true},
            "fixed_ip": {"type": "string", "constraints": [{"custom_constraint": "exists"}]}}}}},
        "old": {"type": "string", "implemented": false},
        "kind": {"type": "string", "constraints": [{"custom_constraint": "nobody_knows"}]},
    }});
    check(
        schema,
        json!({"nmae": 1, "name": "longer", "old": "x", "kind": "y", "networks": [
            {"port": 1, "fixed_ip": "there"}, {"fixed_ip": "nowhere"}, "x"]}),
        "nmae: unknown property: did you mean `name`?\n\
         name: Names are short. (its length, 6, is out of range: at most 4)\n\
         networks[1].port: missing required property\n\
         networks[1].fixed_ip: no such thing\n\
         networks[2]: expected a map, found string \"x\"\n\
         old: Heat does not implement this property\n\
         kind: the custom constraint `nobody_knows` does not exist",
    );
}

#[test]
fn defaults_fill_in_where_nothing_is_given() {
    let schema = json!({"properties": {
        "size": {"type": "integer", "default": "5"},
        "limits": {"type": "map", "schema": {"uses": {"type": "integer", "default": 100}}},
        "list": {"type": "list", "default": [{}], "schema": {"*": {"type": "map", "schema": {
            "on": {"type": "boolean", "default": true}}}}},
        "free": {"type": "any", "default": 1},
    }});
    check(schema.clone(), json!({}), r#"{"size": 5, "limits": null, "list": [{"on": true}], "free": null}"#);
    check(
        schema,
        json!({"size": null, "limits": {}, "list": null, "free": null}),
        r#"{"size": 5, "limits": {"uses": 100}, "list": [{"on": true}], "free": null}"#,
    );
}

#[test]
fn groups_are_checked_against_the_given_properties() {
    let schema = json!({
        "properties": {
            "subnet": {"type": "string"}, "subnet_id": {"type": "string"}, "port": {"type": "string", "default": "x"},
            "user": {"type": "string"}, "password": {"type": "string"},
        },
        "properties_groups": [
            {"xor": [["subnet"], ["port"]]},
            {"and": [["user"], ["password"]]},
        ],
        "translation_rules": [{"rule": "replace", "translation_path": ["subnet"], "value_path": ["subnet_id"]}],
    });
    let met =
        |data: serde_json::Value| assert!(read(&schema, &data).starts_with('{'), "{}", read(&schema, &data));
    met(json!({"subnet": "x"}));
    met(json!({"port": "x", "user": "u", "password": "p"}));
    // An old name is treated as the new one; null and defaults are not treated as set.
    met(json!({"subnet_id": "x", "port": null}));
    let either = "exactly one of `subnet` and `port` must be given";
    check(schema.clone(), json!({}), either);
    check(schema.clone(), json!({"subnet_id": "x", "port": "y"}), either);
    check(
        schema.clone(),
        json!({"port": "y", "user": "u"}),
        "all or none of `user` and `password` must be given",
    );
}

#[test]
fn some_properties_need_a_newer_service() {
    let schema = |client: &str, versions: &[&str]| {
        json!({
            "properties": {"tags": {"type": "list"}, "m": {"type": "map", "schema": {"a": {"type": "string"}}}},
            "properties_groups": [{"api_versions":
                {"client_plugin": client, "versions": versions, "properties": [["tags"], ["m", "a"]]}}],
        })
    };
    check(schema("nova", &["2.1", "2.2"]), json!({"tags": []}), r#"{"tags": [], "m": null}"#);
    check(schema("nova", &["2.9"]), json!({}), r#"{"tags": null, "m": null}"#);
    check(
        schema("nova", &["2.9"]),
        json!({"tags": [], "m": {"a": "x"}}),
        "tags: requires version 2.9 of the nova API, which has version 2.1\n\
         m.a: requires version 2.9 of the nova API, which has version 2.1",
    );
    // If the version is not known, nothing is reported.
    check(schema("cinder", &["3"]), json!({"tags": []}), r#"{"tags": [], "m": null}"#);
}

#[test]
fn rules_that_depend_on_the_data() {
    let schema = json!({
        "properties": {"kind": {"type": "string"}, "object": {"type": "string"}, "copy": {"type": "string"}},
        "translation_rules": [
            {"rule": "resolve", "translation_path": ["object"], "finder": "find", "when": {"property": "kind", "in": ["network"]}},
            {"rule": "replace", "translation_path": ["copy"], "value": {"get_property": "kind"}},
        ],
    });
    check(
        schema.clone(),
        json!({"kind": "network", "object": "x"}),
        r#"{"kind": "network", "object": "id-x", "copy": "network"}"#,
    );
    check(schema, json!({"object": "x"}), r#"{"kind": null, "object": "x", "copy": null}"#);
    let nested = json!({
        "properties": {"old": {"type": "string"}, "all": {"type": "list"}},
        "translation_rules": [
            {"rule": "add", "translation_path": ["all"], "value": [{"name": {"get_property": "old"}}], "when": {"property": "old"}},
        ],
    });
    check(nested, json!({"old": "x"}), r#"{"old": "x", "all": [{"name": "x"}]}"#);
}

#[test]
fn the_values_of_a_condition_may_be_empty_ones() {
    let schema = |values: serde_json::Value| {
        json!({
            "properties": {"flag": {"type": "boolean"}, "object": {"type": "string"}},
            "translation_rules": [
                {"rule": "replace", "translation_path": ["object"], "value": "by the rule", "when": {"property": "flag", "in": values}},
            ],
        })
    };
    check(schema(json!([false])), json!({"flag": false}), r#"{"flag": false, "object": "by the rule"}"#);
    check(schema(json!([false])), json!({"flag": true}), r#"{"flag": true, "object": null}"#);
    check(schema(json!([false])), json!({}), r#"{"flag": null, "object": null}"#);
    check(schema(json!([false, null])), json!({}), r#"{"flag": null, "object": "by the rule"}"#);
}

#[test]
fn resolving_can_be_left_out_or_be_lenient() {
    let resource_type = resource_type(&json!({
        "properties": {"network": {"type": "string"}},
        "translation_rules": [{"rule": "resolve", "translation_path": ["network"], "finder": "find"}],
    }));
    let data: IndexMap<String, Value> = [("network".to_owned(), Value::from("lost"))].into_iter().collect();
    let evaluator = Evaluator::new(&resource_type);
    let resolves = Context::new(&Cloud).with_resolver(&find);
    assert!(evaluator.resolve(&data, &resolves).is_err());
    for context in [Context::new(&Cloud), resolves.ignoring_resolve_errors()] {
        let values = evaluator.resolve(&data, &context).unwrap();
        assert_eq!(values, [Resolved::Plain("lost".into())]);
    }
}

#[test]
fn deleted_values_are_not_read() {
    let schema = json!({
        "properties": {"size": {"type": "integer"}, "later": {"type": "string", "implemented": false}},
        "translation_rules": [
            {"rule": "delete", "translation_path": ["size"]},
            {"rule": "delete", "translation_path": ["later"]},
        ],
    });
    check(schema, json!({"size": "many", "later": "x"}), r#"{"size": null, "later": null}"#);
}

#[test]
fn names_alone_can_be_validated() {
    fn check(data: &serde_json::Value, expect: &[&str]) {
        let resource_type = resource_type(&json!({"properties": {
            "size": {"type": "integer", "required": true},
            "later": {"type": "string", "implemented": false},
            "gone": {"type": "string", "implemented": false},
        }, "translation_rules": [{"rule": "delete", "translation_path": ["gone"]}]}));
        let values: IndexMap<String, Value> = serde_json::from_value(data.clone()).unwrap();
        let context = Context::new(&Cloud);
        let errors = Evaluator::new(&resource_type).properties(&values, &context).validate_without_values();
        let paths: Vec<String> = errors.iter().map(|error| error.path.to_string()).collect();
        assert_eq!(paths, expect, "{data}");
    }
    check(&json!({}), &[]);
    check(&json!({"size": "many"}), &[]);
    check(&json!({"later": "x", "gone": "y", "sizes": 1}), &["sizes", "later"]);
}

#[test]
fn only_the_first_unknown_names_are_compared_with_known_ones() {
    let resource_type = resource_type(&json!({"properties": {"size": {"type": "integer"}}}));
    let data = (0..60).map(|number| (format!("size{number:02}"), Value::Null)).collect();
    let errors = Evaluator::new(&resource_type).resolve(&data, &Context::new(&Cloud)).unwrap_err();
    let hinted = |error: &ValueError| error.to_string().contains("did you mean `size`?");
    assert_eq!(errors.len(), 60);
    assert!(errors[..50].iter().all(hinted), "{}", errors[49]);
    assert!(!errors[50..].iter().any(hinted), "{}", errors[50]);
}

#[test]
fn cycles_of_rules_are_an_error() {
    check(
        json!({
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "translation_rules": [
                {"rule": "replace", "translation_path": ["a"], "value_path": ["b"]},
                {"rule": "replace", "translation_path": ["b"], "value_path": ["a"]},
            ],
        }),
        json!({"a": "x"}),
        "a: the translation rules form a cycle through `a`\nb: the translation rules form a cycle through `b`",
    );
}

#[test]
fn an_updatable_description_falls_back_to_the_resource() {
    let resource_type = resource_type(&json!({"properties": {
        "description": {"type": "string", "update_allowed": true},
        "m": {"type": "map", "schema": {"description": {"type": "string", "update_allowed": true}}},
    }}));
    let data = serde_json::from_value(json!({"m": {}})).unwrap();
    let context = Context::new(&Cloud).with_resource_description("Ours.");
    let values = Evaluator::new(&resource_type).resolve(&data, &context).unwrap();
    let values = Value::from(members_to_map(&resource_type.properties, &values));
    assert_eq!(values.to_string(), r#"{"description": "Ours.", "m": {"description": null}}"#);
}

#[test]
fn integers_of_any_size_unless_they_have_to_fit() {
    let resource_type = resource_type(&json!({"properties": {"n": {"type": "integer"}}}));
    let data = [("n".to_owned(), Value::from("9223372036854775808"))].into_iter().collect();
    let evaluator = Evaluator::new(&resource_type);
    assert!(evaluator.resolve(&data, &Context::new(&Cloud)).is_ok());
    let mut fitting = Context::new(&Cloud);
    fitting.integers_fit_i64 = true;
    let errors = evaluator.resolve(&data, &fitting).unwrap_err();
    assert_eq!(errors[0].to_string(), "n: 9223372036854775808 does not fit in 64 bits");
}

#[test]
fn that_an_integer_has_no_place_comes_after_what_heat_refuses() {
    let large = json!({"type": "integer", "constraints": [{"range": {"max": 9}}]});
    let resource_type = resource_type(&json!({"properties": {
        "n": {"type": "integer"}, "small": large,
        "list": {"type": "list", "schema": {"*": {"type": "map", "schema": {"n": {"type": "integer"}}}}},
        "word": {"type": "string", "required": true},
    }}));
    let huge = "9223372036854775808";
    let data = json!({"n": huge, "small": huge, "list": [{"n": 1}, {"n": huge}]});
    let mut fitting = Context::new(&Cloud);
    fitting.integers_fit_i64 = true;
    let errors =
        Evaluator::new(&resource_type).resolve(&serde_json::from_value(data).unwrap(), &fitting).unwrap_err();
    assert_eq!(
        errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            format!("small: {huge} is out of range: at most 9"),
            "word: missing required property".to_owned(),
            format!("n: {huge} does not fit in 64 bits"),
            format!("list[1].n: {huge} does not fit in 64 bits"),
        ]
    );
}
