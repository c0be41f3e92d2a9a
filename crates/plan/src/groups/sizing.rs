//! The size of a group, read from its properties, and what an update does to it.

use heat_model::evaluate::Evaluator;
use heat_model::update::Definition;
use heat_model::validate::to_integer;
use heat_model::{ResourceType, Value};

use heat_hot::resolve::ResolvedResource;

use super::group_size::{GroupSize, Members, Sizing};
use crate::definition::{Reading, definition};
use crate::difference::are_same;
use crate::held_data::{data_of_members, is_deleted, property};
use crate::reading::read_property;
use crate::versions::Types;

/// What an update does to the number of members of a group that both sides have; none if it is no group.
pub(crate) fn members(old: &ResolvedResource, new: &ResolvedResource, types: Types<'_>) -> Option<Members> {
    let schema = types.schema(new)?;
    let sizing = Sizing::of(&schema.name)?;
    let [old_size, new_size] = [old, new].map(|resource| size(resource, types));
    // Otherwise, each member that goes is a resource of the plan.
    let are_unlisted = sizing.is_one_for_all || old_size.is_none() || new_size.is_none();
    let number = |resource: &ResolvedResource| {
        read_property(&Evaluator::new(schema), &definition(resource, Reading::AsTheyAre), sizing.number)
    };
    let [is_desired, is_same] = [
        number(new).map_or(true, |number| !number.is_null() && number != Value::from(0)),
        says_the_same(sizing, old, new),
    ];
    Some(Members {
        old: old_size,
        new: new_size,
        property: sizing.number,
        scales: sizing.limits.is_some(),
        settles: sizing.limits.is_some() && is_desired,
        is_same,
        is_one_for_all: sizing.is_one_for_all,
        exchanged: 0,
        behind: 0,
        holds: if are_unlisted { data_of_members([old, new], types) } else { Vec::new() },
    })
}

/// What becomes of the members of a group that is deleted, or replaced, if the plan does not list them.
pub(crate) fn members_that_go(old: &ResolvedResource, types: Types<'_>) -> Option<Members> {
    let schema = types.schema(old)?;
    let sizing = Sizing::of(&schema.name)?;
    let are_listed = old.nested.as_ref().is_some_and(|nested| !nested.resolved.resources.is_empty());
    let size = size(old, types);
    if are_listed || size.is_some_and(|size| *size.possible().end() == 0) || !is_deleted(old) {
        return None;
    }
    Some(Members {
        old: size,
        new: Some(GroupSize::Fixed(0)),
        property: sizing.number,
        scales: sizing.limits.is_some(),
        settles: false,
        is_same: false,
        is_one_for_all: sizing.is_one_for_all,
        exchanged: 0,
        behind: 0,
        holds: data_of_members([old, old], types),
    })
}

/// How many members a group has; none if it is no group, or that is not known.
pub(crate) fn size(resource: &ResolvedResource, types: Types<'_>) -> Option<GroupSize> {
    group_size(types.schema(resource)?, &definition(resource, Reading::AsTheyAre))
}

/// Whether both sides say the same about the size of a group. What is not known is the same where it comes from the same place.
fn says_the_same(sizing: Sizing, old: &ResolvedResource, new: &ResolvedResource) -> bool {
    let limits = sizing.limits.into_iter().flat_map(|(least, most)| [least, most]);
    [sizing.number].into_iter().chain(limits).all(|name| {
        let [old, new] = [old, new].map(|side| property(side, name));
        are_same(old.as_ref(), new.as_ref())
    })
}

/// The size of a group with these properties; none if it is not known, or the type is of no group that says how many members it
/// has.
pub(crate) fn group_size(schema: &ResourceType, definition: &Definition) -> Option<GroupSize> {
    let sizing = Sizing::of(&schema.name)?;
    let evaluator = Evaluator::new(schema);
    let number = |name: &str| {
        let value = read_property(&evaluator, definition, name).ok()?;
        u64::try_from(to_integer(&value)?.as_i64()?).ok()
    };
    let Some((least, most)) = sizing.limits else { return number(sizing.number).map(GroupSize::Fixed) };
    let desired = match read_property(&evaluator, definition, sizing.number).ok()? {
        Value::Null => None,
        _ => Some(number(sizing.number)?).filter(|number| *number > 0),
    };
    Some(GroupSize::Scaling { desired, least: number(least)?, most: number(most)? })
}
