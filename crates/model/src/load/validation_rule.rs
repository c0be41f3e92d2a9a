//! Reads validation rules.

use heat_yaml::Node;

use super::fields::{Fields, Reader};
use crate::Value;
use crate::networks::Range;
use crate::pattern::Pattern;
use crate::validation_rule::{Bounds, Condition, Operand, PropertyState, Requirement, ValidationRule};

/// Keys of a validation rule.
pub const KEYS: [&str; 13] = [
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
pub const TESTS: [&str; 10] = [
    "is",
    "equals",
    "in",
    "not_in",
    "custom_constraint",
    "allowed_pattern",
    "range",
    "length",
    "contains",
    "within",
];

/// Keys for the subject of a condition: what it tests, or the conditions that it combines.
pub const SUBJECTS: [&str; 7] = ["property", "items", "for_each", "all", "any", "none", "not"];

/// Reads the validation rules of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<ValidationRule> {
    reader.items(node, "`validation_rules`", rule)
}

fn rule(reader: &mut Reader<'_>, node: &Node) -> Option<ValidationRule> {
    let fields = reader.fields(node, "a validation rule", &KEYS)?;
    of_fields(reader, &fields)
}

/// Reads a validation rule from the fields of a map, which may have others.
pub fn of_fields(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<ValidationRule> {
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
pub fn path(reader: &mut Reader<'_>, node: &Node) -> Option<Vec<String>> {
    if let Some(name) = node.as_str() {
        let help = Some(format!("write it as a path: [{name}]"));
        reader.wrong_kind(node, "a property path", "a list", help);
        return None;
    }
    let items = node.as_sequence().unwrap_or_default();
    if let Some(index) = items.iter().find(|item| matches!(item.value, heat_yaml::Value::Integer(_))) {
        let message = "the items of a list have no names in a path";
        let help =
            Some("write `\"*\"` for the items, or `items` with `where`; a key of a map in quotes".to_owned());
        reader.error("invalid-type", index.span, message, "an index", help);
        return None;
    }
    reader.path(node, "a property path")
}

/// Reads a list of conditions.
pub fn conditions(reader: &mut Reader<'_>, node: &Node, what: &str) -> Vec<Condition> {
    reader.items(node, what, condition)
}

fn condition(reader: &mut Reader<'_>, node: &Node) -> Option<Condition> {
    if node.as_mapping().is_none() {
        return path(reader, node).map(Condition::Filled);
    }
    let known: Vec<&str> = SUBJECTS.into_iter().chain(TESTS).chain(["where", "count"]).collect();
    let fields = reader.fields(node, "a condition", &known)?;
    of_map(reader, &fields)
}

/// Reads a condition from the fields of a map, which may have others.
pub fn of_map(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Condition> {
    // `all` is the test of each item of a list, too.
    let subjects = if fields.get("for_each").is_some() { &["for_each"][..] } else { &SUBJECTS };
    let (key, subject) = only_one(reader, fields, "a condition", subjects)?;
    match key {
        "any" => Some(Condition::Any { any: conditions(reader, subject, "`any`") }),
        "all" => Some(Condition::All { all: conditions(reader, subject, "`all`") }),
        "none" => {
            let any = Condition::Any { any: conditions(reader, subject, "`none`") };
            Some(Condition::Not { not: Box::new(any) })
        }
        "not" => Some(Condition::Not { not: Box::new(condition(reader, subject)?) }),
        "for_each" => {
            reader.require(fields, "a condition on each item of a list", &["all"]);
            let all = conditions(reader, fields.get("all")?, "`all`");
            Some(Condition::Each { for_each: path(reader, subject)?, all })
        }
        "items" => {
            let matching = fields.get("where").map(|node| conditions(reader, node, "`where`"));
            let (items, matching) = (path(reader, subject)?, matching.unwrap_or_default());
            Some(match fields.get("count") {
                None => Condition::Items { items, matching },
                Some(node) => {
                    let count = bounds(reader, node, "`count`")?;
                    Condition::Count { items, matching, count }
                }
            })
        }
        _ => {
            let property = path(reader, subject)?;
            test(reader, fields, property)
        }
    }
}

/// Reads the test of a property from the fields of a map, which may have others.
pub fn test(reader: &mut Reader<'_>, fields: &Fields<'_>, property: Vec<String>) -> Option<Condition> {
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
        "equals" => Some(Condition::In { property, values: vec![reader.value(node)] }),
        "in" => Some(Condition::In { property, values: values(reader, "`in`") }),
        "range" => Some(Condition::Range { property, range: bounds(reader, node, "`range`")? }),
        "length" => Some(Condition::Length { property, length: bounds(reader, node, "`length`")? }),
        "contains" => Some(Condition::Contains { property, contains: reader.value(node) }),
        "within" => {
            let within = reader.string(node, "`within`")?;
            if Range::of(&within).is_none() {
                let message = format!("`{within}` is not a network");
                let help = Some("write an address and a length, such as 10.0.0.0/8".to_owned());
                reader.error("invalid-validation-rule", node.span, message, "not a network", help);
                return None;
            }
            Some(Condition::Within { property, within })
        }
        "not_in" => Some(Condition::NotIn { property, values: values(reader, "`not_in`") }),
        "allowed_pattern" => {
            let allowed_pattern = reader.string(node, "`allowed_pattern`")?;
            // Compiling a pattern takes as long as reading ten rules, and few rules are judged.
            if let Err(flaw) = Pattern::syntax(&allowed_pattern) {
                let message = "the pattern of a condition is invalid".to_owned();
                reader.error(
                    "invalid-validation-rule",
                    node.span,
                    message,
                    format!("not a pattern: {flaw}"),
                    None,
                );
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

/// Reads the ends of a range, or the only number in it.
pub fn bounds(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<Bounds> {
    let is_number = |value: &Value| matches!(value, Value::Integer(_) | Value::Float(_));
    if node.as_mapping().is_none() {
        let value = reader.value(node);
        if !is_number(&value) {
            reader.wrong_kind(node, what, "a number or a map with `min` and `max`", None);
            return None;
        }
        return Some(Bounds { min: Some(value.clone()), max: Some(value) });
    }
    let fields = reader.fields(node, what, &["min", "max"])?;
    if fields.get("min").is_none() && fields.get("max").is_none() {
        let message = format!("{what} has neither `min` nor `max`");
        reader.error("invalid-validation-rule", node.span, message, "no end here", None);
        return None;
    }
    let mut end = |key: &str| match fields.get(key) {
        None => Some(None),
        Some(node) => {
            let value = reader.value(node);
            if !is_number(&value) {
                reader.wrong_kind(node, &format!("`{key}`"), "a number", None);
                return None;
            }
            Some(Some(value))
        }
    };
    let (min, max) = (end("min")?, end("max")?);
    Some(Bounds { min, max })
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

    use super::TESTS;
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
    fn tests_of_values_have_a_form() {
        let check = |condition: &str, expect: &[&str]| check(&format!("{{none: [{condition}]}}"), expect);
        check("{property: [a], equals: null}", &[]);
        check("{property: [a], range: {min: 1}}", &[]);
        check("{property: [a], range: {}}", &["{} => `range` has neither `min` nor `max`"]);
        check(
            "{property: [a], range: x}",
            &["x => `range` is a number or a map with `min` and `max`, not a string"],
        );
        check("{property: [a], length: {min: x}}", &["x => `min` is a number, not a string"]);
        check("{property: [a], within: 10.0.0.0}", &["10.0.0.0 => `10.0.0.0` is not a network"]);
        check("{items: [a], where: [[b]], count: 2}", &[]);
        check("{for_each: [a], all: [[b]]}", &[]);
        let pattern = |pattern: &str, expect: &[&str]| {
            check(&format!("{{property: [a], allowed_pattern: '{pattern}'}}"), expect);
        };
        pattern("a{1,3}|b", &[]);
        pattern("(", &["'(' => the pattern of a condition is invalid"]);
        check("{for_each: [a]}", &["{for_each: [a]} => a condition on each item of a list needs `all`"]);
        check("{none: [[a]]}", &[]);
        check("{not: [a]}", &[]);
        check(
            "{not: {property: [a], equal: 1}}",
            &[
                &format!(
                    "{{property: [a], equal: 1}} => a condition of a property must have exactly one of `{}`",
                    TESTS.join("`, `")
                ),
                "equal => a condition has no key `equal`",
            ],
        );
    }

    #[test]
    fn texts_are_not_empty() {
        for key in ["description", "message", "exception"] {
            check(&format!("{{none: [[a]], {key}: ''}}"), &[&format!("'' => `{key}` must not be empty")]);
        }
    }
}
