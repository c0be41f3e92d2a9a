//! The changes of an update in place.

use heat_model::Value;

use crate::record::PropertyValues;
use crate::{HeatResource, Properties, StoredProperties};

/// An update in place: the old and the new values, and the differences.
#[non_exhaustive]
pub struct Update<'u, R: HeatResource> {
    /// The properties as they were stored, perhaps with an older schema.
    pub old: &'u StoredProperties<R::Values>,
    /// The new properties.
    pub new: &'u Properties<R::Values>,
    /// The properties that differ, all of which can be updated in place: a `match` on them lists exactly what has to be
    /// handled. Empty if only another part of the definition differs, such as the metadata.
    pub changed: &'u [<R::Values as PropertyValues>::Updatable],
    /// The changes in the sections of the resource's definition.
    pub template_changes: &'u TemplateChanges,
}

impl<R: HeatResource> std::fmt::Debug for Update<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Update").field("changed", &self.changed).finish_non_exhaustive()
    }
}

/// The changes of an update to the definition of a resource. Follows `heat.engine.rsrc_defn.ResourceDefinition.Diff`: Heat
/// compares these three sections.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TemplateChanges {
    /// `true` if the properties differ as they are written in the template; their values may be the same.
    pub properties: bool,
    /// The new metadata, if they differ.
    pub metadata: Option<Value>,
    /// The new update policy, if it differs.
    pub update_policy: Option<Value>,
}
