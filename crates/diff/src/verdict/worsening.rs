//! Updates that have a worse effect on the new side.

use heat_admit::Judge;
use heat_model::ResourceType;
use heat_model::update::{Decision, UpdateBehaviour};

use super::data::Outcomes;
use crate::accepted::{Data, with};
use crate::rule::check::Worsening;

/// The maximum number of updates, and of data sets that updates start from.
const MAX_UPDATES: usize = 200;
const MAX_STARTS: usize = 24;

/// Returns whether any update between accepted data is worse because of one of these properties.
pub(super) fn worsen(
    outcomes: &Outcomes<'_>,
    judges: &[Judge<'_>; 2],
    is_one: impl Fn(&str) -> bool,
) -> bool {
    let mut updates = updates(&outcomes.accepted).chain(updates_of_first(&outcomes.accepted));
    updates.any(|(old, new)| {
        let worse = worsening(judges, outcomes.types.after, old, new);
        worse.is_some_and(|worse| is_one(&worse.property))
    })
}

/// Pairs of data to update from and to.
pub(super) fn updates(sets: &[Data]) -> impl Iterator<Item = (&Data, &Data)> {
    // From each set to itself: Heat treats a property whose stored value can no longer be read as changed in every update.
    let unchanged = sets.iter().take(MAX_STARTS).map(|data| (data, data));
    // Between each set and the first, and between neighbours, which differ in the same property.
    let with_first = updates_of_first(sets);
    let near = sets.iter().take(MAX_STARTS * 8).enumerate().flat_map(|(index, old)| {
        sets.iter().skip(index + 1).take(3).flat_map(move |new| [(old, new), (new, old)])
    });
    unchanged.chain(near.take(MAX_UPDATES)).chain(with_first.take(MAX_UPDATES))
}

/// Updates from the first data, which set the fewest properties, to all others, and back.
fn updates_of_first(sets: &[Data]) -> impl Iterator<Item = (&Data, &Data)> {
    sets.iter()
        .skip(1)
        .flat_map(|data| sets.first().into_iter().flat_map(move |first| [(first, data), (data, first)]))
}

/// The worse effect of an update, if it has one.
pub(super) fn worsening(
    judges: &[Judge<'_>; 2],
    after: &ResourceType,
    old: &Data,
    new: &Data,
) -> Option<Worsening> {
    let [was, is] = [judges[0].update(old, new)?, judges[1].update(old, new)?];
    // If nothing changed before and now something does, a default or type changed, which other rules report. Between equal data
    // nothing changes, unless one of their values cannot be read.
    let is_shift = was.decision == Decision::NoChange && old != new;
    if is.decision <= was.decision || is.decision < Decision::Replace || is_shift {
        return None;
    }
    let worst = is.changed.iter().filter_map(|position| {
        let (name, schema) = after.properties.get_index(*position)?;
        if meant_nothing(&judges[0], name, old, new) {
            return None;
        }
        (schema.update_behaviour() > UpdateBehaviour::InPlace).then_some((schema.update_behaviour(), name))
    });
    let property = worst.max_by_key(|(behaviour, _)| *behaviour)?.1.clone();
    Some(Worsening { old: old.clone(), new: new.clone(), property, was: was.decision, is: is.decision })
}

/// Returns whether a property is written differently in a way that used to be no change, for example its default in place of no
/// value. Other rules report that a default or a type changed.
fn meant_nothing(before: &Judge<'_>, name: &str, old: &Data, new: &Data) -> bool {
    if old.get(name) == new.get(name) {
        return false;
    }
    let alone = with(old, name, new.get(name));
    before.update(old, &alone).is_some_and(|changes| changes.decision == Decision::NoChange)
}
