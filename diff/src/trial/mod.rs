//! Looks for property data that behave differently with two schemas of a type.
//!
//! Wherever possible, the effect of a change on templates is determined by comparing schemas. This does not work for
//! translation rules: what happens to a value depends on the types, constraints and defaults at both ends of a rule, on
//! which ends are set, and on the order in which Heat processes them. So data are generated from both schemas, near
//! their differences, and the value engine evaluates them with both. Limits are counts, not times, so the result is the
//! same on every machine.

mod connection;
mod data;
mod placed;

use std::collections::HashSet;

use data::{Data, DataSets};
use heat_model::admit::Judge;
use heat_model::update::{Decision, UpdateBehaviour};
use heat_model::validate::{ErrorKind, Step, ValueError};
use heat_model::{PropertyType, ResourceType, Value};
use indexmap::IndexMap;

use super::evidence::Evidence;
use super::pairs::TypePair;

/// Property data that were accepted and are now refused.
pub(super) struct Refusal {
    pub(super) evidence: Evidence,
    pub(super) error: ValueError,
}

/// An update that now replaces the resource, or is refused.
pub(super) struct Worsening {
    pub(super) evidence: Evidence,
    /// The property whose change causes it.
    pub(super) property: String,
    pub(super) was: Decision,
    pub(super) is: Decision,
}

/// The result of trying property data on both sides of a type.
#[derive(Default)]
pub struct Trial {
    pub(super) refusal: Option<Refusal>,
    pub(super) worsening: Option<Worsening>,
}

impl Trial {
    /// Tries data on both sides of a type. Results that concern only `explained` properties are omitted: breaking
    /// findings report those.
    pub(super) fn of(types: &TypePair<'_>, explained: &HashSet<String>) -> Self {
        let touched = data::touched(types);
        if touched.is_empty() {
            return Self::default();
        }
        let judges = [Judge::new(types.before), Judge::new(types.after)];
        let accepted: Vec<Data> =
            DataSets { types: *types, touched: &touched, before: &judges[0] }.accepted();
        let mut refusals = Vec::new();
        let mut fine = Vec::new();
        for data in accepted {
            let errors = judges[1].errors(&data);
            if errors.is_empty() {
                fine.push(data);
                continue;
            }
            // Groups and changed validation rules are compared on their own.
            let is_compared = |kind| match kind {
                ErrorKind::Group => true,
                ErrorKind::Rule => types.before.validation_rules != types.after.validation_rules,
                _ => false,
            };
            let unexplained = |error: &ValueError| !is_compared(error.kind) && !is_about(error, explained);
            if let Some(error) = errors.into_iter().find(unexplained) {
                refusals.push(Refusal { evidence: Evidence { data, update: None }, error });
            }
        }
        let worse = data::updates(&fine)
            .take(data::max_sets(types.before))
            .filter_map(|(old, new)| worsening(&judges, types.after, old, new, explained))
            .take(MAX_EXAMPLES);
        Self {
            refusal: refusals.into_iter().min_by_key(|refusal| oddness(types.before, &refusal.evidence)),
            worsening: worse.min_by_key(|worsening| oddness(types.before, &worsening.evidence)),
        }
    }
}

/// From how many updates the simplest one is chosen.
const MAX_EXAMPLES: usize = 12;

/// How unusual data are: first by the number of values that only conversion makes fit, then by that of empty values, then by
/// length.
fn oddness(schema: &ResourceType, evidence: &Evidence) -> (usize, usize, usize) {
    let sides = || [Some(&evidence.data), evidence.update.as_ref()].into_iter().flatten();
    let is_empty =
        |value: &&Value| !value.is_truthy() && !matches!(value, Value::Bool(_) | Value::Integer(_));
    let is_converted = |(name, value): &(&String, &Value)| {
        schema.properties.get(*name).is_some_and(|property| !is_of(property.property_type, value))
    };
    let converted = sides().flat_map(IndexMap::iter).filter(is_converted).count();
    let empty = sides().flat_map(IndexMap::values).filter(is_empty).count();
    (converted, empty, sides().map(|data| Value::from(data.clone()).to_string().len()).sum())
}

/// Whether a property of a type has such a value without a conversion.
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

fn worsening(
    judges: &[Judge<'_>; 2],
    after: &ResourceType,
    old: &Data,
    new: &Data,
    explained: &HashSet<String>,
) -> Option<Worsening> {
    let [was, is] = [judges[0].update(old, new)?, judges[1].update(old, new)?];
    // If nothing changed before and now something does, a default or type changed, which other rules report. But nothing changes
    // between the same data, unless one of their values cannot be read.
    let is_shift = was.decision == Decision::NoChange && old != new;
    if is.decision <= was.decision || is.decision < Decision::Replace || is_shift {
        return None;
    }
    let worst = is.changed.iter().filter_map(|position| {
        let (name, schema) = after.properties.get_index(*position)?;
        (schema.update_behaviour() > UpdateBehaviour::InPlace).then_some((schema.update_behaviour(), name))
    });
    let property = worst.max_by_key(|(behaviour, _)| *behaviour)?.1.clone();
    if explained.contains(&property) {
        return None;
    }
    let evidence = Evidence { data: old.clone(), update: Some(new.clone()) };
    Some(Worsening { evidence, property, was: was.decision, is: is.decision })
}

fn is_about(error: &ValueError, explained: &HashSet<String>) -> bool {
    matches!(error.path.0.first(), Some(Step::Name(name)) if explained.contains(name))
}
