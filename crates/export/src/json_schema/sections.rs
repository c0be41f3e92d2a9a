//! The sections of templates besides their resources.

use heat_hot_language::{Dialect, HotVersion, Keys, ParameterType, TemplateVersion};
use heat_model::ConstraintKind;
use serde_json::{Map, Value as Json, json};

use super::alternatives::offered_or;
use super::contents::Contents;
use super::syntax::Syntax;
use super::{definition_names, versions};

/// The keys that only occur in templates of a syntax, and not in environments.
pub(super) fn distinctive(syntax: Syntax) -> Vec<&'static str> {
    let keys = syntax.keys();
    keys.sections().filter(|key| *key != keys.parameters).collect()
}

/// The schema of the key that declares the version of a template.
pub(super) fn version(newest: HotVersion) -> Json {
    let known = |name: &&'static str| HotVersion::find(name).is_some_and(|version| version <= newest);
    let names: Vec<&str> = HotVersion::names().filter(known).collect();
    let (key, _) = TemplateVersion::Hot(newest).declaration();
    json!({
        key: {
            "description": "The version of the language, which decides about functions and sections.",
            "enum": names,
            "default": newest.as_str(),
        },
    })
}

/// The definitions of templates in a syntax, and of their sections.
pub(super) fn definitions(syntax: Syntax, contents: &Contents<'_>) -> Vec<(String, Json)> {
    let mut all = vec![
        (syntax.definition("template"), template(syntax)),
        (syntax.definition("parameter"), parameter(syntax, contents)),
        (syntax.definition("output"), output(syntax)),
    ];
    if syntax == Syntax::Hot {
        all.push(("condition_definition".to_owned(), condition_definition()));
    }
    all
}

fn template(syntax: Syntax) -> Json {
    let keys = syntax.keys();
    let content = |key: &'static str| (key.to_owned(), section(key, syntax));
    let mut template = json!({
        "title": "Heat template",
        "type": "object",
        "properties": keys.sections().map(content).collect::<Map<_, _>>(),
        "additionalProperties": false,
        "allOf": versions::requirements(syntax),
    });
    match syntax {
        Syntax::Hot => template["required"] = json!(keys.versions),
        Syntax::Cfn => {
            let one = keys.versions.iter().map(|key| json!({"required": [key]}));
            template["anyOf"] = one.collect::<Vec<_>>().into();
        }
    }
    template
}

fn section(key: &'static str, syntax: Syntax) -> Json {
    let keys = syntax.keys();
    let entries = |words: &str, definition: &str| {
        let reference = format!("#/definitions/{}", syntax.definition(definition));
        json!({"description": words, "type": ["object", "null"], "additionalProperties": {"$ref": reference}})
    };
    if keys.versions.contains(&key) {
        match syntax {
            // The values are listed at the top level.
            Syntax::Hot => json!(true),
            Syntax::Cfn => json!({
                "description": "The version of the language.",
                "enum": cfn_versions(key),
            }),
        }
    } else if key == keys.description {
        json!({"description": "What the template is for."})
    } else if Some(key) == keys.parameter_groups {
        parameter_groups()
    } else if key == keys.parameters {
        entries("What users of the template can set.", "parameter")
    } else if Some(key) == keys.mappings {
        json!({"description": "Values by keys, for `Fn::FindInMap`.", "type": ["object", "null"]})
    } else if Some(key) == keys.conditions {
        json!({
            "description": "Conditions by name, for resources, outputs and the function `if`.",
            "type": "object",
            "additionalProperties": {"$ref": "#/definitions/condition_definition"},
        })
    } else if key == keys.resources {
        entries("The resources of the stack.", "resource")
    } else {
        entries("Values that users of the stack can read.", "output")
    }
}

fn cfn_versions(key: &str) -> Vec<&'static str> {
    let all = Syntax::Cfn.versions().into_iter().map(TemplateVersion::declaration);
    all.filter(|(known, _)| *known == key).map(|(_, value)| value).collect()
}

fn parameter_groups() -> Json {
    json!({
        "description": "Groups of parameters, which user interfaces show together.",
        "type": ["array", "null"],
        "items": {
            "type": "object",
            "required": ["parameters"],
            "properties": {
                "label": {"description": "The heading of the group."},
                "description": {"description": "What the parameters of the group have in common."},
                "parameters": {
                    "description": "The names of the parameters, each in one group only.",
                    "type": "array",
                    "items": {"type": "string"},
                },
            },
        },
    })
}

