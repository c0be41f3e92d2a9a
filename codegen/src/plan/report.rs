//! A plan with what the formats need to write it.

use heat_plan::{Action, Masked, Plan, ResourcePlan};
use heat_yaml::Diagnostic;

use super::options::Concern;

/// A plan, and what was found while the sides were read.
pub(super) struct Report {
    /// What the sides are called: old and new.
    pub(super) names: [String; 2],
    pub(super) plan: Plan,
    /// Shows values without secrets.
    pub(super) masked: Masked,
    /// The parameters of the new side that have no value.
    pub(super) missing: Vec<String>,
    /// What is wrong with the sides.
    pub(super) errors: Vec<Diagnostic>,
    /// Whether Heat refuses the new template.
    pub(super) is_refused: bool,
}

/// A resource with its place.
pub(super) struct Placed<'r> {
    pub(super) resource: &'r ResourcePlan,
    /// The resources whose stacks it is in, and its own name.
    pub(super) path: String,
}

impl Report {
    /// All resources, those of nested stacks after the resource that creates them.
    pub(super) fn resources(&self) -> Vec<Placed<'_>> {
        let mut found = Vec::new();
        collect(&self.plan, "", &mut found);
        found
    }

    /// How many resources there are of each action; those of which nothing changes but that Heat looks into them are unchanged.
    pub(super) fn counts(&self) -> Vec<(Action, usize)> {
        let resources = self.resources();
        let count =
            |action| resources.iter().filter(|placed| shown_action(placed.resource) == action).count();
        let counts = Action::ALL.into_iter().map(|action| (action, count(action)));
        counts.filter(|(_, count)| *count > 0).collect()
    }

    /// Whether Heat refuses the update.
    pub(super) fn refuses(&self) -> bool {
        self.is_refused
            || !self.plan.immutable_parameters.is_empty()
            || self.any(|resource| resource.action == Action::Refused)
    }

    fn any(&self, is_it: impl Fn(&ResourcePlan) -> bool) -> bool {
        self.resources().iter().any(|placed| is_it(placed.resource))
    }

    /// Whether there is something that the command is to fail for.
    pub(super) fn has(&self, concern: Concern) -> bool {
        match concern {
            Concern::Refused => self.refuses(),
            Concern::DataLoss => self.any(ResourcePlan::loses_data),
            Concern::Replaced => self.any(|resource| resource.action == Action::Replaced),
            Concern::Deleted => self.any(|resource| resource.action == Action::Deleted),
            Concern::Changed => self.any(|resource| shown_action(resource) != Action::Unchanged),
        }
    }

    /// The paths of the resources whose data are lost.
    pub(super) fn lost(&self) -> Vec<String> {
        let lost = self.resources().into_iter().filter(|placed| placed.resource.loses_data());
        lost.map(|placed| placed.path).collect()
    }
}

fn collect<'r>(plan: &'r Plan, around: &str, found: &mut Vec<Placed<'r>>) {
    for resource in &plan.resources {
        let path =
            if around.is_empty() { resource.name.clone() } else { format!("{around}/{}", resource.name) };
        found.push(Placed { resource, path: path.clone() });
        if let Some(nested) = &resource.nested {
            collect(nested, &path, found);
        }
    }
}

/// What happens to a resource, as people see it: one that Heat updates only to look into its stack, in which nothing changes, is
/// unchanged.
pub(super) fn shown_action(resource: &ResourcePlan) -> Action {
    let is_idle = resource.action == Action::Updated
        && resource.changes.is_empty()
        && resource.nested.as_ref().is_some_and(|nested| {
            nested.resources.iter().all(|resource| shown_action(resource) == Action::Unchanged)
        });
    if is_idle { Action::Unchanged } else { resource.action }
}
