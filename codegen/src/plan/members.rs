//! The sentences about groups: how many members come and go.

use std::cmp::Ordering;

use heat_plan::Action;
use heat_plan::ResourcePlan;
use heat_plan::group_size::Members;

use super::report::Placed;
use super::words::member_count;

/// What happens to the number of members of a group, in sentences; none if nothing does.
pub(super) fn sentences(resource: &ResourcePlan) -> Vec<String> {
    let Some(members) = resource.members.as_ref().filter(|_| resource.action == Action::Updated) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    found.extend(expected(members));
    found.extend(after_scaling(members));
    found.extend(loss(members));
    found
}

/// What happens if scaling has not changed the group.
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

/// What happens if it has.
fn after_scaling(members: &Members) -> Option<String> {
    let (Some(created), Some(deleted)) = (members.most_created(), members.most_deleted()) else {
        return Some(format!(
            "each update of the stack returns the group to `{}`: members that scaling added are deleted",
            members.property
        ));
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

/// What is lost with members that go.
fn loss(members: &Members) -> Option<String> {
    if !members.lose_data() {
        return None;
    }
    let what: Vec<&str> = members.holds.iter().map(|held| held.what).collect();
    let is_certain = members.expected().is_some_and(|(before, after)| after < before);
    let verb = if is_certain { "loses" } else { "may lose" };
    Some(format!("{verb} {} of each member that goes", what.join(" and ")))
}

fn are(number: u64) -> String {
    format!("{number} {}", if number == 1 { "is" } else { "are" })
}

/// The path of a resource, with the number of members for which it stands.
pub(super) fn named(placed: &Placed<'_>) -> String {
    match member_count(placed.resource) {
        Some(count) => format!("{} ({count})", placed.path),
        None => placed.path.clone(),
    }
}

/// A resource whose data are lost, by its path; of a group, with the number of members that go.
pub(super) fn lost(placed: &Placed<'_>) -> String {
    let path = &placed.path;
    let Some(members) = placed.resource.members.as_ref() else { return path.clone() };
    let counted = |number| if number == 1 { "1 member".to_owned() } else { format!("{number} members") };
    match (members.expected(), members.most_deleted()) {
        (Some((before, after)), _) if after < before && !members.may_have_scaled() => {
            format!("{path} ({})", counted(before - after))
        }
        (_, Some(most)) => format!("{path} (up to {})", counted(most)),
        (_, None) => format!("{path} (members that scaling added)"),
    }
}
