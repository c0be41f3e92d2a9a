//! Comparison of two definitions by Heat's update engine and the rule of the type.

use heat_model::evaluate::Evaluator;
use heat_model::update::{Changes, Decision, Definition, UpdateBehaviour, changes_between, preview};
use heat_model::validate::ValueError;
use heat_model::{EffectLevel, ResourceType, Value};
use heat_updates::{ChangeEffect, PropertyChanges, TypeRule, refusal_of_empty_update, update_behaviour};
use indexmap::IndexMap;

use crate::action::Action;
use crate::definition::is_deferred;
use crate::outcome::{Part, Reason};
use crate::reading::{ask_engine, read_property};

/// Result of the update engine and the rule of the type.
pub(crate) struct Verdict {
    /// Action of the update.
    pub(crate) action: Action,
    /// Action that Heat decides before it calls the update handler, which can decide otherwise.
    pub(crate) decided: Action,
    /// Names of the properties that changed.
    pub(crate) changed: Vec<String>,
    pub(crate) reasons: Vec<Reason>,
    /// Effects of changing the properties in place, by name.
    pub(crate) costs: IndexMap<String, ChangeEffect>,
}

impl Verdict {
    pub(crate) fn plain(action: Action, reason: Option<Reason>) -> Self {
        Self {
            action,
            decided: action,
            changed: Vec::new(),
            reasons: reason.into_iter().collect(),
            costs: IndexMap::new(),
        }
    }
}

/// Compares the definitions of a resource whose type is not known: it is updated if anything differs.
pub(crate) fn without_schema(old: &Definition, new: &Definition) -> Verdict {
    let difference = new.diff(old);
    let differs = difference.properties || difference.metadata || difference.update_policy;
    Verdict::plain(if differs { Action::Updated } else { Action::Unchanged }, None)
}

/// Two definitions, with the schema and the evaluator that compare them.
pub(crate) struct Comparison<'c> {
    pub(crate) schema: &'c ResourceType,
    pub(crate) evaluator: &'c Evaluator<'c>,
    pub(crate) old: &'c Definition,
    pub(crate) new: &'c Definition,
}

