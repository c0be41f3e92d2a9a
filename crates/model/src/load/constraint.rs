//! Reads the constraints of properties.

use heat_yaml::Node;

use super::fields::Reader;
use crate::{Constraint, ConstraintKind, Value};

/// The constraints of a property.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<Constraint> {
    reader.items(node, "`constraints`", constraint)
}

fn constraint(reader: &mut Reader<'_>, node: &Node) -> Option<Constraint> {
    let known: Vec<&str> = ConstraintKind::KEYS.into_iter().chain(["description"]).collect();
    let fields = reader.fields(node, "a constraint", &known)?;
    let kinds: Vec<&str> = fields.keys().filter(|key| *key != "description").collect();
    let [key] = kinds[..] else {
        let message = if kinds.is_empty() {
            "a constraint needs a kind".to_owned()
        } else {
            format!("{} are separate constraints", kinds.join(" and "))
        };
        let help = if kinds.is_empty() {
            format!("add one of {}", ConstraintKind::KEYS.join(", "))
        } else {
            "give each its own `- ` item".to_owned()
        };
        reader.error("invalid-constraint", fields.span, message, "one constraint per item", Some(help));
        return None;
    };
    let value = fields.get(key)?;
    let description = reader.description(fields.get("description"));
    let kind = match key {
        "range" => {
            let [min, max] = pair(reader, value, "a range", ["min", "max"])?;
            ConstraintKind::Range { min, max }
        }
        "length" => {
            let [min, max] = pair(reader, value, "a length", ["min", "max"])?;
            ConstraintKind::Length { min, max }
        }
        "modulo" => {
            let [step, offset] = pair(reader, value, "a modulo", ["step", "offset"])?;
            ConstraintKind::Modulo { step, offset }
        }
        "allowed_values" => ConstraintKind::AllowedValues(
            reader.list(value, "`allowed_values`").iter().map(|item| reader.value(item)).collect(),
        ),
        "allowed_pattern" => ConstraintKind::AllowedPattern(reader.string(value, "`allowed_pattern`")?),
        _ => ConstraintKind::Custom(reader.string(value, "`custom_constraint`")?),
    };
    Some(Constraint { kind, description })
}

fn pair(reader: &mut Reader<'_>, node: &Node, what: &str, keys: [&str; 2]) -> Option<[Option<Value>; 2]> {
    let fields = reader.fields(node, what, &keys)?;
    Some(keys.map(|key| {
        fields.get(key).map(|node| reader.value(node)).filter(|value| !matches!(value, Value::Null))
    }))
}
