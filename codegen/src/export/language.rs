//! A JSON Schema of schema files, made from the model: what editors complete and check a schema file with.
//!
//! The words that can be written come from the model; what they mean is said here once more, shorter than in the
//! guide, since it is read in a tooltip.

use heat_model::group::{API_VERSIONS, Operator};
use heat_model::load::KEYS;
use heat_model::{
    AttributeType, CacheMode, ConstraintKind, NestedSchema, PropertyType, ResourceType, RuleKind, Status,
};
use serde_json::{Map, Value as Json, json};

/// The schema of schema files.
#[must_use]
pub fn schema() -> Json {
    let properties: Map<String, Json> = KEYS.iter().map(|key| ((*key).to_owned(), top_level(key))).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Heat resource type",
        "description": "The schema of a Heat resource type: what a template can give it, and what it tells.",
        "type": "object",
        "required": ["type"],
        "properties": properties,
        "additionalProperties": false,
        "$defs": {
            "property": property(),
            "properties": {"type": "object", "additionalProperties": reference("property")},
            "attribute": attribute(),
            "support_status": support_status(),
            "constraint": constraint(),
            "properties_group": properties_group(),
            "group_member": group_member(),
            "translation_rule": translation_rule(),
            "path": path(),
        },
    })
}

fn reference(definition: &str) -> Json {
    json!({"$ref": format!("#/$defs/{definition}")})
}

fn top_level(key: &str) -> Json {
    let unset = ResourceType::new("");
    match key {
        "type" => {
            text("The name that templates use, such as `OS::Nova::Server`. The file's path follows from it.")
        }
        "description" => text("What it is for, in CommonMark."),
        "support_status" => reference("support_status"),
        "keywords" => json!({
            "description": "Other words that people search for it by, such as `vm` and `instance`.",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "uniqueItems": true,
        }),
        "default_client_name" => text("The client plug-in of the service behind it, such as `nova`."),
        "entity" => text("What the client calls the thing, such as `servers`."),
        "required_service_extension" => {
            text("The API extension that the service has to offer, such as `router`.")
        }
        "physical_resource_name_limit" => json!({
            "description": "The longest name that the service takes, in characters.",
            "type": "integer",
            "minimum": 1,
            "default": ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT,
        }),
        "python_class" => text("The class in Heat that does the work, with its module."),
        "always_replace_on_check_failed" => {
            flag("Whether a resource whose check failed is replaced by the next update.", true)
        }
        "requires_deferred_auth" => {
            flag("Whether Heat works on it later, without the user, and so needs a trust.", false)
        }
        "strict_dependency" => {
            flag("Whether those that depend on it wait for it, whatever they use of it.", true)
        }
        "no_signal_actions" => json!({
            "description": "The actions during which it takes no signal.",
            "type": "array",
            "items": {"type": "string"},
            "default": unset.no_signal_actions,
        }),
        "properties" => described("What a template can give.", reference("properties")),
        "properties_groups" => {
            list("Which properties belong together, and which exclude each other.", "properties_group")
        }
        "translation_rules" => list("How properties are read as others, in this order.", "translation_rule"),
        "attributes" => json!({
            "description": format!(
                "What `get_attr` can ask for. Every type has `{}` without writing it.",
                ResourceType::BASE_ATTRIBUTE
            ),
            "type": "object",
            "additionalProperties": reference("attribute"),
        }),
        "update_policy" => {
            described("What a template can say under `update_policy`.", reference("properties"))
        }
        "examples" => {
            described("Templates that show it at work.", json!({"type": "array", "items": example()}))
        }
        "accepted_findings" => described(
            "Findings of `heat-codegen check` that stay, with the reason.",
            json!({"type": "array", "items": accepted_finding()}),
        ),
        // A key that the model knows and this page does not yet: a test finds it.
        _ => json!(true),
    }
}

fn text(description: &str) -> Json {
    json!({"description": description, "type": "string"})
}

fn flag(description: &str, unset: bool) -> Json {
    json!({"description": description, "type": "boolean", "default": unset})
}

fn list(description: &str, definition: &str) -> Json {
    json!({"description": description, "type": "array", "items": reference(definition)})
}

fn described(description: &str, mut schema: Json) -> Json {
    schema["description"] = description.into();
    schema
}

/// A map with these keys and no others.
fn object(description: &str, required: &[&str], properties: Json) -> Json {
    let mut schema = json!({"description": description, "type": "object"});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema["properties"] = properties;
    schema["additionalProperties"] = false.into();
    schema
}

