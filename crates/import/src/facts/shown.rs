//! The answers of Heat's API about resource types, as `openstack orchestration resource type list` and `show` print them.
//!
//! `show` has fewer facts than an introspection: no translation rules, no properties groups, no HIDDEN properties.

use heat_model::resource_type::is_type_name;
use heat_model::{AttributeType, ResourceType};
use heat_yaml::Diagnostic;
use serde_json::{Map, Value};

use super::reader::Reader;
use super::types;

/// An answer of Heat's API.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    /// The names of types.
    Names(Vec<String>),
    /// A type with its properties and attributes, from `show`.
    Type(Box<ResourceType>),
}

/// The keys that contain a type's name: in the API, and in the columns of the command line client.
const NAME_KEYS: [&str; 2] = ["resource_type", "Resource Type"];

/// The key of a list in the API.
const LIST_KEY: &str = "resource_types";

/// The keys of `show`, except for the name.
const SHOWN_KEYS: [&str; 4] = ["properties", "attributes", "support_status", "description"];

/// Reads the answers in a document, which is a single answer or a list. `file` is the name of the file in messages.
///
/// # Errors
/// All errors in the document.
pub(crate) fn answers(file: &str, document: &Value) -> Result<Vec<Answer>, Vec<Diagnostic>> {
    let mut reader = Reader::new(file, None);
    let mut answers = Vec::new();
    read(&mut reader, document, &mut answers);
    if reader.errors() == 0 { Ok(answers) } else { Err(reader.diagnostics) }
}

fn read(reader: &mut Reader<'_>, document: &Value, answers: &mut Vec<Answer>) {
    match document {
        Value::Array(items) => items.iter().for_each(|item| read(reader, item, answers)),
        Value::String(name) => named(reader, name, answers),
        Value::Object(map) => match (map.get(LIST_KEY), name_of(map)) {
            (Some(list @ Value::Array(_)), _) => read(reader, list, answers),
            (_, Some(name)) if map.keys().any(|key| is_shown_key(key, map)) => {
                shown(reader, name, map, answers);
            }
            (_, Some(name)) => named(reader, name, answers),
            _ => reader.error(
                "expected what `openstack orchestration resource type list` or `show` prints with `-f json`: an object with \
                 `resource_type`, or a list of names",
            ),
        },
        _ => reader.error("expected resource types, as a list or an object"),
    }
}

fn name_of(map: &Map<String, Value>) -> Option<&str> {
    NAME_KEYS.iter().find_map(|key| map.get(*key)?.as_str())
}

/// Returns whether a key shows that the type is the answer to `show`, not an entry of a list, which can have a description, too.
fn is_shown_key(key: &str, map: &Map<String, Value>) -> bool {
    SHOWN_KEYS.contains(&key) && key != "description" && map.get(key).is_some_and(Value::is_object)
}

fn named(reader: &mut Reader<'_>, name: &str, answers: &mut Vec<Answer>) {
    if !is_type_name(name) {
        return reader.error(format!("`{name}` is not a valid resource type name"));
    }
    match answers.last_mut() {
        Some(Answer::Names(names)) => names.push(name.to_owned()),
        _ => answers.push(Answer::Names(vec![name.to_owned()])),
    }
}

fn shown(reader: &mut Reader<'_>, name: &str, map: &Map<String, Value>, answers: &mut Vec<Answer>) {
    if !is_type_name(name) {
        return reader.error(format!("`{name}` is not a valid resource type name"));
    }
    let facts = map.iter().filter(|(key, _)| SHOWN_KEYS.contains(&key.as_str()));
    let facts: Map<String, Value> = facts.map(|(key, value)| (key.clone(), value.clone())).collect();
    let Some(facts) = types::resource_type(reader, name, &Value::Object(facts)) else { return };
    let mut schema = facts.schema;
    // The base attribute, which every type has.
    schema.attributes.retain(|name, attribute| {
        name != ResourceType::BASE_ATTRIBUTE || attribute.attribute_type != Some(AttributeType::Map)
    });
    // The API lists `show` for every type, so this says nothing about the record.
    schema.set_has_record(true);
    answers.push(Answer::Type(Box::new(schema)));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Compares the names of the listed types, and of the shown ones with their properties, or the errors.
    fn check(document: &Value, expect: &[&str]) {
        let read = match answers("types.json", document) {
            Ok(answers) => answers.iter().map(described).collect::<Vec<_>>(),
            Err(found) => found.into_iter().map(|found| found.message).collect(),
        };
        assert_eq!(read, expect, "{document}");
    }

    fn described(answer: &Answer) -> String {
        match answer {
            Answer::Names(names) => names.join(" "),
            Answer::Type(schema) => {
                let properties: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
                let attributes: Vec<&str> = schema.attributes.keys().map(String::as_str).collect();
                format!("{}({}) -> {}", schema.name, properties.join(", "), attributes.join(", "))
            }
        }
    }

    #[test]
    fn lists_are_names() {
        check(
            &json!([{"Resource Type": "A::B"}, {"Resource Type": "A::C", "Description": "Long."}]),
            &["A::B A::C"],
        );
        check(&json!({"resource_types": ["A::B", "A::C"]}), &["A::B A::C"]);
        let described = json!({"resource_types": [{"resource_type": "A::B", "description": "Long."}]});
        check(&described, &["A::B"]);
        check(&json!([]), &[]);
    }

    #[test]
    fn shown_types_have_their_schema() {
        let shown = json!({
            "resource_type": "A::B",
            "properties": {"x": {"type": "string", "required": true, "constraints": [{"length": {"min": 1}}]}},
            "attributes": {"y": {"type": "string"}, "show": {"type": "map", "description": "All of it."}},
            "support_status": {"status": "SUPPORTED", "message": null, "version": null, "previous_status": null},
        });
        check(&shown, &["A::B(x) -> y"]);
        check(&json!([shown, {"Resource Type": "A::C"}]), &["A::B(x) -> y", "A::C"]);
    }

    #[test]
    fn everything_else_is_refused() {
        let expected = "expected what `openstack orchestration resource type list` or `show` prints with `-f json`: an object \
                        with `resource_type`, or a list of names";
        check(&json!({"resources": {}}), &[expected]);
        check(
            &json!([{"Resource Type": "a\nb"}, 7]),
            &["`a\nb` is not a valid resource type name", "expected resource types, as a list or an object"],
        );
        check(
            &json!({"resource_type": "A::B", "properties": {"x": {"type": "text"}}}),
            &["`A::B.properties.x.type`: `text` is not a type"],
        );
    }
}
