//! The docs site: from a catalogue to pages.
//!
//! `load → render → write`: reading is [`schema_files`](crate::schema_files)'s business, this module renders file after
//! file into a [`Sink`], and [`publish`] is the sink that puts them all in place at once. What templates are
//! given is plain data, made in the page modules; everything HIDDEN is gone before the first of them sees it.

mod constraints_page;
mod edition;
mod feed;
mod guide;
mod hidden_items;
mod hidden_page;
pub mod highlight;
mod http;
mod life_cycle_page;
mod link_check;
pub mod links;
mod listings;
pub mod markdown;
mod named_properties;
mod overview;
mod pages;
mod parts;
pub mod pattern_sample;
pub mod preview;
pub mod publish;
mod relations;
mod release_counts;
mod release_history;
mod release_line;
mod releases_page;
mod replacement;
mod rules_page;
mod run;
mod search_index;
pub mod serve;
pub mod snippet;
mod sources;
mod templates;
mod type_page;
pub mod words;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use heat_model::ResourceType;
use heat_model::resource_type::service_of;
use heat_yaml::Diagnostic;

use crate::catalogue::Catalogue;

pub use edition::HiddenItems;
pub use guide::{Asset, Guide, GuidePage, built_in_assets, read_assets};
pub use run::run;
pub use sources::Sources;
pub use templates::Templates;

use edition::{Past, parted};
use guide::GuideDocument;
use hidden_items::HiddenItem;
use life_cycle_page::{DeclaredCounts, StateCounts};
use release_history::ReleaseHistory;

use crate::html::Html;

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteFile {
    /// Its path from the site's root, with `/` between folders.
    pub path: String,
    /// What is in it.
    pub contents: Vec<u8>,
}

impl SiteFile {
    /// A file of HTML or XML.
    #[must_use]
    pub fn markup(path: impl Into<String>, markup: Html) -> Self {
        Self { path: path.into(), contents: markup.into_string().into_bytes() }
    }

    /// Whether it is an HTML page; the tool names all of them in lower case.
    #[must_use]
    pub fn is_page(&self) -> bool {
        Path::new(&self.path).extension().is_some_and(|extension| extension == "html")
    }
}

/// Where the files of a site go, as they are rendered. Several threads write at once, in any order.
pub trait Sink: Sync {
    /// Takes a file.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic>;
}

/// A sink that keeps the site in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Vec<SiteFile>>);

impl Memory {
    /// All files, sorted by path.
    #[must_use]
    pub fn into_files(self) -> Vec<SiteFile> {
        let mut files = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        files.sort_unstable_by(|left, right| left.path.cmp(&right.path));
        files
    }
}

impl Sink for Memory {
    fn write(&self, file: SiteFile) -> Result<(), Diagnostic> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(file);
        Ok(())
    }
}

/// What is added to a catalogue to make a site of it.
#[derive(Debug, Default)]
pub struct SiteOptions {
    /// The guide pages.
    pub guide: Guide,
    /// The files that are copied as they are.
    pub assets: Vec<Asset>,
    /// The address under which the site will be reached, for canonical links; ends with `/`.
    pub base_url: Option<String>,
    /// Where HIDDEN things have a place.
    pub hidden: HiddenItems,
}

/// What rendering a site gave, beside its files.
#[derive(Debug)]
pub struct Built {
    /// What the site holds.
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
    /// How many things are in which state, HIDDEN ones included.
    pub(crate) states: StateCounts,
    /// What changed in every release.
    pub(crate) history: ReleaseHistory,
    /// What is HIDDEN, as far as this edition may name it.
    pub(crate) hidden: Vec<HiddenItem>,
    /// What the releases did by the versions that the schemas name.
    pub(crate) declared: DeclaredCounts,
    /// The names of all types that have a page.
    pub(crate) type_names: BTreeSet<&'a str>,
    /// The types by service.
    pub(crate) services: Vec<ServiceTypes<'a>>,
    /// What is added to the catalogue.
    pub(crate) options: &'a SiteOptions,
    /// The pages of the guide as HTML.
    pub(crate) guide: Vec<GuideDocument<'a>>,
}

/// The types of a service.
#[derive(Debug)]
pub(crate) struct ServiceTypes<'a> {
    /// The first two parts of their names.
    pub(crate) name: &'a str,
    /// The types, sorted.
    pub(crate) types: Vec<&'a ResourceType>,
}

/// Renders a site into a sink.
///
/// # Errors
/// A template that does not render, with its name, line and column; and what the sink answers.
pub fn build(
    catalogue: Catalogue,
    options: &SiteOptions,
    templates: &Templates,
    sink: &dyn Sink,
) -> Result<Built, Diagnostic> {
    let all_types = catalogue.types.len();
    let (shown, past) = parted(catalogue, options.hidden);
    let site = Site::new(&shown, past, options);
    let rendered = pages::render(&site, templates, sink)?;
    Ok(Built {
        counts: Counts {
            types: shown.types.len(),
            hidden_types: all_types - shown.types.len(),
            properties: shown
                .types
                .values()
                .map(|schema| named_properties::named_properties(schema).count())
                .sum(),
            attributes: shown.types.values().map(|schema| schema.attributes.len()).sum(),
            pages: rendered.pages,
        },
        diagnostics: rendered.links.dead(),
    })
}

/// Renders the page of one type alone, with its JSON. A HIDDEN type has none.
///
/// # Errors
/// As [`build`].
pub fn render_one(
    catalogue: Catalogue,
    options: &SiteOptions,
    templates: &Templates,
    name: &str,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let (shown, past) = parted(catalogue, options.hidden);
    match shown.types.get(name) {
        Some(schema) => pages::render_type(&Site::new(&shown, past, options), templates, schema),
        None => Ok(Vec::new()),
    }
}

impl<'a> Site<'a> {
    fn new(shown: &'a Catalogue, past: Past, options: &'a SiteOptions) -> Self {
        Self {
            catalogue: shown,
            states: past.states,
            history: past.history,
            hidden: past.hidden,
            declared: past.declared,
            type_names: shown.types.keys().map(String::as_str).collect(),
            services: by_service(shown),
            guide: options.guide.pages.iter().map(GuideDocument::new).collect(),
            options,
        }
    }
}

/// The types by service. OpenStack's own come first, then all others, each sorted.
fn by_service(catalogue: &Catalogue) -> Vec<ServiceTypes<'_>> {
    let mut services: Vec<ServiceTypes<'_>> = Vec::new();
    // Types are sorted by name, so those of a service come one after the other.
    for schema in catalogue.types.values() {
        let name = service_of(&schema.name);
        match services.last_mut().filter(|service| service.name == name) {
            Some(service) => service.types.push(schema),
            None => services.push(ServiceTypes { name, types: vec![schema] }),
        }
    }
    services.sort_by_key(|service| (!service.name.starts_with("OS::"), service.name));
    services
}
