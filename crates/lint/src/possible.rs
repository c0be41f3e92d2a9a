//! Values that a property can have when a plug-in reads it, for rules about values that are written elsewhere.

use heat_model::validate::violation;
use heat_model::validation_rule::Condition;
use heat_model::{ConstraintKind, PropertyType, ResourceType, SchemaPath, Value};

use crate::conditions::{ConditionSite, NamedPath, check_empty, check_repeated};
use crate::{Context, Findings, Part, PropertySite, Section};

/// Reports the values of a list that a property never has. Custom constraints are not checked.
pub(super) fn check_values(
    site: &PropertySite<'_>,
    values: &[Value],
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    if !site.is_typed {
        return;
    }
    // A property that is not set is null.
    for (index, value) in values.iter().enumerate().filter(|(_, value)| !value.is_null()) {
        check_value(site, value, &path.join(index), findings);
    }
}

fn check_value(site: &PropertySite<'_>, value: &Value, path: &SchemaPath, findings: &mut Findings<'_>) {
    let property_type = site.schema.property_type;
    if !is_of_type(value, site) {
        let message = if is_pattern(value) {
            format!("{} never matches a pattern in a list: its items are compared as they are", site.what())
        } else {
            format!("{} is never `{value}`: it is of type `{property_type}`", site.what())
        };
        let finding = findings.report(path, Part::Value, message);
        finding.label("never true");
        finding.related(site.path.join("type"), Part::Value, "");
        if let Some(instead) = instead(value, property_type) {
            finding.help(instead);
        }
        return;
    }
    let refused = site.usable_constraints().find_map(|(constraint_path, constraint)| {
        let why = violation(&constraint.kind, value, Some(property_type))?;
        Some((constraint_path.join(constraint.kind.key()), why))
    });
    if let Some((constraint, why)) = refused {
        findings.report(path, Part::Value, format!("{} is never `{value}`: {why}", site.what())).related(
            constraint,
            Part::Value,
            "required by this constraint",
        );
    }
}

/// Returns whether a value equals one that a property of this type can have, as Python compares them: true is 1.
fn is_of_type(value: &Value, site: &PropertySite<'_>) -> bool {
    let is_whole = || value.as_f64().is_none_or(|number| number.fract() == 0.0);
    match site.schema.property_type {
        PropertyType::Any => true,
        PropertyType::Map | PropertyType::List if site.schema.allow_conversion => true,
        PropertyType::Map => value.as_map().is_some(),
        PropertyType::List => value.as_list().is_some(),
        PropertyType::String => value.as_str().is_some(),
        PropertyType::Boolean => [false, true].iter().any(|flag| Value::from(*flag).python_eq(value)),
        PropertyType::Number => is_number(value),
        PropertyType::Integer => is_number(value) && is_whole(),
    }
}

/// Returns whether a value looks like the pattern of `was` or `becomes`.
fn is_pattern(value: &Value) -> bool {
    value.as_map().is_some_and(|map| map.len() == 1 && map.contains_key("pattern"))
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_) | Value::Bool(_))
}

/// Advice about a value of another type.
fn instead(value: &Value, property_type: PropertyType) -> Option<String> {
    if is_pattern(value) {
        return Some("write the pattern in place of the list, and a case for the other values".to_owned());
    }
    match (property_type, value) {
        (PropertyType::String, Value::Integer(_) | Value::Float(_)) => {
            Some(format!("write it in quotes: \"{value}\""))
        }
        (PropertyType::String, Value::Bool(_)) => Some("write the text that is meant, in quotes".to_owned()),
        (PropertyType::Boolean, _) => Some("write `true` or `false`".to_owned()),
        (PropertyType::Integer | PropertyType::Number, Value::String(text))
            if text.parse::<f64>().is_ok() =>
        {
            Some(format!("write it without quotes: {text}"))
        }
        (PropertyType::List, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Bool(_)) => {
            Some(format!("the whole list is compared: write `[{value}]`"))
        }
        _ => None,
    }
}

