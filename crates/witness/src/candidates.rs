//! Resources that may show a change: generated from the schemas of both sides, smallest first.
//!
//! These are guesses. The engine determines whether a resource shows the change.

use std::cell::{OnceCell, RefCell};

use heat_admit::budget::MAX_TRIES;
use heat_catalogue::property_path::{PathStep, PropertyPath};
use heat_diff::{Completion, Finding};
use heat_model::custom_constraint::BuiltIn;
use heat_model::{
    ConstraintKind, CustomConstraintTable, NestedSchema, PropertiesGroup, PropertySchema, PropertyType,
    ResourceType, Value,
};
use heat_samples::sample::{sample_members, sample_properties, sample_values};
use indexmap::{IndexMap, IndexSet};

use super::resource::{Purpose, Resource};

/// The maximum number of properties of a group that are set at once.
const MAX_TOGETHER: usize = 3;

/// The maximum number of combinations of a group to try.
const MAX_COMBINATIONS: usize = 500;

/// The maximum number of values of a property to try, and of values from its `allowed_values`.
const MAX_VALUES: usize = 120;
const MAX_NAMED: usize = 12;

/// The number of other values to which each value is changed.
const MAX_CHANGES: usize = 4;

pub(super) struct Candidates<'a> {
    finding: &'a Finding,
    pub(super) before: &'a ResourceType,
    after: Option<&'a ResourceType>,
    constraints: &'a CustomConstraintTable,
    /// Adds the properties that validation rules and groups ask for, if there are any.
    completion: Option<RefCell<Completion<'a>>>,
    required: OnceCell<IndexMap<String, Value>>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(
        finding: &'a Finding,
        before: &'a ResourceType,
        after: Option<&'a ResourceType>,
        constraints: &'a CustomConstraintTable,
    ) -> Self {
        let has_rules = !before.validation_rules.is_empty() || !before.properties_groups.is_empty();
        let completion = has_rules.then(|| RefCell::new(Completion::new(before)));
        Self { finding, before, after, constraints, completion, required: OnceCell::new() }
    }

    /// The data with the properties that rules and groups ask for, in addition to `given`; unchanged if none are found.
    fn completed(&self, data: IndexMap<String, Value>, given: &[&str]) -> IndexMap<String, Value> {
        let completed = self.completion.as_ref().and_then(|each| each.borrow_mut().of(&data, given));
        completed.unwrap_or(data)
    }

    /// Resources with the required properties: with the first sample of each, and then with other samples of one of them.
    pub(super) fn whole(&self, purpose: Purpose<'a>) -> Vec<Resource<'a>> {
        let required = self.required();
        let mut all = vec![required.clone()];
        for (name, schema) in self.before.properties.iter().filter(|(name, _)| required.contains_key(*name)) {
            let samples = sample_values(name, schema, self.constraints).into_iter().chain(of_each_type());
            all.extend(samples.map(|value| {
                let mut data = required.clone();
                data.insert(name.clone(), value);
                self.completed(data, &[name])
            }));
        }
        all.into_iter().map(|data| Resource { purpose, ..self.resource(data) }).collect()
    }

    /// The resource with these property data.
    pub(super) fn given(&self, data: &IndexMap<String, Value>) -> Resource<'a> {
        self.resource(data.clone())
    }

    /// Resources that set the property to different values, and that omit it.
    pub(super) fn data(&self, path: &PropertyPath<'_>) -> Vec<Resource<'a>> {
        if path.0.is_empty() {
            return self.together();
        }
        let mut all = vec![self.resource(self.required())];
        all.extend(self.without(path).map(|data| self.resource(data)));
        all.extend(self.values(path).into_iter().filter_map(|value| self.giving_value(path, value)));
        all
    }

    /// Updates that change a top-level property.
    pub(super) fn updates(&self, path: &PropertyPath<'_>) -> Vec<(Resource<'a>, Resource<'a>)> {
        let values = self.values(path);
        let resources: Vec<_> =
            values.into_iter().filter_map(|value| self.giving_value(path, value)).collect();
        let pairs = resources.iter().enumerate().flat_map(|(index, old)| {
            resources.iter().skip(index + 1).take(MAX_CHANGES).map(|new| (old.clone(), new.clone()))
        });
        pairs.collect()
    }

    fn resource(&self, properties: IndexMap<String, Value>) -> Resource<'a> {
        Resource { type_name: &self.before.name, properties, purpose: Purpose::default(), oddness: 0 }
    }

    fn required(&self) -> IndexMap<String, Value> {
        let sampled = || self.completed(sample_properties(self.before, self.constraints, true), &[]);
        self.required.get_or_init(sampled).clone()
    }

    /// The resource with this value of the property.
    fn giving_value(&self, path: &PropertyPath<'_>, value: Value) -> Option<Resource<'a>> {
        let is_natural =
            schema_at(self.before, path).is_some_and(|schema| is_of(schema.property_type, &value));
        let resource = self.resource(self.with(path, value)?);
        Some(Resource { oddness: u8::from(!is_natural), ..resource })
    }

    /// The data with this value of the property, and with all required values around it.
    fn with(&self, path: &PropertyPath<'_>, value: Value) -> Option<IndexMap<String, Value>> {
        let (PathStep::Name(first), rest) = path.0.split_first()? else { return None };
        let schema = self.before.properties.get(*first)?;
        let mut data = self.required();
        data.insert((*first).to_owned(), self.within(schema, rest, value)?);
        Some(self.completed(data, &[first]))
    }

    fn within(&self, schema: &PropertySchema, path: &[PathStep<'_>], value: Value) -> Option<Value> {
        let Some((step, rest)) = path.split_first() else { return Some(value) };
        match (step, &schema.schema) {
            (PathStep::Item, Some(NestedSchema::Item(item))) => {
                Some(Value::from(vec![self.within(item, rest, value)?]))
            }
            (PathStep::Name(name), Some(NestedSchema::Members(members))) => {
                let mut map = sample_members(members, self.constraints);
                map.insert((*name).to_owned(), self.within(members.get(*name)?, rest, value)?);
                Some(Value::from(map))
            }
            _ => None,
        }
    }

    /// The data with everything around the property, but without the property.
    fn without(&self, path: &PropertyPath<'_>) -> Option<IndexMap<String, Value>> {
        let (PathStep::Name(last), around) = path.0.split_last()? else { return None };
        if around.is_empty() {
            let mut data = self.required();
            data.shift_remove(*last);
            return Some(self.completed(data, &[last]));
        }
        let around = PropertyPath(around.to_vec());
        let members = schema_at(self.before, &around)?.members()?;
        let mut map = sample_members(members, self.constraints);
        map.shift_remove(*last);
        self.with(&around, Value::from(map))
    }

    /// Values that are likely to distinguish the schemas: the one that is known to be no longer accepted, those that the schemas
    /// mention, and some of each type.
    fn values(&self, path: &PropertyPath<'_>) -> Vec<Value> {
        let mut values: Vec<Value> = self.finding.counterexample.iter().cloned().collect();
        let sides = [Some(self.before), self.after];
        for schema in sides.into_iter().flatten().filter_map(|side| schema_at(side, path)) {
            let name = path.0.iter().rev().find_map(|step| match step {
                PathStep::Name(name) => Some(*name),
                PathStep::Item => None,
            });
            values.extend(sample_values(name.unwrap_or_default(), schema, self.constraints));
            values.extend(schema.constraints.iter().flat_map(|constraint| spoken_of(&constraint.kind)));
            if let Some(members) = schema.members() {
                values.extend(self.of_members(members));
            }
        }
        values.extend(of_each_type());
        let mut distinct: Vec<Value> = Vec::new();
        for value in values {
            if distinct.len() < MAX_VALUES && !distinct.contains(&value) {
                distinct.push(value);
            }
        }
        distinct
    }

    /// A map with its required fields, and copies of it with each one of the other fields.
    fn of_members(&self, members: &IndexMap<String, PropertySchema>) -> Vec<Value> {
        let required = sample_members(members, self.constraints);
        let with = |(name, schema): (&String, &PropertySchema)| {
            let value = sample_values(name, schema, self.constraints).into_iter().next()?;
            let entry = [(name.clone(), value)];
            Some(required.clone().into_iter().chain(entry).collect())
        };
        let further =
            members.iter().filter(|(name, _)| !required.contains_key(*name)).take(MAX_TRIES).filter_map(with);
        [Value::from(required.clone())].into_iter().chain(further).collect()
    }

    /// Resources that set some of the properties in groups, and no others.
    fn together(&self) -> Vec<Resource<'a>> {
        let mut paths = IndexSet::new();
        for side in [Some(self.before), self.after].into_iter().flatten() {
            for group in &side.properties_groups {
                match group {
                    PropertiesGroup::Expression(group) => group.for_each_path(&mut |path| {
                        paths.insert(path.to_vec());
                    }),
                    PropertiesGroup::ApiVersions(_) => {}
                }
            }
        }
        let tops: Vec<&str> = paths
            .iter()
            .filter_map(|path| match path.as_slice() {
                [name] => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let mut chosen: Vec<Vec<&str>> = vec![Vec::new()];
        let mut next = 0;
        while let Some(some) = chosen.get(next).cloned() {
            next += 1;
            let last = some.last().and_then(|last| tops.iter().position(|name| name == last));
            if some.len() < MAX_TOGETHER && chosen.len() < MAX_COMBINATIONS {
                let more = tops.iter().skip(last.map_or(0, |last| last + 1));
                chosen.extend(
                    more.take(MAX_COMBINATIONS).map(|name| some.iter().chain([name]).copied().collect()),
                );
            }
        }
        chosen.iter().map(|names| self.resource(self.giving(names, &tops))).collect()
    }

    fn giving(&self, names: &[&str], of: &[&str]) -> IndexMap<String, Value> {
        let mut data = self.required();
        data.retain(|name, _| !of.contains(&name.as_str()));
        for name in names {
            let Some(schema) = self.before.properties.get(*name) else { continue };
            if let Some(value) = sample_values(name, schema, self.constraints).into_iter().next() {
                data.insert((*name).to_owned(), value);
            }
        }
        self.completed(data, of)
    }
}

fn schema_at<'s>(side: &'s ResourceType, path: &PropertyPath<'_>) -> Option<&'s PropertySchema> {
    let (PathStep::Name(first), rest) = path.0.split_first()? else { return None };
    rest.iter().try_fold(side.properties.get(*first)?, |schema, step| match (step, &schema.schema) {
        (PathStep::Item, Some(NestedSchema::Item(item))) => Some(&**item),
        (PathStep::Name(name), Some(NestedSchema::Members(members))) => members.get(*name),
        _ => None,
    })
}

/// Returns whether people write such a value for a property of this type, without relying on a conversion.
fn is_of(property_type: PropertyType, value: &Value) -> bool {
    matches!(
        (property_type, value),
        (PropertyType::Any, _)
            | (PropertyType::Number, Value::Integer(_) | Value::Float(_))
            | (PropertyType::String, Value::String(_))
            | (PropertyType::Integer, Value::Integer(_))
            | (PropertyType::Boolean, Value::Bool(_))
            | (PropertyType::List, Value::List(_))
            | (PropertyType::Map, Value::Map(_))
    )
}

/// The values that a constraint mentions, and the numbers next to its limits.
fn spoken_of(kind: &ConstraintKind) -> Vec<Value> {
    let around = |end: &Value| match end {
        Value::Integer(integer) => integer.as_i64().map_or_else(Vec::new, |end| {
            [Some(end), end.checked_add(1), end.checked_sub(1)]
                .into_iter()
                .flatten()
                .map(Value::from)
                .collect()
        }),
        other => vec![other.clone()],
    };
    match kind {
        ConstraintKind::AllowedValues(values) => values.iter().take(MAX_NAMED).cloned().collect(),
        ConstraintKind::Range { min, max } => min.iter().chain(max).flat_map(around).collect(),
        ConstraintKind::Modulo { step, offset } => step.iter().chain(offset).flat_map(around).collect(),
        ConstraintKind::Length { min, max } => {
            let lengths = min.iter().chain(max).flat_map(around);
            let lengths = lengths.filter_map(|length| length.to_string().parse().ok());
            let lengths = lengths.filter(|length| *length <= 300).collect::<Vec<usize>>();
            let texts = lengths.iter().map(|length| Value::String("x".repeat(*length)));
            texts.chain(lengths.iter().map(|length| Value::from(vec!["x"; *length]))).collect()
        }
        ConstraintKind::Custom(name) => BuiltIn::samples(name).iter().copied().map(Value::from).collect(),
        ConstraintKind::AllowedPattern(_) => Vec::new(),
    }
}

/// A few values of each type.
fn of_each_type() -> Vec<Value> {
    let map = |key: &str, value: Value| Value::from_iter([(key.to_owned(), value)]);
    vec![
        "a".into(),
        "b".into(),
        "".into(),
        "not/valid here!".into(),
        0.into(),
        1.into(),
        (-1).into(),
        1.5.into(),
        true.into(),
        false.into(),
        "a,b".into(),
        Value::from(Vec::<Value>::new()),
        Value::from(vec!["a"]),
        Value::from(vec![1]),
        Value::from(vec![map("a", "b".into())]),
        Value::from(IndexMap::new()),
        map("a", "b".into()),
    ]
}
