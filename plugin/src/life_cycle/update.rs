//! What an update changes.

use heat_model::Value;
use heat_model::value::Map;

use crate::record::PropertyValues;
use crate::{HeatResource, Properties, StoredProperties};

/// An update in place: the old and the new values, and what differs.
#[non_exhaustive]
pub struct Update<'u, R: HeatResource> {
    /// The properties as they were stored, perhaps with an older schema.
    pub old: &'u StoredProperties<R::Values>,
    /// The properties as they are to be.
    pub new: &'u Properties<R::Values>,
    /// The properties that differ, all of which can be updated in place: a `match` on them lists exactly what has to be
    /// handled. Empty if only something else differs, such as the metadata.
    pub changed: &'u [<R::Values as PropertyValues>::Updatable],
    /// What else the template changes in the resource.
    pub template_changes: TemplateChanges<'u>,
}

impl<R: HeatResource> std::fmt::Debug for Update<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Update").field("changed", &self.changed).finish_non_exhaustive()
    }
}

/// What an update changes in the definition of a resource: its sections (`Properties`, `Metadata`, `UpdatePolicy`,
/// `DeletionPolicy`, `DependsOn`, `Type` …) with what they contain now. Follows `Resource.update_template_diff`.
#[derive(Debug, Clone, Copy)]
pub struct TemplateChanges<'u>(pub(crate) &'u Map);

impl<'u> TemplateChanges<'u> {
    /// Whether this section differs.
    #[must_use]
    pub fn contains(&self, section: &str) -> bool {
        self.0.contains_key(section)
    }

    /// The metadata that the template has now, if they differ.
    #[must_use]
    pub fn metadata(&self) -> Option<&'u Value> {
        self.0.get("Metadata")
    }

    /// The update policy that the template has now, if it differs.
    #[must_use]
    pub fn update_policy(&self) -> Option<&'u Value> {
        self.0.get("UpdatePolicy")
    }

    /// All sections that differ.
    #[must_use]
    pub fn sections(&self) -> &'u Map {
        self.0
    }
}
