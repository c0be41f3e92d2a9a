//! Sets of property data for two schemas of a type.

use heat_model::admit::Judge;
use heat_model::admit::values_near;
use heat_model::{PropertySchema, ResourceType, TranslationRule, Value};
use indexmap::{IndexMap, IndexSet};

use crate::pairs::TypePair;
use crate::words::same_property;

/// Property data.
pub(super) type Data = IndexMap<String, Value>;

/// The maximum number of data sets, and of property values in all of them.
const MAX_SETS: usize = 600;
const MAX_READ: usize = 300_000;

/// The maximum number of properties set at once.
const MAX_GIVEN: usize = 100;

/// The maximum number of data sets for a type.
pub(super) fn max_sets(schema: &ResourceType) -> usize {
    (MAX_READ / (schema.properties.len() + 1)).clamp(8, MAX_SETS)
}

/// How many values of one property are combined with those of another.
const MAX_TOGETHER: usize = 5;

/// The maximum number of values for an unchanged property.
const MAX_UNCHANGED: usize = 12;

/// The maximum number of updates, and of data sets to start from.
const MAX_UPDATES: usize = 200;
const MAX_STARTS: usize = 24;

/// The top-level properties that a change affects: those that changed, and those connected to them by translation
/// rules.
pub(super) fn touched<'a>(types: &TypePair<'a>) -> IndexSet<&'a str> {
    let (before, after) = (&types.before.properties, &types.after.properties);
    let is_same = |name: &str| match (before.get(name), after.get(name)) {
        (Some(old), Some(new)) => old == new || same_property(old, new),
        _ => false,
    };
    let names = before.keys().chain(after.keys().filter(|name| !before.contains_key(*name)));
    let mut touched: IndexSet<&str> = names.map(String::as_str).filter(|name| !is_same(name)).collect();
    let (old, new) = (&types.before.translation_rules, &types.after.translation_rules);
    for rule in
        old.iter().filter(|rule| !new.contains(rule)).chain(new.iter().filter(|rule| !old.contains(rule)))
    {
        touched.extend(ends(rule));
    }
    // Follow connections transitively.
    loop {
        let known = touched.len();
        for rule in old.iter().chain(new) {
            let ends: Vec<&str> = ends(rule).collect();
            if ends.iter().any(|end| touched.contains(end)) {
                touched.extend(ends);
            }
        }
        if touched.len() == known {
            return touched;
        }
    }
}

/// The top-level properties that a rule reads from and writes to.
fn ends(rule: &TranslationRule) -> impl Iterator<Item = &str> {
    let source = rule.value_path.as_ref().and_then(|path| path.first());
    rule.translation_path.first().into_iter().chain(source).map(String::as_str)
}

pub(super) struct DataSets<'a, 'j> {
    pub(super) types: TypePair<'a>,
    pub(super) touched: &'j IndexSet<&'a str>,
    pub(super) before: &'j Judge<'a>,
}

