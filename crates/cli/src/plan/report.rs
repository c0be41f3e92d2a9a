//! A plan with what the formats need to write it.

use std::sync::Arc;

use heat_model::EffectLevel;
use heat_plan::{Action, Appearance, Plan, ResourcePlan, SecretMask};
use heat_yaml::{Diagnostic, Source};

use super::options::Concern;
use super::phrases;

/// A plan, and the errors found while the sides were read.
pub(super) struct Report {
    /// Names of the sides in reports: old and new.
    pub(super) names: [String; 2],
    pub(super) plan: Plan,
    /// The mask that hides secrets in values.
    pub(super) masked: SecretMask,
    /// The parameters of the new side that have no value.
    pub(super) missing: Vec<String>,
    /// Note about values and environments that both sides share.
    pub(super) for_both_sides: Option<String>,
    /// Errors in the sides' templates and environments.
    pub(super) errors: Vec<Diagnostic>,
    /// `true` if Heat refuses the new template.
    pub(super) is_refused: bool,
    /// The values of the new side's parameters; hidden ones are masked.
    pub(super) new_parameters: heat_model::Value,
    /// The template of the new side.
    pub(super) new_template: Arc<Source>,
}

/// A resource with its path.
pub(super) struct PlacedResource<'r> {
    pub(super) resource: &'r ResourcePlan,
    /// The names of the resources that contain it, and its own name.
    pub(super) path: String,
}

impl Report {
    /// All resources, those of nested stacks after the resource that creates them.
    pub(super) fn resources(&self) -> Vec<PlacedResource<'_>> {
        let mut found = Vec::new();
        collect(&self.plan, "", &mut found);
        found
    }

    /// The number of resources of each action, in words; those that Heat updates without an effect are counted separately.
    pub(super) fn counts(&self) -> Vec<(Action, String)> {
        let resources = self.resources();
        let count = |action, is_idle| {
            let is = |placed: &&PlacedResource<'_>| {
                placed.resource.action == action && placed.resource.is_idle() == is_idle
            };
            resources.iter().filter(is).count()
        };
        let counts = Action::ALL.into_iter().flat_map(|action| {
            let done = (action, count(action, false), phrases::action(action).to_owned());
            let idle = (Action::Unchanged, count(action, true), phrases::IDLE.to_owned());
            [done, idle]
        });
        let counts = counts.filter(|(_, count, _)| *count > 0);
        counts.map(|(action, count, words)| (action, format!("{count} {words}"))).collect()
    }

    /// Returns whether Heat refuses the update.
    pub(super) fn refuses(&self) -> bool {
        self.is_refused
            || !self.plan.immutable_parameters.is_empty()
            || self.any(|resource| resource.action == Action::Refused)
    }

    fn any(&self, is_it: impl Fn(&ResourcePlan) -> bool) -> bool {
        self.resources().iter().any(|placed| is_it(placed.resource))
    }

    /// Returns whether the plan has an effect for which the command fails.
    pub(super) fn has(&self, concern: Concern) -> bool {
        match concern {
            Concern::Refused => self.refuses(),
            Concern::Interrupted => self.any(|resource| resource.has_effect(EffectLevel::Interrupts)),
            Concern::DataLoss => self.any(ResourcePlan::loses_data),
            Concern::Replaced => self.any(|resource| resource.action == Action::Replaced),
            Concern::Deleted => self.any(|resource| resource.action == Action::Deleted),
            Concern::Changed => {
                self.any(|resource| resource.action != Action::Unchanged && !resource.is_idle())
            }
        }
    }

    /// The resources that an update in place interrupts; losses of data are listed separately.
    pub(super) fn interrupted(&self) -> Vec<PlacedResource<'_>> {
        let is_it = |placed: &PlacedResource<'_>| placed.resource.has_effect(EffectLevel::Interrupts);
        self.resources().into_iter().filter(is_it).collect()
    }

    /// The resources whose data are lost.
    pub(super) fn lost(&self) -> Vec<PlacedResource<'_>> {
        self.resources().into_iter().filter(|placed| placed.resource.loses_data()).collect()
    }

    /// Returns whether a resource is listed with its action; the others are only named.
    pub(super) fn is_listed(resource: &ResourcePlan) -> bool {
        !resource.is_idle()
            && (resource.action != Action::Unchanged
                || !resource.changes.is_empty()
                || resource.appearance == Appearance::MayGo)
    }
}

fn collect<'r>(plan: &'r Plan, around: &str, found: &mut Vec<PlacedResource<'r>>) {
    for resource in &plan.resources {
        let path =
            if around.is_empty() { resource.name.clone() } else { format!("{around}/{}", resource.name) };
        found.push(PlacedResource { resource, path: path.clone() });
        if let Some(nested) = &resource.nested {
            collect(nested, &path, found);
        }
    }
}
