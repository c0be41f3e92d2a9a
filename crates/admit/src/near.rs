//! Values near those that two schemas of a property mention, where the schemas are likely to differ.

use heat_model::custom_constraint::BuiltIn;
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};
use indexmap::IndexMap;

use super::admitted::{sample, text_beyond};
use super::counterexample::counterexample;
use super::kind::Kind;

/// Maximum number of values of a property that are tried.
const MAX_VALUES: usize = 64;

/// Maximum number of values of a list of allowed values that are tried.
const MAX_NAMED: usize = 8;

/// Maximum number of values of a member or item that are tried in the collection around it.
const MAX_NESTED: usize = 24;

/// Maximum number of values of an unchanged member or item that are tried: rules may affect it even so.
const MAX_UNCHANGED: usize = 4;

/// The maximum depth of the values.
const MAX_DEPTH: usize = 8;

/// The maximum length of a text that is constructed to test a length.
const MAX_LENGTH: usize = 300;

/// Returns values that may distinguish two schemas of a property, the most likely ones first.
#[must_use]
pub fn values_near(before: Option<&PropertySchema>, after: Option<&PropertySchema>) -> Vec<Value> {
    values_at(before, after, 0)
}

fn values_at(before: Option<&PropertySchema>, after: Option<&PropertySchema>, depth: usize) -> Vec<Value> {
    let mut values = Values::default();
    let sides = || [before, after].into_iter().flatten();
    values.extend(sides().filter_map(sample));
    let defaults: Vec<Value> = sides().filter_map(|schema| schema.default.clone()).collect();
    // Null represents the default, which a schema need not accept itself.
    let stands_for_default = (!defaults.is_empty()).then_some(Value::Null);
    values.extend(defaults.into_iter().chain(stands_for_default));
    if let (Some(before), Some(after)) = (before, after)
        && before.constraints != after.constraints
    {
        values.extend(Kind::ALL.into_iter().filter_map(|kind| counterexample(kind, before, after)));
        values.extend(Kind::ALL.into_iter().filter_map(|kind| counterexample(kind, after, before)));
    }
    values.extend(before.zip(after).and_then(|(before, after)| other_text(before, after)));
    for schema in sides() {
        values
            .extend(schema.constraints.iter().flat_map(|constraint| named(constraint, schema.property_type)));
    }
    if depth < MAX_DEPTH {
        values.extend(maps(before, after, depth));
        values.extend(lists(before, after, depth));
    }
    for schema in sides() {
        if schema.allow_conversion {
            values.extend(["", "a,b", "{\"a\": 1}"].map(Value::from));
            values.extend([Value::from(vec!["a"])]);
        }
        values.extend(plain(schema.property_type));
    }
    // Conversion reads a text as the number or boolean in it, and a number as its text, until the type changes.
    let changes_type =
        |read: fn(&PropertySchema) -> Option<PropertyType>| before.and_then(read) != after.and_then(read);
    if changes_type(|side| Some(side.property_type)) {
        let others: Vec<Value> = values.0.iter().flat_map(other_forms).collect();
        values.extend(others);
    } else if changes_type(|side| side.item().map(|item| item.property_type)) {
        let listed = |value: &Value| {
            Some(Value::from(vec![other_forms(value.as_list()?.first()?).into_iter().next()?]))
        };
        let others: Vec<Value> = values.0.iter().filter_map(listed).collect();
        values.extend(others);
    }
    values.0
}

/// Returns a text that was accepted and that the new type cannot read, if patterns admit one: samples are the simplest texts,
/// such as the number in a list of numbers.
fn other_text(before: &PropertySchema, after: &PropertySchema) -> Option<Value> {
    let read = match after.property_type {
        PropertyType::Integer => r"[-+]?\d+",
        PropertyType::Number => r"[-+]?(\d+(\.\d*)?|\.\d+)",
        PropertyType::Boolean => "[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]",
        _ => return None,
    };
    let is_pattern = |each: &Constraint| matches!(each.kind, ConstraintKind::AllowedPattern(_));
    let is_text = before.property_type == PropertyType::String && before.constraints.iter().any(is_pattern);
    is_text.then(|| text_beyond(before, read).ok().flatten()).flatten().map(Value::String)
}

