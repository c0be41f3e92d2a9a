//! Updates of groups, and their effect on members and on resources that read their attributes, as seen in a real engine.

use heat_hot::template::known::KnownAttributes;
use heat_model::Value;
use heat_plan::{Action, Plan, ResourcePlan, Types, Unresolved, plan_update};

use super::update_preview::Side;
use crate::compare::{Comparison, Difference};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::family::templates::environment::VectorFiles;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about updates of groups. Input `{old: {template}, new: {template}, timeout, files?}`, where the timeout is in
/// minutes. The answer is the fate of each resource, with both engines. The members of scaling groups, whose names are random,
/// are counted under `*`. The plan is about the engine with convergence; the other one does not see every change of an attribute.
pub(crate) const FAMILY: Family =
    Family { name: "group_updates", verdicts: &["convergence"], details: &["legacy"], differences };

fn differences(vector: &Vector, data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let (input, output) = (&vector.input, &vector.output);
    let files = VectorFiles(input.field("files"));
    let [old, new] = ["old", "new"].map(|side| Side::read(input.required(side)?));
    let (old, new) = (old?, new?);
    let timeout = input.required("timeout")?.as_i64().and_then(|minutes| u64::try_from(minutes).ok());
    let timeout = timeout.ok_or_else(|| Unanswerable::Malformed("`timeout` is no number".to_owned()))?;
    let types = data.resource_types()?;
    let deployed = old.resolve(&KnownAttributes::stand_ins(), &files, data)?;
    let (template, parameters, registry) = new.parts();
    let unresolved = Unresolved { template, parameters, registry };
    let resolve = |known: &KnownAttributes| new.resolve(known, &files, data).unwrap_or_default();
    let (_, plan) = plan_update(timeout, old.version(&deployed), unresolved, &resolve, Types(types));
    let mut found = Comparison::default();
    for engine in ["convergence", "legacy"] {
        let Some(answer) = output.field(engine) else { continue };
        let has_failed = answer.text("status")? == "UPDATE_FAILED";
        let engine = Engine { name: engine, has_failed, sees_all: engine == "convergence" };
        let fates = answer.required("resources")?.map()?;
        for (path, fate) in fates {
            engine.compare(&mut found, &plan, path, fate);
        }
        let is_known = |path: &str| fates.contains_key(path) || path.contains("/member");
        let missing = created(&plan, "").into_iter().filter(|path| !engine.has_failed && !is_known(path));
        for path in missing {
            found.differs(&format!("{} of {path}", engine.name), &Value::Null, &"created");
        }
    }
    Ok(found.differences)
}

/// An engine, and its way of updating a stack.
struct Engine {
    name: &'static str,
    has_failed: bool,
    /// `true` if the engine looks at the attributes of all members that exist after the update.
    sees_all: bool,
}

impl Engine {
    fn compare(&self, found: &mut Comparison, plan: &Plan, path: &str, fate: &Value) {
        let steps: Vec<String> = path.split('/').map(str::to_owned).collect();
        let place = format!("{} of {path}", self.name);
        match steps.split_last() {
            Some((last, group)) if last == "*" => {
                let ours = members(plan.at(group), plan.at(&[group, &["member".to_owned()]].concat()));
                let is_gone = plan.at(group).is_some_and(|group| group.action.removes())
                    && is_as_planned(fate, plan, group);
                if ours.as_ref() != Some(fate) && !is_gone && !self.has_failed {
                    found.differs(&place, fate, &ours.unwrap_or(Value::Null).to_string());
                }
            }
            _ => {
                let resource = only_deleted(plan, &steps).or_else(|| plan.at(&steps));
                let ours = resource.map_or("kept", |resource| resource.action.as_str());
                let heat = fate.as_str().unwrap_or_default();
                // After a refusal, the update does not reach every resource.
                let is_missed = (self.has_failed && matches!(heat, "unchanged" | "kept"))
                    || (heat == "unchanged" && !self.sees_all && resource.is_some_and(follows))
                    || (heat == "replaced" && ours == "created" && is_in_new_stack(plan, &steps));
                if heat != ours && !is_missed {
                    found.differs(&place, fate, &ours);
                }
            }
        }
    }
}

/// The resource at a path, if everything that the plan has there is deleted. Where a stack replaces another, the plan has both of
/// them under one name.
fn only_deleted<'p>(plan: &'p Plan, path: &[String]) -> Option<&'p ResourcePlan> {
    let mut stacks = vec![plan];
    let mut found = Vec::new();
    for step in path {
        let of_name = |stack: &'p Plan| stack.resources.iter().filter(move |resource| resource.name == *step);
        found = stacks.iter().copied().flat_map(of_name).collect();
        stacks = found.iter().filter_map(|resource| resource.nested.as_deref()).collect();
    }
    found.first().copied().filter(|_| found.iter().all(|resource| resource.action == Action::Deleted))
}

/// Returns whether all members of a scaling group that is removed are deleted or kept, as planned.
fn is_as_planned(fate: &Value, plan: &Plan, group: &[String]) -> bool {
    let member = plan.at(&[group, &["member".to_owned()]].concat());
    let ours = if member.is_some_and(|member| member.action == Action::Deleted) { "deleted" } else { "kept" };
    fate.as_map().is_some_and(|fates| fates.len() == 1 && fates.contains_key(ours))
}

/// Returns whether a resource is in a stack that replaces another, so that a different resource has its name there.
fn is_in_new_stack(plan: &Plan, path: &[String]) -> bool {
    (1..path.len()).any(|end| plan.at(&path[..end]).is_some_and(|around| around.action == Action::Replaced))
}

/// The resources that a plan creates, by their paths.
fn created(plan: &Plan, around: &str) -> Vec<String> {
    let mut found = Vec::new();
    for resource in &plan.resources {
        let path = format!("{around}{}", resource.name);
        let within = resource.nested.as_ref().map(|nested| created(nested, &format!("{path}/")));
        found.extend((resource.action == Action::Created).then_some(path));
        found.extend(within.into_iter().flatten());
    }
    found
}

/// Returns whether a resource only changes because of what happens to others.
fn follows(resource: &ResourcePlan) -> bool {
    resource.changes.iter().any(|change| !change.follows_from.is_empty())
}

/// The number of members of a group by their fate, unless scaling has changed it; `None` if the plan has no such group.
fn members(group: Option<&ResourcePlan>, member: Option<&ResourcePlan>) -> Option<Value> {
    let (group, member) = (group?, member?);
    let (before, after) = match group.action {
        Action::Created => (0, *member.stands_for.as_ref()?.start()),
        _ => group.members.as_ref()?.expected()?,
    };
    let (exchanged, behind) =
        group.members.as_ref().map_or((0, 0), |members| (members.exchanged, members.behind));
    let (created, deleted) = (after.saturating_sub(before), before.saturating_sub(after));
    let mut counts = vec![("created", created + exchanged), ("deleted", deleted + exchanged)];
    if group.action != Action::Created && group.action != Action::Deleted {
        counts.push((member.action.as_str(), before.min(after).saturating_sub(exchanged + behind)));
        counts.push(("unchanged", behind));
    }
    counts.retain(|(_, count)| *count > 0);
    counts.sort_unstable();
    Some(counts.into_iter().map(|(fate, count)| (fate.to_owned(), Value::from(count))).collect())
}
