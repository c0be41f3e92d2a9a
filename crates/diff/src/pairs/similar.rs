//! Matches types that were renamed and changed at the same time, by what they have in common.

use heat_model::ResourceType;

use crate::schema::identity::{same_attribute, same_property};

/// The number of pairs beyond which none are compared: a catalogue whose types all changed names is a different one.
const MAX_PAIRS: usize = 10_000;

/// Two types are similar if more than this part of their properties and attributes is the same, in percent. Those that differ
/// and have the same name count half.
const LEAST: usize = 50;

/// The removed types, each with the new one that is most similar to it, and to which it is the most similar one. If several are,
/// none is.
pub(super) fn most_similar<'a>(
    gone: &[&'a ResourceType],
    new: &[&'a ResourceType],
) -> Vec<(&'a ResourceType, &'a ResourceType)> {
    if gone.len() * new.len() > MAX_PAIRS {
        return Vec::new();
    }
    let scores: Vec<Vec<usize>> =
        gone.iter().map(|old| new.iter().map(|new| similarity(old, new)).collect()).collect();
    let only_best = |scores: &mut dyn Iterator<Item = usize>| -> Option<usize> {
        let scores: Vec<usize> = scores.collect();
        let best = scores.iter().copied().max().filter(|best| *best > LEAST)?;
        let mut equal = scores.iter().enumerate().filter(|(_, score)| **score == best);
        let (index, _) = equal.next()?;
        equal.next().is_none().then_some(index)
    };
    let pairs = gone.iter().enumerate().filter_map(|(row, before)| {
        let column = only_best(&mut scores.get(row)?.iter().copied())?;
        let back = only_best(&mut scores.iter().filter_map(|row| row.get(column).copied()))?;
        let after = new.get(column).filter(|_| back == row)?;
        Some((*before, *after))
    });
    pairs.collect()
}

/// How much two types have in common, in percent; nothing if no property and no attribute is the same.
fn similarity(before: &ResourceType, after: &ResourceType) -> usize {
    let properties = before.properties.iter().filter_map(|(name, old)| {
        let new = after.properties.get(name)?;
        Some(same_property(old, new))
    });
    let attributes = before.attributes.iter().filter_map(|(name, old)| {
        let new = after.attributes.get(name)?;
        Some(same_attribute(old, new))
    });
    let common: Vec<bool> = properties.chain(attributes).collect();
    let same = common.iter().filter(|is_same| **is_same).count();
    let items = |schema: &ResourceType| schema.properties.len() + schema.attributes.len();
    let all = items(before) + items(after) - common.len();
    if same == 0 { 0 } else { 100 * (common.len() + same) / (2 * all) }
}
