//! Matches types that were renamed and changed at the same time, by the properties and attributes that they have in common.

use heat_model::ResourceType;

use crate::schema::identity::{same_attribute, same_property};

/// The number of pairs above which none are compared: a catalogue in which all types have new names is a different catalogue.
const MAX_PAIRS: usize = 10_000;

/// The percentage of equal properties and attributes above which two types are similar. Those that have the same name but differ
/// are weighted half.
const LEAST: usize = 50;

/// The removed types, each with the new type that is most similar to it, if the reverse is also true. If several types are equally
/// similar, there is no match.
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

/// Similarity of two types, in percent; 0 if no property and no attribute is the same.
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
