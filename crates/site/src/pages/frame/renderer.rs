//! The frame that all pages share: head, navigation and edition.

use std::sync::Arc;

use heat_html::{Html, Prepared};
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::marked_navigation::{MarkedNavigation, Navigation};
use super::page_links::HeaderLink;
use super::render_context::RenderContext;
use super::side_navigation::{SideNavigation, is_large, side_navigation};
use super::twin::{InMarkdown, TwinWriter};
use crate::contents::identity::Identity;
use crate::contents::known::Known;
use crate::docs_file::{HomeLink, STYLE};
use crate::files::sink::SiteFile;
use crate::files::templates::prepare;
use crate::links::addresses::{NOT_FOUND, canonical, markdown_url, root_of};
use crate::links::edit_links::{EditLinks, SourceLinks};
use crate::links::targets::Links;
use crate::releases::site_release::ReleaseChoice;
use crate::text::markdown;

/// The guide pages about installing the program; the first one on the site is used.
const PROGRAM: [&str; 2] = ["guide/getting-started.html", "guide/the-command-line.html"];

/// The context of every page.
#[derive(Debug, Serialize)]
struct PageContext<'a, T: Serialize> {
    root: &'a str,
    /// The prepared context about the site.
    site: Prepared,
    page: PageFacts<'a>,
    header_html: Prepared,
    /// The choice of a release, if there are several with pages.
    choice: Option<ReleaseChoice>,
    /// The path to the index of the release's own pages.
    home: String,
    nav_html: &'a Prepared,
    #[serde(flatten)]
    content: T,
}

#[derive(Debug, Serialize)]
struct SiteContext<'a> {
    name: &'a str,
    heading: &'a str,
    lead: &'a str,
    /// The product that the versions belong to.
    product: &'a str,
    /// The picture in the header, among the assets, and its width.
    logo: &'a str,
    /// The link to the website that this site belongs to.
    home: Option<&'a HomeLink>,
    footer_html: Html,
    /// The address of a picture of the site, for previews of links.
    image: Option<String>,
    /// The style sheet with the site's own colours, among the assets.
    style: Option<&'static str>,
    release: String,
    release_long: String,
    guide_url: String,
    /// `true` if there is a page of hidden items.
    hidden: bool,
    /// `true` if the errors of Heat have pages.
    errors: bool,
    edition: Option<&'static str>,
    /// The address at which problems can be reported.
    issues: Option<&'a str>,
    /// The page about installing the program.
    program_url: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct PageFacts<'a> {
    title: &'a str,
    description: String,
    canonical: Option<String>,
    /// The address of the page in Markdown.
    twin: Option<String>,
    /// The address at which the source of the page can be edited.
    edit: Option<String>,
    /// The address of the history of the page's source.
    history: Option<String>,
}

/// The context of the template with the links in the header.
#[derive(Debug, Serialize)]
pub(crate) struct HeaderLinks<'a> {
    root: &'a str,
    links: Vec<HeaderEntry<'a>>,
}

impl HeaderLinks<'_> {
    /// The template, as a file in `templates/`.
    pub(crate) const TEMPLATE: &'static str = "header.html";
}

#[derive(Debug, Serialize)]
struct HeaderEntry<'a> {
    url: &'a str,
    label: &'static str,
    /// `true` if the link is under *More*.
    more: bool,
    /// The value of `aria-current`, on the pages of the link's section.
    current: Option<&'static str>,
}

/// A page before it is rendered, without its content.
pub(crate) struct Page<'a> {
    pub(crate) path: &'a str,
    pub(crate) template: &'static str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
    pub(crate) section: &'static str,
    /// The group of the page in the navigation, if it is listed there.
    pub(crate) nav_group: Option<&'a str>,
    /// The resource type that the page describes, if any.
    pub(crate) resource_type: Option<&'a str>,
    /// The path of the page in Markdown; set by the kind of page.
    pub(crate) twin: Option<String>,
    /// The addresses of the page's source.
    pub(crate) sources: SourceLinks,
}

