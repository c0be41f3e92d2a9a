//! Size of a group, read from its properties, and the change of its size during an update.

use heat_hot_language::{GroupKind, GroupSizing};
use heat_model::update::Definition;
use heat_model::validate::to_integer;
use heat_model::{ResourceType, Value};

use heat_hot::resolve::ResolvedResource;

use super::group_size::{GroupSize, Members};
use crate::definition::{Reading, definition};
use crate::difference::are_same;
use crate::held_data::{data_of_members, is_deleted, property};
use crate::reading::read_property;
use crate::versions::Types;

/// Changes in the number of members of a group that both sides have; `None` if the resource is not a group.
pub(crate) fn members(old: &ResolvedResource, new: &ResolvedResource, types: Types<'_>) -> Option<Members> {
    let schema = types.schema(new)?;
    let sizing = GroupKind::of(&schema.name)?.sizing()?;
    let [old_size, new_size] = [old, new].map(|resource| size(resource, types));
    // Otherwise, each member that is removed is a resource of the plan.
    let are_unlisted = sizing.is_one_for_all || old_size.is_none() || new_size.is_none();
    let number = |resource: &ResolvedResource| {
        read_property(&types.evaluator(schema), &definition(resource, Reading::AsTheyAre), sizing.number)
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

/// Members of a group that is deleted or replaced; `None` if the plan lists them or none of them is deleted.
pub(crate) fn members_that_go(old: &ResolvedResource, types: Types<'_>) -> Option<Members> {
    let schema = types.schema(old)?;
    let sizing = GroupKind::of(&schema.name)?.sizing()?;
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

/// Size of a group; `None` if the resource is not a group, or if the size is not known.
pub(crate) fn size(resource: &ResolvedResource, types: Types<'_>) -> Option<GroupSize> {
    group_size(types, types.schema(resource)?, &definition(resource, Reading::AsTheyAre))
}

/// Returns whether both sides set the size of a group to the same value. Unknown values are the same if they have the same
/// origin.
fn says_the_same(sizing: GroupSizing, old: &ResolvedResource, new: &ResolvedResource) -> bool {
    let limits = sizing.limits.into_iter().flat_map(|(least, most)| [least, most]);
    [sizing.number].into_iter().chain(limits).all(|name| {
        let [old, new] = [old, new].map(|side| property(side, name));
        are_same(old.as_ref(), new.as_ref())
    })
}

/// Size of a group with these properties; `None` if it is not known, or if groups of this type do not set their number of
/// members.
pub(crate) fn group_size<'a>(
    types: Types<'a>,
    schema: &'a ResourceType,
    definition: &Definition,
) -> Option<GroupSize> {
    let sizing = GroupKind::of(&schema.name)?.sizing()?;
    let evaluator = types.evaluator(schema);
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
