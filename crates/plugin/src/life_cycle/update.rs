//! What an update changes.

use heat_model::Value;

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
    pub template_changes: &'u TemplateChanges,
}

impl<R: HeatResource> std::fmt::Debug for Update<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Update").field("changed", &self.changed).finish_non_exhaustive()
    }
}

/// What an update changes in the definition of a resource. Follows `heat.engine.rsrc_defn.ResourceDefinition.Diff`: Heat
/// compares these three sections.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TemplateChanges {
    /// Whether the properties differ, as the template gives them: perhaps they have the same values.
    pub properties: bool,
    /// The metadata that the template has now, if they differ.
    pub metadata: Option<Value>,
    /// The update policy that the template has now, if it differs.
    pub update_policy: Option<Value>,
}
