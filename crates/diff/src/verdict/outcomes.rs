//! Results of property data that both schemas of a type evaluate.

use std::collections::HashSet;

use heat_admit::Judge;
use heat_model::update::{Decision, UpdateBehaviour};
use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::connection::touched;
use super::data::{self, DataSets};
use super::explained::{Explained, top_property};
use crate::accepted::Data;
use crate::pairs::TypePair;
use crate::rule::check::{Refusal, Trial, Worsening};
use crate::rule::finding::Evidence;

/// Property data and updates that a type now treats worse.
pub(super) struct Outcomes<'a> {
    types: TypePair<'a>,
    /// Data that the old side accepts and the new side refuses, with all errors.
    refused: Vec<(Data, Vec<ValueError>)>,
    /// Data that both sides accept.
    accepted: Vec<Data>,
}

impl<'a> Outcomes<'a> {
    /// Tries data on both sides of a type.
    pub(super) fn of(types: &TypePair<'a>) -> Self {
        let mut outcomes = Self { types: *types, refused: Vec::new(), accepted: Vec::new() };
        let touched = touched(types);
        if touched.is_empty() {
            return outcomes;
        }
        let [before, after] = outcomes.judges();
        let sets = DataSets { types: *types, touched: &touched, before: &before }.accepted();
        for data in sets {
            let errors = after.errors(&data);
            if errors.is_empty() {
                outcomes.accepted.push(data);
            } else {
                outcomes.refused.push((data, errors));
            }
        }
        outcomes
    }

    /// The outcomes that findings do not explain.
    pub(super) fn unexplained(&self, explained: &Explained) -> Trial {
        let refusals = self.refused.iter().filter_map(|(data, errors)| {
            let error = errors.iter().find(|error| !explained.has(error))?;
            let evidence = Evidence { data: data.clone(), update: None };
            Some(Refusal { evidence, error: error.clone() })
        });
        let judges = self.judges();
        let updates = data::updates(&self.accepted).take(data::max_sets(self.types.before));
        let worse =
            updates.filter_map(|(old, new)| worsening(&judges, self.types.after, old, new, explained));
        Trial {
            refusal: refusals
                .min_by_key(|refusal| (is_elsewhere(refusal), oddness(self.types.before, &refusal.evidence))),
            worsening: worse
                .take(MAX_EXAMPLES)
                .min_by_key(|worsening| oddness(self.types.before, &worsening.evidence)),
        }
    }

    /// Whether any data or updates of these properties are now treated worse.
    pub(super) fn have_witness(&self, properties: &HashSet<&str>) -> bool {
        let is_one = |error| top_property(error).is_none_or(|name| properties.contains(name));
        self.refused.iter().any(|(_, errors)| errors.iter().any(is_one))
            || self.worsen(&self.judges(), |name| properties.contains(name))
    }

    /// Whether a new schema would treat some of the data that both sides accept worse, because of the value at a path, if the type
    /// had no translation rules.
    pub(super) fn show_that_rules_keep(&self, after: &ResourceType, path: &[&str]) -> bool {
        let Some(top) = path.first() else { return false };
        let plain = [self.types.before, after].map(|side| ResourceType {
            properties: side.properties.clone(),
            ..ResourceType::new(&side.name)
        });
        let judges = [&plain[0], &plain[1]].map(Judge::new);
        let is_here = |error: &ValueError| {
            let names = error.path.0.iter().filter_map(|step| match step {
                Step::Name(name) => Some(name.as_str()),
                Step::Item(_) => None,
            });
            names.take(path.len()).eq(path.iter().copied())
        };
        let is_kept = |data: &Data| {
            judges[1].errors(data).iter().any(is_here) && !judges[0].errors(data).iter().any(is_here)
        };
        self.accepted.iter().any(is_kept) || self.worsen(&judges, |name| name == *top)
    }

    fn judges(&self) -> [Judge<'a>; 2] {
        self.types.sides().map(Judge::new)
    }

