//! Values that validation rules and properties groups forbid, unless a translation rule takes them away first.

use heat_admit::{Judge, PresenceCombinations};
use heat_model::custom_constraint::BuiltIn;
use heat_model::{PropertySchema, PropertyType, ResourceType, RuleKind, ValidationRule, Value};
use indexmap::IndexMap;

use crate::accepted::Interest;
use crate::schema::connected::{changes, expressions, takes_from};

/// The maximum number of properties in groups for which all combinations are tried.
const MAX_GIVEN: usize = 12;

/// A value that no schema names: it contains a code point that is not a character.
const OTHER: &str = "\u{fdd0}other";

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
pub(super) fn is_required_by_rules(schema: &ResourceType, name: &str) -> bool {
    !is_set_by_rule(schema, name)
        && schema.properties.get(name).is_some_and(|property| property.default.is_none())
        && (groups_refuse(schema, name, false)
            || Judge::new(schema).violates_rules(&IndexMap::from([(name.to_owned(), Value::Null)])))
}

/// Returns true if groups forbid a property, or validation rules do and no translation rule takes its value away.
pub(super) fn is_forbidden(schema: &ResourceType, name: &str) -> bool {
    let property = schema.properties.get(name);
    groups_refuse(schema, name, true)
        || (!loses_value(schema, name)
            && property.is_some_and(|property| forbid_any(schema, name, &[property])))
}

/// Returns true if validation rules refuse every value of a property. Values pass through some properties, of which templates set
/// the first.
pub(super) fn forbid_any(schema: &ResourceType, name: &str, through: &[&PropertySchema]) -> bool {
    forbid(schema, name, through, true) && forbid(schema, name, through, false)
}

/// Returns true if validation rules refuse all truthy (or all falsy) values of a property, in Python's sense, whatever the others
/// are. Only rules that distinguish no other values than the ones that they name are used.
pub(super) fn forbid(schema: &ResourceType, name: &str, through: &[&PropertySchema], filled: bool) -> bool {
    let may_be_list = through.iter().enumerate().any(|(place, property)| match property.property_type {
        PropertyType::List => true,
        PropertyType::Any => place == 0,
        _ => false,
    });
    // The built-in constraints reject every truthy value that is not a string.
    let may_be_text = through
        .last()
        .is_none_or(|read| matches!(read.property_type, PropertyType::String | PropertyType::Any));
    let is_told_apart = |name: &String| may_be_text || !BuiltIn::NAMES.contains(&name.as_str());
    let mut plain = ResourceType { properties: schema.properties.clone(), ..ResourceType::new(&schema.name) };
    let mut named = Vec::new();
    for rule in schema.validation_rules.iter().filter(|rule| rule.for_each.is_none()) {
        let alone = ResourceType { validation_rules: vec![rule.clone()], ..ResourceType::new(&schema.name) };
        let interest = Interest::of([&alone, &alone]).members.shift_remove(name).unwrap_or_default();
        let tells_more = interest.is_compared
            || interest.custom_constraints.iter().any(is_told_apart)
            || !interest.members.is_empty()
            || (interest.is_counted && may_be_list);
        if !tells_more {
            named.extend(interest.values);
            plain.validation_rules.push(rule.clone());
        }
    }
    if plain.validation_rules.is_empty() {
        return false;
    }
    let classes = if filled {
        vec![OTHER.into()]
    } else {
        through.iter().flat_map(|property| empty_values(property)).collect()
    };
    let judge = Judge::new(&plain);
    let refuses = |value| judge.violates_rules(&IndexMap::from([(name.to_owned(), value)]));
    classes.into_iter().chain(named.into_iter().filter(|value| value.is_truthy() == filled)).all(refuses)
}

/// The falsy values of a property, in Python's sense, as Heat reads them. A map with a schema always has its members.
pub(super) fn empty_values(property: &PropertySchema) -> Vec<Value> {
    let all: [(PropertyType, Value); 4] = [
        (PropertyType::String, "".into()),
        (PropertyType::Integer, 0.into()),
        (PropertyType::List, Vec::<Value>::new().into()),
        (PropertyType::Map, IndexMap::<String, Value>::new().into()),
    ];
    let has_type = |of: PropertyType| match property.property_type {
        PropertyType::Any => true,
        PropertyType::Number | PropertyType::Boolean => of == PropertyType::Integer,
        own => own == of,
    };
    let has_members = property.property_type == PropertyType::Map && property.members().is_some();
    all.into_iter().filter(|(of, _)| has_type(*of) && !has_members).map(|(_, empty)| empty).collect()
}

/// Returns true if validation rules for each item of a list refuse every item.
pub(super) fn forbid_items(schema: &ResourceType, name: &str, list: &PropertySchema) -> bool {
    use PropertyType::{Any, Map};
    let may_have_members = list.item().is_none_or(|item| matches!(item.property_type, Map | Any));
    let mut item = ResourceType::new(&schema.name);
    for rule in &schema.validation_rules {
        if rule.for_each.as_deref() == Some(&[name.to_owned()]) {
            item.validation_rules.push(ValidationRule { for_each: None, ..rule.clone() });
        }
    }
    let mut add = |path: &[String]| {
        if let Some(member) = path.first().filter(|_| may_have_members) {
            item.properties.insert(member.clone(), PropertySchema::new(Any));
        }
    };
    item.validation_rules.iter().for_each(|rule| rule.visit_paths(&mut |path, _| add(path)));
    Judge::new(&item).violates_rules(&IndexMap::new())
}

/// Returns true if a translation rule sets a property that has no value, or something inside it.
pub(super) fn is_set_by_rule(schema: &ResourceType, name: &str) -> bool {
    schema
        .translation_rules
        .iter()
        .any(|rule| matches!(rule.rule, RuleKind::Add | RuleKind::Replace) && changes(rule, name))
}

/// Returns true if a translation rule moves the value of a property away, deletes it, or resolves it to another one. Resolving
/// keeps a map.
pub(super) fn loses_value(schema: &ResourceType, name: &str) -> bool {
    let is_map = schema.properties.get(name).is_some_and(|property| property.members().is_some());
    is_taken_away(schema, name)
        || schema
            .translation_rules
            .iter()
            .any(|rule| rule.rule == RuleKind::Resolve && !is_map && changes(rule, name))
}

/// Returns true if a translation rule moves the value of a property away, or deletes it.
pub(super) fn is_taken_away(schema: &ResourceType, name: &str) -> bool {
    schema.translation_rules.iter().any(|rule| match rule.rule {
        RuleKind::Delete => changes(rule, name),
        RuleKind::Replace => takes_from(rule, name),
        RuleKind::Resolve | RuleKind::Add => false,
    })
}