impl DataSets<'_, '_> {
    /// Data that the old side accepts.
    pub(super) fn accepted(&self) -> Vec<Data> {
        let base = self.base();
        let mut sets = vec![base.clone()];
        let values: Vec<(&str, Vec<Value>)> =
            self.touched.iter().take(MAX_GIVEN).map(|name| (*name, self.values(name))).collect();
        for (name, values) in &values {
            let mut without = base.clone();
            if without.shift_remove(*name).is_some() {
                sets.push(without);
            }
            sets.extend(values.iter().map(|value| with(&base, name, value)));
            // Null means the default. Nobody writes it for a required property.
            if !base.contains_key(*name) {
                sets.push(with(&base, name, &Value::Null));
            }
        }
        for (one, other) in self.joined().into_iter().take(MAX_GIVEN) {
            let of = |name: &str| {
                let values =
                    values.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, values)| values);
                let Some(schema) = self.types.before.properties.get(name) else { return Vec::new() };
                let accepts = accepts_alone(schema);
                values.iter().filter(|value| accepts(value)).take(MAX_TOGETHER).cloned().collect::<Vec<_>>()
            };
            let (ones, others) = (of(one), of(other));
            // Without the rule's target, although it is required.
            let mut without = base.clone();
            if without.shift_remove(one).is_some() {
                sets.extend(others.iter().map(|value| with(&without, other, value)));
            }
            for first in &ones {
                sets.extend(others.iter().map(|second| with(&with(&base, one, first), other, second)));
            }
        }
        sets.push(self.everything(&base));
        sets.truncate(max_sets(self.types.before));
        sets.retain(|data| self.before.accepts(data));
        sets
    }

    fn values(&self, name: &str) -> Vec<Value> {
        let [before, after] = [self.types.before, self.types.after].map(|side| side.properties.get(name));
        let mut values = values_near(before, after);
        if before == after {
            values.truncate(MAX_UNCHANGED);
        }
        // A value that a rule reads here has to fit the rule's target.
        for target in self.new_targets(name) {
            let fitting =
                values_near(before, Some(target)).into_iter().filter(|value| !values.contains(value));
            let fitting: Vec<Value> = fitting.collect();
            values.extend(fitting);
        }
        values
    }

    /// The properties to which new rules move the value of this one.
    fn new_targets(&self, name: &str) -> impl Iterator<Item = &PropertySchema> {
        let [old, new] = [self.types.before, self.types.after].map(|side| &side.translation_rules);
        let rules = new.iter().filter(|rule| !old.contains(rule));
        let from_here = rules.filter(move |rule| rule.source_path().is_some_and(|source| source == [name]));
        from_here.filter_map(|rule| self.types.after.property_at(&rule.translation_path))
    }

    /// The required properties, each with the first value that the property accepts on its own.
    fn base(&self) -> Data {
        let required = self
            .types
            .before
            .properties
            .iter()
            .filter(|(_, schema)| schema.required && schema.default.is_none());
        required.filter_map(|(name, schema)| Some((name.clone(), first_accepted(schema)?))).collect()
    }

    /// All properties at once.
    fn everything(&self, base: &Data) -> Data {
        let mut data = base.clone();
        for (name, schema) in self.types.before.properties.iter().take(MAX_GIVEN) {
            if let Some(value) = first_accepted(schema).filter(|_| !base.contains_key(name)) {
                let more = with(&data, name, &value);
                if self.before.accepts(&more) {
                    data = more;
                }
            }
        }
        data
    }

    /// The pairs of properties that rules of either side connect.
    fn joined(&self) -> IndexSet<(&str, &str)> {
        let sides: [&ResourceType; 2] = [self.types.before, self.types.after];
        let rules = sides.into_iter().flat_map(|side| &side.translation_rules);
        let pairs = rules.filter_map(|rule| {
            let mut ends = ends(rule);
            Some((ends.next()?, ends.next()?))
        });
        pairs.filter(|(one, other)| one != other && self.touched.contains(one)).collect()
    }
}

fn with(data: &Data, name: &str, value: &Value) -> Data {
    let mut data = data.clone();
    data.insert(name.to_owned(), value.clone());
    data
}

fn first_accepted(schema: &PropertySchema) -> Option<Value> {
    let accepts = accepts_alone(schema);
    values_near(Some(schema), Some(schema)).into_iter().find(|value| accepts(value))
}

/// Whether a property accepts a value on its own, with no other property set and no translation rule.
fn accepts_alone(schema: &PropertySchema) -> impl Fn(&Value) -> bool {
    let alone =
        IndexMap::from([("property".to_owned(), PropertySchema { required: false, ..schema.clone() })]);
    move |value| {
        Judge::of_properties(&alone).accepts(&IndexMap::from([("property".to_owned(), value.clone())]))
    }
}

/// Pairs of data to update from and to.
pub(super) fn updates(sets: &[Data]) -> impl Iterator<Item = (&Data, &Data)> {
    // Each with the first, which sets the fewest properties, and with its neighbours, which differ in the same
    // property.
    let with_first = sets
        .iter()
        .skip(1)
        .flat_map(|data| sets.first().into_iter().flat_map(move |first| [(first, data), (data, first)]));
    let near = sets.iter().take(MAX_STARTS * 8).enumerate().flat_map(|(index, old)| {
        sets.iter().skip(index + 1).take(3).flat_map(move |new| [(old, new), (new, old)])
    });
    near.take(MAX_UPDATES).chain(with_first.take(MAX_UPDATES))
}
