//! The side navigation: links to pages, the guide, the architectures, and services with their types.

use heat_html::Html;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::page_links::TitledLink;
use super::render_context::RenderContext;
use crate::contents::site::{ServiceTypes, Site};
use crate::guide::page::Readers;
use crate::pages::shared::service_lists::{NavService, NavType};

/// The section of the architectures, and their group in the navigation.
pub(crate) const ARCHITECTURES: &str = "architectures";

/// The context of the navigation's template.
#[derive(Debug, Serialize)]
pub(crate) struct SideNavigation {
    root: String,
    pages: Vec<TitledLink>,
    guides: Vec<GuideGroup>,
    architectures: Option<ArchitectureGroup>,
    services: Vec<Html>,
}

impl SideNavigation {
    /// The template, as a file in `templates/`.
    pub(crate) const TEMPLATE: &'static str = "nav.html";
}

/// The pages of the guide for some readers.
#[derive(Debug, Serialize)]
pub(crate) struct GuideGroup {
    group: &'static str,
    pub(crate) label: &'static str,
    pub(crate) pages: Vec<TitledLink>,
}

/// The group of the architectures, with a link to their list.
#[derive(Debug, Serialize)]
struct ArchitectureGroup {
    group: &'static str,
    label: &'static str,
    url: String,
    pages: Vec<TitledLink>,
}

/// The maximum number of types in the navigation of every page. If there are more, each page only lists those of its own service,
/// because the size of the site would grow quadratically otherwise.
const MAX_TYPES: usize = 1000;

/// Returns whether the catalogue is too large for a navigation with all types.
pub(crate) fn is_large(site: &Site<'_>) -> bool {
    site.catalogue.types.len() > MAX_TYPES
}

/// The navigation of a page; in a large catalogue, it only lists the types of one service.
pub(crate) fn side_navigation(
    context: RenderContext<'_>,
    root: &str,
    service: Option<&str>,
) -> Result<SideNavigation, Diagnostic> {
    let RenderContext { site, templates, shared, links } = context;
    let listed = site.services.iter().filter(|each| !is_large(site) || Some(each.name) == service);
    let rendered = |service: &ServiceTypes<'_>| {
        let nav_service = NavService {
            root: root.to_owned(),
            name: service.name.to_owned(),
            label: service.label.to_owned(),
            types: service.types.iter().map(|schema| NavType::new(schema, service.prefix)).collect(),
        };
        shared.nav_services.render(templates, nav_service)
    };
    let architectures = links.to_section(ARCHITECTURES).map(|link| ArchitectureGroup {
        group: link.section,
        label: link.label,
        url: link.url.clone(),
        pages: architecture_links(site),
    });
    Ok(SideNavigation {
        root: root.to_owned(),
        pages: links.side.clone(),
        guides: guide_groups(site),
        architectures,
        services: listed.map(rendered).collect::<Result<_, Diagnostic>>()?,
    })
}

/// The guide by readers, without empty groups.
pub(crate) fn guide_groups(site: &Site<'_>) -> Vec<GuideGroup> {
    let group = |readers: Readers| GuideGroup {
        group: readers.nav_group(),
        label: readers.label(),
        pages: site
            .options
            .guide
            .pages_for(readers)
            .map(|page| TitledLink { title: page.title.clone(), url: page.url.clone() })
            .collect(),
    };
    Readers::ALL.into_iter().map(group).filter(|group| !group.pages.is_empty()).collect()
}

/// The architectures as links.
pub(crate) fn architecture_links(site: &Site<'_>) -> Vec<TitledLink> {
    let list = site.options.architectures.list.iter();
    list.map(|each| TitledLink { title: each.title.clone(), url: each.url() }).collect()
}
