//! A JSON Schema of schema files, generated from the model, for completion and checks in editors.
//!
//! The allowed keys come from the model; their descriptions are here, and shorter than in the guide, because editors show them in
//! tooltips.

mod pieces;
mod relations;
mod update_effects;
mod validation_rules;

use heat_model::group::{API_VERSIONS, Operator};
use heat_model::load::KEYS;
use heat_model::{
    AttributeType, CacheMode, ConstraintKind, EarlyReference, NestedSchema, PropertyType, ResourceType,
    Status,
};
use serde_json::{Map, Value as Json, json};

use pieces::{described, flag, list, object, reference, text};
use relations::{translation_rule, value_dependency};
use update_effects::update_effect;
use validation_rules::{condition, operand, validation_rule};

/// The schema of schema files.
#[must_use]
pub fn schema() -> Json {
    let properties: Map<String, Json> = KEYS.iter().map(|key| ((*key).to_owned(), top_level(key))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Heat resource type",
        "description": "The schema of a Heat resource type: its properties, attributes, support status and rules.",
        "type": "object",
        "required": ["type"],
        "properties": properties,
        "additionalProperties": false,
        "$defs": {
            "property": property(),
            "properties": {"type": "object", "additionalProperties": reference("property")},
            "attribute": attribute(),
            "support_status": support_status(),
            "update_effect": update_effect(),
            "constraint": constraint(),
            "properties_group": properties_group(),
            "group_member": group_member(),
            "translation_rule": translation_rule(),
            "value_dependency": value_dependency(),
            "validation_rule": validation_rule(),
            "condition": condition(),
            "operand": operand(),
            "path": path(),
        },
    })
}

fn top_level(key: &str) -> Json {
    let unset = ResourceType::new("");
    match key {
        "type" => {
            text("The name that templates use, such as `OS::Nova::Server`. It determines the file's path.")
        }
        "description" => text("The description, in CommonMark."),
        "support_status" => reference("support_status"),
        "keywords" => json!({
            "description": "Other words that people search for, such as `vm` and `instance`.",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "uniqueItems": true,
        }),
        "default_client_name" => text("The client plug-in of its service, such as `nova`."),
        "entity" => text("The client's name for the resource, such as `servers`."),
        "required_service_extension" => {
            text("The API extension that the service has to offer, such as `router`.")
        }
        "physical_resource_name_limit" => json!({
            "description": "The maximum length of names in the service, in characters.",
            "type": "integer",
            "minimum": 1,
            "default": ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT,
        }),
        "python_class" => text("The class in Heat that implements it, with its module."),
        "always_replace_on_check_failed" => {
            flag("Whether the next update replaces a resource whose check failed.", true)
        }
        "requires_deferred_auth" => {
            flag("Whether Heat processes it later without the user, which requires a trust.", false)
        }
        "strict_dependency" => {
            flag("Whether dependent resources always wait for it, regardless of what they use.", true)
        }
        "no_signal_actions" => json!({
            "description": "The actions during which it does not accept signals.",
            "type": "array",
            "items": {"type": "string"},
            "default": unset.no_signal_actions,
        }),
        "supports_snapshot_deletion" => flag("Whether the deletion policy `Snapshot` is supported.", false),
        "any_property" => flag("Whether any properties are accepted, with any values.", false),
        "any_attribute" => flag("Whether `get_attr` accepts any name.", false),
        "has_show" => json!({
            "description": "Whether the attribute `show` gives a record. By default, it does if there are a `default_client_name` and an `entity`.",
            "type": "boolean",
        }),
        "reference_before_creation" => json!({
            "description": "What `get_resource` gives before the resource is created: null (`none`) or the text `None` (`none_text`); its name if omitted.",
            "enum": EarlyReference::ALL.map(EarlyReference::as_str),
        }),
        "dependencies_by_value" => list(
            "The resources that it waits for because values of properties are equal.",
            "value_dependency",
        ),
        "properties" => described("The properties that a template can set.", reference("properties")),
        "properties_groups" => {
            list("Which properties belong together or exclude each other.", "properties_group")
        }
        "validation_rules" => {
            list("What the properties of a resource have to satisfy together.", "validation_rule")
        }
        "translation_rules" => {
            list("Rules that replace values of properties, in the order of application.", "translation_rule")
        }
        "attributes" => json!({
            "description": format!(
                "The attributes that `get_attr` can read. `{}` is not listed: see `has_show`.",
                ResourceType::BASE_ATTRIBUTE
            ),
            "type": "object",
            "additionalProperties": reference("attribute"),
        }),
        "update_policy" => described(
            "The properties that a template can set under `update_policy`.",
            reference("properties"),
        ),
        "examples" => described("Example templates.", json!({"type": "array", "items": example()})),
        "accepted_findings" => described(
            "Accepted findings of `heat-codegen check`, with the reason.",
            json!({"type": "array", "items": accepted_finding()}),
        ),
        // A test detects keys of the model that are missing here.
        _ => json!(true),
    }
}

