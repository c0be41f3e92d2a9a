//! The docs site: from a catalogue to pages.
//!
//! `load → render → write`, each its own step: reading is [`schema_files`](crate::schema_files)'s business, this
//! module renders every file of the site in memory, and [`publish`] puts them in place at once. What templates are
//! given is plain data, made in the page modules; everything HIDDEN is gone before the first of them sees it.

pub mod command;
mod constraints_page;
pub mod highlight;
mod guide;
mod link_check;
pub mod links;
mod listings;
pub mod markdown;
mod overview;
mod pages;
pub mod pattern_sample;
pub mod publish;
mod relations;
mod rules_page;
mod search_index;
pub mod snippet;
mod templates;
mod type_page;
pub mod words;

use std::collections::BTreeSet;

use heat_model::resource_type::service_of;
use heat_model::{Catalogue, ResourceType};
use heat_yaml::Diagnostic;

pub use guide::{Asset, Guide, GuidePage, read_assets};
pub use templates::Templates;

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path from the site's root, with `/` between folders.
    pub path: String,
    /// What is in it.
    pub contents: Vec<u8>,
}

/// What a site is made of, beside the templates.
#[derive(Debug)]
pub struct SiteInput {
    /// The types and tables. HIDDEN types and properties are left out, unless `include_hidden`.
    pub catalogue: Catalogue,
    /// The guide pages.
    pub guide: Guide,
    /// The files that are copied as they are.
    pub assets: Vec<Asset>,
    /// The address under which the site will be reached, for canonical links; ends with `/`.
    pub base_url: Option<String>,
    /// Whether HIDDEN things are shown too: the operators' edition.
    pub include_hidden: bool,
}

/// A finished site, in memory.
#[derive(Debug)]
pub struct BuiltSite {
    /// All files, sorted by path.
    pub files: Vec<SiteFile>,
    /// What it holds.
    pub counts: Counts,
    /// What is wrong with it, such as links that lead nowhere.
    pub diagnostics: Vec<Diagnostic>,
}

/// How much a site holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Resource types.
    pub types: usize,
    /// Resource types that are left out.
    pub hidden_types: usize,
    /// Properties, with members and the update policy's.
    pub properties: usize,
    /// Attributes, without the base attribute.
    pub attributes: usize,
    /// HTML pages.
    pub pages: usize,
}

/// A site in the making: the catalogue as it is shown, and what is derived from it once.
#[derive(Debug)]
pub(crate) struct Site<'a> {
    /// What is shown of the catalogue.
    pub(crate) catalogue: &'a Catalogue,
    /// The names of all types that have a page.
    pub(crate) type_names: BTreeSet<&'a str>,
    /// The types by service, sorted.
    pub(crate) services: Vec<ServiceTypes<'a>>,
    /// What else the site is made of.
    pub(crate) input: &'a SiteInput,
    /// How many types are left out.
    pub(crate) hidden_types: usize,
}

/// The types of a service.
#[derive(Debug)]
pub(crate) struct ServiceTypes<'a> {
    /// The first two parts of their names.
    pub(crate) name: &'a str,
    /// The types, sorted.
    pub(crate) types: Vec<&'a ResourceType>,
}

/// Renders a site.
///
/// # Errors
/// A template that does not render, with its name, line and column.
pub fn build(input: &SiteInput, templates: &Templates) -> Result<BuiltSite, Diagnostic> {
    let shown = shown_catalogue(&input.catalogue, input.include_hidden);
    let site = Site {
        catalogue: &shown,
        type_names: shown.types.keys().map(String::as_str).collect(),
        services: by_service(&shown),
        input,
        hidden_types: input.catalogue.types.len() - shown.types.len(),
    };
    let mut files = pages::render(&site, templates)?;
    files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    let diagnostics = link_check::check(&files);
    let counts = counts(&site, &files);
    Ok(BuiltSite { files, counts, diagnostics })
}

/// The catalogue as readers see it.
fn shown_catalogue(catalogue: &Catalogue, include_hidden: bool) -> Catalogue {
    let mut shown = Catalogue {
        types: if include_hidden {
            catalogue.types.clone()
        } else {
            catalogue.visible().map(|schema| (schema.name.clone(), schema.without_hidden())).collect()
        },
        releases: catalogue.releases.clone(),
        custom_constraints: catalogue.custom_constraints.clone(),
    };
    for constraint in shown.custom_constraints.constraints.values_mut() {
        constraint.resource_type = constraint.resource_type.take().filter(|name| shown.types.contains_key(name));
    }
    shown
}

/// The types by service. OpenStack's own come first, then all others, each sorted.
fn by_service(catalogue: &Catalogue) -> Vec<ServiceTypes<'_>> {
    let mut services: Vec<ServiceTypes<'_>> = Vec::new();
    for schema in catalogue.types.values() {
        let name = service_of(&schema.name);
        match services.iter_mut().find(|service| service.name == name) {
            Some(service) => service.types.push(schema),
            None => services.push(ServiceTypes { name, types: vec![schema] }),
        }
    }
    services.sort_by_key(|service| (!service.name.starts_with("OS::"), service.name));
    services
}

fn counts(site: &Site<'_>, files: &[SiteFile]) -> Counts {
    let types = site.catalogue.types.values();
    Counts {
        types: site.catalogue.types.len(),
        hidden_types: site.hidden_types,
        properties: types.clone().map(|schema| overview::named_properties(schema).count()).sum(),
        attributes: types.map(|schema| schema.attributes.len()).sum(),
        pages: files.iter().filter(|file| file.path.ends_with(".html")).count(),
    }
}
