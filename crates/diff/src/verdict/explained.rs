//! Parts of a type whose changes findings explain, so that trials need not report them.

use std::collections::HashSet;

use heat_model::path::Segment;
use heat_model::validate::{ErrorKind, ValueError};
use heat_model::{ResourceType, SchemaPath, Value};
use indexmap::IndexMap;

use super::data::{Outcomes, max_sets};
use super::worsening::{updates, worsening};
use crate::accepted::{Data, is_natural};
use crate::pairs::TypePair;
use crate::rule::Severity;
use crate::rule::check::{Refusal, Trial};
use crate::rule::finding::Finding;
use crate::schema::at::top_property;

/// The number of updates from which the simplest one is chosen.
const MAX_EXAMPLES: usize = 12;

/// The parts of a type that findings are about.
#[derive(Debug, Default)]
pub(super) struct Explained {
    /// The top-level properties that breaking findings are about.
    properties: HashSet<String>,
    /// `true` if any finding is about validation rules or groups.
    has_rules: bool,
}

impl Explained {
    /// The parts of a type that these findings explain.
    pub(super) fn by<'f>(types: &TypePair<'_>, found: impl IntoIterator<Item = &'f Finding>) -> Self {
        let mut explained = Self::default();
        for finding in found.into_iter().filter(|each| each.resource_type == types.before.name) {
            let paths = || [&finding.before, &finding.after].into_iter().flatten();
            explained.has_rules |= paths().any(is_about_rules);
            if finding.severity == Severity::Breaking {
                let names = paths().filter_map(|path| path.property_names().first().copied());
                explained.properties.extend(names.map(str::to_owned));
            }
        }
        explained
    }

    pub(super) fn has_property(&self, name: &str) -> bool {
        self.properties.contains(name)
    }

    /// Returns whether an error is about a property that findings explain.
    pub(super) fn has_property_of(&self, error: &ValueError) -> bool {
        top_property(error).is_some_and(|name| self.has_property(name))
    }

    /// Returns whether findings explain an error, or it comes from groups or validation rules, which are compared on their own.
    /// If nothing is explained, it may still be a translation rule that leads to data that one of them refuses.
    fn has(&self, error: &ValueError) -> bool {
        let is_compared = (self.has_rules || !self.properties.is_empty()) && is_of_rules(error);
        is_compared || self.has_property_of(error)
    }
}

/// Returns whether an error comes from a group or a validation rule.
pub(super) fn is_of_rules(error: &ValueError) -> bool {
    matches!(error.kind, ErrorKind::Group | ErrorKind::Rule)
}

fn is_about_rules(path: &SchemaPath) -> bool {
    matches!(path.0.first(), Some(Segment::Key(section)) if section == "validation_rules" || section == "properties_groups")
}

/// The outcomes that findings do not explain, each with the simplest example.
pub(super) fn unexplained(outcomes: &Outcomes<'_>, explained: &Explained) -> Trial {
    let Outcomes { types, judges, refused, accepted } = outcomes;
    let refusals = refused.iter().filter_map(|(data, errors)| {
        let error = errors.iter().find(|error| !explained.has(error))?;
        Some(Refusal { data: data.clone(), error: error.clone() })
    });
    let worse = updates(accepted)
        .take(max_sets(types.before))
        .filter_map(|(old, new)| worsening(judges, types.after, old, new))
        .filter(|worse| !explained.has_property(&worse.property));
    let schema = types.before;
    Trial {
        refusal: refusals.min_by_key(|refusal| (is_elsewhere(refusal), oddness(schema, &[&refusal.data]))),
        worsening: worse.take(MAX_EXAMPLES).min_by_key(|worse| oddness(schema, &[&worse.old, &worse.new])),
    }
}

/// Returns whether the data do not set the property that the error is about, although the error is not about a missing property.
fn is_elsewhere(refusal: &Refusal) -> bool {
    refusal.error.kind != ErrorKind::Missing
        && top_property(&refusal.error).is_some_and(|name| !refusal.data.contains_key(name))
}

/// Rank of unusual data. The criteria are, in this order, the number of HIDDEN properties, of values that only fit after
/// conversion, and of empty values, and the length.
fn oddness(schema: &ResourceType, sets: &[&Data]) -> (usize, usize, usize, usize) {
    let sides = || sets.iter().copied();
    let is_empty =
        |value: &&Value| !value.is_truthy() && !matches!(value, Value::Bool(_) | Value::Integer(_));
    let is_converted = |(name, value): &(&String, &Value)| {
        let property = schema.properties.get(*name).filter(|_| !value.is_null());
        property.is_some_and(|property| !is_natural(property.property_type, value))
    };
    let converted = sides().flat_map(IndexMap::iter).filter(is_converted).count();
    let empty = sides().flat_map(IndexMap::values).filter(is_empty).count();
    let hidden = sides().map(|data| schema.hidden_given(data)).sum();
    (hidden, converted, empty, sides().map(|data| Value::from(data.clone()).to_string().len()).sum())
}
