//! Checks whether a value in a template is still accepted, and still has the same meaning.

use heat_diff::Finding;
use heat_model::custom_constraint::{BuiltIn, WithoutCloud};
use heat_model::evaluate::{Context, Evaluator, Resolved};
use heat_model::validate::ValueError;
use heat_model::value::ValueDeserializer;
use heat_model::{Constraint, ConstraintKind, PropertySchema, Value};
use indexmap::IndexMap;
use serde::Deserialize;

use super::impact::Impact;
use super::value::{Possible, ValueContext};

/// The old and the new version of a property, to check values against.
pub(super) struct Judge {
    before: IndexMap<String, PropertySchema>,
    after: IndexMap<String, PropertySchema>,
    /// `true` if there is a new constraint that only a cloud can check.
    asks_cloud: bool,
}

/// The result for a value.
enum Verdict {
    Fine,
    Refused(String),
    Used,
    Unknown,
}

impl Judge {
    /// Checks values against two complete schemas.
    pub(super) fn of_schemas(before: &PropertySchema, after: &PropertySchema) -> Self {
        let alone = |schema: &PropertySchema| IndexMap::from([(String::new(), schema.clone())]);
        Self { before: alone(before), after: alone(after), asks_cloud: false }
    }

    /// Only checks values against the constraints of a finding, so that it is not reported for others. `None` if the finding does
    /// not name them.
    pub(super) fn of_constraints(finding: &Finding, schema: &PropertySchema) -> Option<Self> {
        let constraints = |data: &Option<Value>| -> Option<Vec<Constraint>> {
            let read = |data: &Value| Vec::deserialize(ValueDeserializer(data.clone())).ok();
            data.as_ref().map_or(Some(Vec::new()), read)
        };
        let (before, after) = (constraints(&finding.values.0)?, constraints(&finding.values.1)?);
        let asks_cloud = after.iter().filter(|new| !before.contains(new)).any(asks_cloud);
        let with = |constraints| PropertySchema { constraints, ..schema.clone() };
        Some(Self { asks_cloud, ..Self::of_schemas(&with(before), &with(after)) })
    }

    /// The effect on a value that can be any of these; `None` if nothing changes.
    pub(super) fn impact(
        &self,
        possible: &[Possible],
        reading: &ValueContext<'_>,
        placeholders: &[&str],
    ) -> Option<Impact> {
        let is_deferred = |value: &Value| reading.is_deferred(value, placeholders);
        let verdicts: Vec<Verdict> = possible.iter().map(|one| self.verdict(one, &is_deferred)).collect();
        let is_open = verdicts.len() > 1 || possible.iter().any(|one| matches!(one, Possible::Parameter(_)));
        let refused = verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Refused(why) => Some(why.clone()),
            _ => None,
        });
        match refused {
            Some(why) if is_open => return Some(Impact::May(Some(why))),
            Some(why) => return Some(Impact::Fails(why)),
            None => {}
        }
        if verdicts.iter().any(|verdict| matches!(verdict, Verdict::Used)) {
            return Some(Impact::Uses);
        }
        verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown)).then_some(Impact::May(None))
    }

    fn verdict(&self, possible: &Possible, is_deferred: &dyn Fn(&Value) -> bool) -> Verdict {
        let (value, is_whole) = match possible {
            Possible::Known(value) | Possible::Parameter(value) => (value, true),
            Possible::Partly(value) => (value, false),
            Possible::Unknown => return Verdict::Unknown,
        };
        let data = IndexMap::from([(String::new(), value.clone())]);
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_deferred(is_deferred);
        let before = Evaluator::of_properties(&self.before).resolve(&data, &context);
        let after = Evaluator::of_properties(&self.after).resolve(&data, &context);
        match (before, after) {
            (Ok(_), Err(errors)) => Verdict::Refused(first(&errors)),
            // The value was already refused, and still is.
            (Err(_), Err(_)) => Verdict::Used,
            _ if !is_whole || self.asks_cloud => Verdict::Unknown,
            (Err(_), Ok(_)) => Verdict::Fine,
            (Ok(before), Ok(after)) => {
                let (before, after) = (read(&before, &self.before), read(&after, &self.after));
                match before.zip(after) {
                    Some((before, after)) if !before.python_eq(&after) => Verdict::Used,
                    _ => Verdict::Fine,
                }
            }
        }
    }
}

/// The value that the plug-in receives for the only property.
fn read(values: &[Resolved], schemas: &IndexMap<String, PropertySchema>) -> Option<Value> {
    Some(values.first()?.to_value(schemas.values().next()?))
}

/// The message of the first error.
fn first(errors: &[ValueError]) -> String {
    errors.first().map(|error| error.message.clone()).unwrap_or_default()
}

/// Returns whether only a cloud, or the current time, determines whether a constraint is satisfied.
fn asks_cloud(constraint: &Constraint) -> bool {
    matches!(&constraint.kind, ConstraintKind::Custom(name) if !BuiltIn::is_timeless(name))
}
