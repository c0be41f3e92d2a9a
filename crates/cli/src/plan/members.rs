//! Sentences about groups: the numbers of members that are added and removed.

use std::cmp::Ordering;

use heat_plan::Action;
use heat_plan::ResourcePlan;
use heat_plan::group_size::Members;
use heat_plan::rolling::{RollingUpdate, Rollout};

use super::phrases::{duration, member_count};
use super::report::PlacedResource;

/// Sentences about the members of a group; empty if none change, or if each of them is in the plan.
pub(super) fn sentences(resource: &ResourcePlan) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(members) = resource.members.as_ref() {
        if resource.action.removes() {
            found.extend(gone(members));
        } else if resource.action == Action::Updated {
            found.extend(expected(members));
            found.extend(after_scaling(members));
            found.extend(loss(members));
        }
    }
    found.extend(resource.rollout.as_ref().and_then(|rollout| self::rollout(rollout, resource)));
    found
}

/// The sentence about members that do not get the new definition at once; `None` if there are none.
fn rollout(rollout: &Rollout, resource: &ResourcePlan) -> Option<String> {
    match rollout {
        Rollout::Batches(rolling) if resource.action != Action::Refused => {
            batches(rolling, resource.members.as_ref())
        }
        Rollout::LaterMembers if !resource.changes.is_empty() => Some(
            "the members stay as they are: only those that are added later follow the changes".to_owned(),
        ),
        Rollout::Batches(_) | Rollout::LaterMembers => None,
    }
}

fn batches(rolling: &RollingUpdate, members: Option<&Members>) -> Option<String> {
    let RollingUpdate { batches, pauses, most, extra, .. } = *rolling;
    let (exchanged, behind) = members.map_or((0, 0), |members| (members.exchanged, members.behind));
    if batches < 2 {
        return None;
    }
    let pauses = if pauses > 0.0 { format!(", with pauses of {}", duration(pauses)) } else { String::new() };
    let extra = match extra {
        0 => String::new(),
        _ if exchanged > 0 => {
            format!(
                ": up to {most} members at a time; new ones stay, and {} deleted of the old ones",
                are(exchanged)
            )
        }
        extra => format!(": up to {most} members at a time, {extra} more than before and after"),
    };
    let behind = match behind {
        0 => String::new(),
        1 => "; 1 old member is not updated".to_owned(),
        behind => format!("; {behind} old members are not updated"),
    };
    Some(format!("in {batches} batches{pauses}{extra}{behind}"))
}

/// The sentences about the members of a group that is removed, which the plan does not list.
fn gone(members: &Members) -> Vec<String> {
    let why = if members.old.is_some() {
        "members that scaling added are"
    } else {
        "all its members, whose number is not known, are"
    };
    let deleted = format!("{why} deleted with it");
    let held = held(members);
    let loss = (!held.is_empty()).then(|| format!("loses {held} of each of them"));
    [Some(deleted), loss].into_iter().flatten().collect()
}

/// The sentence for a group whose size scaling has not changed.
fn expected(members: &Members) -> Option<String> {
    let (before, after) = members.expected()?;
    let what = match after.cmp(&before) {
        Ordering::Greater => format!("{} created", are(after - before)),
        Ordering::Less => format!("{} deleted", are(before - after)),
        Ordering::Equal => return None,
    };
    let unless = if members.may_have_scaled() { ", unless scaling has changed the group" } else { "" };
    Some(format!("members: {before} → {after}, {what}{unless}"))
}

/// The sentence for a group whose size scaling may have changed.
fn after_scaling(members: &Members) -> Option<String> {
    let (Some(created), Some(deleted)) = (members.most_created(), members.most_deleted()) else {
        return Some(unknown(members));
    };
    if members.stay() || !members.may_have_scaled() {
        return None;
    }
    let counts = [(deleted, "deleted"), (created, "created")];
    let counts = counts.into_iter().filter(|(number, _)| *number > 0);
    let what: Vec<String> = counts.map(|(number, done)| format!("up to {} {done}", are(number))).collect();
    let what = what.join(", ");
    Some(match members.returns_to() {
        Some(number) => format!(
            "each update of the stack returns the group to {number} {} (`{}`), whatever scaling made of it: {what}",
            if number == 1 { "member" } else { "members" },
            members.property
        ),
        None => format!("the limits of the group change: {what}"),
    })
}

/// The sentence for a group with an unknown number of members, before or after the update.
fn unknown(members: &Members) -> String {
    let property = members.property;
    if members.settles && members.is_same {
        return format!(
            "each update of the stack returns the group to `{property}`: members that scaling added are deleted"
        );
    }
    let of_which = match (members.old, members.new) {
        (Some(_), None) => "are to be",
        (None, Some(_)) => "there are",
        _ => "there are and are to be",
    };
    format!("how many members {of_which} is not known (`{property}`): members may be created or deleted")
}

/// The sentence about the data that are lost with removed members.
fn loss(members: &Members) -> Option<String> {
    if !members.lose_data() {
        return None;
    }
    let shrinks = members.expected().is_some_and(|(before, after)| after < before);
    let is_certain = shrinks || members.exchanged > 0;
    let verb = if is_certain { "loses" } else { "may lose" };
    Some(format!("{verb} {} of each member that goes", held(members)))
}

/// The data that a member stores; empty if nothing is lost with it.
fn held(members: &Members) -> String {
    let what: Vec<&str> = members.holds.iter().map(|held| held.what.as_str()).collect();
    what.join(" and ")
}

fn are(number: u64) -> String {
    format!("{number} {}", if number == 1 { "is" } else { "are" })
}

/// The path of a resource, with the number of members that it represents.
pub(super) fn named(placed: &PlacedResource<'_>) -> String {
    match member_count(placed.resource) {
        Some(count) => format!("{} ({count})", placed.path),
        None => placed.path.clone(),
    }
}

/// The path of a resource whose data are lost; for a group, with the number of removed members.
pub(super) fn lost(placed: &PlacedResource<'_>) -> String {
    let path = &placed.path;
    if !placed.resource.at_risk.is_empty() {
        return format!("{path} (if its condition is false)");
    }
    let Some(members) = placed.resource.members.as_ref().filter(|members| members.lose_data()) else {
        return path.clone();
    };
    let counted = |number| if number == 1 { "1 member".to_owned() } else { format!("{number} members") };
    match (members.expected(), members.most_deleted()) {
        (Some((before, after)), _) if after < before && !members.may_have_scaled() => {
            format!("{path} ({})", counted(before - after))
        }
        (_, Some(most)) => format!("{path} (up to {})", counted(most)),
        (_, None) if placed.resource.action.removes() => format!("{path} (all members)"),
        (_, None) if members.settles && members.is_same => format!("{path} (members that scaling added)"),
        (_, None) => format!("{path} (members that go, if any)"),
    }
}