/// Renders pages in their common frame.
pub(crate) struct Renderer<'a> {
    pub(crate) context: RenderContext<'a>,
    /// The prepared contexts about the site, by the path to its root.
    sites: Known<String, Prepared>,
    /// The links in the header, by the path to the site's root and the marked section.
    headers: Known<(String, &'static str), Prepared>,
    /// The rendered navigations, by the path to the site's root and the service whose types they list.
    navs: Known<(String, String), Arc<Navigation>>,
}

impl<'a> Renderer<'a> {
    pub(crate) fn new(context: RenderContext<'a>) -> Self {
        Self { context, sites: Known::default(), headers: Known::default(), navs: Known::default() }
    }

    /// Renders a page.
    pub(crate) fn page(&self, page: Page<'_>, body: impl Serialize) -> Result<Vec<SiteFile>, Diagnostic> {
        // The page for unknown addresses can appear at any address, so its path to the root is absolute.
        let root = if page.path == NOT_FOUND { self.absolute_root() } else { root_of(page.path) };
        let nav = self.nav(&root, page.path, page.nav_group)?;
        let context = PageContext {
            root: &root,
            site: self.sites.get(root.clone(), |root| prepare(&self.site_context(root)))?,
            page: PageFacts {
                title: page.title,
                description: markdown::shorten(page.description, 160),
                canonical: self.canonical(&page),
                twin: page.twin,
                edit: page.sources.edit,
                history: page.sources.history,
            },
            header_html: self.header(&root, page.section)?,
            choice: self.context.site.release.choice(page.resource_type),
            home: format!("{root}{}", self.context.site.release.folder()),
            nav_html: &nav.prepared,
            content: body,
        };
        let html = self.context.templates.render(page.template, &context)?;
        let html = self.context.site.release.with_own_links(html, &root, &nav.html);
        let left_out = &self.context.site.options.left_out;
        let html = if left_out.is_empty() {
            html
        } else {
            html.without_links(&root, |path| left_out.contains(path))
        };
        Ok(vec![SiteFile::markup(page.path, html)])
    }

    /// Renders a page, and its Markdown file next to it.
    pub(crate) fn page_with_twin(
        &self,
        page: Page<'_>,
        content: impl Serialize + InMarkdown,
    ) -> Result<Vec<SiteFile>, Diagnostic> {
        let mut writer = TwinWriter::new(self.context, page.path, page.title);
        content.write(&mut writer);
        self.page_with_text(page, content, writer.finish())
    }

    /// Renders a page, and a text as the Markdown file next to it.
    pub(crate) fn page_with_text(
        &self,
        page: Page<'_>,
        content: impl Serialize,
        text: String,
    ) -> Result<Vec<SiteFile>, Diagnostic> {
        let twin = SiteFile { path: markdown_url(page.path), contents: text.into_bytes() };
        let mut files = self.page(page, content)?;
        files.push(twin);
        Ok(files)
    }

