//! Sets of property data for two schemas of a type, near their differences, and their results.

use heat_admit::{Judge, values_near};
use heat_model::validate::ValueError;
use heat_model::{PropertySchema, ResourceType, Value, When};
use indexmap::IndexSet;

use super::connection::{Connection, connections, touched};
use super::placed::{with_value_at, without_value_at};
use crate::accepted::{Completion, Data, accepts_alone, first_accepted, with};
use crate::pairs::TypePair;
use crate::schema::at::top_property;

/// The maximum number of data sets, and of property values in all of them.
const MAX_SETS: usize = 600;
const MAX_READ: usize = 300_000;

/// The maximum number of properties set at once.
const MAX_GIVEN: usize = 100;

/// The maximum number of data sets for a type.
pub(super) fn max_sets(schema: &ResourceType) -> usize {
    (MAX_READ / (schema.properties.len() + 1)).clamp(8, MAX_SETS)
}

/// The maximum number of values of one property that are combined with those of another, and of values that a rule moves.
const MAX_TOGETHER: usize = 5;
const MAX_MOVED: usize = 24;

/// The maximum number of values that a rule's target does not accept, for data in which the rule replaces them.
const MAX_REFUSED: usize = 2;

/// The maximum number of values for an unchanged property.
const MAX_UNCHANGED: usize = 12;

/// Results of property data that both schemas of a type evaluate.
pub(super) struct Outcomes<'a> {
    pub(super) types: TypePair<'a>,
    pub(super) judges: [Judge<'a>; 2],
    /// Data that the old side accepts and the new side refuses, with all errors.
    pub(super) refused: Vec<(Data, Vec<ValueError>)>,
    /// Data that both sides accept.
    pub(super) accepted: Vec<Data>,
}

impl<'a> Outcomes<'a> {
    /// Tries data on both sides of a type.
    pub(super) fn of(types: &TypePair<'a>) -> Self {
        let [before, after] = types.sides().map(Judge::new);
        let (mut refused, mut accepted) = (Vec::new(), Vec::new());
        let touched = touched(types);
        if !touched.is_empty() {
            for data in (DataSets { types: *types, touched: &touched, before: &before }).accepted() {
                let errors = after.errors(&data);
                if errors.is_empty() {
                    accepted.push(data);
                } else {
                    refused.push((data, errors));
                }
            }
        }
        Self { types: *types, judges: [before, after], refused, accepted }
    }
}

struct DataSets<'a, 'j> {
    types: TypePair<'a>,
    touched: &'j IndexSet<&'a str>,
    before: &'j Judge<'a>,
}