fn property() -> Json {
    object(
        "The schema of a property, or of a member or an item of one.",
        &["type"],
        json!({
            "type": {
                "description": "What its values are.",
                "enum": PropertyType::ALL.map(PropertyType::as_str),
            },
            "description": text("What it is for, in CommonMark."),
            "support_status": reference("support_status"),
            "required": flag("Whether a template has to give it.", false),
            "default": {"description": "The value where none is given."},
            "update_allowed": flag(
                "Whether a change of it updates the resource in place. Without it a change replaces the resource.", false),
            "immutable": flag("Whether a change of it is refused.", false),
            "implemented": flag("Whether Heat does anything with it.", true),
            "allow_conversion": flag(
                "Whether a map also takes text or a list (as JSON), and a list text with commas.", false),
            "constraints": list("What its values have to meet.", "constraint"),
            "schema": described(
                &format!("What a map's members look like, by name, or a list's items, under `\"{}\"`.", NestedSchema::ITEM_KEY),
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
            "type": {"description": "What its value is.", "enum": AttributeType::ALL.map(AttributeType::as_str)},
            "description": text("What it tells, in CommonMark."),
            "support_status": reference("support_status"),
            "cache_mode": {
                "description": "How long Heat keeps its value: as long as the resource, or not at all.",
                "enum": [CacheMode::CacheLocal.as_str(), CacheMode::CacheNone.as_str()],
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
                "description": "What began with it.",
                "enum": Status::ALL.map(Status::as_str),
                "default": Status::default().as_str(),
            },
            "version": text("The release with which it began, as the release table names it. Mind the quotes: `\"2014.1\"`."),
            "message": text("Why, and what to use instead."),
            "substitute_class": text("The resource type that an existing resource may be turned into without being replaced."),
        }),
    );
    json!({
        "description": "Since when it exists, and whether it is on its way out: the newest entry first.",
        "type": "array",
        "items": entry,
    })
}

fn constraint() -> Json {
    let mut properties: Map<String, Json> =
        ConstraintKind::KEYS.iter().map(|key| ((*key).to_owned(), constraint_value(key))).collect();
    properties.insert(
        "description".into(),
        text("What to tell whoever does not meet it, in place of the built-in words."),
    );
    let mut schema = object("One thing that values have to meet.", &[], properties.into());
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
            "A number between two ends.",
            "number",
            [
                ("min", "The least; any where it is missing."),
                ("max", "The greatest; any where it is missing."),
            ],
        ),
        "length" => numbers(
            "So many characters, items or entries.",
            "integer",
            [("min", "The least; any where it is missing."), ("max", "The most; any where it is missing.")],
        ),
        "modulo" => {
            let mut schema = numbers(
                "Every so many numbers.",
                "integer",
                [("step", "The distance of two allowed numbers."), ("offset", "Where they start.")],
            );
            schema["required"] = json!(["step", "offset"]);
            schema
        }
        "allowed_values" => json!({
            "description": "One of these; of a list, each item one of these.",
            "type": "array",
        }),
        "allowed_pattern" => text("A Python pattern that a text meets as a whole."),
        "custom_constraint" => text("A check that Heat knows by this name, such as `neutron.network`."),
        _ => json!(true),
    }
}

fn path() -> Json {
    json!({
        "description": "A property by its names from the top; the items of a list have no step of their own.",
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
        "Properties that need a client of a certain API version.",
        &["client_plugin", "versions", "properties"],
        json!({
            "client_plugin": text("The client plug-in whose version counts."),
            "versions": {"description": "The versions that know them.", "type": "array", "items": {"type": "string"}},
            "properties": list("The properties.", "path"),
        }),
    );
    properties.insert(API_VERSIONS.to_owned(), versions);
    one_key("A rule about several properties, under one key.", properties)
}

fn group_member() -> Json {
    json!({
        "description": "A property's path, or a group within the group.",
        "anyOf": [reference("path"), one_key("A group within the group.", operators())],
    })
}

fn translation_rule() -> Json {
    let when = object(
        "When the rule applies; always where nothing is written.",
        &["property"],
        json!({
            "property": text("The top-level property that decides: the rule applies where it is set, and not empty."),
            "in": {"description": "The values with which it applies; any where none are listed.", "type": "array"},
        }),
    );
    object(
        "How a property is read as another.",
        &["rule", "translation_path"],
        json!({
            "rule": {
                "description": "What it does: add items to a list, put another value in place, drop a value, or ask a client for the ID behind a name.",
                "enum": RuleKind::ALL.map(RuleKind::as_str),
            },
            "translation_path": described("The property whose value changes.", reference("path")),
            "value": {"description": "The value to put there. `{get_property: NAME}` stands for that property's value."},
            "value_name": text("The property beside it, in the same list item or map, whose value to put there."),
            "value_path": described("The property whose value to put there.", reference("path")),
            "custom_value_path": described(
                "The way on from `value_name` or `value_path`, into a value that has no schema.", reference("path")),
            "client_plugin": text("The client plug-in that finds the ID."),
            "finder": text("The method of the client plug-in that finds it."),
            "entity": text("What kind of thing a general finder looks for."),
            "when": when,
        }),
    )
}

fn example() -> Json {
    object(
        "A template that shows it at work.",
        &["title", "template"],
        json!({"title": text("What it shows."), "template": text("A HOT template, which `check` holds against the schema.")}),
    )
}

fn accepted_finding() -> Json {
    object(
        "A finding that stays.",
        &["rule", "reason"],
        json!({
            "rule": text("The id of the rule; `heat-codegen rules` lists them."),
            "path": text("Where it finds it, such as `properties.subnet_id`, which stands for all below it too. All of the file where nothing is written."),
            "reason": text("Why it stays."),
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::{Constraint, PropertySchema, TranslationRule};

    /// The keys that the model reads, in its own words: it names them all when it is given another.
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
        check(&example(), vec!["template".into(), "title".into()]);
        check(&accepted_finding(), model_keys::<heat_model::AcceptedFinding>());
        let constraints = model_keys::<Constraint>().into_iter().chain(["description".to_owned()]).collect();
        check(&constraint(), constraints);
    }
}