/// Distinct values, up to a maximum number.
#[derive(Default)]
struct Values(Vec<Value>);

impl Values {
    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            if self.0.len() < MAX_VALUES && !self.0.contains(&value) {
                self.0.push(value);
            }
        }
    }
}

/// Returns a number or a boolean as text, and the number or the boolean that a text contains.
fn other_forms(value: &Value) -> Vec<Value> {
    match value {
        // The second is a whole number, but no integer can be read from it.
        Value::Integer(_) => vec![Value::from(value.to_string()), Value::from(format!("{value}.0"))],
        Value::Float(_) | Value::Bool(_) => vec![Value::from(value.to_string())],
        Value::String(text) => {
            let integer = text.parse::<i64>().ok().map(Value::from);
            let float = text.parse::<f64>().ok().filter(|float| float.is_finite()).map(Value::from);
            let flag = text.to_lowercase().parse::<bool>().ok().map(Value::from);
            integer.or(float).into_iter().chain(flag).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns maps with members that differ, each with the required members around it, and maps that lack one.
fn maps(before: Option<&PropertySchema>, after: Option<&PropertySchema>, depth: usize) -> Vec<Value> {
    let [old, new] = [before, after].map(|side| side.and_then(PropertySchema::members));
    let Some(base) = old.or(new) else { return Vec::new() };
    let of_some = |wanted: &dyn Fn(&PropertySchema) -> bool| -> IndexMap<String, Value> {
        let some = base.iter().filter(|(_, member)| wanted(member));
        some.filter_map(|(name, member)| Some((name.clone(), sample(member)?))).collect()
    };
    let least = of_some(&|member| member.required);
    let mut maps = vec![Value::from(least.clone()), Value::from(of_some(&|_| true))];
    let names =
        base.keys().chain(new.into_iter().flat_map(IndexMap::keys).filter(|name| !base.contains_key(*name)));
    let sides = |name: &str| [old, new].map(|side| side.and_then(|members| members.get(name)));
    let is_same = |name: &&String| {
        let [one, other] = sides(name);
        one == other && before.is_some() && after.is_some()
    };
    let (same, differing): (Vec<_>, Vec<_>) = names.partition(is_same);
    let most = |name| (name, MAX_NESTED);
    for (name, most) in
        differing.into_iter().map(most).chain(same.into_iter().map(|name| (name, MAX_UNCHANGED)))
    {
        if maps.len() >= MAX_VALUES {
            break;
        }
        let [one, other] = sides(name);
        let mut without = least.clone();
        if without.shift_remove(name).is_some() {
            maps.push(Value::from(without));
        }
        let values = values_at(one, other, depth + 1).into_iter().take(most).chain([Value::Null]);
        maps.extend(values.map(|value| {
            let mut map = least.clone();
            map.insert(name.clone(), value);
            Value::from(map)
        }));
    }
    maps
}

/// Returns lists of the items that differ.
fn lists(before: Option<&PropertySchema>, after: Option<&PropertySchema>, depth: usize) -> Vec<Value> {
    let is_list =
        |side: Option<&PropertySchema>| side.is_some_and(|side| side.property_type == PropertyType::List);
    if !is_list(before) && !is_list(after) {
        return Vec::new();
    }
    let [old, new] = [before, after].map(|side| side.and_then(PropertySchema::item));
    let mut items = values_at(old, new, depth + 1);
    let has_members = old.is_some_and(|item| item.members().is_some());
    items.truncate(if old == new && !has_members { MAX_UNCHANGED } else { MAX_NESTED });
    items.extend([Value::from("a"), 1.into(), Value::Null]);
    let several = Value::from(items.iter().take(2).cloned().collect::<Vec<_>>());
    let mut lists = vec![Value::from(Vec::<Value>::new()), several];
    lists.extend(items.into_iter().map(|item| Value::from(vec![item])));
    lists
}

/// Returns the values that a constraint mentions, and those next to them.
fn named(constraint: &Constraint, property_type: PropertyType) -> Vec<Value> {
    match &constraint.kind {
        ConstraintKind::AllowedValues(allowed) => {
            let some = allowed.iter().take(MAX_NAMED);
            some.flat_map(|value| {
                let listed = (property_type == PropertyType::List).then(|| Value::from(vec![value.clone()]));
                [value.clone()].into_iter().chain(listed).chain(beside(value))
            })
            .collect()
        }
        ConstraintKind::Range { min, max } => {
            min.iter().chain(max).flat_map(|end| [end.clone()].into_iter().chain(beside(end))).collect()
        }
        ConstraintKind::Modulo { step, offset } => {
            let ends = step.iter().chain(offset);
            ends.flat_map(|end| [end.clone()].into_iter().chain(beside(end))).collect()
        }
        ConstraintKind::Length { min, max } => {
            let lengths = min.iter().chain(max).filter_map(|end| end.to_string().parse::<usize>().ok());
            let lengths =
                lengths.flat_map(|end| [Some(end), end.checked_add(1), end.checked_sub(1)]).flatten();
            lengths
                .filter(|length| *length <= MAX_LENGTH)
                .map(|length| match property_type {
                    PropertyType::List => Value::from(vec!["a"; length]),
                    PropertyType::Map => {
                        (1..=length).map(|key| (format!("key{key}"), Value::from("a"))).collect()
                    }
                    _ => Value::from("a".repeat(length)),
                })
                .collect()
        }
        ConstraintKind::AllowedPattern(_) => Vec::new(),
        ConstraintKind::Custom(name) => BuiltIn::samples(name).iter().copied().map(Value::from).collect(),
    }
}

/// Returns the numbers next to a number: fractions distinguish an integer, which truncates them, from a number.
fn beside(value: &Value) -> Vec<Value> {
    let number = match value {
        Value::Integer(integer) => integer.as_f64(),
        Value::Float(float) => *float,
        _ => return Vec::new(),
    };
    let whole = match value {
        Value::Integer(integer) => integer.as_i64(),
        _ => None,
    };
    let mut beside = vec![Value::from(number + 0.5), Value::from(number - 0.5)];
    for other in [whole.and_then(|whole| whole.checked_add(1)), whole.and_then(|whole| whole.checked_sub(1))]
    {
        beside.extend(other.map(Value::from));
    }
    beside
}

/// Returns a few values that a type accepts, and some that it rejects.
fn plain(property_type: PropertyType) -> Vec<Value> {
    let map = |key: &str, value: Value| Value::from_iter([(key.to_owned(), value)]);
    match property_type {
        PropertyType::String => ["a", "b", "", "1", "true", "1.5"]
            .map(Value::from)
            .into_iter()
            .chain([1.into(), true.into()])
            .collect(),
        PropertyType::Integer | PropertyType::Number => vec![
            0.into(),
            1.into(),
            2.into(),
            (-1).into(),
            100.into(),
            // Zero for an integer, which truncates it.
            0.5.into(),
            1.5.into(),
            1.0.into(),
            "1".into(),
            "1.5".into(),
            "1.0".into(),
            true.into(),
        ],
        PropertyType::Boolean => vec![true.into(), false.into(), "true".into(), "False".into()],
        PropertyType::Map => vec![Value::from(IndexMap::new()), map("a", "b".into()), map("a", 1.into())],
        PropertyType::List => {
            vec![Value::from(Vec::<Value>::new()), Value::from(vec!["a"]), Value::from(vec![1])]
        }
        PropertyType::Any => vec![
            "a".into(),
            1.into(),
            1.5.into(),
            true.into(),
            Value::from(vec!["a"]),
            map("a", "b".into()),
            "".into(),
            Value::from(Vec::<Value>::new()),
        ],
    }
}
