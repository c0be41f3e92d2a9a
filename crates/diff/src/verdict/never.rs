//! Proofs from a schema that no data ever had a value at a path, so that no template notices the change there.

use heat_admit::{
    Judge, Kind, PresenceCombinations, admits_nothing, admits_only_empty_lists, entails, listed,
};
use heat_model::update::Decision;
use heat_model::validation_rule::{Operand, Requirement};
use heat_model::{
    Constraint, ConstraintKind, PropertySchema, PropertyType, ResourceType, RuleKind, SchemaPath,
    TranslationRule, Value,
};
use indexmap::IndexMap;

use super::forbidden::{empty_values, forbid, is_never_filled};
use crate::accepted::{accepts_alone, first_accepted};
use crate::pairs::TypePair;
use crate::rule::finding::Finding;
use crate::schema::at::property_at;
use crate::schema::named::{changes, expressions, is_set_by_rule, is_taken_away, loses_value, takes_from};

/// The maximum number of properties in groups for which all combinations are tried.
const MAX_GIVEN: usize = 12;

/// The maximum number of allowed values that are checked one by one.
const MAX_LISTED: usize = 24;

/// The maximum number of properties through which the bound of another property is derived.
const MAX_STEPS: usize = 8;

/// The reason why no template notices a finding, proved from the schemas; `None` if that is not certain.
pub(super) fn why(types: &TypePair<'_>, finding: &Finding) -> Option<&'static str> {
    had_no_value(types, finding).or_else(|| {
        converts_nothing(types, finding).then_some("it has no effect on other types than maps and lists")
    })
}

/// Returns true if a finding is about the conversion of values that are not converted.
fn converts_nothing(types: &TypePair<'_>, finding: &Finding) -> bool {
    let Some(path) = finding.after.as_ref().or(finding.before.as_ref()) else { return false };
    let is_converted = property_at(types.after, &path.property_names())
        .is_some_and(|property| matches!(property.property_type, PropertyType::Map | PropertyType::List));
    finding.rule.aspect == Some("allow_conversion") && !is_converted
}

/// The reason why no data ever had the subject of a finding; `None` if that is not certain.
fn had_no_value(types: &TypePair<'_>, finding: &Finding) -> Option<&'static str> {
    let (schema, after) = (types.before, types.after);
    let path = finding.before.as_ref()?;
    if around_admit_nothing(schema, path, finding.rule.is_about_presence())
        || is_about_items_of_empty_list(schema, path, finding)
    {
        return Some("no value was accepted here, because constraints contradict each other");
    }
    let names = path.property_names();
    let name = *names.first()?;
    let is_inside = names.len() > 1 || finding.rule.is_about_constraints();
    if (is_inside && is_moved_unread(types, name))
        || ((is_inside || finding.rule.aspect == Some("type")) && is_deleted_unread(types, name))
    {
        return Some("a translation rule moves or deletes the value before Heat checks it");
    }
    if finding.rule.is_about_presence() && names.len() == 1 {
        let is_needed = finding.rule.aspect == Some("required") && is_required_by_rules(schema, name);
        return is_needed.then_some("rules or groups already required it");
    }
    let is_of_updates = matches!(finding.rule.aspect, Some("update_allowed" | "immutable"));
    if is_of_updates && is_never_read(schema) {
        return Some(
            "every update replaced the resource or failed: a translation rule empties a property that cannot be read without a value",
        );
    }
    if is_moved_in_vain(schema, name) {
        return Some(
            "no value was accepted here, because a rule moves it to a property that never has such a value",
        );
    }
    if is_forbidden(schema, name) {
        return Some("no value was accepted here, because a validation rule or a group asks for none");
    }
    if is_translated_in_vain(schema, name) {
        return Some("no value was accepted here, because a rule replaces it with one that is refused");
    }
    let property = schema.properties.get(name).filter(|_| names.len() == 1)?;
    if finding.rule.is_about_constraints() && is_within_ends(types, name) {
        return Some("what is no longer accepted never was, because validation rules forbid it");
    }
    let left = values_left(schema, name, property)?;
    let is_same = |pair: &[Value]| matches!(pair, [one, other] if one.python_eq(other));
    let is_checked = property.required || !is_set_by_rule(schema, name);
    if is_of_updates && is_checked && left.windows(2).all(is_same) {
        return Some("only one value was accepted here, because rules and constraints forbid the others");
    }
    let after = after.properties.get(name).filter(|_| finding.rule.is_about_constraints())?;
    // Nobody writes null.
    left.iter()
        .filter(|value| !value.is_null())
        .all(accepts_alone(after))
        .then_some("what is no longer accepted never was, because rules and constraints forbid it")
}

/// Returns true if rules of both sides always move a value as it is written, without converting it to the property's type. A
/// default is checked.
fn is_moved_unread(types: &TypePair<'_>, name: &str) -> bool {
    let moves = |rule: &TranslationRule| rule.value_name.is_some() && rule.always_removes(name);
    have_no_default(types, name)
        && types.sides().into_iter().all(|side| side.translation_rules.iter().any(moves))
}

/// Returns true if rules of both sides always delete a value, and no other rule converts it to the property's type.
fn is_deleted_unread(types: &TypePair<'_>, name: &str) -> bool {
    let reads = |rule: &TranslationRule| {
        rule.properties_read().contains(&name) && !(rule.value_name.is_some() && rule.always_removes(name))
    };
    have_no_default(types, name)
        && types.sides().into_iter().map(|side| &side.translation_rules).all(|rules| {
            rules.iter().any(|rule| rule.rule == RuleKind::Delete && rule.always_removes(name))
                && !rules.iter().any(reads)
        })
}

fn have_no_default(types: &TypePair<'_>, name: &str) -> bool {
    types
        .sides()
        .into_iter()
        .all(|side| side.properties.get(name).is_some_and(|property| property.default.is_none()))
}

/// Returns true if groups refuse all data with a property, or without it. Required properties are always set.
fn groups_refuse(schema: &ResourceType, name: &str, given: bool) -> bool {
    let groups = || expressions(schema);
    let Some(choices) = PresenceCombinations::of(groups(), MAX_GIVEN) else { return false };
    if !choices.paths().iter().any(|path| path == &[name]) {
        return false;
    }
    let is_name = |path: &[String]| path.first().is_some_and(|first| first == name);
    let always_given = schema.properties.iter().filter(|(name, property)| {
        property.required
            && property.default.is_none()
            && !is_set_by_rule(schema, name)
            && !loses_value(schema, name)
    });
    let always_given: Vec<_> = always_given.map(|(name, _)| [name.clone()]).collect();
    !choices.iter().any(|choice| {
        let is_given =
            if given { choice.gives(&[name.to_owned()]) == Some(true) } else { choice.given().any(is_name) };
        is_given == given
            && choice.meets(groups())
            && always_given.iter().all(|path| choice.gives(path) != Some(false))
    })
}

/// Returns true if a validation rule or a group refuses data without a property, which no translation rule sets.
fn is_required_by_rules(schema: &ResourceType, name: &str) -> bool {
    !is_set_by_rule(schema, name)
        && schema.properties.get(name).is_some_and(|property| property.default.is_none())
        && (groups_refuse(schema, name, false)
            || Judge::new(schema).violates_rules(&IndexMap::from([(name.to_owned(), Value::Null)])))
}

/// Returns true if a rule always removes the value of a property that cannot be read without one, because it is required or its
/// default does not have its type. Heat treats that as a change, or the update fails.
pub(super) fn is_never_read(schema: &ResourceType) -> bool {
    let rules = || schema.translation_rules.iter();
    schema.properties.iter().any(|(name, property)| {
        let alone = IndexMap::from([(name.clone(), property.clone())]);
        let changes = || Judge::of_properties(&alone).update(&IndexMap::new(), &IndexMap::new());
        // A property that a rule deletes stays without a value, whatever other rules set.
        let is_removed = rules().any(|rule| {
            rule.always_removes(name) && (rule.rule == RuleKind::Delete || !is_set_by_rule(schema, name))
        });
        is_removed && changes().is_none_or(|changes| changes.decision >= Decision::Replace)
    })
}

/// Returns true if the only rule of another property always takes its value from this one, and this one never has such a value: no
/// value has both types, or validation rules forbid it there.
fn is_moved_in_vain(schema: &ResourceType, name: &str) -> bool {
    let leads_from_here = |rule: &TranslationRule| {
        rule.rule == RuleKind::Replace
            && rule.when.is_none()
            && rule.value.is_none()
            && rule.custom_value_path.is_none()
            && rule.source_path().is_some_and(|source| source == [name])
    };
    schema.translation_rules.iter().filter(|rule| leads_from_here(rule)).any(|rule| {
        let [target] = rule.translation_path.as_slice() else { return false };
        let is_here = |other: &&TranslationRule| other.translation_path.first() == Some(target);
        let here = || schema.translation_rules.iter().filter(is_here);
        // Validation does not run `Resolve` rules.
        let is_only = here().filter(|other| other.rule != RuleKind::Resolve).count() == 1;
        let types = schema.properties.get(name).zip(schema.properties.get(target));
        is_only
            && !is_taken_away(schema, target)
            && types.is_some_and(|(source, property)| {
                have_no_value_in_common(source, property)
                    || (here().count() == 1 && forbid_any(schema, target, &[source, property]))
            })
    })
}

/// Returns true if groups forbid a property, or validation rules do and no translation rule takes its value away.
fn is_forbidden(schema: &ResourceType, name: &str) -> bool {
    let property = schema.properties.get(name);
    groups_refuse(schema, name, true)
        || (!loses_value(schema, name)
            && property.is_some_and(|property| forbid_any(schema, name, &[property])))
}

/// Returns true if validation rules refuse every value of a property. Values pass through some properties, of which templates set
/// the first.
fn forbid_any(schema: &ResourceType, name: &str, through: &[&PropertySchema]) -> bool {
    forbid(schema, name, through, true) && forbid(schema, name, through, false)
}

/// The values that a property can have, including null or the default; `None` if they are not known. Values that translation rules
/// set are left out: Heat does not check them if there is nothing else.
fn values_left(schema: &ResourceType, name: &str, property: &PropertySchema) -> Option<Vec<Value>> {
    use PropertyType::{Boolean, Integer, List, Number, String};
    if loses_value(schema, name) {
        return None;
    }
    let constraints: Vec<_> = property.constraints.iter().collect();
    let is_listed = constraints.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
    let mut values = match property.property_type {
        Boolean => vec![true.into(), false.into()],
        kind @ (String | Integer | Number) if is_listed => {
            Some(listed(kind, &constraints)).filter(|values| values.len() <= MAX_LISTED)?
        }
        Integer | Number if constraints.iter().any(|each| only_number(each).is_some()) => {
            constraints.iter().filter_map(|each| only_number(each)).collect()
        }
        String | Integer | Number if forbid(schema, name, &[property], true) => empty_values(property),
        List if is_never_filled(schema, name, property) => vec![Vec::<Value>::new().into()],
        _ => return None,
    };
    values.retain(accepts_alone(property));
    if !property.required {
        values.push(property.default.clone().unwrap_or(Value::Null));
    }
    let judge = Judge::new(schema);
    values.retain(|value| !judge.violates_rules(&IndexMap::from([(name.to_owned(), value.clone())])));
    Some(values)
}

/// Returns true if the new constraints of an integer refuse nothing between the bounds that validation rules set.
fn is_within_ends(types: &TypePair<'_>, name: &str) -> bool {
    let [Some(before), Some(after)] = types.sides().map(|side| side.properties.get(name)) else {
        return false;
    };
    if !is_plain_number(types.before, name) || after.property_type != before.property_type {
        return false;
    }
    let [min, max] = [true, false].map(|lower| end(types.before, name, lower, MAX_STEPS).map(Value::from));
    let mut within = before.clone();
    within.constraints.push(ConstraintKind::Range { min, max }.into());
    Kind::ALL.into_iter().all(|kind| {
        let new: Vec<&Constraint> = after.constraints.iter().filter(|each| kind.is(&each.kind)).collect();
        new.is_empty() || entails(&within, kind, &new)
    })
}

/// The highest number that a property is never below, or the lowest one that it is never above. The bound comes from its range, or
/// from validation rules that order it among numbers and other properties.
fn end(schema: &ResourceType, name: &str, lower: bool, steps: usize) -> Option<i64> {
    let steps = steps.checked_sub(1)?;
    let own = schema.properties.get(name)?.constraints.iter().filter_map(|each| match &each.kind {
        ConstraintKind::Range { min, max } => if lower { min } else { max }.as_ref()?.as_i64(),
        _ => None,
    });
    let rows = schema.validation_rules.iter().filter_map(|rule| match &rule.requirement {
        Requirement::Ascending(row) if rule.when.is_empty() && rule.for_each.is_none() => Some(row),
        _ => None,
    });
    let is_here = |operand: &Operand| matches!(operand, Operand::Property(path) if path == &[name]);
    let beyond = rows.filter_map(|row| {
        let place = row.iter().position(is_here)?;
        if lower { row.get(..place) } else { row.get(place + 1..) }
    });
    let ends = own.chain(beyond.flatten().filter_map(|operand| match operand {
        Operand::Constant(number) => Some(*number),
        // A property that can be omitted sets no bound.
        Operand::Property(path) => {
            let [other] = path.as_slice() else { return None };
            let property = schema.properties.get(other)?;
            let is_given = property.required || property.default.as_ref().is_some_and(|each| !each.is_null());
            (is_given && is_plain_number(schema, other)).then(|| end(schema, other, lower, steps)).flatten()
        }
        Operand::Sum { .. } => None,
    }));
    if lower { ends.max() } else { ends.min() }
}

/// Returns true if a property is an integer that no translation rule changes.
fn is_plain_number(schema: &ResourceType, name: &str) -> bool {
    let is_changed = |rule: &TranslationRule| changes(rule, name) || takes_from(rule, name);
    schema.properties.get(name).is_some_and(|property| property.property_type == PropertyType::Integer)
        && !schema.translation_rules.iter().any(is_changed)
}

/// The only number in a range whose `min` and `max` are equal.
fn only_number(constraint: &Constraint) -> Option<Value> {
    match &constraint.kind {
        ConstraintKind::Range { min: Some(min), max: Some(max) } if min.python_eq(max) => Some(min.clone()),
        _ => None,
    }
}

/// Returns true if no value, as written in templates, has the types of both properties. If one of them converts texts, that is not
/// certain.
fn have_no_value_in_common(one: &PropertySchema, other: &PropertySchema) -> bool {
    use PropertyType::{Any, List, Map};
    if one.allow_conversion || other.allow_conversion {
        return false;
    }
    match (one.property_type, other.property_type) {
        (Any, _) | (_, Any) => false,
        (List, other) | (other, List) => other != List,
        (Map, other) | (other, Map) => other != Map,
        _ => false,
    }
}

/// Returns true if unconditional translation rules turn every value of a property into one that it refuses: they replace it, or
/// take it for a list and add to it. Heat does the same with the items of a list.
fn is_translated_in_vain(schema: &ResourceType, name: &str) -> bool {
    use PropertyType::{Any, List};
    let Some(property) = schema.properties.get(name).filter(|property| !property.allow_conversion) else {
        return false;
    };
    let rules: Vec<&TranslationRule> = schema
        .translation_rules
        .iter()
        .filter(|rule| changes(rule, name) && rule.rule != RuleKind::Resolve && !does_nothing(rule))
        .collect();
    let is_list = |kind| matches!(kind, List | Any);
    let item = property.item().map(|item| item.property_type);
    let mut alone = ResourceType::new(&schema.name);
    let mut is_certain = false;
    for rule in rules {
        let has_value = rule.value.as_ref().is_some_and(Value::is_truthy);
        let reads_nothing = has_value && rule.properties_read().is_empty();
        let adds_in_vain = match property.property_type {
            List => reads_nothing && item.is_some_and(|item| !is_list(item)),
            other => !is_list(other),
        };
        is_certain |= match rule.rule {
            _ if rule.when.is_some() || rule.translation_path.len() > 1 => return false,
            RuleKind::Replace if reads_nothing => true,
            RuleKind::Add => adds_in_vain,
            _ => return false,
        };
        // A value that is added to something other than a list does not matter.
        let value = if reads_nothing { rule.value.clone() } else { Some(vec!["a"].into()) };
        let target = TranslationRule::new(rule.rule, rule.translation_path.clone());
        alone.translation_rules.push(TranslationRule { value, ..target });
    }
    let optional = PropertySchema { required: false, ..property.clone() };
    alone.properties.insert(name.to_owned(), optional);
    let judge = Judge::new(&alone);
    let refuses = |value: Value| !judge.accepts(&IndexMap::from([(name.to_owned(), value)]));
    let Some(first) = first_accepted(property) else { return false };
    is_certain && refuses(first.clone()) && refuses(vec![first].into()) && refuses(Vec::<Value>::new().into())
}

/// Returns true if a rule replaces a value with nothing, which leaves the value unchanged.
fn does_nothing(rule: &TranslationRule) -> bool {
    rule.rule == RuleKind::Replace
        && !rule.value.as_ref().is_some_and(Value::is_truthy)
        && rule.source_path().is_none()
        && rule.custom_value_path.is_none()
}

/// Returns true if a finding is about the items of a list that can only be empty, or about something in them.
fn is_about_items_of_empty_list(schema: &ResourceType, path: &SchemaPath, finding: &Finding) -> bool {
    let names = path.property_names();
    let is_below = |length: usize| {
        let (around, below) = names.split_at(length);
        let is_empty = |property: &PropertySchema| match around {
            [name] if property.property_type == PropertyType::List => is_never_filled(schema, name, property),
            _ => admits_only_empty_lists(property),
        };
        property_at(schema, around).is_some_and(is_empty)
            && (!below.is_empty() || finding.rule.aspect == Some("schema"))
    };
    (1..=names.len()).any(is_below)
}

/// Returns true if a property, or one around it, accepts no value: none of its own, or none for a member that it requires.
fn around_admit_nothing(schema: &ResourceType, path: &SchemaPath, only_around: bool) -> bool {
    let names = path.property_names();
    let length = names.len() - usize::from(only_around && !names.is_empty());
    // Heat does not check a value that a rule moves away.
    let is_here = |path: &[String]| path.first().map(String::as_str) == names.first().copied();
    let is_checked = !schema.translation_rules.iter().any(|rule| {
        is_here(&rule.translation_path) && rule.rule != RuleKind::Resolve
            || rule.source_path().is_some_and(|source| is_here(&source))
    });
    (1..=length).filter_map(|length| property_at(schema, names.get(..length)?)).any(|property| {
        let members = property.members().filter(|_| is_checked && !property.allow_conversion);
        admits_nothing(property) || members.is_some_and(|members| members.values().any(is_required_in_vain))
    })
}

/// Returns true if a property is required, or has a default, but accepts no value: Heat checks defaults.
fn is_required_in_vain(property: &PropertySchema) -> bool {
    let is_read = match &property.default {
        Some(default) => !default.is_null() && property.implemented,
        None => property.required,
    };
    is_read && admits_nothing(property)
}