fn parameter(syntax: Syntax, contents: &Contents<'_>) -> Json {
    let dialect = Dialect::of(syntax.newest());
    let keys = dialect.keys();
    let content = |key: &&'static str| {
        let key = *key;
        let content = if key == keys.parameter_type {
            json!({"description": "The type of its values.", "enum": ParameterType::ALL.map(|known| known.name(dialect))})
        } else if key == keys.default {
            json!({"description": "The value if none is given. Without one, the parameter is required.", "anyOf": [{"$ref": definition_names::ANYTHING}]})
        } else if key == keys.hidden {
            flag("Whether Heat hides the value from users.")
        } else if key == keys.immutable {
            flag("Whether an update that changes the value is refused.")
        } else if key == keys.description {
            words("What the parameter is for.")
        } else if key == keys.label {
            words("A name for people.")
        } else if key == keys.tags {
            json!({"description": "Words for programs.", "type": "array"})
        } else if key == "constraints" {
            constraints(contents)
        } else {
            json!({"anyOf": [{"$ref": definition_names::ANYTHING}]})
        };
        (key.to_owned(), content)
    };
    json!({
        "title": "Parameter",
        "type": "object",
        "required": [keys.parameter_type],
        "properties": dialect.allowed_keys().iter().map(content).collect::<Map<_, _>>(),
        "additionalProperties": false,
    })
}

/// The schema of a flag, for which Heat accepts any value.
fn flag(description: &str) -> Json {
    json!({"description": description, "anyOf": [{"type": "boolean"}, {"$ref": definition_names::ANYTHING}]})
}

/// The schema of a text, for which Heat accepts any value.
fn words(description: &str) -> Json {
    json!({"description": description, "anyOf": [{"$ref": definition_names::ANYTHING}]})
}

fn constraints(contents: &Contents<'_>) -> Json {
    let content = |key: &str| match key {
        "range" => ends("The minimum and the maximum of a number.", ["min", "max"]),
        "length" => ends("The minimum and the maximum length of a text, a list or a map.", ["min", "max"]),
        "modulo" => ends("The distance between allowed numbers, and the remainder.", ["step", "offset"]),
        "allowed_values" => json!({"description": "The allowed values.", "type": "array"}),
        "allowed_pattern" => json!({
            "description": "A regular expression of Python that the whole text has to match.",
            "type": "string",
        }),
        _ => json!({
            "description": "A check that Heat knows by name. Most of them ask the cloud.",
            "anyOf": offered_or(&contents.custom_constraints, json!({"$ref": definition_names::ANYTHING})),
        }),
    };
    let mut properties: Map<String, Json> =
        ConstraintKind::KEYS.iter().map(|key| ((*key).to_owned(), content(key))).collect();
    properties.insert("description".into(), words("The message for values that violate it."));
    let kinds: Vec<Json> = ConstraintKind::KEYS.iter().map(|key| json!({"required": [key]})).collect();
    json!({
        "description": "What values have to satisfy, each constraint in an item of its own.",
        "type": ["array", "null"],
        "items": {"type": "object", "properties": properties, "additionalProperties": false, "anyOf": kinds},
    })
}

/// The schema of a map with two numbers, which may also be strings.
fn ends(description: &str, keys: [&str; 2]) -> Json {
    let number = json!({"anyOf": [{"type": "number"}, {"not": {"type": ["array", "object"]}}]});
    json!({
        "description": description,
        "type": "object",
        "properties": {keys[0]: number, keys[1]: number},
        "additionalProperties": false,
    })
}

fn output(syntax: Syntax) -> Json {
    let keys: Keys = syntax.keys();
    let mut properties = json!({
        keys.output_value: {"description": "The value.", "anyOf": [{"$ref": definition_names::ANYTHING}]},
        keys.output_description: {"description": "What the value is.", "anyOf": [{"$ref": definition_names::ANYTHING}]},
    });
    if let Some(key) = keys.output_condition {
        properties[key] = json!({
            "description": "The condition under which there is a value.",
            "allOf": [{"$ref": definition_names::CONDITION}],
        });
    }
    // Heat ignores other keys.
    json!({"title": "Output", "type": "object", "required": [keys.output_value], "properties": properties})
}

/// The schema of a condition's definition. Where a condition is used, it can also be a name.
fn condition_definition() -> Json {
    json!({"allOf": [{"$ref": definition_names::CONDITION}, {"type": ["boolean", "object"]}]})
}
