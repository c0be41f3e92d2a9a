//! The frame of the site: navigation, index, old addresses, and the files for machines.

use std::fmt::Write as _;

use heat_catalogue::named_properties::count_named;
use heat_html::{Html, html};
use heat_model::{ResourceType, Status};
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::architectures;
use super::check;
use super::service_picture::pictures;
use super::shared::service_lists::{NavService, NavType, ServiceSection, TypeEntry};
use crate::contents::site::{ServiceTypes, Site};
use crate::files::sink::SiteFile;
use crate::guide::architectures::Architecture;
use crate::guide::page::Readers;
use crate::links::addresses::{canonical, root_of, type_json_url, type_url};
use crate::links::release_address::release_url;
use crate::links::targets::Links;
use crate::pages::RenderContext;
use crate::releases::counts::summary;
use crate::releases::hidden_links;
use crate::text::markdown;
use crate::text::terms::{release_name, service_label, status_class, status_word, thousands};

/// The most commonly used types, for the index.
const FEATURED: [&str; 8] = [
    "OS::Nova::Server",
    "OS::Neutron::Port",
    "OS::Neutron::Net",
    "OS::Neutron::Subnet",
    "OS::Cinder::Volume",
    "OS::Heat::ResourceGroup",
    "OS::Heat::AutoScalingGroup",
    "OS::Neutron::SecurityGroup",
];

#[derive(Debug, Serialize)]
pub(crate) struct Navigation {
    root: String,
    releases: bool,
    checker: bool,
    guides: Vec<NavGuide>,
    architectures: Vec<Titled>,
    services: Vec<Html>,
}

/// The pages of the guide for some readers.
#[derive(Debug, Serialize)]
struct NavGuide {
    group: &'static str,
    label: &'static str,
    pages: Vec<Titled>,
}

#[derive(Debug, Serialize)]
struct Titled {
    title: String,
    url: String,
}

/// The maximum number of types in the navigation of every page. If there are more, each page lists those of its own service:
/// otherwise pages would grow with the catalogue, and the site with its square.
const LARGE: usize = 1000;

/// Whether the catalogue is too large for a navigation with all types.
pub(crate) fn is_large(site: &Site<'_>) -> bool {
    site.catalogue.types.len() > LARGE
}

/// The left column: guide pages, and services with their types; in a large catalogue only those of one service.
pub(crate) fn navigation(
    context: RenderContext<'_>,
    root: &str,
    service: Option<&str>,
) -> Result<Navigation, Diagnostic> {
    let site = context.site;
    let listed = site.services.iter().filter(|each| !is_large(site) || Some(each.name) == service);
    let rendered = |service: &ServiceTypes<'_>| {
        let nav_service = NavService {
            root: root.to_owned(),
            name: service.name.to_owned(),
            label: service_label(service.name),
            types: service.types.iter().map(|schema| NavType::new(schema, service.name)).collect(),
        };
        context.shared.nav_services.render(context.templates, "nav-service.html", nav_service)
    };
    Ok(Navigation {
        root: root.to_owned(),
        releases: !site.history.releases.is_empty(),
        checker: site.options.checker.is_some(),
        guides: guides(site),
        architectures: architectures(site),
        services: listed.map(rendered).collect::<Result<_, Diagnostic>>()?,
    })
}

/// The guide by readers, without empty groups.
fn guides(site: &Site<'_>) -> Vec<NavGuide> {
    let group = |readers: Readers| NavGuide {
        group: readers.nav_group(),
        label: readers.label(),
        pages: site
            .options
            .guide
            .pages_for(readers)
            .map(|page| Titled { title: page.title.clone(), url: page.url.clone() })
            .collect(),
    };
    Readers::ALL.into_iter().map(group).filter(|group| !group.pages.is_empty()).collect()
}

fn architectures(site: &Site<'_>) -> Vec<Titled> {
    let list = site.options.architectures.list.iter();
    list.map(|each| Titled { title: each.title.clone(), url: each.url() }).collect()
}

/// A type with the first sentence of its description.
fn summarized(context: RenderContext<'_>, schema: &ResourceType, service: &str) -> TypeEntry {
    let entry = TypeEntry::new(schema, service);
    let summary = context.shared.summaries.get(context.site.page_of(schema), || {
        // Types in the summary do not become links: the entry itself is a link.
        let links = Links { written_for: Some(&entry.url), ..Links::default() };
        // The first sentence of the source keeps its markup.
        let paragraph = schema.description.as_deref().and_then(|text| text.split("\n\n").next());
        paragraph.map(|text| markdown::inline(markdown::first_sentence(text), &links)).unwrap_or_default()
    });
    TypeEntry { summary_html: (*summary).clone(), ..entry }
}

#[derive(Debug, Serialize)]
pub(crate) struct Index {
    counts: IndexCounts,
    statuses: Vec<StatusCount>,
    guides: Vec<NavGuide>,
    architectures: Vec<Titled>,
    featured: Vec<TypeEntry>,
    services: Vec<IndexService>,
}

#[derive(Debug, Serialize)]
struct IndexCounts {
    types: String,
    properties: String,
    attributes: String,
}

#[derive(Debug, Serialize)]
struct StatusCount {
    status: &'static str,
    word: &'static str,
    count: String,
}

#[derive(Debug, Serialize)]
struct IndexService {
    name: String,
    count: String,
    /// How many of its types have each status.
    counts: Vec<StatusCount>,
    section_html: Html,
}

/// How many types have each status, without zeros.
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

