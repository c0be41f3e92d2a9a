//! The context in which the pages of a release are rendered.

use std::sync::Arc;

use heat_html::Html;

use super::page_links::PageLinks;
use crate::contents::known::Known;
use crate::contents::site::Site;
use crate::files::templates::Templates;
use crate::pages::shared::constraint_uses::{CustomConstraint, TypeConstraints};
use crate::pages::shared::service_lists::{NavService, ServiceSection};
use crate::search::type_texts::SharedTexts;

/// The context in which the pages of a release are rendered: the data, the templates, the parts shared by all releases, and the
/// links to the release's pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RenderContext<'a> {
    pub(crate) site: &'a Site<'a>,
    pub(crate) templates: &'a Templates,
    pub(crate) shared: &'a SharedParts,
    pub(crate) links: &'a PageLinks,
}

/// Facts and parts of pages that releases share: each is calculated or rendered once.
#[derive(Debug, Default)]
pub(crate) struct SharedParts {
    /// The texts of types and architectures in the search index.
    pub(crate) search: SharedTexts,
    /// The summaries of types in the index.
    pub(crate) summaries: Known<String, Arc<Html>>,
    /// The constraints that types use.
    pub(crate) constraints: Known<String, Arc<TypeConstraints>>,
    /// The services in the navigation.
    pub(crate) nav_services: Known<NavService, Html>,
    /// The services in the index of types.
    pub(crate) index_services: Known<ServiceSection, Html>,
    /// The custom constraints on the page of constraints.
    pub(crate) custom_constraints: Known<CustomConstraint, Html>,
}
