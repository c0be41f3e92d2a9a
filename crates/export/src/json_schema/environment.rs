//! The JSON Schema of environments.

use heat_hot_language::{
    EVENT_SINK_ARGUMENTS, EVENT_SINK_TYPE, Hook, MERGE_STRATEGIES, RestrictedAction, Section,
};
use serde_json::{Map, Value as Json, json};

use super::alternatives::offered_or;
use super::contents::Contents;
use super::definition_names;

/// The definitions of environments and of the parts of a registry.
pub(super) fn definitions(contents: &Contents<'_>) -> Vec<(String, Json)> {
    let sections = Section::ALL.into_iter();
    let sections: Map<String, Json> =
        sections.map(|key| (key.as_str().to_owned(), section(key, contents))).collect();
    vec![
        (
            "environment".to_owned(),
            json!({
                "title": "Heat environment",
                "properties": sections,
                "additionalProperties": false,
            }),
        ),
        ("registry_entry".to_owned(), registry_entry()),
        ("registry_resource".to_owned(), registry_resource()),
    ]
}

/// The schema of a section of an environment. Heat rejects a section that is null.
fn section(section: Section, contents: &Contents<'_>) -> Json {
    match section {
        Section::Parameters => json!({
            "description": "Values of the template's parameters.",
            "type": "object",
        }),
        Section::ParameterDefaults => json!({
            "description": "Values in place of the defaults of parameters, in nested templates too.",
            "type": "object",
        }),
        Section::ResourceRegistry => json!({
            "description": "What resource types stand for: a template, or another type.",
            "type": "object",
            "propertyNames": {"anyOf": offered_or(&contents.offered(), json!({"type": "string"}))},
            "properties": {
                "base_url": {
                    "description": "Where the templates are that have relative names.",
                    "type": "string",
                },
                "resources": {
                    "description": "The same for single resources, by name or pattern, with hooks and restricted actions.",
                    "type": "object",
                    "additionalProperties": {"$ref": "#/definitions/registry_resource"},
                },
            },
            "additionalProperties": {"$ref": "#/definitions/registry_entry"},
        }),
        Section::EncryptedParamNames => json!({
            "description": "The names of the parameters that are stored encrypted.",
            // Heat accepts any value.
            "anyOf": [{"type": "array", "items": {"type": "string"}}, {"$ref": definition_names::ANYTHING}],
        }),
        Section::EventSinks => event_sinks(),
        Section::ParameterMergeStrategies => json!({
            "description": "How values of a parameter are merged if several environments have one; `default` is for all others.",
            "type": "object",
            // Heat ignores unknown strategies.
            "additionalProperties": {"anyOf": [{"enum": MERGE_STRATEGIES}, {"$ref": definition_names::ANYTHING}]},
        }),
    }
}

/// The schema of a registry entry: the replacement for a type, or a map of entries for several types; null removes the entry of
/// an earlier environment.
fn registry_entry() -> Json {
    json!({
        "description": "A resource type, or the name or URL of a template.",
        "type": ["string", "object", "null"],
        "additionalProperties": {"$ref": "#/definitions/registry_entry"},
    })
}

fn registry_resource() -> Json {
    let words = |description: &str, words: &[&str]| {
        json!({
            "description": description,
            "anyOf": [{"enum": words}, {"type": "array", "items": {"enum": words}}],
        })
    };
    json!({
        "type": "object",
        "properties": {
            "base_url": {"type": "string", "description": "Where the templates are that have relative names."},
            Hook::KEY: words("When Heat pauses and waits for a signal.", &Hook::ALL.map(Hook::as_str)),
            RestrictedAction::KEY: words(
                "What Heat must not do with the resource.",
                &RestrictedAction::ALL.map(RestrictedAction::as_str),
            ),
        },
        "additionalProperties": {"$ref": "#/definitions/registry_entry"},
    })
}

fn event_sinks() -> Json {
    let mut properties: Map<String, Json> = EVENT_SINK_ARGUMENTS
        .into_iter()
        .map(|key| (key.to_owned(), json!({"$ref": definition_names::ANYTHING})))
        .collect();
    properties.insert("type".into(), json!({"enum": [EVENT_SINK_TYPE]}));
    json!({
        "description": "Where events are sent, besides the database.",
        "type": "array",
        "items": {
            "type": "object",
            "required": ["type", EVENT_SINK_ARGUMENTS[0]],
            "properties": properties,
            "additionalProperties": false,
        },
    })
}