/// The index of all types by service.
pub(crate) fn index(context: RenderContext<'_>) -> Result<Index, Diagnostic> {
    let RenderContext { site, templates, shared } = context;
    let types = || site.catalogue.types.values();
    let services = site.services.iter().map(|service| {
        let section = ServiceSection {
            root: root_of(site.release.folder()),
            name: service.name.to_owned(),
            label: service_label(service.name),
            types: service.types.iter().map(|schema| summarized(context, schema, service.name)).collect(),
            pictures: pictures(site, service),
        };
        Ok(IndexService {
            name: service.name.to_owned(),
            count: service.types.len().to_string(),
            counts: status_counts(&service.types.iter().copied()),
            section_html: shared.index_services.render(templates, "index-service.html", section)?,
        })
    });
    Ok(Index {
        counts: IndexCounts {
            types: thousands(site.catalogue.types.len()),
            properties: thousands(types().map(count_named).sum()),
            attributes: thousands(types().map(|schema| schema.attributes.len()).sum()),
        },
        statuses: status_counts(&types()),
        guides: guides(site),
        architectures: architectures(site),
        featured: FEATURED
            .iter()
            .filter_map(|name| site.catalogue.types.get(*name))
            .map(|schema| TypeEntry::new(schema, schema.service()))
            .collect(),
        services: services.collect::<Result<_, Diagnostic>>()?,
    })
}

#[derive(Debug, Serialize)]
pub(crate) struct Redirect {
    root: String,
    title: String,
    target_url: &'static str,
    /// Whether there is a page of what each release hid.
    hidden: bool,
    types: Vec<TypeLink>,
}

#[derive(Debug, Serialize)]
struct TypeLink {
    name: String,
    url: String,
}

/// A page at an address of Heat's own docs, whose anchors lead to the new pages.
pub(crate) fn redirect(site: &Site<'_>, path: &str, title: &str) -> Redirect {
    Redirect {
        root: root_of(path),
        title: title.to_owned(),
        target_url: "index.html",
        hidden: !site.hidden.is_empty(),
        types: site
            .catalogue
            .types
            .keys()
            .map(|name| TypeLink { name: name.clone(), url: type_url(name) })
            .collect(),
    }
}

/// `llms.txt`: the site for programs that read text.
pub(crate) fn llms_txt(site: &Site<'_>) -> SiteFile {
    let base = site.options.base_url.as_deref().unwrap_or_default();
    let mut out = String::from(
        "# Heat resource types\n\n> The resource types of OpenStack Heat: properties, attributes, constraints, support \
         status and translation rules. Each type has an HTML page and a JSON file with the same contents.\n\n",
    );
    for group in guides(site) {
        let _ = writeln!(out, "## Guide: {}\n", group.label.to_lowercase());
        for page in &group.pages {
            let _ = writeln!(out, "- [{}]({base}{})", page.title, page.url);
        }
        out.push('\n');
    }
    if !site.options.architectures.list.is_empty() {
        out.push_str("## Architectures\n\n");
        for each in &site.options.architectures.list {
            let _ = writeln!(out, "- [{}]({base}{}): {}", each.title, each.url(), each.description);
        }
        out.push('\n');
    }
    if site.history.with_page().next().is_some() {
        out.push_str("## Releases\n\n");
        for (release, changes) in site.history.with_page().rev() {
            let table = &site.catalogue.releases;
            let (version, url) = (&release.version, release_url(&release.version, table));
            let name = release_name(version, table).release;
            let _ = writeln!(out, "- [Heat {version} ({name})]({base}{url}): {}.", summary(changes));
        }
        out.push('\n');
    }
    for service in &site.services {
        let label = service_label(service.name);
        let label = if label.is_empty() { String::new() } else { format!(": {label}") };
        let _ = writeln!(out, "## {}{label}\n", service.name);
        for schema in &service.types {
            let url = type_json_url(&schema.name);
            let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
            let summary = markdown::first_sentence(&plain);
            let status = match schema.support_status.status() {
                Status::Supported => String::new(),
                other => format!("{} ", status_word(other)),
            };
            let text = format!("{status}{summary}");
            let text = if text.trim().is_empty() { String::new() } else { format!(": {}", text.trim()) };
            let _ = writeln!(out, "- [{}]({base}{url}){text}", schema.name);
        }
        out.push('\n');
    }
    SiteFile { path: "llms.txt".to_owned(), contents: out.into_bytes() }
}

/// The sitemap. The protocol requires absolute URLs, so there is one only if the base URL is known.
pub(crate) fn sitemap(site: &Site<'_>) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let fixed = ["index.html", "properties.html", "deprecations.html", "life-cycle.html", "constraints.html"];
    let guide = site.options.guide.pages.iter().map(|page| page.url.clone());
    let overview = ["releases.html", "compare.html"].map(str::to_owned);
    let overview = overview.into_iter().filter(|_| !site.history.releases.is_empty());
    let hidden = (!site.hidden.is_empty()).then(|| hidden_links::PATH.to_owned());
    let checker = site.options.checker.as_ref().map(|_| check::PAGE.to_owned());
    let overview = overview.chain(hidden).chain(checker);
    let list = &site.options.architectures.list;
    let architectures = (!list.is_empty()).then(|| architectures::INDEX.to_owned());
    let overview = overview.chain(architectures).chain(list.iter().map(Architecture::url));
    let releases =
        site.history.with_page().map(|(release, _)| release_url(&release.version, &site.catalogue.releases));
    let types = site.catalogue.types.keys().map(|name| type_url(name));
    let mut out = Html::literal(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for path in fixed.map(str::to_owned).into_iter().chain(overview).chain(releases).chain(guide).chain(types)
    {
        let address = canonical(base, &path);
        out.push(&html!("<url><loc>{}</loc></url>\n", address));
    }
    out.push_literal("</urlset>\n");
    Some(SiteFile::markup("sitemap.xml", out))
}