fn property() -> Json {
    object(
        "The schema of a property, or of a field or an item of one.",
        &["type"],
        json!({
            "type": {
                "description": "The type of its values.",
                "enum": PropertyType::ALL.map(PropertyType::as_str),
            },
            "description": text("The description, in CommonMark."),
            "support_status": reference("support_status"),
            "required": flag("Whether a template has to set it.", false),
            "default": {"description": "The value if the template sets none."},
            "update_allowed": flag(
                "Whether a change updates the resource in place. Otherwise a change replaces the resource.", false),
            "immutable": flag("Whether changes are refused.", false),
            "update_effect": reference("update_effect"),
            "implemented": flag("Whether Heat implements it. Heat refuses unimplemented properties.", true),
            "allow_conversion": flag(
                "Whether a map also accepts a string or a list (as JSON), and a list also accepts a string with commas.", false),
            "constraints": list("The constraints that its values have to satisfy.", "constraint"),
            "schema": described(
                &format!("The schemas of a map's fields, by name, or of a list's items, under `\"{}\"`.", NestedSchema::ITEM_KEY),
                reference("properties"),
            ),
        }),
    )
}

fn attribute() -> Json {
    object(
        "The schema of an attribute.",
        &[],
        json!({
            "type": {"description": "The type of its value.", "enum": AttributeType::ALL.map(AttributeType::as_str)},
            "description": text("The description, in CommonMark."),
            "example": {"description": "An example of its value."},
            "support_status": reference("support_status"),
            "cache_mode": {
                "description": "Whether Heat caches its value (`cache_local`) or reads it every time (`cache_none`).",
                "enum": CacheMode::ALL.map(CacheMode::as_str),
                "default": CacheMode::default().as_str(),
            },
        }),
    )
}

fn support_status() -> Json {
    let entry = object(
        "One step of the history.",
        &[],
        json!({
            "status": {
                "description": "The status that began with this step.",
                "enum": Status::ALL.map(Status::as_str),
                "default": Status::default().as_str(),
            },
            "version": text("The version of the release in which it began, as in the release table. Use quotes: `\"2014.1\"`."),
            "message": text("Why, and what to use instead."),
            "substitute_class": text("The resource type that an existing resource can be converted to without replacing it."),
        }),
    );
    json!({
        "description": "The support status and its history, newest entry first.",
        "type": "array",
        "items": entry,
    })
}

fn constraint() -> Json {
    let mut properties: Map<String, Json> =
        ConstraintKind::KEYS.iter().map(|key| ((*key).to_owned(), constraint_value(key))).collect();
    properties.insert(
        "description".into(),
        text("The message for values that do not satisfy it, instead of the built-in one."),
    );
    let mut schema = object("A constraint that values have to satisfy.", &[], properties.into());
    let one_of: Vec<Json> = ConstraintKind::KEYS.iter().map(|key| json!({"required": [key]})).collect();
    schema["oneOf"] = one_of.into();
    schema
}

fn constraint_value(key: &str) -> Json {
    let numbers = |description: &str, number: &str, keys: [(&str, &str); 2]| {
        let properties: Map<String, Json> = keys
            .iter()
            .map(|(key, text)| ((*key).to_owned(), json!({"description": text, "type": number})))
            .collect();
        object(description, &[], properties.into())
    };
    match key {
        "range" => numbers(
            "The range of a number.",
            "number",
            [("min", "The minimum; unlimited if omitted."), ("max", "The maximum; unlimited if omitted.")],
        ),
        "length" => numbers(
            "The number of characters, items or entries.",
            "integer",
            [("min", "The minimum; unlimited if omitted."), ("max", "The maximum; unlimited if omitted.")],
        ),
        "modulo" => {
            let mut schema = numbers(
                "Numbers at a fixed distance.",
                "integer",
                [
                    ("step", "The distance between allowed numbers."),
                    ("offset", "The remainder of allowed numbers when divided by the step."),
                ],
            );
            schema["required"] = json!(["step", "offset"]);
            schema
        }
        "allowed_values" => json!({
            "description": "The allowed values; for a list, those of each item.",
            "type": "array",
        }),
        "allowed_pattern" => text("A Python regular expression that the whole string has to match."),
        "custom_constraint" => text("The name of a check in Heat, such as `neutron.network`."),
        _ => json!(true),
    }
}

