//! A catalogue: resource types, with the tables of releases and custom constraints that they refer to.

use heat_diff::History;
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use indexmap::IndexMap;

/// Resource types by name, with the releases and custom constraints that they refer to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// The types, sorted by name.
    pub types: IndexMap<String, ResourceType>,
    /// The releases.
    pub releases: ReleaseTable,
    /// The custom constraints.
    pub custom_constraints: CustomConstraintTable,
    /// What changed in every release.
    pub history: History,
}

impl Catalogue {
    /// The types that are shown: all except the HIDDEN ones.
    pub fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.types.values().filter(|resource_type| !resource_type.is_hidden())
    }
}
