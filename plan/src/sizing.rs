//! The size of a group, read from its properties.

use heat_model::evaluate::Evaluator;
use heat_model::update::Definition;
use heat_model::validate::to_integer;
use heat_model::{ResourceType, Value};

use crate::group_size::{GroupSize, Sizing};
use crate::reading::read_property;

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
