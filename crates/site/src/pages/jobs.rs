//! The files of the site: what each page is called, and what it contains.

use heat_model::ResourceType;
use heat_model::resource_type::service_of;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::frame::render_context::RenderContext;
use super::frame::renderer::{Page, Renderer};
use super::overviews::overviews;
use super::releases::{hidden, pages};
use super::{architectures, check, constraints, feed, guide, life_cycle, listings, overview, type_page};
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::guide::architectures::Architecture;
use crate::guide::pages::GuideDocument;
use crate::links::addresses::{root_of, type_json_url, type_url};
use crate::links::edit_links::EditLinks;
use crate::links::release_address::release_url;
use crate::releases::history::{ShownChange, ShownRelease};
use crate::releases::{counts, hidden_links};
use crate::search;
use crate::text::markdown;

#[derive(Debug, Serialize)]
struct TypeContent {
    t: type_page::TypePage,
}

/// A page that is not a type's.
pub(crate) enum Job<'a> {
    Index,
    Properties,
    Deprecations,
    LifeCycle,
    Constraints,
    SearchIndex,
    Search,
    Check,
    Architectures,
    Architecture(&'a Architecture),
    Guide(&'a GuideDocument<'a>),
    Releases,
    Compare,
    Hidden,
    Release(&'a ShownRelease, &'a [ShownChange]),
    Plain(&'static str, &'static str, &'static str),
    Redirect(&'static str, &'static str),
}

impl<'a> Job<'a> {
    pub(crate) fn overview(site: &'a Site<'a>) -> Vec<Self> {
        let fixed = [
            Self::Properties,
            Self::Constraints,
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
        // The index takes the words of the guide's pages. Before them, it would make them all, and other threads would wait for it.
        jobs.push(Self::SearchIndex);
        if site.options.checker.is_some() {
            jobs.push(Self::Check);
        }
        if !site.options.architectures.list.is_empty() {
            jobs.push(Self::Architectures);
            jobs.extend(site.options.architectures.list.iter().map(Self::Architecture));
        }
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
    pub(crate) fn type_files(&self, schema: &ResourceType) -> Result<Vec<SiteFile>, Diagnostic> {
        let path = format!("{}{}", self.context.site.release.folder(), type_url(&schema.name));
        let plain = schema.description.as_deref().map(markdown::plain).unwrap_or_default();
        let page = Page {
            path: &path,
            template: "type.html",
            title: &schema.name,
            description: &plain,
            section: "types",
            nav_group: Some(service_of(&schema.name)),
            resource_type: Some(&schema.name),
            edit: self.edit_links().and_then(|links| links.of_type(&schema.name)),
            content: TypeContent { t: type_page::type_page(self.context.site, schema, &root_of(&path)) },
        };
        let html = self.page(page)?;
        let json_path = format!("{}{}", self.context.site.release.folder(), type_json_url(&schema.name));
        let json = SiteFile { path: json_path, contents: json(schema)? };
        Ok(vec![html, json])
    }

    /// The links to edit sources; a page of an old release has no source of its own.
    fn edit_links(&self) -> Option<&EditLinks> {
        self.context.site.options.edit.as_ref().filter(|_| !self.context.site.release.is_old())
    }

    pub(crate) fn job(&self, job: &Job<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
        let file = match job {
            Job::Index => self.page(
                Page::simple(
                    &format!("{}index.html", self.context.site.release.folder()),
                    "index.html",
                    "Resource types",
                    "Every resource type of Heat, by service.",
                    "types",
                )
                .with(overview::index(self.context)?),
            )?,
            Job::Properties => self.page(
                Page::simple(
                    "properties.html",
                    "properties.html",
                    "Properties and attributes A–Z",
                    "Every property and attribute of Heat's resource types, by name.",
                    "properties",
                )
                .with(listings::a_to_z(self.context.site)),
            )?,
            Job::Deprecations => self.page(
                Page::simple(
                    "deprecations.html",
                    "deprecations.html",
                    "Deprecations",
                    "Deprecated items in Heat's resource types, the release that deprecated them, and what to use instead.",
                    "deprecations",
                )
                .with(listings::deprecations(self.context.site)),
            )?,
            Job::LifeCycle => self.page(
                Page::simple(
                    "life-cycle.html",
                    "life-cycle.html",
                    "Life cycle",
                    "The life cycle of Heat's resource types, properties and attributes.",
                    "life-cycle",
                )
                .with(life_cycle::life_cycle(self.context.site)),
            )?,
            Job::Constraints => self.page(
                Page::simple(
                    &format!("{}constraints.html", self.context.site.release.folder()),
                    "constraints.html",
                    "Constraints",
                    "The values that the constraints of Heat's properties accept, and where each constraint is used.",
                    "constraints",
                )
                .with(constraints::constraints(self.context)?),
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
                nav_group: Some(document.page.readers.nav_group()),
                resource_type: None,
                edit: self.edit_links().zip(document.page.file.as_deref()).map(|(links, file)| links.of_file(file)),
                content: guide::content(&self.context.site.options.guide, document, &self.context.site.type_names),
            })?,
            Job::Check => self.checker()?,
            Job::Architectures => self.page(
                Page::simple(
                    architectures::INDEX,
                    "architectures.html",
                    "Architectures",
                    "Complete templates of several resources, each with a picture of its dependencies.",
                    "architectures",
                )
                .with(architectures::index(self.context.site)),
            )?,
            Job::Architecture(architecture) => self.page(Page {
                path: &architecture.url(),
                template: "architecture.html",
                title: &architecture.title,
                description: &architecture.description,
                section: "architectures",
                nav_group: Some("architectures"),
                resource_type: None,
                edit: self.edit_links().map(|links| links.of_file(&architecture.source())),
                content: architectures::content(self.context.site, architecture),
            })?,
            Job::Redirect(path, title) => {
                let html =
                    self.context.templates.render("redirect.html", &overview::redirect(self.context.site, path, title))?;
                SiteFile::markup(*path, html)
            }
            Job::Search => self.search()?,
            Job::SearchIndex => {
                let RenderContext { site, shared, .. } = self.context;
                return search::files(site, &shared.search, &overviews(site));
            }
        };
        Ok(vec![file])
    }

    fn search(&self) -> Result<SiteFile, Diagnostic> {
        let path = format!("{}search.html", self.context.site.release.folder());
        let page = Page::simple(&path, "search.html", "Search", "", "search");
        self.page(page.with(search::search_page(self.context.site)))
    }

    /// The page that checks templates.
    fn checker(&self) -> Result<SiteFile, Diagnostic> {
        self.page(Page::simple(
            check::PAGE,
            "check.html",
            check::TITLE,
            "Checks a Heat template in the browser, and draws what its resources depend on.",
            "check",
        ))
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
                .with(pages::release_list(self.context.site)),
            ),
            Job::Compare => self.page(
                Page::simple(
                    "compare.html",
                    "compare.html",
                    "Compare releases",
                    "The changes to Heat's resource types between any two releases.",
                    "releases",
                )
                .with(pages::release_list(self.context.site)),
            ),
            _ => self.page(
                Page::simple(
                    hidden_links::PATH,
                    "hidden.html",
                    "What each release hid",
                    "Resource types, properties and attributes that Heat has hidden, and what replaces them.",
                    "releases",
                )
                .with(hidden::hidden_page(self.context.site)),
            ),
        }
    }

    fn release(&self, release: &ShownRelease, changes: &[ShownChange]) -> Result<SiteFile, Diagnostic> {
        let table = &self.context.site.catalogue.releases;
        let path = release_url(&release.version, table);
        let name = table.get(&release.version).map_or("", |release| release.name.as_str());
        self.page(Page {
            path: &path,
            template: "release.html",
            title: &format!("What changed in Heat {} ({name})", release.version),
            description: &format!("{} since the previous release.", counts::summary(changes)),
            section: "releases",
            nav_group: None,
            resource_type: None,
            edit: None,
            content: pages::release_page(self.context.site, release, changes, &root_of(&path)),
        })
    }

    /// The files that are not pages.
    pub(crate) fn plain_files(&self) -> Vec<SiteFile> {
        let assets = self.context.site.options.assets.iter();
        let has_checker = self.context.site.options.checker.is_some();
        let assets = assets.filter(|asset| has_checker || !check::is_of_page(asset)).map(|asset| SiteFile {
            path: format!("assets/{}", asset.path),
            contents: asset.contents.clone(),
        });
        let mut files: Vec<SiteFile> = assets.collect();
        files.push(overview::llms_txt(self.context.site));
        files.extend(overview::sitemap(self.context.site));
        files.extend(feed::file(self.context.site));
        files
    }
}

/// A schema as JSON for readers.
pub(crate) fn json(value: &impl Serialize) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}
