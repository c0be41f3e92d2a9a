//! Matches types by name.

use std::collections::HashSet;

use heat_model::{AttributeSchema, ResourceType, SchemaPath};
use indexmap::IndexMap;

use super::place_pair::PlacePair;
use super::renamed::{Rename, renamed};
use crate::schema::identity;
use crate::schema::loadable::{Fault, fault};

/// The number of pairs above which none are compared: a catalogue in which all types have new names is a different catalogue.
const MAX_PAIRS: usize = 10_000;

/// The percentage of equal properties and attributes above which two types are similar. Those that have the same name but differ
/// are weighted half.
const LEAST: usize = 50;

/// The types of both catalogues, matched.
pub struct TypesPair<'a> {
    /// `true` if the old side has no types at all.
    pub is_first: bool,
    /// The types that only exist on the old side.
    pub gone: Vec<&'a ResourceType>,
    /// The types that only exist on the new side.
    pub new: Vec<&'a ResourceType>,
    /// The types that were renamed: those that otherwise differ only in prose and status, and those that are mostly the same.
    pub renamed: Vec<TypePair<'a>>,
    /// The types that became placeholders: HIDDEN and empty.
    pub retired: Vec<TypePair<'a>>,
    /// The types that are no longer placeholders.
    pub revived: Vec<TypePair<'a>>,
    /// The types that Heat can no longer load, with the reason.
    pub(crate) unloadable: Vec<(TypePair<'a>, Fault)>,
    /// The types that Heat can load now, with the reason why it could not.
    pub(crate) loadable: Vec<(TypePair<'a>, Fault)>,
    /// The other types that exist on both sides and differ.
    pub common: Vec<TypePair<'a>>,
}

impl<'a> TypesPair<'a> {
    pub(crate) fn new(before: &[&'a ResourceType], after: &[&'a ResourceType]) -> Self {
        let by_name = |types: &[&'a ResourceType]| -> IndexMap<&'a str, &'a ResourceType> {
            types.iter().map(|each| (each.name.as_str(), *each)).collect()
        };
        let (old, new) = (by_name(before), by_name(after));
        let common = old.iter().filter_map(|(name, before)| {
            let after = new.get(name)?;
            (before != after).then_some(TypePair { before, after })
        });
        let mut common: Vec<TypePair<'a>> = common.collect();
        let mut unloadable = Vec::new();
        let mut loadable = Vec::new();
        common.retain(|pair| match [pair.before, pair.after].map(fault) {
            [None, Some(fault)] => {
                unloadable.push((*pair, fault));
                false
            }
            [Some(fault), None] => {
                loadable.push((*pair, fault));
                false
            }
            _ => true,
        });
        let is_retired = |pair: &TypePair<'_>| !pair.before.is_placeholder() && pair.after.is_placeholder();
        let is_revived = |pair: &TypePair<'_>| pair.before.is_placeholder() && !pair.after.is_placeholder();
        let mut types = Self {
            is_first: before.is_empty(),
            unloadable,
            loadable,
            retired: common.extract_if(.., |pair| is_retired(pair)).collect(),
            revived: common.extract_if(.., |pair| is_revived(pair)).collect(),
            common,
            renamed: Vec::new(),
            gone: old.iter().filter(|(name, _)| !new.contains_key(*name)).map(|(_, each)| *each).collect(),
            new: new.iter().filter(|(name, _)| !old.contains_key(*name)).map(|(_, each)| *each).collect(),
        };
        types.renamed = renamed(&types.gone, &types.new, |schema| {
            Some((identity::identity_of_type(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|(before, after)| TypePair { before, after })
        .collect();
        types.leave_renamed_out();
        let similar = most_similar(&types.gone, &types.new).into_iter();
        types.renamed.extend(similar.map(|(before, after)| TypePair { before, after }));
        types.leave_renamed_out();
        types
    }

    /// Removes renamed types from the gone and the new ones.
    fn leave_renamed_out(&mut self) {
        let types = self;
        let [gone, new]: [HashSet<*const ResourceType>; 2] = [
            types.renamed.iter().map(|pair| std::ptr::from_ref(pair.before)).collect(),
            types.renamed.iter().map(|pair| std::ptr::from_ref(pair.after)).collect(),
        ];
        types.gone.retain(|each| !gone.contains(&std::ptr::from_ref(*each)));
        types.new.retain(|each| !new.contains(&std::ptr::from_ref(*each)));
    }
}

/// The types that were renamed and changed at the same time: the removed ones, each with the new type that is most similar to it, if
/// the reverse is also true. If several types are equally similar, there is no match.
fn most_similar<'a>(
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
        Some(identity::same_property(old, new))
    });
    let attributes = before.attributes.iter().filter_map(|(name, old)| {
        let new = after.attributes.get(name)?;
        Some(identity::same_attribute(old, new))
    });
    let common: Vec<bool> = properties.chain(attributes).collect();
    let same = common.iter().filter(|is_same| **is_same).count();
    let items = |schema: &ResourceType| schema.properties.len() + schema.attributes.len();
    let all = items(before) + items(after) - common.len();
    if same == 0 { 0 } else { 100 * (common.len() + same) / (2 * all) }
}

/// A type that exists on both sides.
#[derive(Debug, Clone, Copy)]
pub struct TypePair<'a> {
    /// The type in the old schema.
    pub before: &'a ResourceType,
    /// The type in the new schema.
    pub after: &'a ResourceType,
}

impl<'a> TypePair<'a> {
    /// The old and the new schema.
    pub(crate) fn sides(&self) -> [&'a ResourceType; 2] {
        [self.before, self.after]
    }

    /// The location of the type as a whole.
    #[must_use]
    pub fn place(&self) -> PlacePair<'a> {
        PlacePair {
            resource_type: &self.before.name,
            before: Some(SchemaPath::root()),
            after: Some(SchemaPath::root()),
            position: 0,
        }
    }

    /// The location of a top-level property, on the sides where it exists.
    #[must_use]
    pub fn property(&self, name: &str) -> PlacePair<'a> {
        let on = |schema: &ResourceType| {
            schema.properties.contains_key(name).then(|| SchemaPath::root().join("properties").join(name))
        };
        PlacePair { before: on(self.before), after: on(self.after), ..self.place() }
    }

    /// The location of an attribute, on the sides where it exists.
    #[must_use]
    pub fn attribute(&self, name: &str) -> PlacePair<'a> {
        let on = |schema: &ResourceType| {
            schema.attributes.contains_key(name).then(|| SchemaPath::root().join("attributes").join(name))
        };
        // Attributes come after all properties.
        PlacePair { before: on(self.before), after: on(self.after), position: usize::MAX, ..self.place() }
    }

    /// Removed attributes, each with the new one that differs only in prose and status. Ambiguous matches are ignored.
    #[must_use]
    pub fn renamed_attributes(&self) -> Vec<Rename<'a>> {
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        if self.after.any_attribute {
            // Templates can still use the old name.
            return Vec::new();
        }
        let is_gone = |name: &str| !after.contains_key(name) && name != ResourceType::BASE_ATTRIBUTE;
        let gone: Vec<_> = before.iter().filter(|(name, _)| is_gone(name)).collect();
        let new: Vec<_> = after.iter().filter(|(name, _)| !before.contains_key(*name)).collect();
        renamed(&gone, &new, |(_, schema)| {
            Some((identity::identity_of_attribute(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|((from, _), (to, _))| Rename { from, to })
        .collect()
    }

    /// The attributes that were removed, without renamed ones.
    #[must_use]
    pub fn gone_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed: HashSet<&str> = self.renamed_attributes().iter().map(|renamed| renamed.from).collect();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
        gone.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| !renamed.contains(name))
            .collect()
    }

    /// Returns whether `get_attr` still accepts the name of an attribute that is no longer declared.
    #[must_use]
    pub fn still_accepts_attribute(&self, name: &str) -> bool {
        self.after.any_attribute || name == ResourceType::BASE_ATTRIBUTE
    }

    /// The attributes that were added, without renamed ones.
    #[must_use]
    pub fn new_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed: HashSet<&str> = self.renamed_attributes().iter().map(|renamed| renamed.to).collect();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let new = after.iter().filter(|(name, _)| !before.contains_key(*name));
        new.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| !renamed.contains(name))
            .collect()
    }
}