impl Comparison<'_> {
    /// Determines the action on the resource.
    ///
    /// # Errors
    /// If properties cannot be read.
    pub(crate) fn verdict(&self, rule: Option<TypeRule>) -> Result<Verdict, Vec<ValueError>> {
        match rule {
            Some(TypeRule::NeverUpdated) => return Ok(Verdict::plain(Action::Unchanged, None)),
            Some(TypeRule::AlwaysReplaced) => {
                return Ok(Verdict::plain(Action::Replaced, Some(Reason::EachUpdate)));
            }
            Some(TypeRule::ReplacedWhile { property, value })
                if self.read(self.new, property)?.as_str() == Some(value) =>
            {
                return Ok(Verdict::plain(Action::Replaced, Some(Reason::EachUpdate)));
            }
            Some(TypeRule::ByListedMembers { property, listed, .. })
                if self.has_listed_change(property, listed)? =>
            {
                return Ok(Verdict::plain(Action::Replaced, Some(self.property(property))));
            }
            _ => {}
        }
        let changes = ask_engine(|context| {
            if self.is_always_updated(rule)? {
                let none = IndexMap::new();
                let [old, new] = [self.old, self.new].map(|side| side.properties.as_ref().unwrap_or(&none));
                let changes = changes_between(self.evaluator, old, new, context, &[])?;
                let decision = changes.decision.max(Decision::InPlace);
                Ok(Changes { decision, ..changes })
            } else {
                preview(self.evaluator, self.old, self.new, context)
            }
        })?;
        self.with_rule(&changes, rule)
    }

    /// Applies the update handler to Heat's decision. A preview does not call the handler.
    pub(crate) fn handled(&self, mut verdict: Verdict, rule: Option<TypeRule>) -> Verdict {
        if verdict.action != Action::Updated {
            return verdict;
        }
        if rule == Some(TypeRule::WithoutHandler) && !verdict.changed.is_empty() {
            verdict.action = Action::Replaced;
            verdict.reasons.insert(0, Reason::WithoutHandler);
            return verdict;
        }
        if let Some(why) = refusal_of_empty_update(&self.schema.name).filter(|_| verdict.changed.is_empty()) {
            verdict.action = Action::Refused;
            verdict.reasons.insert(0, Reason::Handler { property: None, why: why.to_owned() });
        }
        verdict.costs = self.costs(&verdict.changed);
        for (name, effect) in verdict.costs.iter().filter(|(_, effect)| effect.level == EffectLevel::Refused)
        {
            verdict.action = Action::Refused;
            let why = effect.reason.clone().unwrap_or_default();
            verdict.reasons.insert(0, Reason::Handler { property: Some(name.clone()), why });
        }
        verdict
    }

    /// Effects of changing the properties in place. Properties whose schemas do not state an effect are left out.
    fn costs(&self, changed: &[String]) -> IndexMap<String, ChangeEffect> {
        let read = |side: &Definition| {
            let names = self.evaluator.schemas().keys();
            let value = |name: &String| self.read(side, name).unwrap_or(Value::Null);
            names.map(|name| (name.clone(), value(name))).collect()
        };
        let sides = [read(self.old), read(self.new)];
        let update = PropertyChanges { evaluator: self.evaluator, changed, sides, is_unknown: &is_deferred };
        changed.iter().filter_map(|name| Some((name.clone(), update.effect(name)?))).collect()
    }

    fn is_always_updated(&self, rule: Option<TypeRule>) -> Result<bool, Vec<ValueError>> {
        Ok(match rule {
            Some(TypeRule::AlwaysUpdated) => true,
            Some(TypeRule::ByListedMembers { always, .. }) => self.read(self.old, always)?.is_truthy(),
            _ => false,
        })
    }

    /// Applies the rule of the type to the decision of the update engine.
    fn with_rule(&self, found: &Changes, rule: Option<TypeRule>) -> Result<Verdict, Vec<ValueError>> {
        let names = found.changed.iter().filter_map(|place| self.evaluator.schemas().get_index(*place));
        let changed: Vec<String> = names.map(|(name, _)| name.clone()).collect();
        let mut reasons: Vec<Reason> = changed.iter().map(|name| self.property(name)).collect();
        if found.decision == Decision::NoChange {
            return Ok(Verdict { changed, reasons, ..Verdict::plain(Action::Unchanged, None) });
        }
        let difference = self.new.diff(self.old);
        reasons.extend(difference.metadata.then_some(Reason::Part(Part::Metadata)));
        reasons.extend(difference.update_policy.then_some(Reason::Part(Part::UpdatePolicy)));
        let others = [
            (Part::DependsOn, self.old.depends != self.new.depends),
            (Part::DeletionPolicy, self.old.deletion_policy != self.new.deletion_policy),
            (Part::Condition, self.old.condition != self.new.condition),
        ];
        reasons
            .extend(others.into_iter().filter_map(|(part, differs)| differs.then_some(Reason::Part(part))));
        if reasons.is_empty() {
            reasons.push(Reason::EachUpdate);
        }
        if difference.metadata && rule == Some(TypeRule::ByMetadata) {
            return Ok(Verdict { changed, reasons, ..Verdict::plain(Action::Replaced, None) });
        }
        let action = match found.decision {
            Decision::Refused => Action::Refused,
            Decision::Replace => Action::Replaced,
            Decision::NoChange | Decision::InPlace => match self.replaced_by(&changed)? {
                Some(reason) => {
                    reasons.retain(|other| other.property_name() != reason.property_name());
                    reasons.insert(0, reason);
                    Action::Replaced
                }
                None => Action::Updated,
            },
        };
        Ok(Verdict { changed, reasons, ..Verdict::plain(action, None) })
    }

    /// Reason why the effect of a change replaces the resource; `None` if none does.
    fn replaced_by(&self, changed: &[String]) -> Result<Option<Reason>, Vec<ValueError>> {
        let costs = self.costs(changed);
        let Some((name, effect)) = costs.iter().find(|(_, effect)| effect.replaces()) else {
            return Ok(None);
        };
        let (name, behaviour) = (name.clone(), UpdateBehaviour::Replace);
        let Some(policy) = &effect.setting else {
            return Ok(Some(Reason::Property { name, behaviour, follows_from: None }));
        };
        let value = self.read(self.new, policy)?;
        Ok(Some(Reason::Policy { name, policy: policy.clone(), value, follows_from: None }))
    }

    /// Returns whether one of the keys that a property lists differs.
    fn has_listed_change(&self, property: &str, listed: &str) -> Result<bool, Vec<ValueError>> {
        let (old, new) = (self.read(self.old, property)?, self.read(self.new, property)?);
        let listed = self.read(self.new, listed)?;
        let names = listed.as_list().into_iter().flatten().filter_map(Value::as_str);
        let member = |value: &Value, name: &str| value.get(name).cloned().unwrap_or(Value::Null);
        Ok(names.into_iter().any(|name| !member(&old, name).python_eq(&member(&new, name))))
    }

    fn read(&self, side: &Definition, name: &str) -> Result<Value, Vec<ValueError>> {
        read_property(self.evaluator, side, name)
    }

    fn property(&self, name: &str) -> Reason {
        let behaviour = update_behaviour(self.schema, name).unwrap_or(UpdateBehaviour::InPlace);
        Reason::Property { name: name.to_owned(), behaviour, follows_from: None }
    }
}
