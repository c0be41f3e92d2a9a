//! Dependencies by value of both sides.
//!
//! Dependencies have no names, so they are matched by content: first those that are the same, then those on the same property of
//! the same type. Ambiguous matches are ignored. A dependency that only follows the rename of a property did not change.

use heat_model::ValueDependency;

use super::TypePair;
use crate::pairs::translation::{NewNames, remove_same, take_partners};

/// A dependency with its index.
type IndexedDependency<'a> = (usize, &'a ValueDependency);

/// The dependencies of both sides, matched.
pub(crate) struct DependenciesPair<'a> {
    /// The dependencies that only exist on the old side.
    pub(crate) gone: Vec<IndexedDependency<'a>>,
    /// The dependencies that only exist on the new side.
    pub(crate) new: Vec<IndexedDependency<'a>>,
    /// The dependencies that exist on both sides and differ.
    pub(crate) changed: Vec<(IndexedDependency<'a>, IndexedDependency<'a>)>,
}

impl<'a> DependenciesPair<'a> {
    pub(crate) fn of(types: &TypePair<'a>) -> Self {
        let before = &types.before.dependencies_by_value;
        let new_names = NewNames::of(types);
        let mut renamed = before.clone();
        for dependency in renamed.iter_mut().filter(|dependency| dependency.of.is_none()) {
            new_names.replace_in(&mut dependency.equals);
        }
        let mut old: Vec<IndexedDependency<'_>> = renamed.iter().enumerate().collect();
        let mut new: Vec<IndexedDependency<'a>> =
            types.after.dependencies_by_value.iter().enumerate().collect();
        remove_same(&mut old, &mut new);
        let changed = take_partners(&mut old, &mut new, |one, other| {
            one.resource_type == other.resource_type && one.property == other.property
        });
        let at = |index: usize| before.get(index).map(|dependency| (index, dependency));
        Self {
            gone: old.iter().filter_map(|(index, _)| at(*index)).collect(),
            new,
            changed: changed.into_iter().filter_map(|(index, after)| Some((at(index)?, after))).collect(),
        }
    }
}
