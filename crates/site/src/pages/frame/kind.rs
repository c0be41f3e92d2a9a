//! A kind of page, which is a row of the table of pages.

use heat_yaml::Diagnostic;

use super::page_links::{HeaderLink, PageLinks, TitledLink};
use super::renderer::{Page, Renderer};
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::markdown_url;
use crate::links::edit_links::SourceLinks;
use crate::search::Overview;

/// A kind of page.
pub(crate) struct PageKind {
    /// The addresses of the pages, and the functions that render them.
    pub(crate) pages: Pages,
    /// The template of the pages, as a file in `templates/`.
    pub(crate) template: &'static str,
    /// The section of the site to which the pages belong: its link in the header is marked on them.
    pub(crate) section: &'static str,
    /// Returns true if a site has pages of this kind.
    pub(crate) exists: fn(&Site<'_>) -> bool,
    /// `true` if old releases have their own pages of this kind.
    pub(crate) per_release: bool,
    /// The availability of the pages in Markdown.
    pub(crate) twin: Twin,
    /// The places where the site lists the pages.
    pub(crate) listing: Listing,
}

/// The pages of a kind, and how to render them.
pub(crate) enum Pages {
    /// A single page.
    One {
        /// The path, relative to the root of the site, or of the release.
        path: &'static str,
        title: &'static str,
        /// The description for search engines; empty if the template contains one.
        description: &'static str,
        /// Renders the page with its content, and the files that belong to it.
        render: fn(&Renderer<'_>, Page<'_>) -> Result<Vec<SiteFile>, Diagnostic>,
    },
    /// Several pages with their own paths, such as one per type.
    Each(for<'a> fn(&'static PageKind, &'a Site<'a>) -> Vec<PageJob<'a>>),
    /// Addresses that redirect to other pages. They have no frame, and are not counted.
    Redirects(for<'a> fn(&'static PageKind, &'a Site<'a>) -> Vec<PageJob<'a>>),
}

/// Availability of the pages of a kind in Markdown.
pub(crate) enum Twin {
    /// Each page has a Markdown file next to it.
    Beside,
    /// There are no Markdown files, for this reason: the pages are useless without a browser, or have no text.
    None(&'static str),
}

/// The places where the site lists the pages of a kind.
pub(crate) struct Listing {
    pub(crate) navigation: Option<NavigationEntry>,
    pub(crate) search: Option<SearchEntry>,
    /// `true` if the sitemap lists the pages.
    pub(crate) sitemap: bool,
    pub(crate) llms: Option<LlmsSection>,
}

impl Listing {
    /// The pages are not listed anywhere; only other pages link to them.
    pub(crate) const NONE: Self = Self { navigation: None, search: None, sitemap: false, llms: None };
    /// Only the sitemap lists the pages.
    pub(crate) const SITEMAP: Self = Self { sitemap: true, ..Self::NONE };
}

/// The links to a kind in the navigation of every page.
pub(crate) struct NavigationEntry {
    /// The position among the links, which are sorted by these numbers.
    pub(crate) place: u8,
    /// The label of the link in the header; `None` if there is no such link.
    pub(crate) header: Option<Label>,
    /// `true` if the link is under *More* in the header, which only has room for the most important links.
    pub(crate) more: bool,
    /// The label of the link at the top of the side navigation; `None` if there is no such link.
    pub(crate) side: Option<Label>,
    /// The target of the links, if the kind has several pages.
    pub(crate) to: Option<fn(&Site<'_>) -> String>,
}

impl NavigationEntry {
    /// Links with the title of the page, of which the one in the header is under *More*.
    pub(crate) const fn titled(place: u8) -> Self {
        Self { place, header: Some(Label::Title), more: true, side: Some(Label::Title), to: None }
    }
}

/// The label of a link to a page.
#[derive(Clone, Copy)]
pub(crate) enum Label {
    /// The title of the page; empty for a kind with several pages.
    Title,
    /// A separate text.
    Text(&'static str),
}

/// The entry of a page in the search index.
pub(crate) struct SearchEntry {
    /// The title of the entry.
    pub(crate) label: Label,
    /// Search keywords for the contents of the page, separated by `|`.
    pub(crate) words: &'static str,
}

impl SearchEntry {
    /// An entry with the title of the page.
    pub(crate) const fn titled(words: &'static str) -> Self {
        Self { label: Label::Title, words }
    }
}

/// The section of `llms.txt` that lists the pages of a kind.
pub(crate) struct LlmsSection {
    /// The position among the sections, which are sorted by these numbers.
    pub(crate) place: u8,
    /// Appends the section to a text; its addresses begin with the given base.
    pub(crate) write: fn(&Site<'_>, &str, &mut String),
}

/// A function that renders the page with a path.
type Render<'a> = Box<dyn Fn(&Renderer<'_>, &str) -> Result<Vec<SiteFile>, Diagnostic> + Send + Sync + 'a>;

/// A page to be rendered.
pub(crate) struct PageJob<'a> {
    /// The path, relative to the root of the site.
    pub(crate) path: String,
    render: Render<'a>,
}

impl<'a> PageJob<'a> {
    /// Creates a job from the path of a page, and from a function that renders the page with this path.
    pub(crate) fn new(
        path: String,
        render: impl Fn(&Renderer<'_>, &str) -> Result<Vec<SiteFile>, Diagnostic> + Send + Sync + 'a,
    ) -> Self {
        Self { path, render: Box::new(render) }
    }

    /// Renders the page, and the files that belong to it.
    pub(crate) fn run(&self, renderer: &Renderer<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
        (self.render)(renderer, &self.path)
    }
}

impl PageKind {
    /// A kind without pages of its own for old releases, whose pages every site has, also in Markdown and in the sitemap.
    pub(crate) const USUAL: Self = Self {
        pages: Pages::Each(|_, _| Vec::new()),
        template: "",
        section: "",
        exists: |_| true,
        per_release: false,
        twin: Twin::Beside,
        listing: Listing::SITEMAP,
    };