    /// The context about the site, which is the same for all pages with this path to the root.
    fn site_context(&self, root: &str) -> SiteContext<'a> {
        let site = self.context.site;
        let Identity { name, heading, lead, product, logo, home, footer, style, .. } = &site.options.identity;
        let newest = site.catalogue.releases.newest();
        let major = newest.and_then(|release| release.version.split('.').next()).unwrap_or_default();
        let versioned = |version: &str| site.options.identity.versioned(version);
        let links = Links { root, types: Some(&site.type_names), ..Links::default() };
        let is_shown = site.options.hidden.is_shown();
        let base = site.options.base_url.as_deref();
        SiteContext {
            name,
            heading,
            lead,
            product: if product.is_empty() { "Version" } else { product },
            logo,
            home: home.as_ref(),
            footer_html: footer.as_deref().map(|text| markdown::block(text, &links)).unwrap_or_default(),
            // Programs that preview links do not render SVG.
            image: base.filter(|_| !logo.ends_with("svg")).map(|base| format!("{base}assets/{logo}")),
            style: style.is_some().then_some(STYLE),
            release: if major.is_empty() { String::new() } else { versioned(major) },
            release_long: newest.map(|release| site.own_series().title(&release.version)).unwrap_or_default(),
            guide_url: site.options.guide.first_url().to_owned(),
            hidden: !site.hidden.is_empty(),
            errors: !site.options.errors.list.is_empty(),
            issues: site.options.issues.as_deref(),
            program_url: site
                .options
                .guide
                .pages
                .iter()
                .map(|page| page.url.as_str())
                .find(|url| PROGRAM.contains(url)),
            edition: is_shown.then_some("Operators’ edition: includes HIDDEN items."),
        }
    }

    /// The addresses of a page's source. `of` returns the page's address among those of all sources; pages of old releases have
    /// none.
    pub(crate) fn sources(&self, of: impl Fn(&EditLinks) -> Option<String>) -> SourceLinks {
        let site = self.context.site;
        if site.release.is_old() {
            return SourceLinks::default();
        }
        let of = |links: &Option<EditLinks>| links.as_ref().and_then(&of);
        SourceLinks { edit: of(&site.options.edit), history: of(&site.options.history) }
    }

    /// The links in the header of a page, with the link to its section marked.
    fn header(&self, root: &str, section: &'static str) -> Result<Prepared, Diagnostic> {
        let entry = |link: &'a HeaderLink| HeaderEntry {
            url: &link.url,
            label: link.label,
            more: link.more,
            current: (link.section == section).then_some(link.current),
        };
        self.headers.get((root.to_owned(), section), |(root, _)| {
            let links = HeaderLinks { root, links: self.context.links.header.iter().map(entry).collect() };
            prepare(&self.context.templates.render(HeaderLinks::TEMPLATE, &links)?)
        })
    }

    /// The address that search engines should index: that of the newest release that has the page.
    fn canonical(&self, page: &Page<'_>) -> Option<String> {
        let base = self.context.site.options.base_url.as_deref()?;
        let newest = page
            .resource_type
            .and_then(|name| self.context.site.release.all.iter().find_map(|release| release.page(name)));
        Some(canonical(base, newest.unwrap_or_else(|| self.newest_path(page.path))))
    }

    /// The path of a page without the folder of its release.
    fn newest_path<'p>(&self, path: &'p str) -> &'p str {
        path.strip_prefix(self.context.site.release.folder()).unwrap_or(path)
    }

    fn absolute_root(&self) -> String {
        let Some(base) = &self.context.site.options.base_url else { return "/".to_owned() };
        let after_scheme = base.split_once("://").map_or(base.as_str(), |(_, rest)| rest);
        after_scheme.find('/').map_or("/".to_owned(), |start| after_scheme[start..].to_owned())
    }

    /// The navigation with the link to this page marked, and its group opened.
    fn nav(&self, root: &str, path: &str, group: Option<&str>) -> Result<Arc<MarkedNavigation>, Diagnostic> {
        self.plain_nav(root, group)?.marked(&format!("{root}{path}"), group)
    }

    /// The navigation without marks. It is the same for all pages at the same folder depth; in a large catalogue, where it lists
    /// the types of one service, for all pages of that service.
    fn plain_nav(&self, root: &str, group: Option<&str>) -> Result<Arc<Navigation>, Diagnostic> {
        let service = group.filter(|_| is_large(self.context.site));
        let key = (root.to_owned(), service.unwrap_or_default().to_owned());
        self.navs.get(key, |(root, _)| {
            let navigation = side_navigation(self.context, root, service)?;
            let nav = self.context.templates.render(SideNavigation::TEMPLATE, &navigation)?;
            Ok(Arc::new(Navigation::new(self.context.site.release.with_own_links(nav, root, &Html::new()))))
        })
    }
}