impl DataSets<'_, '_> {
    /// Data that the old side accepts.
    fn accepted(&self) -> Vec<Data> {
        let mut completion = Completion::new(self.types.before);
        let base = self.base();
        let base = completion.of(&base, &[]).unwrap_or(base);
        let mut sets = vec![base.clone()];
        let values: Vec<(&str, Vec<Value>)> =
            self.touched.iter().take(MAX_GIVEN).map(|name| (*name, self.values(name))).collect();
        for (name, values) in &values {
            if base.contains_key(*name) {
                sets.push(with(&base, name, None));
            }
            sets.extend(values.iter().map(|value| with(&base, name, Some(value))));
            // Null means the default, but nobody writes it for a required property.
            if !self.types.before.properties.get(*name).is_some_and(|property| property.required) {
                sets.push(with(&base, name, Some(&Value::Null)));
            }
        }
        let connections = connections(&self.types);
        let is_touched = |each: &&Connection<'_>| {
            [&each.target, &each.source]
                .iter()
                .any(|path| path.first().is_some_and(|name| self.touched.contains(name.as_str())))
        };
        // Leave some room for the connections.
        let max = max_sets(self.types.before);
        if !connections.is_empty() {
            sets.truncate(max / 2);
        }
        for connection in connections.iter().filter(is_touched).take(MAX_GIVEN) {
            self.together(connection, &base, &mut sets);
        }
        self.at_ends(&base, &mut sets);
        sets.push(self.everything(&base));
        sets.truncate(max);
        self.completed(&base, sets, &mut completion)
    }

    /// The accepted data, and the refused data with the properties that rules and groups ask for. Each of the latter is preceded by
    /// the same data without the properties in question, so that an update shows their effect.
    fn completed(&self, base: &Data, sets: Vec<Data>, completion: &mut Completion<'_>) -> Vec<Data> {
        let mut accepted = Vec::new();
        for data in sets {
            let fixed = data.iter().filter(|(name, value)| base.get(*name) != Some(*value));
            let fixed: Vec<&str> = fixed.map(|(name, _)| name.as_str()).collect();
            let Some(completed) = completion.of(&data, &fixed) else { continue };
            if completed != data {
                let mut around = completed.clone();
                for name in &fixed {
                    around = with(&around, name, base.get(*name));
                }
                if !accepted.contains(&around) && self.before.accepts(&around) {
                    accepted.push(around);
                }
                if accepted.contains(&completed) {
                    continue;
                }
            }
            accepted.push(completed);
        }
        accepted
    }

    /// Adds data with a value at each end of the changed rules. If the property itself did not change, few values are tried.
    fn at_ends(&self, base: &Data, sets: &mut Vec<Data>) {
        let [old, new] = self.types.sides().map(|side| &side.translation_rules);
        let changed = old.iter().chain(new).filter(|rule| !(old.contains(rule) && new.contains(rule)));
        let ends = changed.flat_map(|rule| [Some(rule.translation_path.clone()), rule.source_path()]);
        for path in ends.flatten().filter(|path| path.len() > 1) {
            let values = self.accepted_at(&path, None).into_iter().take(MAX_TOGETHER);
            sets.extend(
                values.filter_map(|value| with_value_at(&self.types.before.properties, base, &path, &value)),
            );
        }
    }

    fn values(&self, name: &str) -> Vec<Value> {
        let [before, after] = self.types.sides().map(|side| side.properties.get(name));
        let mut values = values_near(before, after);
        if before == after {
            values.truncate(MAX_UNCHANGED);
        }
        // Also try the values for which rules apply.
        let rules = self.types.before.translation_rules.iter().chain(&self.types.after.translation_rules);
        for when in rules.filter_map(|rule| rule.when.as_ref()).filter(|when| when.property == name) {
            values.extend(
                when.values.iter().filter(|value| !values.contains(value)).cloned().collect::<Vec<_>>(),
            );
        }
        values
    }

    /// The required properties, each with the first value that the property accepts on its own, or with another one if translation
    /// rules refuse that value.
    fn base(&self) -> Data {
        let required = self
            .types
            .before
            .properties
            .iter()
            .filter(|(_, schema)| schema.required && schema.default.is_none());
        let mut base: Data =
            required.filter_map(|(name, schema)| Some((name.clone(), first_accepted(schema)?))).collect();
        let is_fine = |data: &Data, name: &str| {
            !self.before.errors(data).iter().any(|error| top_property(error) == Some(name))
        };
        for name in base.keys().cloned().collect::<Vec<_>>() {
            if !is_fine(&base, &name) {
                let mut others = self.values(&name).into_iter().map(|value| with(&base, &name, Some(&value)));
                base = others.find(|data| is_fine(data, &name)).unwrap_or(base);
            }
        }
        base
    }

    /// Data that set all properties at once.
    fn everything(&self, base: &Data) -> Data {
        let mut data = base.clone();
        for (name, schema) in self.types.before.properties.iter().take(MAX_GIVEN) {
            if let Some(value) = first_accepted(schema).filter(|_| !base.contains_key(name)) {
                let more = with(&data, name, Some(&value));
                if self.before.accepts(&more) {
                    data = more;
                }
            }
        }
        data
    }

    /// Adds data in which a rule has a value to read, with and without the property that the rule changes.
    fn together(&self, connection: &Connection<'_>, base: &Data, sets: &mut Vec<Data>) {
        let Connection { target, source, when } = connection;
        let properties = &self.types.before.properties;
        let is_end = |name: &String| [target, source].iter().any(|path| path.first() == Some(name));
        let deciding = when.filter(|when| !is_end(&when.property));
        let base = &match deciding.and_then(|when| Some((&when.property, self.applying(when)?))) {
            Some((name, value)) => with(base, name, Some(&value)),
            None => base.clone(),
        };
        let read = self.moved_values(source, target);
        let without = without_value_at(base, target);
        // These omit the rule's target, although it may be required. A value that the rule moves away is not checked in its
        // original position.
        let refused = self.refused_at(source);
        sets.extend(
            read.iter()
                .chain(&refused)
                .filter_map(|value| with_value_at(properties, &without, source, value))
                .map(|data| without_value_at(&data, target)),
        );
        let near = self.types.after.property_at(target);
        for first in self.accepted_at(target, near).iter().take(MAX_TOGETHER) {
            let Some(data) = with_value_at(properties, base, target, first) else { return };
            let read = read.iter().take(MAX_TOGETHER);
            sets.extend(read.filter_map(|second| with_value_at(properties, &data, source, second)));
        }
        // If the target is empty, nothing checks the source.
        let empty = self.accepted_at(target, None).into_iter().find(|value| !value.is_truthy());
        if let Some(data) = empty.and_then(|value| with_value_at(properties, base, target, &value)) {
            sets.extend(refused.iter().filter_map(|value| with_value_at(properties, &data, source, value)));
        }
        // As long as the rule applies, an empty source replaces a value that the target does not accept, and does not conflict with
        // it. Any source does so if the target is empty.
        let given = self.accepted_at(source, None);
        let accepts = self.types.before.property_at(target).map(accepts_alone);
        let fits = |value: &&Value| accepts.as_ref().is_some_and(|accepts| accepts(value));
        let given = read.iter().filter(fits).chain(&given);
        let [given, empty] =
            [true, false].map(|wanted| given.clone().find(|value| value.is_truthy() == wanted));
        for refused in self.refused_at(target) {
            let Some(data) = with_value_at(properties, base, target, &refused) else { return };
            let sources = if refused.is_truthy() { [empty, None] } else { [empty, given] };
            let sources = sources.into_iter().flatten();
            sets.extend(sources.filter_map(|value| with_value_at(properties, &data, source, value)));
        }
    }

    /// A value of the property that decides about a rule, for which the rule applies.
    fn applying(&self, when: &When) -> Option<Value> {
        let path = std::slice::from_ref(&when.property);
        let listed = when.values.iter().find(|value| !value.is_null()).cloned();
        listed.or_else(|| self.accepted_at(path, None).into_iter().find(|value| when.holds(value)))
    }

    /// Values at a rule's source that fit its target.
    fn moved_values(&self, source: &[String], target: &[String]) -> Vec<Value> {
        let fits = self.types.after.property_at(target);
        let mut values = self.accepted_at(source, fits);
        values.truncate(MAX_MOVED);
        // The source is emptied before it is validated, so it accepts every value that the target accepts, whatever the source's
        // type. A target that is not set itself only has to have the right type.
        let of_target = self.accepted_at(target, None).into_iter().take(MAX_MOVED / 2);
        let of_target = of_target.chain(self.refused_at(target));
        // A value that the new target cannot read breaks, too. Heat does not check constraints if the value comes from elsewhere.
        let old = self.types.before.property_at(source);
        let unreadable: Vec<Value> = old.zip(fits).map_or_else(Vec::new, |(old, new)| {
            let (new_type, old_type) = (without_constraints(new), without_constraints(old));
            let (can_read, could_read) = (accepts_alone(&new_type), accepts_alone(&old_type));
            let values = values_near(Some(old), Some(new)).into_iter();
            values.filter(|value| could_read(value) && !can_read(value)).take(MAX_REFUSED * 2).collect()
        });
        let of_target = of_target.chain(unreadable);
        let more: Vec<Value> = of_target.filter(|value| !values.contains(value)).collect();
        values.extend(more);
        values
    }

    /// A few values that the old property at a path does not accept on its own: some that only its constraints refuse, some that
    /// its type refuses, and empty ones.
    fn refused_at(&self, path: &[String]) -> Vec<Value> {
        let Some(schema) = self.types.before.property_at(path) else { return Vec::new() };
        let of_type = without_constraints(schema);
        let (accepts, reads) = (accepts_alone(schema), accepts_alone(&of_type));
        let refused = values_near(Some(schema), Some(schema)).into_iter().filter(|value| !accepts(value));
        let (given, empty): (Vec<_>, Vec<_>) = refused.partition(Value::is_truthy);
        let (constrained, unreadable): (Vec<_>, Vec<_>) = given.into_iter().partition(|value| reads(value));
        [constrained, unreadable, empty]
            .into_iter()
            .flat_map(|some| some.into_iter().take(MAX_REFUSED))
            .collect()
    }

    /// Values that the old property at a path accepts on its own, near those of another property. If a path leads into a map
    /// without a schema, the values are arbitrary.
    fn accepted_at(&self, path: &[String], near: Option<&PropertySchema>) -> Vec<Value> {
        let Some(schema) = self.types.before.property_at(path) else {
            return ["a".into(), 1.into()].into();
        };
        let accepts = accepts_alone(schema);
        let values = values_near(Some(schema), near.or(Some(schema)));
        values.into_iter().filter(|value| accepts(value)).collect()
    }
}

fn without_constraints(property: &PropertySchema) -> PropertySchema {
    PropertySchema { constraints: Vec::new(), ..property.clone() }
}
