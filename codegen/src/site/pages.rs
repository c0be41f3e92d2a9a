//! Renders every file of the site, with as many threads as the machine has.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use heat_model::ResourceType;
use heat_model::resource_type::service_of;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::contents::Site;
use super::link_check::LinkFacts;
use super::links::{canonical, root_of, type_json_url, type_url};
use super::release_history::{ShownChange, ShownRelease};
use super::release_link::release_url;
use super::sink::{Sink, SiteFile};
use super::templates::Templates;
use super::{
    constraints_page, feed, guide, hidden_links, hidden_page, life_cycle_page, listings, markdown, overview,
    release_counts, releases_page, search_index, type_page,
};
use crate::html::{Html, html};
use crate::threads;

/// The context that every page has.
#[derive(Debug, Serialize)]
struct PageContext<'a, T: Serialize> {
    root: &'a str,
    site: SiteContext,
    page: PageFacts<'a>,
    nav_html: Html,
    #[serde(flatten)]
    content: T,
}

#[derive(Debug, Serialize)]
struct SiteContext {
    name: &'static str,
    release: String,
    release_long: String,
    guide_url: String,
    /// Whether the changes of releases are recorded.
    releases: bool,
    /// Whether there is a page of what each release hid.
    hidden: bool,
    edition: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct PageFacts<'a> {
    title: &'a str,
    description: String,
    canonical: Option<String>,
    section: &'static str,
}

#[derive(Debug, Serialize)]
struct TypeContent {
    t: type_page::TypePage,
}

/// A page before it is rendered.
struct Page<'a, T: Serialize> {
    path: &'a str,
    template: &'static str,
    title: &'a str,
    description: &'a str,
    section: &'static str,
    /// The name of its service in the navigation, if it is listed there.
    nav_group: Option<&'a str>,
    content: T,
}

/// Renders pages in their common frame.
struct Renderer<'a> {
    site: &'a Site<'a>,
    templates: &'a Templates,
    /// The rendered navigations, by the path to the site's root and the service that they list.
    navs: RwLock<HashMap<(String, String), Arc<Html>>>,
}

/// The result of rendering, besides the files.
pub(super) struct Rendered {
    /// The number of pages.
    pub(super) pages: usize,
    /// Their anchors and links.
    pub(super) links: LinkFacts,
}

impl Rendered {
    fn take(&mut self, files: Vec<SiteFile>, sink: &dyn Sink) -> Result<(), Diagnostic> {
        for file in files {
            self.links.note(&file);
            self.pages += usize::from(file.is_page());
            sink.write(file)?;
        }
        Ok(())
    }
}

/// Renders all files of the site.
pub(super) fn render(
    site: &Site<'_>,
    templates: &Templates,
    sink: &dyn Sink,
) -> Result<Rendered, Diagnostic> {
    let types: Vec<&ResourceType> =
        site.services.iter().flat_map(|service| service.types.iter().copied()).collect();
    let renderer = Renderer { site, templates, navs: RwLock::default() };
    // The overview pages take as long as some hundred types: each is a separate job, and they come first.
    let overview: Vec<Job<'_>> = Job::overview(site);
    let jobs = overview.len() + types.len();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut own = Rendered { pages: 0, links: LinkFacts::default() };
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs {
                return Ok(own);
            }
            let files = match overview.get(index) {
                Some(job) => renderer.job(job)?,
                None => renderer.type_files(types[index - overview.len()])?,
            };
            own.take(files, sink)?;
        }
    };
    let mut all = Rendered { pages: 0, links: LinkFacts::default() };
    for part in threads::on_all(work) {
        let part: Rendered = part?;
        all.pages += part.pages;
        all.links.merge(part.links);
    }
    all.take(renderer.plain_files(), sink)?;
    Ok(all)
}

/// The page of one type with its JSON, for a preview that only renders what changed.
pub(super) fn render_type(
    site: &Site<'_>,
    templates: &Templates,
    schema: &ResourceType,
) -> Result<Vec<SiteFile>, Diagnostic> {
    Renderer { site, templates, navs: RwLock::default() }.type_files(schema)
}

/// A page that is not a type's.
enum Job<'a> {
    Index,
    Properties,
    Deprecations,
    LifeCycle,
    Constraints,
    SearchIndex,
    Search,
    Guide(&'a guide::GuideDocument<'a>),
    Releases,
    Compare,
    Hidden,
    Release(&'a ShownRelease, &'a [ShownChange]),
    Plain(&'static str, &'static str, &'static str),
    Redirect(&'static str, &'static str),
}

