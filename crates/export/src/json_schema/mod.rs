//! A JSON Schema of templates and environments, generated from the resource types, for checks and completion in editors.
//!
//! It accepts what Heat accepts: values that Heat converts, functions in place of any value, HIDDEN types and properties, and
//! types that only an environment can define. Restrictions that JSON Schema cannot express are in the descriptions, or left to
//! `validate`.
//!
//! Editors complete keys under `properties`, and values in an `enum`. HIDDEN names are therefore in patterns, which no editor
//! completes. The schema uses draft 7, which all editors support, and a few keywords for editors: `markdownDescription`,
//! `errorMessage`, `patternErrorMessage`. Other programs ignore them.

mod alternatives;
mod choices;
mod contents;
mod definition_names;
mod descriptions;
mod environment;
mod functions;
mod limits;
mod members;
mod properties;
mod resource;
mod sections;
mod syntax;
mod typed_places;
mod versions;

use serde_json::{Map, Value as Json, json};

use syntax::Syntax;

pub(super) use contents::Contents;

/// The schema of templates and environments.
pub(super) fn document(contents: &Contents<'_>) -> Map<String, Json> {
    let mut definitions = Map::new();
    definitions.extend(functions::definitions());
    definitions.extend(properties::definitions());
    for syntax in Syntax::ALL {
        definitions.extend(sections::definitions(syntax, contents));
        definitions.extend([resource::definition(syntax, contents)]);
        definitions.extend(versions::definitions(syntax, contents));
    }
    definitions.extend(environment::definitions(contents));
    definitions.extend(members::definitions(contents));
    for (name, mut definition) in resource::types(contents) {
        let schema = contents.types.iter().find(|schema| schema.name == name);
        if let Some(members) = schema.and_then(|schema| members::requirement(schema, contents)) {
            definition["allOf"] = json!([members]);
        }
        definitions.insert(name, definition);
    }
    let [hot, cfn] = Syntax::ALL.map(|syntax| {
        let keys = sections::distinctive(syntax).into_iter().map(|key| json!({"required": [key]}));
        json!({"anyOf": keys.collect::<Vec<_>>()})
    });
    let mut document = Map::new();
    let mut add = |key: &str, value: Json| _ = document.insert(key.to_owned(), value);
    add("$schema", "http://json-schema.org/draft-07/schema#".into());
    add("title", "Heat".into());
    add("description", "A Heat orchestration template or an environment.".into());
    add("type", "object".into());
    // So that editors offer the version in an empty file.
    add("properties", sections::version(contents.newest));
    add("if", hot);
    add("then", json!({"$ref": "#/definitions/template"}));
    add(
        "else",
        json!({
            "if": cfn,
            "then": {"$ref": "#/definitions/cfn_template"},
            "else": {"$ref": "#/definitions/environment"},
        }),
    );
    add("definitions", definitions.into());
    document
}
