//! The index of all types by service.

use std::cmp::Reverse;

use heat_catalogue::named_properties::count_named;
use heat_graph::service_class;
use heat_html::Html;
use heat_model::resource_type::service_of;
use heat_model::{ResourceType, Status};
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::architectures::{ArchitectureCard, featured};
use super::frame::page_links::TitledLink;
use super::frame::render_context::RenderContext;
use super::frame::side_navigation::{GuideGroup, architecture_links, guide_groups};
use super::frame::twin::{InMarkdown, Line, TwinWriter, line};
use super::releases::release_pages::{News, news};
use super::service_picture::pictures;
use super::shared::service_lists::{ServiceSection, TypeEntry};
use super::starts::{Start, starts};
use crate::contents::site::{ServiceTypes, Site};
use crate::links::addresses::root_of;
use crate::links::targets::Links;
use crate::releases::counts::count_with_noun;
use crate::text::markdown;
use crate::text::terms::{status_class, status_word, thousands};

/// The maximum number of types that are shown as often used.
const OFTEN_USED: usize = 8;

/// The numbers of public template repositories and of templates that use each type, as `conformance/count_types.py` writes them: most used types first.
const COUNTS: &str = include_str!("../../site/used-types.txt");

/// The rank of a type by usage, starting with 0 for the most used type. All unused types have the same rank, after the others.
fn place(name: &str) -> usize {
    used_types().position(|used| used == name).unwrap_or(usize::MAX)
}

/// The types that public templates use, most used first.
fn used_types() -> impl Iterator<Item = &'static str> {
    COUNTS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.rsplit('\t').next())
}

/// An entry for a type, with the first sentence of its description.
fn summarized(context: RenderContext<'_>, schema: &ResourceType, service: &str) -> TypeEntry {
    let entry = TypeEntry::new(schema, service);
    let summary = context.shared.summaries.of_page(context.site.page_of(schema), || {
        // Type names in the summary do not become links, because the whole entry is a link.
        let links = Links { written_for: Some(&entry.url), ..Links::default() };
        first_sentence(schema).map(|text| markdown::inline(text, &links)).unwrap_or_default()
    });
    TypeEntry { summary_html: (*summary).clone(), ..entry }
}

/// The first sentence of a type's description, with its markup.
fn first_sentence(schema: &ResourceType) -> Option<&str> {
    let paragraph = schema.description.as_deref().and_then(|text| text.split("\n\n").next());
    paragraph.map(markdown::first_sentence)
}

#[derive(Debug, Serialize)]
pub(crate) struct Index {
    counts: IndexCounts,
    statuses: Vec<StatusCount>,
    guides: Vec<GuideGroup>,
    architectures: Vec<TitledLink>,
    /// The architectures with their pictures.
    pictured: Vec<ArchitectureCard>,
    /// The types that public templates use most.
    featured: Vec<TypeEntry>,
    /// The suggested first pages for each group of readers.
    starts: Vec<Start>,
    /// The tiles of the services, in the order in which most readers need them.
    tiles: Vec<Tile>,
    services: Vec<IndexService>,
    /// The address of the page that checks templates, if the site has it.
    check_url: Option<String>,
    news: Option<News>,
}

#[derive(Debug, Serialize)]
struct IndexCounts {
    types: String,
    /// All counts with their nouns, as a text.
    words: String,
}

#[derive(Debug, Serialize)]
struct StatusCount {
    status: &'static str,
    word: &'static str,
    count: String,
}

#[derive(Debug, Serialize)]
struct IndexService {
    section_html: Html,
}

/// A service with its best-known types.
#[derive(Debug, Serialize)]
struct Tile {
    name: String,
    id: String,
    label: String,
    /// The class for the service's colour and icon.
    class: String,
    count: String,
    /// The number of the service's types in each status.
    counts: Vec<StatusCount>,
    first: Vec<TypeEntry>,
    /// The number of the service's other types; zero if there are none.
    others: usize,
}

/// The number of types on a tile.
const NAMED: usize = 5;

/// The tiles: services with often used types first, then the others by the number of their types, and those of AWS last.
fn tiles(site: &Site<'_>) -> Vec<Tile> {
    let mut services: Vec<&ServiceTypes<'_>> = site.services.iter().collect();
    let most_used = |service: &ServiceTypes<'_>| {
        service.types.iter().filter(|schema| is_supported(schema)).map(|schema| place(&schema.name)).min()
    };
    services.sort_by_cached_key(|service| {
        let is_foreign = service.name.starts_with("AWS::");
        (is_foreign, most_used(service).unwrap_or(usize::MAX), Reverse(service.types.len()))
    });
    services.into_iter().map(tile).collect()
}

/// The class for the colour and icon of a service. A group uses those of the service of its first type.
fn class(service: &ServiceTypes<'_>) -> String {
    let first = service.types.first();
    service_class(first.map_or(service.name, |schema| service_of(&schema.name)))
}