impl<'a> Job<'a> {
    fn overview(site: &'a Site<'a>) -> Vec<Self> {
        let fixed = [
            Self::Properties,
            Self::Constraints,
            Self::SearchIndex,
            Self::Index,
            Self::Deprecations,
            Self::LifeCycle,
            Self::Search,
            Self::Plain("404.html", "404", "Not found"),
            Self::Redirect("template_guide/openstack.html", "OpenStack Resource Types"),
            Self::Redirect("template_guide/cfn.html", "CloudFormation Compatible Resource Types"),
            Self::Redirect("template_guide/contrib.html", "Contributed Heat Resource Types"),
            Self::Redirect("template_guide/unsupported.html", "Unsupported Heat Resource Types"),
        ];
        let mut jobs: Vec<Self> = fixed.into_iter().chain(site.guide.iter().map(Self::Guide)).collect();
        if !site.hidden.is_empty() {
            jobs.push(Self::Hidden);
        }
        if !site.history.releases.is_empty() {
            jobs.extend([Self::Releases, Self::Compare]);
            jobs.extend(site.history.with_page().map(|(release, changes)| Self::Release(release, changes)));
        }
        jobs
    }
}

impl Renderer<'_> {
    fn type_files(&self, schema: &ResourceType) -> Result<Vec<SiteFile>, Diagnostic> {
        let path = type_url(&schema.name);
        let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
        let page = Page {
            path: &path,
            template: "type.html",
            title: &schema.name,
            description: &plain,
            section: "types",
            nav_group: Some(service_of(&schema.name)),
            content: TypeContent { t: type_page::type_page(self.site, schema, &root_of(&path)) },
        };
        let html = self.page(page)?;
        let json = SiteFile { path: type_json_url(&schema.name), contents: json(schema)? };
        Ok(vec![html, json])
    }

    fn job(&self, job: &Job<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
        let file = match job {
            Job::Index => self.page(
                Page::simple(
                    "index.html",
                    "index.html",
                    "Resource types",
                    "Every resource type of Heat, by service.",
                    "types",
                )
                .with(overview::index(self.site)),
            )?,
            Job::Properties => self.page(
                Page::simple(
                    "properties.html",
                    "properties.html",
                    "Properties and attributes A–Z",
                    "Every property and attribute of Heat's resource types, by name.",
                    "properties",
                )
                .with(listings::a_to_z(self.site)),
            )?,
            Job::Deprecations => self.page(
                Page::simple(
                    "deprecations.html",
                    "deprecations.html",
                    "Deprecations",
                    "Deprecated items in Heat's resource types, the release that deprecated them, and what to use instead.",
                    "deprecations",
                )
                .with(listings::deprecations(self.site)),
            )?,
            Job::LifeCycle => self.page(
                Page::simple(
                    "life-cycle.html",
                    "life-cycle.html",
                    "Support status",
                    "The life cycle of Heat's resource types, properties and attributes.",
                    "life-cycle",
                )
                .with(life_cycle_page::life_cycle(self.site)),
            )?,
            Job::Constraints => self.page(
                Page::simple(
                    "constraints.html",
                    "constraints.html",
                    "Constraints",
                    "The values that the constraints of Heat's properties accept, and where each constraint is used.",
                    "constraints",
                )
                .with(constraints_page::constraints(self.site)),
            )?,
            Job::Releases | Job::Compare | Job::Hidden => self.past(job)?,
            Job::Release(release, changes) => self.release(release, changes)?,
            Job::Plain(path, section, title) => self.page(Page::simple(path, path, title, "", section))?,
            Job::Guide(document) => self.page(Page {
                path: &document.page.url,
                template: "guide.html",
                title: &document.page.title,
                description: &document.page.description,
                section: "guide",
                nav_group: Some("guides"),
                content: guide::content(&self.site.options.guide, document),
            })?,
            Job::Redirect(path, title) => {
                let html =
                    self.templates.render("redirect.html", &overview::redirect(self.site, path, title))?;
                SiteFile::markup(*path, html)
            }
            Job::Search => self.search()?,
            Job::SearchIndex => return search_index::files(self.site),
        };
        Ok(vec![file])
    }

    fn search(&self) -> Result<SiteFile, Diagnostic> {
        let page = Page::simple("search.html", "search.html", "Search", "", "search");
        self.page(page.with(search_index::search_page(self.site)))
    }

    /// A page about all releases.
    fn past(&self, job: &Job<'_>) -> Result<SiteFile, Diagnostic> {
        match job {
            Job::Releases => self.page(
                Page::simple(
                    "releases.html",
                    "releases.html",
                    "Releases",
                    "The changes to Heat's resource types in every release.",
                    "releases",
                )
                .with(releases_page::release_list(self.site)),
            ),
            Job::Compare => self.page(
                Page::simple(
                    "compare.html",
                    "compare.html",
                    "Compare releases",
                    "The changes to Heat's resource types between any two releases.",
                    "releases",
                )
                .with(releases_page::release_list(self.site)),
            ),
            _ => self.page(
                Page::simple(
                    hidden_links::PATH,
                    "hidden.html",
                    "What each release hid",
                    "Resource types, properties and attributes that Heat has hidden, and what replaces them.",
                    "releases",
                )
                .with(hidden_page::hidden_page(self.site)),
            ),
        }
    }

    fn release(&self, release: &ShownRelease, changes: &[ShownChange]) -> Result<SiteFile, Diagnostic> {
        let table = &self.site.catalogue.releases;
        let path = release_url(&release.version, table);
        let name = table.get(&release.version).map_or("", |release| release.name.as_str());
        self.page(Page {
            path: &path,
            template: "release.html",
            title: &format!("What changed in Heat {} ({name})", release.version),
            description: &format!("{} since the previous release.", release_counts::summary(changes)),
            section: "releases",
            nav_group: None,
            content: releases_page::release_page(self.site, release, changes, &root_of(&path)),
        })
    }

    fn page<T: Serialize>(&self, page: Page<'_, T>) -> Result<SiteFile, Diagnostic> {
        // The page for unknown addresses is shown at any of them: its path to the root is absolute.
        let root = if page.path == "404.html" { self.absolute_root() } else { root_of(page.path) };
        let releases = &self.site.catalogue.releases;
        let newest = releases.newest();
        let major = newest.and_then(|release| release.version.split('.').next()).unwrap_or_default();
        let context = PageContext {
            root: &root,
            site: SiteContext {
                name: "Heat resource types",
                release: if major.is_empty() { String::new() } else { format!("Heat {major}") },
                release_long: newest
                    .map(|release| format!("Heat {} ({})", release.version, release.name))
                    .unwrap_or_default(),
                guide_url: self
                    .site
                    .options
                    .guide
                    .pages
                    .first()
                    .map(|page| page.url.clone())
                    .unwrap_or_default(),
                releases: !self.site.history.releases.is_empty(),
                hidden: !self.site.hidden.is_empty(),
                edition: self
                    .site
                    .options
                    .hidden
                    .is_shown()
                    .then_some("Operators’ edition: includes HIDDEN items."),
            },
            page: PageFacts {
                title: page.title,
                description: markdown::shorten(page.description, 160),
                canonical: self.site.options.base_url.as_deref().map(|base| canonical(base, page.path)),
                section: page.section,
            },
            nav_html: self.nav(&root, page.path, page.nav_group)?,
            content: page.content,
        };
        let html = self.templates.render(page.template, &context)?;
        Ok(SiteFile::markup(page.path, html))
    }

    fn absolute_root(&self) -> String {
        let Some(base) = &self.site.options.base_url else { return "/".to_owned() };
        let after_scheme = base.split_once("://").map_or(base.as_str(), |(_, rest)| rest);
        after_scheme.find('/').map_or("/".to_owned(), |start| after_scheme[start..].to_owned())
    }

    /// The navigation with this page marked, and its group open.
    fn nav(&self, root: &str, path: &str, group: Option<&str>) -> Result<Html, Diagnostic> {
        let nav = self.plain_nav(root, group)?;
        let link = html!(" href=\"{}{}\"", root, path);
        let nav = nav.replace_first(&link, &html!("{} aria-current=\"page\"", link));
        let Some(group) = group else { return Ok(nav) };
        let closed = html!("<details data-s=\"{}\">", group);
        Ok(nav.replace_first(&closed, &html!("<details data-s=\"{}\" open>", group)))
    }

    /// The navigation with nothing marked. It is the same for all pages at the same folder depth, and in a large catalogue,
    /// where it lists one service, for all pages of that service.
    fn plain_nav(&self, root: &str, group: Option<&str>) -> Result<Arc<Html>, Diagnostic> {
        let service = group.filter(|_| overview::is_large(self.site));
        let key = (root.to_owned(), service.unwrap_or_default().to_owned());
        if let Some(nav) = self.navs.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(Arc::clone(nav));
        }
        let nav: Arc<Html> =
            self.templates.render("nav.html", &overview::navigation(self.site, root, service))?.into();
        self.navs.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&nav));
        Ok(nav)
    }

    /// The files that are not pages.
    fn plain_files(&self) -> Vec<SiteFile> {
        let assets = self.site.options.assets.iter().map(|asset| SiteFile {
            path: format!("assets/{}", asset.path),
            contents: asset.contents.clone(),
        });
        let mut files: Vec<SiteFile> = assets.collect();
        files.push(overview::llms_txt(self.site));
        files.extend(overview::sitemap(self.site));
        files.extend(feed::file(self.site));
        files
    }
}

impl<'a> Page<'a, ()> {
    /// A page that belongs to no service.
    fn simple(
        path: &'a str,
        template: &'static str,
        title: &'a str,
        description: &'a str,
        section: &'static str,
    ) -> Self {
        Self { path, template, title, description, section, nav_group: None, content: () }
    }

    fn with<T: Serialize>(self, content: T) -> Page<'a, T> {
        Page {
            path: self.path,
            template: self.template,
            title: self.title,
            description: self.description,
            section: self.section,
            nav_group: self.nav_group,
            content,
        }
    }
}

/// A schema as JSON for readers.
pub(super) fn json(value: &impl Serialize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