    /// Whether the new side treats an update worse because of one of these properties.
    fn worsen(&self, judges: &[Judge<'_>; 2], is_one: impl Fn(&str) -> bool) -> bool {
        let nothing = Explained::default();
        let mut updates = data::updates(&self.accepted).chain(data::updates_of_first(&self.accepted));
        updates.any(|(old, new)| {
            let worse = worsening(judges, self.types.after, old, new, &nothing);
            worse.is_some_and(|worse| is_one(&worse.property))
        })
    }

    /// Returns true if, in data that both sides accept, a rule moved a value of the first property to the second one, which had
    /// none.
    pub(super) fn have_moved(&self, source: &str, target: &str) -> bool {
        self.accepted.iter().any(|data| {
            data.get(source).is_some_and(Value::is_truthy) && data.get(target).is_none_or(Value::is_null)
        })
    }

    /// Whether a schema refuses any of the data that both sides accept.
    pub(super) fn are_refused_by(&self, schema: &ResourceType) -> bool {
        let judge = Judge::new(schema);
        self.accepted.iter().any(|data| !judge.accepts(data))
    }
}

/// Whether the data do not set the property that the error is about, although the error is not about a missing property.
fn is_elsewhere(refusal: &Refusal) -> bool {
    refusal.error.kind != ErrorKind::Missing
        && top_property(&refusal.error).is_some_and(|name| !refusal.evidence.data.contains_key(name))
}

/// The number of updates from which the simplest one is chosen.
const MAX_EXAMPLES: usize = 12;

/// Rank of unusual data. The criteria are, in this order, the number of HIDDEN properties, of values that only fit after
/// conversion, and of empty values, and the length.
fn oddness(schema: &ResourceType, evidence: &Evidence) -> (usize, usize, usize, usize) {
    let sides = || [Some(&evidence.data), evidence.update.as_ref()].into_iter().flatten();
    let is_empty =
        |value: &&Value| !value.is_truthy() && !matches!(value, Value::Bool(_) | Value::Integer(_));
    let is_converted = |(name, value): &(&String, &Value)| {
        schema.properties.get(*name).is_some_and(|property| !is_of(property.property_type, value))
    };
    let converted = sides().flat_map(IndexMap::iter).filter(is_converted).count();
    let empty = sides().flat_map(IndexMap::values).filter(is_empty).count();
    let hidden = sides().map(|data| schema.hidden_given(data)).sum();
    (hidden, converted, empty, sides().map(|data| Value::from(data.clone()).to_string().len()).sum())
}

/// Whether a value has the type of a property without a conversion.
fn is_of(property_type: PropertyType, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(_) => matches!(property_type, PropertyType::Boolean | PropertyType::Any),
        Value::Integer(_) => {
            matches!(property_type, PropertyType::Integer | PropertyType::Number | PropertyType::Any)
        }
        Value::Float(_) => matches!(property_type, PropertyType::Number | PropertyType::Any),
        Value::String(_) => matches!(property_type, PropertyType::String | PropertyType::Any),
        Value::List(_) => matches!(property_type, PropertyType::List | PropertyType::Any),
        Value::Map(_) => matches!(property_type, PropertyType::Map | PropertyType::Any),
    }
}

/// The worse effect of an update on the new side, if no finding explains it.
pub(super) fn worsening(
    judges: &[Judge<'_>; 2],
    after: &ResourceType,
    old: &Data,
    new: &Data,
    explained: &Explained,
) -> Option<Worsening> {
    let [was, is] = [judges[0].update(old, new)?, judges[1].update(old, new)?];
    // If nothing changed before and now something does, a default or type changed, which other rules report. Between equal data
    // nothing changes, unless one of their values cannot be read.
    let is_shift = was.decision == Decision::NoChange && old != new;
    if is.decision <= was.decision || is.decision < Decision::Replace || is_shift {
        return None;
    }
    let worst = is.changed.iter().filter_map(|position| {
        let (name, schema) = after.properties.get_index(*position)?;
        if meant_nothing(&judges[0], name, old, new) {
            return None;
        }
        (schema.update_behaviour() > UpdateBehaviour::InPlace).then_some((schema.update_behaviour(), name))
    });
    let property = worst.max_by_key(|(behaviour, _)| *behaviour)?.1.clone();
    if explained.has_property(&property) {
        return None;
    }
    let evidence = Evidence { data: old.clone(), update: Some(new.clone()) };
    Some(Worsening { evidence, property, was: was.decision, is: is.decision })
}

/// Whether a property is written differently in a way that used to be no change, for example its default in place of no value.
/// Other rules report that a default or a type changed.
fn meant_nothing(before: &Judge<'_>, name: &str, old: &Data, new: &Data) -> bool {
    if old.get(name) == new.get(name) {
        return false;
    }
    let mut alone = old.clone();
    match new.get(name) {
        Some(value) => _ = alone.insert(name.to_owned(), value.clone()),
        None => _ = alone.shift_remove(name),
    }
    before.update(old, &alone).is_some_and(|changes| changes.decision == Decision::NoChange)
}