fn tile(service: &ServiceTypes<'_>) -> Tile {
    let mut types = service.types.clone();
    types.sort_by_cached_key(|schema| (!is_supported(schema), place(&schema.name)));
    let named = if types.len() == NAMED + 1 { NAMED + 1 } else { NAMED };
    Tile {
        name: service.name.to_owned(),
        id: service.id.clone(),
        label: service.label.to_owned(),
        class: class(service),
        count: service.types.len().to_string(),
        counts: status_counts(&service.types.iter().copied()),
        first: types.iter().take(named).map(|schema| TypeEntry::new(schema, service.prefix)).collect(),
        others: types.len().saturating_sub(named),
    }
}

fn is_supported(schema: &ResourceType) -> bool {
    schema.support_status.status() == Status::Supported
}

/// The number of types in each status, without zeros.
fn status_counts<'a>(types: &(impl Iterator<Item = &'a ResourceType> + Clone)) -> Vec<StatusCount> {
    let count = |status| types.clone().filter(|schema| schema.support_status.status() == status).count();
    let all = [Status::Supported, Status::Deprecated, Status::Unsupported, Status::Hidden];
    let counts = all.map(|status| (status, count(status))).into_iter().filter(|(_, count)| *count > 0);
    let entry = |(status, count)| StatusCount {
        status: status_class(status),
        word: status_word(status),
        count: thousands(count),
    };
    counts.map(entry).collect()
}

/// The content of the index of all types by service.
pub(crate) fn index(context: RenderContext<'_>) -> Result<Index, Diagnostic> {
    let RenderContext { site, templates, shared, links } = context;
    let types = || site.catalogue.types.values();
    let services = site.services.iter().map(|service| {
        let section = ServiceSection {
            root: root_of(site.release.folder()),
            name: service.name.to_owned(),
            id: service.id.clone(),
            label: service.label.to_owned(),
            class: class(service),
            types: service.types.iter().map(|schema| summarized(context, schema, service.prefix)).collect(),
            pictures: pictures(site, service),
        };
        Ok(IndexService { section_html: shared.index_services.render(templates, section)? })
    });
    Ok(Index {
        counts: IndexCounts {
            types: thousands(site.catalogue.types.len()),
            words: [
                count_with_noun(site.catalogue.types.len(), "type", "types"),
                count_with_noun(types().map(count_named).sum(), "property", "properties"),
                count_with_noun(
                    types().map(|schema| schema.attributes.len()).sum(),
                    "attribute",
                    "attributes",
                ),
            ]
            .join(", "),
        },
        statuses: status_counts(&types()),
        guides: guide_groups(site),
        architectures: architecture_links(site),
        pictured: featured(site),
        featured: used_types()
            .filter_map(|name| site.catalogue.types.get(name))
            .filter(|schema| is_supported(schema))
            .map(|schema| TypeEntry::new(schema, schema.service()))
            .take(OFTEN_USED)
            .collect(),
        starts: starts(site, links),
        tiles: tiles(site),
        services: services.collect::<Result<_, Diagnostic>>()?,
        check_url: links.to_section("check").map(|link| link.url.clone()),
        news: news(site),
    })
}

impl InMarkdown for Index {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        let site = twin.site();
        let lead = Line::text(&site.options.identity.lead);
        twin.paragraph(&Line::join([lead, line!("{}.", &self.counts.words)], " "));
        for service in &site.services {
            twin.heading(2, &Line::join([service.name, service.label].map(Line::text), ": "));
            for schema in &service.types {
                let status = schema.support_status.status();
                let status = if status == Status::Supported { "" } else { status_word(status) };
                let summary = first_sentence(schema).map(|text| twin.sentence(text)).unwrap_or_default();
                let words = Line::join([Line::words(status), summary], ". ");
                twin.item(0, &Line::join([twin.type_link(&schema.name), words], ": "));
            }
        }
        let guides = self.guides.iter().map(|group| (group.label, &group.pages));
        for (label, pages) in guides.chain([("All architectures", &self.architectures)]) {
            if !pages.is_empty() {
                twin.heading(2, &Line::words(label));
            }
            for TitledLink { title, url } in pages {
                twin.item(0, &twin.link(&Line::text(title), url));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_in_the_order_of_their_counts() {
        assert_eq!(used_types().next(), Some("OS::Nova::Server"));
        assert!(place("OS::Octavia::LoadBalancer") < place("OS::Octavia::AvailabilityZone"));
        assert_eq!(place("ACME::Thing"), usize::MAX);
        let counts: Vec<Vec<usize>> = COUNTS
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split('\t').take(2).map(|count| count.parse().unwrap()).collect())
            .collect();
        assert!(counts.len() > 50 && counts.is_sorted_by(|one, other| one >= other));
    }
}
