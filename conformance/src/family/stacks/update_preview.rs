//! Effects of an update on each resource of a stack: in Heat's preview, and in the update itself.

use std::collections::BTreeSet;

use heat_hot::environment::Registry;
use heat_hot::parameter::{ParameterSet, StackIdentity};
use heat_hot::resolve::{Resolved, resolve};
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::validate::{NestedStacks, Setting};
use heat_model::Value;
use heat_plan::{Action, Plan, Reason, ResourcePlan, Types, Version, plan};
use heat_yaml::Source;

use crate::compare::{Comparison, Difference, untagged};
use crate::custom;
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::{VectorEnvironment, VectorFiles};
use crate::family::templates::parameters::STACK;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about previews of updates. Input `{old: {template, environment?}, new: {template, environment?}, files?}`. The
/// answer is the fate of each resource. Its part `service` is not compared: without the IDs of the old stack, each reference is a
/// change there.
pub(crate) const FAMILY: Family = Family {
    name: "update_preview",
    verdicts: &["preview"],
    details: &["service", "nested", "update"],
    differences,
};

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let files = VectorFiles(input.field("files"));
    let [old, new] = ["old", "new"].map(|side| Stack::read(input.required(side)?, &files, data));
    let (old, new) = (old?, new?);
    let planned = plan(old.version(), new.version(), Types(data.resource_types()?));
    let mut found = Comparison::default();
    let Resolved { faults, resolution_faults, .. } = &new.resolved;
    let has_faults = !(faults.is_empty() && resolution_faults.is_empty());
    compare(&mut found, "", output, &planned, has_faults);
    Ok(found.differences)
}

/// The family about dependencies. Input `{template, environment?, files?}`. The answer is what each resource needs when the stack is
/// created (`needs`); where the engines differ, `legacy` and `convergence`, of which convergence is the default and is compared.
pub(crate) const DEPENDENCIES: Family = Family {
    name: "dependencies",
    verdicts: &["needs", "convergence", "legacy"],
    details: &["validation"],
    differences: dependencies,
};

fn dependencies(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let files = VectorFiles(vector.input.field("files"));
    let stack = Stack::read(&vector.input, &files, data)?;
    let output = &vector.output;
    let needs = output.field("convergence").or_else(|| output.field("needs"));
    let Some(needs) = needs.and_then(Value::as_map) else {
        return Err(Unanswerable::NotHere("a graph without an order"));
    };
    let mut found = Comparison::default();
    let graph = &stack.resolved.dependencies;
    for (name, needed) in needs {
        let heat: BTreeSet<&str> = needed.as_list().into_iter().flatten().filter_map(Value::as_str).collect();
        let ours: BTreeSet<&str> = graph.required_by(name).collect();
        if heat != ours {
            found.differs(name, needed, &ours.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
    Ok(found.differences)
}

/// A side of the update, resolved.
pub(crate) struct Stack {
    side: Side,
    resolved: Resolved,
}

impl Stack {
    pub(crate) fn read(
        side: &Value,
        files: &VectorFiles<'_>,
        data: &DataFolder,
    ) -> Result<Self, Unanswerable> {
        let side = Side::read(side)?;
        let resolved = side.resolve(&KnownAttributes::stand_ins(), files, data)?;
        Ok(Self { side, resolved })
    }

    pub(crate) fn version(&self) -> Version<'_> {
        self.side.version(&self.resolved)
    }
}

/// A side of the update, before it is resolved.
pub(crate) struct Side {
    template: Template,
    environment: VectorEnvironment,
    parameters: ParameterSet,
    identity: StackIdentity,
}

impl Side {
    pub(crate) fn read(side: &Value) -> Result<Self, Unanswerable> {
        let text = untagged(side.required("template")?).to_string();
        let template = Template::read(&Source::new("template", text)).template;
        let template = template.ok_or(Unanswerable::NotHere("the text of its template cannot be read"))?;
        let environment = VectorEnvironment::read(side.field("environment"))?;
        let [project, name, _] = STACK.map(str::to_owned);
        let identity = StackIdentity { project, name, id: "None".to_owned() };
        let (parameters, _) = template.parameters(Some(&identity), &environment.inputs);
        Ok(Self { template, environment, parameters, identity })
    }

    /// Resolves the side, with the known attributes of existing resources.
    pub(crate) fn resolve(
        &self,
        known: &KnownAttributes,
        files: &VectorFiles<'_>,
        data: &DataFolder,
    ) -> Result<Resolved, Unanswerable> {
        let types = self.environment.types(self.template.source(), data.resource_types()?, files);
        let setting = Setting {
            stack: Some(&self.identity),
            nested: NestedStacks::LeftOut,
            ..Setting::new(&self.parameters, &types, custom::as_recorded())
        };
        Ok(resolve(&self.template, setting, known))
    }

    pub(crate) fn parts(&self) -> (&Template, &ParameterSet, &Registry) {
        (&self.template, &self.parameters, self.environment.registry())
    }

    pub(crate) fn version<'v>(&'v self, resolved: &'v Resolved) -> Version<'v> {
        let (template, parameters, registry) = self.parts();
        Version { template, parameters, registry, resolved }
    }
}

fn compare(found: &mut Comparison, around: &str, recorded: &Value, planned: &Plan, has_faults: bool) {
    let answers = [("preview", false), ("update", true)];
    for (key, is_update) in answers {
        for (name, heat) in recorded.field(key).and_then(Value::as_map).into_iter().flatten() {
            let resource = planned.resources.iter().find(|resource| resource.name == *name);
            let ours = resource.map(|resource| if is_update { resource.action } else { resource.preview });
            let ours = ours.map_or("nothing", word);
            // If Heat raises an exception that is not a refusal, it reports that in place of a plan: so do we if a function
            // fails.
            if heat.as_str().is_none() && has_faults {
                continue;
            }
            let heat = heat.as_str().unwrap_or("refused");
            let is_by_service = is_update && resource.is_some_and(|one| may_be_by_service(heat, one));
            if heat != ours && !is_by_service {
                found.differs(&format!("{key} of {around}{name}"), &Value::from(heat), &ours);
            }
        }
    }
    for (name, inner) in recorded.field("nested").and_then(Value::as_map).into_iter().flatten() {
        let resource = planned.resources.iter().find(|resource| resource.name == *name);
        match resource.and_then(|resource| resource.nested.as_ref()) {
            Some(nested) => {
                compare(found, &format!("{around}{name}/"), inner, nested, has_faults);
            }
            None => found.differs(&format!("{around}{name}/"), inner, &"no nested stack"),
        }
    }
}

/// Tests whether a plan refuses an update that a recorded Heat made. The services of the recordings accept everything; the family
/// `update_effects` knows what they refuse.
pub(crate) fn may_be_by_service(heat: &str, resource: &ResourcePlan) -> bool {
    let is_taken = resource.reasons.iter().any(|reason| matches!(reason, Reason::Taken { .. }));
    let is_refused = resource.action == Action::Refused && resource.is_decided_by_handler();
    is_refused && (is_taken || heat == Action::Updated.as_str())
}

/// Heat's word for an action.
fn word(action: Action) -> &'static str {
    match action {
        Action::Created => "added",
        other => other.as_str(),
    }
}
