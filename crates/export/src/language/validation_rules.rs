//! Validation rules in the JSON Schema of schema files.

use heat_model::validation_rule::{PropertyState, Requirement};
use serde_json::{Map, Value as Json, json};

use super::pieces::{described, flag, list, object, reference, text};

pub(super) fn validation_rule() -> Json {
    let mut properties: Map<String, Json> = Requirement::KEYS
        .iter()
        .map(|key| ((*key).to_owned(), list(requirement_description(key), requirement_member(key))))
        .collect();
    properties.insert(
        "for_each".into(),
        described(
            "The list whose items are checked one by one; all paths then begin in the item.",
            reference("path"),
        ),
    );
    properties.insert("when".into(), list("The rule only applies if all of these hold.", "condition"));
    properties.insert(
        "description".into(),
        text("The message for data that violate it, instead of the built-in one."),
    );
    properties.insert(
        "message".into(),
        text("What the plug-in in Heat says of such data, word for word. `{name}` in it is the value of a property, `{name!r}` the value as Python's repr() writes it, `{given: a, b}` and `{filled: a, b}` are the names of properties that are given or filled, `{resource_name}` is the name of the resource."),
    );
    properties.insert(
        "exception".into(),
        text("The class of the exception that the plug-in raises. The default is `StackValidationFailed`."),
    );
    properties.insert(
        "already_enforced".into(),
        flag("Whether such data were already refused before the schema said so: the rule documents a check of the plug-in.", false),
    );
    let mut schema =
        object("What the properties of a resource have to satisfy together.", &[], properties.into());
    let one_of: Vec<Json> = Requirement::KEYS.iter().map(|key| json!({"required": [key]})).collect();
    schema["oneOf"] = one_of.into();
    schema
}

fn requirement_description(key: &str) -> &'static str {
    match key {
        "at_most_one" => "At most one of these holds.",
        "at_least_one" => "At least one of these holds.",
        "exactly_one" => "Exactly one of these holds.",
        "all" => "All of these hold.",
        "none" => "None of these holds.",
        "equal" => "Those of the properties that are filled have the same value.",
        _ => "None of the numbers is greater than a later one; those that are missing do not count.",
    }
}

fn requirement_member(key: &str) -> &'static str {
    match key {
        "equal" => "path",
        "ascending" => "operand",
        _ => "condition",
    }
}

pub(super) fn condition() -> Json {
    let property = || described("The property.", reference("path"));
    let values = |description: &str| json!({"description": description, "type": "array"});
    let test = |key: &str, test: Json| {
        object("What a property has to be.", &["property", key], json!({"property": property(), key: test}))
    };
    let state = json!({
        "description": "Its state: `filled` and `empty` as Python's truth, `given` and `missing` as not null and null.",
        "enum": PropertyState::ALL.map(PropertyState::as_str),
    });
    json!({
        "description": "A property's path, if it has to be filled; or what holds for a property, or for items of a list.",
        "anyOf": [
            reference("path"),
            test("is", state),
            test("in", values("The values of which it has one.")),
            test("not_in", values("The values of which it has none.")),
            test("custom_constraint", text("The custom constraint that it satisfies.")),
            object("As often as a list has items for which other conditions hold.", &["items"], json!({
                "items": described("The list.", reference("path")),
                "where": list("What holds for an item; the paths begin in the item.", "condition"),
            })),
            object("Once, if any of them holds.", &["any"], json!({"any": list("The conditions.", "condition")})),
        ],
    })
}

pub(super) fn operand() -> Json {
    json!({
        "description": "The path of a property with a number, or a sum of numbers.",
        "anyOf": [
            json!({"description": "This number.", "type": "integer"}),
            reference("path"),
            object("The sum of the numbers of some properties, in all items of the lists on the way.", &["sum"], json!({"sum": list("The properties.", "path")})),
        ],
    })
}
