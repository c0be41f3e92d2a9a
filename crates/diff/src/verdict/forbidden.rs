//! Values that validation rules forbid.

use heat_admit::{Judge, admits_only_empty_lists};
use heat_model::custom_constraint::BuiltIn;
use heat_model::{
    PropertySchema, PropertyType, ResourceType, RuleKind, TranslationRule, ValidationRule, Value,
};
use indexmap::IndexMap;

use crate::accepted::Interest;
use crate::schema::named::is_taken_away;

/// A value that no schema names: it contains a code point that is not a character.
const OTHER: &str = "\u{fdd0}other";

/// Returns true if a list never has items: its constraints or validation rules refuse them, or a translation rule fails because it
/// adds to each item as to a list.
pub(super) fn is_never_filled(schema: &ResourceType, name: &str, property: &PropertySchema) -> bool {
    let adds = |rule: &TranslationRule| {
        rule.rule == RuleKind::Add && rule.when.is_none() && rule.translation_path == [name]
    };
    let is_list =
        |item: &PropertySchema| matches!(item.property_type, PropertyType::List | PropertyType::Any);
    let forbids = || forbid(schema, name, &[property], true) || forbid_items(schema, name, property);
    admits_only_empty_lists(property)
        || (!is_taken_away(schema, name) && forbids())
        || (property.item().is_some_and(|item| !is_list(item)) && schema.translation_rules.iter().any(adds))
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
fn forbid_items(schema: &ResourceType, name: &str, list: &PropertySchema) -> bool {
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
