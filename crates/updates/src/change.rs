//! Effects of a certain change: what an update of a resource in place does, as far as its properties on both sides determine it.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update_effect::{EffectCase, OtherProperties, Side, UpdateEffect, ValueChange};
use heat_model::validation_rule::Condition;
use heat_model::{EffectLevel, PropertySchema, Value};
use indexmap::IndexMap;

/// Effect of changing a property in place, as far as the templates determine it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeEffect {
    /// Level of the effect.
    pub level: EffectLevel,
    /// Reason for the level.
    pub reason: Option<String>,
    /// Name of the property whose value decides for the level, if there is one.
    pub setting: Option<String>,
    /// Cases with a different effect that the templates do not determine.
    pub unless: Vec<EffectCase>,
}

impl ChangeEffect {
    /// Cases with a worse effect than the expected one.
    pub fn worse(&self) -> impl Iterator<Item = &EffectCase> {
        self.unless.iter().filter(|case| case.level > self.level)
    }

    /// Returns whether the change certainly replaces the resource, unless it is refused.
    #[must_use]
    pub fn replaces(&self) -> bool {
        let is_certain = |level: EffectLevel| level >= EffectLevel::Replaces;
        self.level == EffectLevel::Replaces && self.unless.iter().all(|case| is_certain(case.level))
    }

    /// Returns whether the change certainly has no effect.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.level == EffectLevel::None && self.worse().next().is_none()
    }

    fn of(effect: &UpdateEffect, change: ValueChange<'_>, others: &dyn OtherProperties) -> Self {
        let decided = effect.decide(change, others);
        // If no case holds, what the others ask for decides.
        let cases = decided.case.map_or(effect.cases.as_slice(), std::slice::from_ref);
        let asked = |condition: &Condition| match condition {
            Condition::In { property, .. } => property.first().filter(|_| property.len() == 1).cloned(),
            _ => None,
        };
        Self {
            level: decided.level,
            reason: decided.reason.map(str::to_owned),
            setting: cases.iter().flat_map(|case| &case.when).find_map(asked),
            unless: decided.unless.into_iter().cloned().collect(),
        }
    }
}

/// The properties of a resource on both sides of an update.
pub struct PropertyChanges<'c> {
    /// Evaluator of the resource's type.
    pub evaluator: &'c Evaluator<'c>,
    /// Names of the properties that change.
    pub changed: &'c [String],
    /// Properties before and after the update, as a plug-in reads them: translated, with defaults, null for no value.
    pub sides: [IndexMap<String, Value>; 2],
    /// Test for a value that is not known.
    pub is_unknown: &'c dyn Fn(&Value) -> bool,
}

impl PropertyChanges<'_> {
    /// Effect of the change of a property; `None` if its schema does not state one.
    #[must_use]
    pub fn effect(&self, name: &str) -> Option<ChangeEffect> {
        let [old, new] = self.sides.each_ref().map(|side| side.get(name).unwrap_or(&Value::Null));
        let schema = self.evaluator.schemas().get(name)?;
        self.effect_of(schema, ValueChange { old, new, is_unknown: self.is_unknown })
    }

    /// Effect of a change: the worst among the parts that change, and that of the whole for parts that state none. `None` if no
    /// effect is stated.
    fn effect_of(&self, schema: &PropertySchema, change: ValueChange<'_>) -> Option<ChangeEffect> {
        let whole = || Some(ChangeEffect::of(schema.update_effect.as_ref()?, change, self));
        let Some(parts) =
            self.effects_of_fields(schema, change).or_else(|| self.effects_of_items(schema, change))
        else {
            return whole();
        };
        let is_complete = !parts.is_empty() && parts.iter().all(Option::is_some);
        worst(parts.into_iter().flatten().chain(if is_complete { None } else { whole() }))
    }

    /// Effects of the changed fields of a map, `None` for each that does not state one.
    fn effects_of_fields(
        &self,
        schema: &PropertySchema,
        change: ValueChange<'_>,
    ) -> Option<Vec<Option<ChangeEffect>>> {
        let members = schema.members()?;
        let (Value::Map(before), Value::Map(after)) = (change.old, change.new) else { return None };
        let names = members.keys().chain(after.keys().filter(|name| !members.contains_key(*name)));
        let values = |name: &String| [before, after].map(|side| side.get(name).unwrap_or(&Value::Null));
        let changed = names.filter_map(|name| {
            let [old, new] = values(name);
            (!old.python_eq(new)).then_some((name, ValueChange { old, new, ..change }))
        });
        Some(changed.map(|(name, change)| self.effect_of(members.get(name)?, change)).collect())
    }

    /// Effects of the changed fields of the items of a list, if the items stay.
    fn effects_of_items(
        &self,
        schema: &PropertySchema,
        change: ValueChange<'_>,
    ) -> Option<Vec<Option<ChangeEffect>>> {
        let item = schema.item()?;
        let (Value::List(before), Value::List(after)) = (change.old, change.new) else { return None };
        if before.len() != after.len() {
            return None;
        }
        let changed = before.iter().zip(after.iter()).filter(|(old, new)| !old.python_eq(new));
        let of_items =
            changed.map(|(old, new)| self.effects_of_fields(item, ValueChange { old, new, ..change }));
        Some(of_items.flat_map(|effects| effects.unwrap_or_else(|| vec![None])).collect())
    }
}

/// The worst of some effects; `None` if there is none.
fn worst(effects: impl Iterator<Item = ChangeEffect>) -> Option<ChangeEffect> {
    effects.reduce(|worst, effect| if worst.level < effect.level { effect } else { worst })
}

impl OtherProperties for PropertyChanges<'_> {
    fn changes(&self, name: &str) -> Option<bool> {
        Some(self.changed.iter().any(|changed| changed == name))
    }

    fn holds(&self, condition: &Condition, side: Side) -> Option<bool> {
        let [before, after] = &self.sides;
        let values = match side {
            Side::Before => before,
            Side::After => after,
        };
        let constraints = WithoutCloud::timeless();
        let context = Context::new(&constraints).with_deferred(self.is_unknown);
        self.evaluator.holds(condition, values, &context)
    }
}
