//! Effects of an update on a resource that both versions have.

use std::sync::Arc;

use heat_hot::Data;
use heat_hot::resolve::ResolvedResource;
use heat_model::evaluate::Evaluator;
use heat_model::update::Definition;
use heat_model::{ResourceType, Value};
use heat_updates::{TypeRule, update_behaviour};
use indexmap::{IndexMap, IndexSet};

use crate::action::Action;
use crate::comparison::{Comparison, Verdict, without_schema};
use crate::definition::{Reading, definition};
use crate::difference::{Difference, are_same};
use crate::effects::Effects;
use crate::outcome::{Change, Part, Reason};
use crate::software::{ByInputs, Configs, Versions, by_inputs};
use crate::versions::{Class, Types};

/// Both versions of a resource.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'a> {
    pub(crate) old: &'a ResolvedResource,
    pub(crate) new: &'a ResolvedResource,
    pub(crate) types: Types<'a>,
    /// Software configs of both versions of the outermost stack.
    pub(crate) configs: &'a [Configs<'a>; 2],
}

/// Result of comparing both versions of a resource.
pub(crate) struct ResourceVerdict {
    pub(crate) preview: Action,
    pub(crate) action: Action,
    /// Action that Heat decides before it calls the update handler. The environment can restrict this action.
    pub(crate) decided: Action,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) changes: Vec<Change>,
    /// Properties that changed according to the update.
    pub(crate) changed: Vec<String>,
}

impl<'a> Pair<'a> {
    /// Compares the versions twice: as Heat's preview does, and as the update does, in which earlier resources may have been
    /// replaced.
    pub(crate) fn judge(self, effects: &Effects) -> ResourceVerdict {
        let old = definition(self.old, Reading::AsTheyAre);
        let previewed = definition(self.new, Reading::BeforeCreation(effects.created()));
        let renewed = definition(self.new, Reading::Renewed(effects));
        let (old_schema, schema) = (self.types.schema(self.old), self.types.schema(self.new));
        let is_replaced = Class::of(self.old) != Class::of(self.new);
        let is_substituted = old_schema.zip(schema).is_some_and(|(old, new)| old.is_substituted_by(new));
        let by_type = || Verdict::plain(Action::Replaced, Some(Reason::TypeChanged));
        let (in_preview, in_update) = match schema {
            _ if is_replaced && !is_substituted => (by_type(), by_type()),
            Some(schema) if is_replaced => (by_type(), self.compare(schema, true, &old, &renewed)),
            Some(schema) => {
                let in_preview = self.compare(schema, false, &old, &previewed);
                (in_preview, self.compare(schema, true, &old, &renewed))
            }
            None => (without_schema(&old, &previewed), without_schema(&old, &renewed)),
        };
        let in_update = self.with_inputs(in_update, schema, &old, &renewed);
        let differing: IndexSet<&str> =
            in_preview.changed.iter().chain(&in_update.changed).map(String::as_str).collect();
        let all = schema.is_none_or(|schema| is_replaced || schema.any_property)
            || Class::of(self.new) == Class::Template;
        let mut changes = self.changes(schema, |name| all || differing.contains(name), effects);
        for change in &mut changes {
            let Part::Property(name) = &change.part else { continue };
            change.effect = in_update.costs.get(name).cloned();
        }
        let (action, decided, mut reasons) = match external(&old, &renewed).filter(|_| !is_replaced) {
            Some((action, reason)) => (action, action, reason.into_iter().collect()),
            None => (in_update.action, in_update.decided, in_update.reasons),
        };
        for reason in &mut reasons {
            self.explain(reason, effects);
        }
        ResourceVerdict {
            preview: in_preview.action,
            action,
            decided,
            reasons,
            changes,
            changed: in_update.changed,
        }
    }

    /// Compares both definitions, as the update does or as the preview does. The preview neither translates properties nor calls
    /// the handler.
    fn compare(
        self,
        schema: &'a ResourceType,
        is_update: bool,
        old: &Definition,
        new: &Definition,
    ) -> Verdict {
        let evaluator = if is_update {
            self.types.evaluator(schema)
        } else {
            Arc::new(Evaluator::of_properties(&schema.properties))
        };
        let is_template = Class::of(self.new) == Class::Template;
        let rule = if is_template { Some(TypeRule::AlwaysUpdated) } else { TypeRule::of(schema) };
        let comparison = Comparison { schema, evaluator: &evaluator, old, new };
        let verdict = comparison.verdict(rule);
        let verdict =
            verdict.map(|verdict| if is_update { comparison.handled(verdict, rule) } else { verdict });
        verdict.unwrap_or_else(|errors| {
            let words = errors.first().map(|error| error.message.clone()).unwrap_or_default();
            Verdict::plain(Action::Refused, Some(Reason::Invalid(words)))
        })
    }