fn path() -> Json {
    json!({
        "description": "The path of a property, from the top level; the items of a list have no step of their own.",
        "type": "array",
        "items": {"type": "string"},
        "minItems": 1,
    })
}

fn operator_description(operator: Operator) -> &'static str {
    match operator {
        Operator::And => "All of them or none.",
        Operator::Or => "At least one of them.",
        Operator::Xor => "Exactly one of them.",
    }
}

fn operators() -> Map<String, Json> {
    let entry = |operator: Operator| {
        (operator.as_str().to_owned(), list(operator_description(operator), "group_member"))
    };
    Operator::ALL.into_iter().map(entry).collect()
}

fn one_key(description: &str, properties: Map<String, Json>) -> Json {
    let mut schema = object(description, &[], properties.into());
    schema["minProperties"] = 1.into();
    schema["maxProperties"] = 1.into();
    schema
}

fn properties_group() -> Json {
    let mut properties = operators();
    let versions = object(
        "Properties that require a client with a certain API version.",
        &["client_plugin", "versions", "properties"],
        json!({
            "client_plugin": text("The client plug-in whose version is checked."),
            "versions": {"description": "The versions that support them.", "type": "array", "items": {"type": "string"}},
            "properties": list("The properties.", "path"),
        }),
    );
    properties.insert(API_VERSIONS.to_owned(), versions);
    one_key("A rule about several properties, under one key.", properties)
}

fn group_member() -> Json {
    json!({
        "description": "A property's path, or a nested group.",
        "anyOf": [reference("path"), one_key("A nested group.", operators())],
    })
}

fn example() -> Json {
    object(
        "An example template.",
        &["title", "template"],
        json!({"title": text("What it shows."), "template": text("A HOT template, which `check` checks against the schema.")}),
    )
}

fn accepted_finding() -> Json {
    object(
        "An accepted finding.",
        &["rule", "reason"],
        json!({
            "rule": text("The id of the rule; `heat-codegen rules` lists them."),
            "path": text("The path of the finding, such as `properties.subnet_id`, which also covers everything inside it. The whole file if omitted."),
            "reason": text("Why it stays."),
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::{Constraint, PropertySchema, TranslationRule, ValidationRule, ValueDependency};

    /// The keys that the model accepts. They are taken from its error message for an unknown key, which lists all of them.
    fn model_keys<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
        let error = serde_json::from_value::<T>(json!({"no such key": 1})).unwrap_err().to_string();
        let (_, known) = error.split_once("expected one of ").unwrap_or_else(|| panic!("{error}"));
        known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[track_caller]
    fn check(schema: &Json, mut expect: Vec<String>) {
        let keys: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
        expect.sort();
        let mut sorted = keys.clone();
        sorted.sort();
        assert_eq!(sorted, expect);
        for key in keys {
            assert!(schema["properties"][&key].is_object(), "{key} is not explained");
        }
    }

    #[test]
    fn every_key_of_the_model_is_explained() {
        check(&schema(), model_keys::<ResourceType>());
        check(&property(), model_keys::<PropertySchema>());
        check(&attribute(), model_keys::<heat_model::AttributeSchema>());
        check(&support_status()["items"], model_keys::<heat_model::StatusEntry>());
        check(&translation_rule(), model_keys::<TranslationRule>());
        check(&value_dependency(), model_keys::<ValueDependency>());
        check(&validation_rule(), model_keys::<ValidationRule>());
        check(&example(), vec!["template".into(), "title".into()]);
        check(&accepted_finding(), model_keys::<heat_model::AcceptedFinding>());
        let constraints = model_keys::<Constraint>().into_iter().chain(["description".to_owned()]).collect();
        check(&constraint(), constraints);
    }
}