    /// Creates a page of this kind without content.
    pub(crate) fn page<'p>(&self, path: &'p str, title: &'p str, description: &'p str) -> Page<'p> {
        Page {
            path,
            template: self.template,
            title,
            description,
            section: self.section,
            nav_group: None,
            resource_type: None,
            twin: matches!(self.twin, Twin::Beside).then(|| markdown_url(path)),
            sources: SourceLinks::default(),
        }
    }

    /// The jobs that render a site's pages of this kind.
    pub(crate) fn jobs<'a>(&'static self, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
        if !(self.exists)(site) || (site.release.is_old() && !self.per_release) {
            return Vec::new();
        }
        match &self.pages {
            Pages::One { path, title, description, render } => {
                let path = format!("{}{path}", site.release.folder());
                vec![PageJob::new(path, move |renderer, path| {
                    render(renderer, self.page(path, title, description))
                })]
            }
            Pages::Each(jobs) | Pages::Redirects(jobs) => jobs(self, site),
        }
    }

    /// The path of the kind's page, if it has only one.
    pub(crate) fn path(&self) -> Option<&'static str> {
        match self.pages {
            Pages::One { path, .. } => Some(path),
            Pages::Each(_) | Pages::Redirects(_) => None,
        }
    }

    /// Returns whether the pages only redirect to others.
    pub(crate) fn is_redirect(&self) -> bool {
        matches!(self.pages, Pages::Redirects(_))
    }

    fn label(&self, label: Label) -> &'static str {
        match (label, &self.pages) {
            (Label::Text(text), _) => text,
            (Label::Title, Pages::One { title, .. }) => title,
            (Label::Title, Pages::Each(_) | Pages::Redirects(_)) => "",
        }
    }

    fn overview(&self) -> Option<Overview> {
        let entry = self.listing.search.as_ref()?;
        Some(Overview { title: self.label(entry.label), url: self.path()?, words: entry.words })
    }
}

/// The links to those pages of a site that are of these kinds.
pub(crate) fn page_links(site: &Site<'_>, kinds: &[PageKind]) -> PageLinks {
    let existing = || kinds.iter().filter(|kind| (kind.exists)(site));
    let mut entries: Vec<(&PageKind, &NavigationEntry)> =
        existing().filter_map(|kind| Some((kind, kind.listing.navigation.as_ref()?))).collect();
    entries.sort_by_key(|(_, entry)| entry.place);
    let url = |kind: &PageKind, entry: &NavigationEntry| match entry.to {
        Some(to) => to(site),
        None => kind.path().unwrap_or_default().to_owned(),
    };
    let has_one_page = |section: &str| {
        let mut same = kinds.iter().filter(|kind| kind.section == section);
        same.next().is_some_and(|kind| kind.path().is_some()) && same.next().is_none()
    };
    let header = entries.iter().filter_map(|(kind, entry)| {
        Some(HeaderLink {
            url: url(kind, entry),
            label: kind.label(entry.header?),
            more: entry.more,
            section: kind.section,
            // The link leads to the page itself, or to the section that contains the page.
            current: if has_one_page(kind.section) { "page" } else { "true" },
        })
    });
    let beside = entries.iter().filter_map(|(kind, entry)| {
        Some(TitledLink { title: kind.label(entry.side?).to_owned(), url: url(kind, entry) })
    });
    PageLinks {
        header: header.collect(),
        side: beside.collect(),
        overviews: existing().filter_map(PageKind::overview).collect(),
        pages: existing().filter_map(|kind| Some((kind.path()?, kind.label(Label::Title)))).collect(),
        without_twin: kinds
            .iter()
            .filter(|kind| matches!(kind.twin, Twin::None(_)))
            .filter_map(PageKind::path)
            .collect(),
    }
}
