//! Values that a service takes only once, and that an update gives to a second resource.
//!
//! Both of Heat's engines create the new resource of a replacement before they delete the old one, and delete at last what a
//! template no longer has. Whatever a service takes only once is still taken then.

use heat_model::ResourceType;
use heat_model::unique::Collision;
use heat_model::update::Definition;
use heat_updates::{Claim, claims, collisions};
use indexmap::IndexMap;

use crate::action::Action;
use crate::definition::{is_deferred, is_open};
use crate::effects::Claimant;
use crate::outcome::{Holder, Plan, Reason, ResourcePlan};
use crate::reading::read_property;
use crate::versions::Types;

/// Claims of a definition; empty if its properties cannot be read.
pub(crate) fn claims_of<'a>(
    schema: &'a ResourceType,
    definition: &Definition,
    types: Types<'a>,
) -> Vec<Claim> {
    if schema.unique.is_empty() && schema.exclusive.is_empty() {
        return Vec::new();
    }
    let evaluator = types.evaluator(schema);
    let read = |name: &String| Some((name.clone(), read_property(&evaluator, definition, name).ok()?));
    let properties: Option<IndexMap<_, _>> = schema.properties.keys().map(read).collect();
    properties
        .map(|properties| claims(schema, &evaluator, &properties, &is_deferred, &is_open))
        .unwrap_or_default()
}

/// Adds the collisions between the claims to a plan, and refuses what certainly fails.
pub(crate) fn apply(plan: &mut Plan, claimants: &[Claimant]) {
    for (place, claimant) in claimants.iter().enumerate() {
        for claim in &claimant.new {
            let Some(reason) = collision(claimants, place, claim) else { continue };
            let Some(resource) = resource_at(plan, &claimant.path) else { continue };
            let Reason::Taken { claim, .. } = &reason else { continue };
            if claim.second != Collision::Shared && claim.if_cloud.is_none() {
                resource.action = Action::Refused;
                resource.deletion = None;
            }
            resource.reasons.insert(0, reason);
        }
    }
}

fn resource_at<'p>(plan: &'p mut Plan, path: &[String]) -> Option<&'p mut ResourcePlan> {
    let (name, within) = path.split_first()?;
    let found = plan.resources.iter_mut().find(|resource| resource.name == *name)?;
    if within.is_empty() { Some(found) } else { resource_at(found.nested.as_mut()?, within) }
}

/// Collision of a claim that a resource makes in the update, if there is one.
fn collision(claimants: &[Claimant], place: usize, claim: &Claim) -> Option<Reason> {
    let claimant = claimants.get(place)?;
    let has =
        |theirs: &[Claim]| collisions(&claimant.new, theirs).iter().any(|found| std::ptr::eq(*found, claim));
    let taken = |holder: Holder| Some(Reason::Taken { claim: claim.clone(), holder });
    let is_made = matches!(claimant.action, Action::Created | Action::Replaced);
    if claimant.action == Action::Replaced && has(&claimant.old) {
        let is_free = claim.freed_first && !claimant.is_other_type;
        return if is_free { None } else { taken(Holder::Predecessor) };
    }
    // The resource has the value already.
    if !is_made && (has(&claimant.old) || claimant.action != Action::Updated) {
        return None;
    }
    if is_made && claimant.is_many {
        return taken(Holder::Members);
    }
    let holds = |(other, holder): &(usize, &Claimant)| {
        let is_kept = has(&holder.new) && holder.action != Action::Deleted;
        let is_later = holder.old.is_empty() && *other > place;
        *other != place && (has(&holder.old) && !is_released(claimant, holder, claim) || is_kept && !is_later)
    };
    let (_, holder) = claimants.iter().enumerate().find(holds)?;
    let is_kept = has(&holder.new) && holder.action != Action::Deleted;
    let path = holder.path.join("/");
    taken(if is_kept { Holder::Other(path) } else { Holder::Former(path) })
}

/// Returns whether a resource may give a value up before another one takes it: in an update in place, unless the two exchange
/// values.
fn is_released(taker: &Claimant, holder: &Claimant, claim: &Claim) -> bool {
    let keeps = holder.new.iter().any(|other| claim.collides_with(other));
    let exchanges = taker.old.iter().any(|old| holder.new.iter().any(|new| old.collides_with(new)));
    holder.action == Action::Updated && !keeps && !exchanges
}
