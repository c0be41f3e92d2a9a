//! Matches renamed items.

use std::collections::{HashMap, HashSet};

/// A property or attribute that was renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rename<'a> {
    /// The old name of the property or attribute.
    pub from: &'a str,
    /// The new name of the property or attribute.
    pub to: &'a str,
}

/// Matches removed items with added ones that differ only in prose and status, preferring the same description.
/// Ambiguous matches are ignored.
pub(super) fn renamed<'a, T: Copy>(
    gone: &[T],
    new: &[T],
    identity: impl Fn(T) -> Option<(String, Option<&'a str>)>,
) -> Vec<(T, T)> {
    if gone.is_empty() || new.is_empty() {
        return Vec::new();
    }
    // Items that are equal, and those that also have the same description.
    let mut same: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
    let mut same_words: HashMap<(String, &'a str), [Vec<usize>; 2]> = HashMap::new();
    let mut identities = Vec::with_capacity(gone.len());
    for (side, items) in [gone, new].into_iter().enumerate() {
        for (index, item) in items.iter().enumerate() {
            let identity = identity(*item);
            if let Some((identity, description)) = &identity {
                same.entry(identity.clone()).or_default()[side].push(index);
                if let Some(description) = description {
                    same_words.entry((identity.clone(), *description)).or_default()[side].push(index);
                }
            }
            if side == 0 {
                identities.push(identity);
            }
        }
    }
    let heir_of = |(identity, description): (String, Option<&'a str>)| {
        let alike = description.and_then(|description| same_words.get(&(identity.clone(), description)));
        match alike.filter(|[_, new]| !new.is_empty()).or_else(|| same.get(&identity))? {
            [gone, new] if gone.len() == 1 => match new.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            _ => None,
        }
    };
    let mut taken = HashSet::new();
    let pairs = gone.iter().zip(identities).filter_map(|(old, identity)| {
        let heir = heir_of(identity?)?;
        taken.insert(heir).then_some((*old, *new.get(heir)?))
    });
    pairs.collect()
}
