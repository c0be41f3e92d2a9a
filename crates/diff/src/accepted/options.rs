//! Values that a property accepts on its own, and those of them that validation rules can tell apart.

use heat_admit::{Judge, values_near};
use heat_model::custom_constraint::{BuiltIn, CustomConstraints, WithoutCloud};
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};
use indexmap::IndexMap;

use super::interest::Interest;

/// Property data: names of properties and their values.
pub(crate) type Data = IndexMap<String, Value>;

/// The data with another value of a property, or without it.
pub(crate) fn with(data: &Data, name: &str, value: Option<&Value>) -> Data {
    let mut data = data.clone();
    match value {
        Some(value) => _ = data.insert(name.to_owned(), value.clone()),
        None => _ = data.shift_remove(name),
    }
    data
}

/// The maximum number of values of a property, of maps, and of items that are combined with each other in a list.
const MAX_VALUES: usize = 24;
const MAX_MAPS: usize = 256;
const MAX_TOGETHER: usize = 10;

/// The maximum depth of a value.
const MAX_DEPTH: usize = 6;

/// The first value that a property accepts on its own.
pub(crate) fn first_accepted(schema: &PropertySchema) -> Option<Value> {
    let accepts = accepts_alone(schema);
    values_near(Some(schema), Some(schema)).into_iter().find(|value| accepts(value))
}

/// Returns whether a property accepts a value on its own, with no other property set and no translation rule.
pub(crate) fn accepts_alone(schema: &PropertySchema) -> impl Fn(&Value) -> bool {
    let alone =
        IndexMap::from([("property".to_owned(), PropertySchema { required: false, ..schema.clone() })]);
    move |value| {
        Judge::of_properties(&alone).accepts(&IndexMap::from([("property".to_owned(), value.clone())]))
    }
}

/// The values of a property that it accepts on its own and that rules can tell apart, simple ones first.
pub(crate) fn options(schema: &PropertySchema, interest: &Interest) -> Vec<Value> {
    let mut values = values(schema, interest, 0);
    values.retain(accepts_alone(schema));
    values
}

fn values(schema: &PropertySchema, interest: &Interest, depth: usize) -> Vec<Value> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    let mut values = Distinct::default();
    if !interest.members.is_empty() {
        if schema.property_type == PropertyType::List || schema.item().is_some() {
            values.extend(lists(schema, interest, depth), MAX_MAPS);
        } else {
            values.extend(maps(schema, interest, depth), MAX_MAPS);
        }
    }
    // A usual value, the values that rules name, and others.
    let near = values_near(Some(schema), None);
    let usual = near.iter().take(1).cloned();
    let mut plain: Vec<Value> = usual.chain(interest.values.iter().cloned()).collect();
    plain.extend(near.iter().skip(1).cloned());
    for name in &interest.custom_constraints {
        plain.extend(BuiltIn::samples(name).iter().copied().map(Value::from));
    }
    for pattern in &interest.patterns {
        plain.extend(values_near(Some(&of_pattern(pattern)), None));
    }
    plain.sort_by_key(|value| !is_natural(schema.property_type, value));
    if !interest.is_compared {
        // A value that is refused represents no other.
        plain.retain(accepts_alone(schema));
        plain = classes(plain, interest);
    }
    let first = values.0.len();
    values.extend(plain, first + MAX_VALUES);
    if interest.is_counted && interest.members.is_empty() {
        values.extend(counted(schema), usize::MAX);
    }
    values.0
}

/// Returns a value of each kind that rules can tell apart if they do not compare it with others.
fn classes(values: Vec<Value>, interest: &Interest) -> Vec<Value> {
    let customs = WithoutCloud::timeless();
    let patterns: Vec<PropertySchema> = interest.patterns.iter().map(|pattern| of_pattern(pattern)).collect();
    let mut known = Vec::new();
    let is_new = |value: &Value| {
        let named: Vec<bool> = interest.values.iter().map(|named| named.python_eq(value)).collect();
        let satisfied: Vec<bool> =
            interest.custom_constraints.iter().map(|name| customs.check(name, value).is_ok()).collect();
        let matched: Vec<bool> = patterns.iter().map(|schema| accepts_alone(schema)(value)).collect();
        let class = (interest.is_filled && value.is_truthy(), named, satisfied, matched);
        let is_new = !known.contains(&class);
        if is_new {
            known.push(class);
        }
        is_new
    };
    values.into_iter().filter(is_new).collect()
}