    /// Applies the decisions of a software deployment's inputs, which its handler compares.
    fn with_inputs(
        self,
        mut verdict: Verdict,
        schema: Option<&ResourceType>,
        old: &Definition,
        new: &Definition,
    ) -> Verdict {
        let Some(schema) = schema.filter(|schema| {
            verdict.action == Action::Updated && TypeRule::of(schema) == Some(TypeRule::ByInputs)
        }) else {
            return verdict;
        };
        let [old_configs, new_configs] = self.configs;
        let versions = Versions {
            resources: [self.old, self.new],
            definitions: [old, new],
            configs: [old_configs, new_configs],
        };
        match by_inputs(&schema.name, &versions) {
            Some(ByInputs::Replaced(reason)) => {
                verdict.action = Action::Replaced;
                verdict.reasons.insert(0, reason);
            }
            Some(ByInputs::MayBeReplaced(reason)) => verdict.reasons.insert(0, reason),
            None => {}
        }
        verdict
    }

    /// Adds the cause of a change, unless the template changed as well.
    fn explain(self, reason: &mut Reason, effects: &Effects) {
        let (Reason::Property { name, follows_from, .. } | Reason::Policy { name, follows_from, .. }) =
            reason
        else {
            return;
        };
        let property = |resource: &ResolvedResource| {
            resource.properties.as_ref().and_then(|data| data.get(name).map(std::borrow::Cow::into_owned))
        };
        let (old, new) = (property(self.old), property(self.new));
        if are_same(old.as_ref(), new.as_ref()) {
            *follows_from = new.and_then(|new| effects.new_values(&new).into_iter().next());
        }
    }

    fn changes(
        self,
        schema: Option<&ResourceType>,
        is_changed: impl Fn(&str) -> bool,
        effects: &Effects,
    ) -> Vec<Change> {
        let (old, new) = (entries(self.old.properties.as_ref()), entries(self.new.properties.as_ref()));
        let names: IndexSet<&str> = new.keys().chain(old.keys()).map(String::as_str).collect();
        let mut changes = Vec::new();
        for name in names.into_iter().filter(|name| is_changed(name)) {
            let (old, new) = (old.get(name), new.get(name));
            let follows_from = new.map(|new| effects.new_values(new)).unwrap_or_default();
            if are_same(old, new) && follows_from.is_empty() {
                continue;
            }
            let behaviour = schema.and_then(|schema| update_behaviour(schema, name));
            changes.push(Change {
                part: Part::Property(name.to_owned()),
                difference: Difference { old: old.cloned(), new: new.cloned() },
                behaviour,
                effect: None,
                follows_from,
            });
        }
        changes.extend(self.other_parts(effects));
        changes
    }

    /// Parts other than properties that differ.
    fn other_parts(self, effects: &Effects) -> Vec<Change> {
        let names = |names: &Option<Vec<String>>| names.clone().map(|names| Data::Known(names.into()));
        let policy = |resource: &ResolvedResource| {
            resource
                .deletion_policy
                .filter(|_| resource.has_deletion_policy)
                .map(|policy| policy.as_str().into())
        };
        let text = |text: &Option<String>| text.as_deref().map(Data::from);
        let parts = [
            (Part::Metadata, self.old.metadata.clone(), self.new.metadata.clone()),
            (Part::DependsOn, names(&self.old.depends_on), names(&self.new.depends_on)),
            (Part::DeletionPolicy, policy(self.old), policy(self.new)),
            (Part::UpdatePolicy, self.old.update_policy.clone(), self.new.update_policy.clone()),
            (Part::ExternalId, self.old.external_id.clone(), self.new.external_id.clone()),
            (Part::Condition, self.old.condition.clone(), self.new.condition.clone()),
            (Part::Description, text(&self.old.description), text(&self.new.description)),
        ];
        let changed = parts.into_iter().filter_map(|(part, old, new)| {
            let follows_from = new.as_ref().map(|new| effects.new_values(new)).unwrap_or_default();
            let differs = !are_same(old.as_ref(), new.as_ref()) || !follows_from.is_empty();
            differs.then_some(Change {
                part,
                difference: Difference { old, new },
                behaviour: None,
                effect: None,
                follows_from,
            })
        });
        changed.collect()
    }
}

/// Action on a resource that exists outside the stack: none, and its ID cannot change.
fn external(old: &Definition, new: &Definition) -> Option<(Action, Option<Reason>)> {
    let id = |id: &Option<Value>| id.clone().filter(|id| !id.is_null());
    match (id(&old.external_id), id(&new.external_id)) {
        (None, None) => None,
        (old, new) if old == new => Some((Action::Unchanged, None)),
        _ => Some((Action::Refused, Some(Reason::ExternalId))),
    }
}

fn entries(data: Option<&Data>) -> IndexMap<String, Data> {
    data.cloned().and_then(|data| data.into_entries().ok()).unwrap_or_default()
}

impl Reason {
    /// Name of the property that the reason refers to.
    #[must_use]
    pub fn property_name(&self) -> Option<&str> {
        match self {
            Self::Property { name, .. } | Self::Policy { name, .. } => Some(name),
            _ => None,
        }
    }
}
