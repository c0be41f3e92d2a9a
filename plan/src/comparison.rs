//! What the engine of updates and the rule of a type make of two definitions.

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::update::{Changes, Decision, Definition, UpdateBehaviour, changes_between, preview};
use heat_model::validate::{ErrorKind, ValueError};
use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use crate::definition::{is_deferred, is_unknown};
use crate::outcome::{Action, Part, Reason};
use crate::type_rules::TypeRule;

/// What the engine and the rule of the type say.
pub(crate) struct Verdict {
    pub(crate) action: Action,
    /// The properties that changed, by name.
    pub(crate) changed: Vec<String>,
    pub(crate) reasons: Vec<Reason>,
}

impl Verdict {
    pub(crate) fn plain(action: Action, reason: Option<Reason>) -> Self {
        Self { action, changed: Vec::new(), reasons: reason.into_iter().collect() }
    }
}

/// A resource of a type that is not known: it is updated if anything differs.
pub(crate) fn without_schema(old: &Definition, new: &Definition) -> Verdict {
    let difference = new.diff(old);
    let differs = difference.properties || difference.metadata || difference.update_policy;
    Verdict::plain(if differs { Action::Updated } else { Action::Unchanged }, None)
}

/// Two definitions and what they are compared by.
pub(crate) struct Comparison<'c> {
    pub(crate) schema: &'c ResourceType,
    pub(crate) evaluator: &'c Evaluator<'c>,
    pub(crate) old: &'c Definition,
    pub(crate) new: &'c Definition,
}

impl Comparison<'_> {
    /// What happens to the resource.
    ///
    /// # Errors
    /// Properties that cannot be read.
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

    fn is_always_updated(&self, rule: Option<TypeRule>) -> Result<bool, Vec<ValueError>> {
        Ok(match rule {
            Some(TypeRule::AlwaysUpdated | TypeRule::UpdatedOrReplacedByMember { .. }) => true,
            Some(TypeRule::ByListedMembers { always, .. }) => self.read(self.old, always)?.is_truthy(),
            _ => false,
        })
    }

    /// What the engine decided, where the rule of the type says no other.
    fn with_rule(&self, found: &Changes, rule: Option<TypeRule>) -> Result<Verdict, Vec<ValueError>> {
        let names = found.changed.iter().filter_map(|place| self.evaluator.schemas().get_index(*place));
        let changed: Vec<String> = names.map(|(name, _)| name.clone()).collect();
        let mut reasons: Vec<Reason> = changed.iter().map(|name| self.property(name)).collect();
        if found.decision == Decision::NoChange {
            return Ok(Verdict { action: Action::Unchanged, changed, reasons });
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
            return Ok(Verdict { action: Action::Replaced, changed, reasons });
        }
        let action = match found.decision {
            Decision::Refused => Action::Refused,
            Decision::Replace => Action::Replaced,
            Decision::NoChange | Decision::InPlace => match self.replaced_by(&changed, rule)? {
                Some(reason) => {
                    reasons.retain(|other| other.property_name() != reason.property_name());
                    reasons.insert(0, reason);
                    Action::Replaced
                }
                None => Action::Updated,
            },
        };
        Ok(Verdict { action, changed, reasons })
    }

    /// Why the rule of the type replaces the resource; none if it does not.
    fn replaced_by(
        &self,
        changed: &[String],
        rule: Option<TypeRule>,
    ) -> Result<Option<Reason>, Vec<ValueError>> {
        let has = |name: &str| changed.iter().any(|changed| changed == name);
        let replaced = |name: &str| Reason::Property {
            name: name.to_owned(),
            behaviour: UpdateBehaviour::Replace,
            follows_from: None,
        };
        match rule {
            Some(TypeRule::ByPolicy { properties, value }) => {
                for (name, policy) in properties.iter().filter(|(name, _)| has(name)) {
                    let set = match self.read(self.new, policy)? {
                        set if set.is_truthy() => set,
                        _ => self.read(self.old, policy)?,
                    };
                    if set.as_str() == Some(value) {
                        let (name, policy) = ((*name).to_owned(), (*policy).to_owned());
                        return Ok(Some(Reason::Policy { name, policy, follows_from: None }));
                    }
                }
            }
            Some(TypeRule::ByFlag { property, flag }) if has(property) => {
                return Ok(self.read(self.new, flag)?.is_truthy().then(|| replaced(property)));
            }
            Some(TypeRule::Together { properties, with }) => {
                let Some(name) = properties.iter().find(|name| has(name)) else { return Ok(None) };
                for other in with.iter().filter(|other| has(other)) {
                    if self.read(self.new, other)?.is_truthy() {
                        return Ok(Some(replaced(name)));
                    }
                }
            }
            Some(TypeRule::UpdatedOrReplacedByMember { property, member }) if has(property) => {
                let member = |side| {
                    let value: Value = self.read(side, property)?;
                    Ok::<_, Vec<ValueError>>(value.get(member).cloned().unwrap_or(Value::Null))
                };
                if !member(self.old)?.python_eq(&member(self.new)?) {
                    return Ok(Some(replaced(property)));
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Whether one of the members that a property lists differs.
    fn has_listed_change(&self, property: &str, listed: &str) -> Result<bool, Vec<ValueError>> {
        let (old, new) = (self.read(self.old, property)?, self.read(self.new, property)?);
        let listed = self.read(self.new, listed)?;
        let names = listed.as_list().into_iter().flatten().filter_map(Value::as_str);
        let member = |value: &Value, name: &str| value.get(name).cloned().unwrap_or(Value::Null);
        Ok(names.into_iter().any(|name| !member(&old, name).python_eq(&member(&new, name))))
    }

    /// The value of a property as Heat reads it; null if it cannot be read on the old side.
    fn read(&self, side: &Definition, name: &str) -> Result<Value, Vec<ValueError>> {
        let none = IndexMap::new();
        let Some(schema) = self.evaluator.schemas().get(name) else { return Ok(Value::Null) };
        let data = side.properties.as_ref().unwrap_or(&none);
        ask_engine(|context| {
            let context = context.ignoring_resolve_errors();
            Ok(self.evaluator.properties(data, &context).get(name)?.to_value(schema))
        })
    }

    fn property(&self, name: &str) -> Reason {
        let schema = self.schema.properties.get(name);
        let behaviour = schema.map_or(UpdateBehaviour::InPlace, heat_model::PropertySchema::update_behaviour);
        Reason::Property { name: name.to_owned(), behaviour, follows_from: None }
    }
}

/// Asks the engine. What stands for a text is a text for it, as it will be when Heat asks; if that is no value of a property,
/// nothing is known of it.
fn ask_engine<T>(ask: impl Fn(&Context<'_>) -> Result<T, Vec<ValueError>>) -> Result<T, Vec<ValueError>> {
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints);
    let is_conflict =
        |errors: &[ValueError]| errors.first().is_some_and(|error| error.kind == ErrorKind::Conflict);
    match ask(&context.with_deferred(&is_unknown)) {
        Err(errors) if !is_conflict(&errors) => ask(&context.with_deferred(&is_deferred)),
        answer => answer,
    }
}