/// A property with a pattern.
fn of_pattern(pattern: &str) -> PropertySchema {
    let mut schema = PropertySchema::new(PropertyType::String);
    let kind = ConstraintKind::AllowedPattern(pattern.to_owned());
    schema.constraints.push(Constraint { kind, description: None });
    schema
}

/// Returns whether people write a value like this for a property of the type.
pub(crate) fn is_natural(property_type: PropertyType, value: &Value) -> bool {
    match property_type {
        PropertyType::String => matches!(value, Value::String(_)),
        PropertyType::Integer => matches!(value, Value::Integer(_)),
        PropertyType::Number => matches!(value, Value::Integer(_) | Value::Float(_)),
        PropertyType::Boolean => matches!(value, Value::Bool(_)),
        PropertyType::Map => matches!(value, Value::Map(_)),
        PropertyType::List => matches!(value, Value::List(_)),
        PropertyType::Any => true,
    }
}

/// Maps that differ in the members that rules look at, and otherwise have the required members.
fn maps(schema: &PropertySchema, interest: &Interest, depth: usize) -> Vec<Value> {
    let members = schema.members();
    let mut all: Vec<IndexMap<String, Value>> = vec![IndexMap::new()];
    if let Some(members) = members {
        let required =
            members.iter().filter(|(name, member)| member.required && !interest.members.contains_key(*name));
        for (name, member) in required {
            if let Some(value) = values(member, &Interest::default(), depth + 1).into_iter().next() {
                for map in &mut all {
                    map.insert(name.clone(), value.clone());
                }
            }
        }
    }
    for (name, below) in &interest.members {
        let member = match members {
            Some(members) => members.get(name),
            None => None,
        };
        let values = match (member, members) {
            (Some(member), _) => values(member, below, depth + 1),
            // No schema describes the member.
            (None, None) => values(&PropertySchema::new(PropertyType::String), below, depth + 1),
            (None, Some(_)) => continue,
        };
        let known = all.len();
        // Each map without the member, and one with each of its values.
        'values: for value in values {
            for index in 0..known {
                if all.len() >= MAX_MAPS {
                    break 'values;
                }
                if let Some(mut map) = all.get(index).cloned() {
                    map.insert(name.clone(), value.clone());
                    all.push(map);
                }
            }
        }
    }
    all.sort_by_key(IndexMap::len);
    all.into_iter().map(Value::from).collect()
}

/// Lists with one item, and with several if their number matters.
fn lists(schema: &PropertySchema, interest: &Interest, depth: usize) -> Vec<Value> {
    let any = PropertySchema::new(PropertyType::Map);
    let items = maps(schema.item().unwrap_or(&any), interest, depth + 1);
    let mut lists = vec![Value::from(Vec::<Value>::new())];
    lists.extend(items.iter().map(|item| Value::from(vec![item.clone()])));
    if interest.is_counted {
        for one in items.iter().take(MAX_TOGETHER) {
            let others = items.iter().take(MAX_TOGETHER);
            lists.extend(others.map(|other| Value::from(vec![one.clone(), other.clone()])));
        }
    }
    lists
}

/// Lists with zero, one and two items.
fn counted(schema: &PropertySchema) -> Vec<Value> {
    let item = match schema.item() {
        Some(item) => values(item, &Interest::default(), 1).into_iter().next(),
        None => values_near(Some(schema), None).iter().find_map(|value| value.as_list()?.first().cloned()),
    };
    item.map(|item| (0..=2).map(|count| Value::from(vec![item.clone(); count])).collect()).unwrap_or_default()
}

/// Distinct values, up to a maximum number.
#[derive(Default)]
struct Distinct(Vec<Value>);

impl Distinct {
    fn extend(&mut self, values: impl IntoIterator<Item = Value>, most: usize) {
        for value in values {
            if self.0.len() >= most {
                return;
            }
            if !self.0.contains(&value) {
                self.0.push(value);
            }
        }
    }
}
