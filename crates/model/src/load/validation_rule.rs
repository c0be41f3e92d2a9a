//! Reads validation rules.

use heat_yaml::Node;

use super::fields::{Fields, Reader};
use crate::ConstraintKind;
use crate::validation_rule::{Condition, Operand, PropertyState, Requirement, ValidationRule};

/// Keys of a validation rule.
pub(super) const KEYS: [&str; 13] = [
    "for_each",
    "when",
    "at_most_one",
    "at_least_one",
    "exactly_one",
    "all",
    "none",
    "equal",
    "ascending",
    "description",
    "message",
    "exception",
    "already_enforced",
];

/// Keys for the test of a property.
const TESTS: [&str; 5] = ["is", "in", "not_in", "custom_constraint", "allowed_pattern"];

/// Reads the validation rules of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<ValidationRule> {
    reader.items(node, "`validation_rules`", rule)
}

fn rule(reader: &mut Reader<'_>, node: &Node) -> Option<ValidationRule> {
    let fields = reader.fields(node, "a validation rule", &KEYS)?;
    of_fields(reader, &fields)
}

/// Reads a validation rule from the fields of a map.
pub(super) fn of_fields(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<ValidationRule> {
    let errors_before = reader.diagnostics.len();
    let requirement = requirement(reader, fields);
    let for_each = fields.get("for_each").and_then(|node| path(reader, node));
    let when = fields.get("when").map(|node| conditions(reader, node, "`when`")).unwrap_or_default();
    let description = fields.get("description").and_then(|node| reader.text(node, "`description`"));
    let message = fields.get("message").and_then(|node| reader.text(node, "`message`"));
    let exception = fields.get("exception").and_then(|node| reader.text(node, "`exception`"));
    let already_enforced = fields
        .get("already_enforced")
        .and_then(|node| reader.boolean(node, "`already_enforced`"))
        .unwrap_or_default();
    // Without the missing part, it would be a different rule.
    (reader.diagnostics.len() == errors_before).then_some(ValidationRule {
        for_each,
        when,
        requirement: requirement?,
        description,
        message,
        exception,
        already_enforced,
    })
}

fn requirement(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Requirement> {
    let (key, node) = only_one(reader, fields, "a validation rule", &Requirement::KEYS)?;
    let what = format!("`{key}`");
    let requirement = match key {
        "at_most_one" => Requirement::AtMostOne(conditions(reader, node, &what)),
        "at_least_one" => Requirement::AtLeastOne(conditions(reader, node, &what)),
        "exactly_one" => Requirement::ExactlyOne(conditions(reader, node, &what)),
        "all" => Requirement::All(conditions(reader, node, &what)),
        "none" => Requirement::None(conditions(reader, node, &what)),
        "equal" => Requirement::Equal(reader.items(node, &what, path)),
        _ => Requirement::Ascending(reader.items(node, &what, operand)),
    };
    Some(requirement)
}

/// Returns the only key that is present out of several, with its value.
fn only_one<'n, 'k>(
    reader: &mut Reader<'_>,
    fields: &Fields<'n>,
    what: &str,
    keys: &[&'k str],
) -> Option<(&'k str, &'n Node)> {
    let given: Vec<_> = keys.iter().filter_map(|key| Some((*key, fields.get(key)?))).collect();
    if let [only] = given[..] {
        return Some(only);
    }
    let label = if given.is_empty() { "none here".to_owned() } else { format!("{} here", given.len()) };
    let message = format!("{what} must have exactly one of `{}`", keys.join("`, `"));
    reader.error("invalid-validation-rule", fields.span, message, label, None);
    None
}

/// Reads the path of a property.
pub(super) fn path(reader: &mut Reader<'_>, node: &Node) -> Option<Vec<String>> {
    if let Some(name) = node.as_str() {
        let help = Some(format!("write it as a path: [{name}]"));
        reader.wrong_kind(node, "a property path", "a list", help);
        return None;
    }
    reader.path(node, "a property path")
}

/// Reads a list of conditions.
pub(super) fn conditions(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<Condition> {
    reader.items(node, what, condition)
}

fn condition(reader: &mut Reader<'_>, node: &Node) -> Option<Condition> {
    if node.as_mapping().is_none() {
        return path(reader, node).map(Condition::Filled);
    }
    let known =
        ["property", "is", "in", "not_in", "custom_constraint", "allowed_pattern", "items", "where", "any"];
    let fields = reader.fields(node, "a condition", &known)?;
    let (key, subject) = only_one(reader, &fields, "a condition", &["property", "items", "any"])?;
    match key {
        "any" => Some(Condition::Any { any: conditions(reader, subject, "`any`") }),
        "items" => {
            let matching = fields.get("where").map(|node| conditions(reader, node, "`where`"));
            Some(Condition::Items { items: path(reader, subject)?, matching: matching.unwrap_or_default() })
        }
        _ => {
            let property = path(reader, subject)?;
            test(reader, &fields, property)
        }
    }
}

/// Reads the test of a property.
fn test(reader: &mut Reader<'_>, fields: &Fields<'_>, property: Vec<String>) -> Option<Condition> {
    let (key, node) = only_one(reader, fields, "a condition of a property", &TESTS)?;
    let values = |reader: &mut Reader<'_>, what: &str| {
        reader.items(node, what, |reader, item| Some(reader.value(item)))
    };
    match key {
        "is" => {
            let words = PropertyState::ALL.map(PropertyState::as_str);
            let is = reader.word(node, "invalid-value", "a state of a property", &words)?;
            Some(Condition::Is { property, is })
        }
        "in" => Some(Condition::In { property, values: values(reader, "`in`") }),
        "not_in" => Some(Condition::NotIn { property, values: values(reader, "`not_in`") }),
        "allowed_pattern" => {
            let allowed_pattern = reader.string(node, "`allowed_pattern`")?;
            if let Some(flaw) = ConstraintKind::AllowedPattern(allowed_pattern.clone()).flaw() {
                let message = "the pattern of a condition is invalid".to_owned();
                reader.error("invalid-validation-rule", node.span, message, flaw, None);
                return None;
            }
            Some(Condition::Matches { property, allowed_pattern })
        }
        _ => {
            let custom_constraint = reader.string(node, "`custom_constraint`")?;
            Some(Condition::Satisfies { property, custom_constraint })
        }
    }
}

fn operand(reader: &mut Reader<'_>, node: &Node) -> Option<Operand> {
    if let heat_yaml::Value::Integer(number) = node.value {
        return Some(Operand::Constant(number));
    }
    if node.as_mapping().is_none() {
        return path(reader, node).map(Operand::Property);
    }
    let fields = reader.fields(node, "a sum", &["sum"])?;
    reader.require(&fields, "a sum", &["sum"]);
    let sum = reader.items(fields.get("sum")?, "`sum`", path);
    Some(Operand::Sum { sum })
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use crate::load::load_schema;

    /// Reads a rule, and checks the error in it: `text it points at => message`.
    #[track_caller]
    fn check(rule: &str, expect: &[&str]) {
        let text = format!("type: T\nvalidation_rules: [{rule}]");
        let found = load_schema(&Source::new("T.yaml", text)).diagnostics;
        let shown: Vec<String> = found
            .iter()
            .map(|found| {
                let label = &found.labels[0];
                format!("{} => {}", label.source.slice(label.span), found.message)
            })
            .collect();
        assert_eq!(shown, expect, "{rule}");
    }

    #[test]
    fn texts_are_not_empty() {
        for key in ["description", "message", "exception"] {
            check(&format!("{{none: [[a]], {key}: ''}}"), &[&format!("'' => `{key}` must not be empty")]);
        }
    }
}
