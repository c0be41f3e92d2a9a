//! Effects of updating a resource in place: the effects that its schema states, for the values of both sides.
//!
//! The decisions of plug-ins about replacing resources are in [`heat_updates::TypeRule`].

use heat_model::update_effect::{EffectCase, EffectLevel, UpdateEffect};
use heat_model::{PropertySchema, Value};

use crate::definition::is_deferred;
use crate::outcome::ChangeEffect;

/// Effect of changing a property from one value to another; `None` if its schema does not state one.
///
/// `read` returns the value of a property after the update.
pub(crate) fn cost(
    schema: &PropertySchema,
    values: [&Value; 2],
    read: &impl Fn(&str) -> Value,
) -> Option<ChangeEffect> {
    let of_members = members(schema, values, read);
    of_members.or_else(|| Some(decided(schema.update_effect.as_ref()?, read)))
}

/// Worst effect among the changed keys of a map; `None` if one of them does not state its effect.
fn members(
    schema: &PropertySchema,
    [old, new]: [&Value; 2],
    read: &impl Fn(&str) -> Value,
) -> Option<ChangeEffect> {
    let members = schema.members()?;
    let (Value::Map(before), Value::Map(after)) = (old, new) else { return None };
    let null = Value::Null;
    let mut worst: Option<ChangeEffect> = None;
    for name in members.keys().chain(after.keys().filter(|name| !members.contains_key(*name))) {
        let values = [before, after].map(|side| side.get(name).unwrap_or(&null));
        if values[0].python_eq(values[1]) {
            continue;
        }
        let effect = cost(members.get(name)?, values, read)?;
        if worst.as_ref().is_none_or(|worst| worst.level < effect.level) {
            worst = Some(effect);
        }
    }
    worst
}

fn decided(effect: &UpdateEffect, read: &impl Fn(&str) -> Value) -> ChangeEffect {
    let decided = effect.decide(|name| Some(read(name)).filter(|value| !is_deferred(value)));
    ChangeEffect {
        level: decided.level,
        reason: decided.reason.map(str::to_owned),
        unless: decided.unless.into_iter().cloned().collect(),
    }
}

impl ChangeEffect {
    /// Cases with a worse effect than the expected one.
    pub fn worse(&self) -> impl Iterator<Item = &EffectCase> {
        self.unless.iter().filter(|case| case.level > self.level)
    }

    /// Whether the change certainly has no effect.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.level == EffectLevel::None && self.worse().next().is_none()
    }
}
