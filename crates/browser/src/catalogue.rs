//! The file with the resource types, which the build of the site writes.

use heat_model::ResourceType;
use indexmap::IndexMap;
use serde::Deserialize;

/// The resource types of a site, and the addresses of its pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    /// The types by name, with those that have no page.
    pub(crate) types: IndexMap<String, ResourceType>,
    /// The pages of types.
    pub(crate) pages: IndexMap<String, String>,
    /// The page of the rules for templates.
    pub(crate) rules: String,
}
