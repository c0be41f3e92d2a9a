//! Relations between properties: translation rules and dependencies by value.

use heat_model::{EmptyValue, RuleKind};
use serde_json::{Value as Json, json};

use super::pieces::{described, flag, object, reference, text};

pub(super) fn translation_rule() -> Json {
    let when = object(
        "When the rule applies; always if omitted.",
        &["property"],
        json!({
            "property": text("The top-level property that decides: the rule applies if it is set and not empty."),
            "in": {"description": "The values for which it applies; any if omitted.", "type": "array"},
        }),
    );
    object(
        "A rule that replaces the value of a property.",
        &["rule", "translation_path"],
        json!({
            "rule": {
                "description": "What it does: add items to a list, replace or delete a value, or resolve a name to an ID with a client.",
                "enum": RuleKind::ALL.map(RuleKind::as_str),
            },
            "translation_path": described("The property whose value changes.", reference("path")),
            "value": {"description": "The new value. `{get_property: NAME}` is replaced by that property's value."},
            "value_name": text("The sibling property, in the same list item or map, whose value to use."),
            "value_path": described("The property whose value to use.", reference("path")),
            "custom_value_path": described(
                "The path inside the value of `value_name` or `value_path`, if that has no schema.", reference("path")),
            "client_plugin": text("The client plug-in that finds the ID."),
            "finder": text("The method of the client plug-in that finds it."),
            "entity": text("The kind of entity that a general finder looks for."),
            "when": when,
        }),
    )
}

pub(super) fn value_dependency() -> Json {
    object(
        "Resources of a type that it waits for: those of which a property has the same value as one of its own.",
        &["type", "property", "equals"],
        json!({
            "type": text("The type of the resources that it waits for."),
            "property": described("The property of theirs that is compared.", reference("path")),
            "or_property": text("The property next to it whose value counts if it is empty."),
            "equals": described("The property that it is compared with.", reference("path")),
            "or_equals": text("The property next to it whose value counts if it is empty."),
            "of": text("The type of the resources that `equals` is a property of, if not of the resource itself: those that it already depends on."),
            "empty": {
                "description": "How empty values are compared: they match any value, or an empty list or map counts as null.",
                "enum": EmptyValue::ALL.map(EmptyValue::as_str),
            },
            "first_item": flag("Whether only the first item of a list is compared.", false),
        }),
    )
}
