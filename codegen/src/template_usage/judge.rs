//! Whether a value that a template gives is still accepted, and still means the same.

use heat_diff::Finding;
use heat_model::custom_constraint::{BuiltIn, WithoutCloud};
use heat_model::evaluate::{Context, Evaluator, Resolved};
use heat_model::validate::ValueError;
use heat_model::value::ValueDeserializer;
use heat_model::{Constraint, ConstraintKind, PropertySchema, Value};
use indexmap::IndexMap;
use serde::Deserialize;

use super::impact::Impact;
use super::value::{Possible, is_deferred};

/// A property as it was and as it is, to hold values against.
pub(super) struct Judge {
    before: IndexMap<String, PropertySchema>,
    after: IndexMap<String, PropertySchema>,
    /// Whether a constraint is new that only a cloud can answer for.
    asks_cloud: bool,
}

/// What is to be said of a value.
enum Verdict {
    Fine,
    Refused(String),
    Used,
    Unknown,
}

impl Judge {
    /// Judges by all of two schemas.
    pub(super) fn of_schemas(before: &PropertySchema, after: &PropertySchema) -> Self {
        let alone = |schema: &PropertySchema| IndexMap::from([(String::new(), schema.clone())]);
        Self { before: alone(before), after: alone(after), asks_cloud: false }
    }

    /// Judges by nothing but the constraints that a finding is about, so that it is not blamed for others. None, where it
    /// does not say which those are.
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

    /// What becomes of a value that can be any of these; nothing, where all is as it was.
    pub(super) fn impact(&self, possible: &[Possible], placeholders: &[&str]) -> Option<Impact> {
        let verdicts: Vec<Verdict> = possible.iter().map(|one| self.verdict(one, placeholders)).collect();
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

    fn verdict(&self, possible: &Possible, placeholders: &[&str]) -> Verdict {
        let (value, is_whole) = match possible {
            Possible::Known(value) | Possible::Parameter(value) => (value, true),
            Possible::Partly(value) => (value, false),
            Possible::Unknown => return Verdict::Unknown,
        };
        let data = IndexMap::from([(String::new(), value.clone())]);
        let is_deferred = |value: &Value| is_deferred(value, placeholders);
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_deferred(&is_deferred);
        let before = Evaluator::of_properties(&self.before).resolve(&data, &context);
        let after = Evaluator::of_properties(&self.after).resolve(&data, &context);
        match (before, after) {
            (Ok(_), Err(errors)) => Verdict::Refused(first(&errors)),
            // It was refused already, and still is.
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

/// What the plug-in gets for the only property that there is.
fn read(values: &[Resolved], schemas: &IndexMap<String, PropertySchema>) -> Option<Value> {
    Some(values.first()?.to_value(schemas.values().next()?))
}

/// The first mistake, in words.
fn first(errors: &[ValueError]) -> String {
    errors.first().map(|error| error.message.clone()).unwrap_or_default()
}

/// Whether only a cloud, or the time of day, can say what meets a constraint.
fn asks_cloud(constraint: &Constraint) -> bool {
    matches!(&constraint.kind, ConstraintKind::Custom(name) if !BuiltIn::is_timeless(name))
}