/// Reports a pattern that no value of a property matches: it has no texts, or other ones.
pub(super) fn check_pattern(
    site: &PropertySite<'_>,
    pattern: &str,
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    let property_type = site.schema.property_type;
    if !site.is_typed || property_type == PropertyType::Any {
        return;
    }
    if property_type != PropertyType::String {
        let message = format!("{} never matches `{pattern}`: it is of type `{property_type}`", site.what());
        findings
            .report(path, Part::Value, message)
            .label("never true")
            .related(site.path.join("type"), Part::Value, "")
            .help("a pattern is for texts: write the values");
        return;
    }
    let kind = ConstraintKind::AllowedPattern(pattern.to_owned());
    let matches = |value: &Value| violation(&kind, value, Some(property_type)).is_none();
    let excluding = site.usable_constraints().find(|(_, constraint)| {
        matches!(&constraint.kind, ConstraintKind::AllowedValues(values) if !values.iter().any(matches))
    });
    if let Some((constraint, _)) = excluding {
        let message = format!("{} never matches `{pattern}`: no allowed value does", site.what());
        findings.report(path, Part::Value, message).label("never true").related(
            constraint.join("allowed_values"),
            Part::Value,
            "the allowed values",
        );
    }
}

/// Reports what a condition compares with a property that never has it, and a path that leads through a list.
pub(super) fn check_condition(
    context: &Context<'_>,
    condition: &ConditionSite<'_>,
    findings: &mut Findings<'_>,
) {
    check_lists(condition, findings);
    let Some(path) = condition.path() else { return };
    if check_list_on_the_way(context.schema, &path, findings) {
        return;
    }
    let steps = path.steps_from_top();
    let Some(site) = site_at(context, &steps) else { return };
    match condition.condition {
        Condition::In { values, .. } => check_values(site, values, &condition.place.join("in"), findings),
        Condition::NotIn { values, .. } => {
            check_values(site, values, &condition.place.join("not_in"), findings);
        }
        Condition::Matches { allowed_pattern, .. } => {
            check_pattern(site, allowed_pattern, &condition.place.join("allowed_pattern"), findings);
        }
        _ => {}
    }
}

/// Reports the lists of a condition that are empty, or have an item twice.
fn check_lists(condition: &ConditionSite<'_>, findings: &mut Findings<'_>) {
    const NEVER: &str = "the condition is never true";
    let place = |key: &str| condition.place.join(key);
    match condition.condition {
        Condition::In { values, .. } => {
            check_empty(values, ("in", NEVER), &place("in"), findings);
            check_repeated(values, &place("in"), findings);
        }
        Condition::NotIn { values, .. } => {
            check_empty(values, ("not_in", "the condition is always true"), &place("not_in"), findings);
            check_repeated(values, &place("not_in"), findings);
        }
        Condition::Any { any } => {
            check_empty(any, ("any", NEVER), &place("any"), findings);
            check_repeated(any, &place("any"), findings);
        }
        Condition::All { all } | Condition::Each { all, .. } => {
            check_empty(all, ("all", "the condition is always true"), &place("all"), findings);
            check_repeated(all, &place("all"), findings);
        }
        Condition::Items { matching, .. } | Condition::Count { matching, .. } => {
            check_repeated(matching, &place("where"), findings);
        }
        _ => {}
    }
}

/// Reports a path that leads through a list to the fields of its items, and so to no value. Returns whether it does.
pub(super) fn check_list_on_the_way(
    schema: &ResourceType,
    path: &NamedPath<'_>,
    findings: &mut Findings<'_>,
) -> bool {
    let steps = path.steps_from_top();
    let is_list = |end: &usize| {
        let property = steps.get(..*end).and_then(|steps| schema.property_at(steps));
        property.is_some_and(|property| property.property_type == PropertyType::List)
    };
    let Some(end) = (path.around.len() + 1..steps.len()).find(is_list) else { return false };
    let (list, rest) = steps.split_at(end);
    let message = format!("`{}` has no value: `{}` is a list", steps.join("."), list.join("."));
    let finding = findings.report(&path.place_of(end - 1), Part::Value, message);
    finding.label("each item has its own value");
    let items = list.get(path.around.len()..).unwrap_or_default();
    finding.help(format!(
        "in a condition, look at the items: `{{items: [{}], where: [[{}]]}}`",
        items.join(", "),
        rest.join(", ")
    ));
    true
}

/// Returns the property at a path from the top.
pub(super) fn site_at<'c, 'a>(context: &'c Context<'a>, steps: &[String]) -> Option<&'c PropertySite<'a>> {
    let is_it = |site: &&PropertySite<'_>| {
        site.section == Section::Properties && !site.is_item() && site.steps() == steps
    };
    context.properties.iter().find(is_it)
}
