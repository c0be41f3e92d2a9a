//! The files with the resource types, which the build of the site writes: all types of the newest release, and the differences
//! in earlier ones.

use heat_hot_language::HotVersion;
use std::sync::OnceLock;

use heat_errors::{ErrorIndex, IndexedError, Precedence};
use heat_html::page_urls::type_url;
use heat_model::ResourceType;
use indexmap::IndexMap;
use serde::Deserialize;

/// The resource types of a site, and the addresses of its pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    /// The types by name, including those that have no page.
    pub(crate) types: IndexMap<String, ResourceType>,
    /// The addresses of the types' pages.
    pub(crate) pages: IndexMap<String, String>,
    /// The address of the page of a rule for templates, with `{id}` in place of its ID; `None` if rules have no pages.
    rules: Option<String>,
    /// The pages of Heat's errors.
    errors: Vec<ErrorEntry>,
    /// Index of the errors by their messages, created when it is first needed.
    #[serde(skip)]
    index: OnceLock<ErrorIndex>,
}

/// The page of an error of Heat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ErrorEntry {
    /// The address of the page.
    url: String,
    precedence: Precedence,
    /// The error's messages, with gaps.
    messages: Vec<String>,
}

impl Catalogue {
    /// The address of the page of a rule for templates.
    pub(crate) fn rule_page(&self, id: &str) -> Option<String> {
        Some(self.rules.as_ref()?.replace("{id}", id))
    }

    /// The address of the page of the error that has this message.
    pub(crate) fn error_page(&self, message: &str) -> Option<&str> {
        let index = self.index.get_or_init(|| {
            ErrorIndex::new(self.errors.iter().map(|error| IndexedError {
                precedence: error.precedence,
                formats: error.messages.clone(),
                names: Vec::new(),
            }))
        });
        let found = index.find(message);
        let number = found.errors.first().filter(|_| found.is_exact)?;
        self.errors.get(*number).map(|error| error.url.as_str())
    }
}

/// The differences between an earlier release and the catalogue of the site.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Differences {
    /// The types that differ, and null for those that do not exist in the release.
    types: IndexMap<String, Option<ResourceType>>,
    /// The newest version of HOT that the release knows.
    newest_version: Option<String>,
    /// Heat's version and the release's name.
    release: String,
    /// The folder of the release's pages.
    folder: String,
    /// The types of the release that have no page.
    without_page: Vec<String>,
}

/// An earlier release: its types, and its newest version of HOT.
pub(crate) struct Release {
    pub(crate) types: IndexMap<String, ResourceType>,
    pub(crate) newest_version: Option<HotVersion>,
    /// Heat's version and the release's name, as in messages.
    pub(crate) name: String,
    folder: String,
    without_page: Vec<String>,
}

impl Release {
    /// Reads the differences of a release, and applies them to the newest one.
    pub(crate) fn new(newest: &Catalogue, differences: &str) -> Result<Self, serde_json::Error> {
        let differences: Differences = serde_json::from_str(differences)?;
        let Differences { types: differing, newest_version, release, folder, without_page } = differences;
        let mut types = newest.types.clone();
        for (name, schema) in differing {
            match schema {
                Some(schema) => types.insert(name, schema),
                None => types.shift_remove(&name),
            };
        }
        let newest_version = newest_version.as_deref().and_then(HotVersion::find);
        Ok(Self { types, newest_version, name: release, folder, without_page })
    }

    /// The address of the page of a type in the release.
    pub(crate) fn page(&self, type_name: &str) -> Option<String> {
        let has_page =
            self.types.contains_key(type_name) && !self.without_page.iter().any(|name| name == type_name);
        has_page.then(|| format!("{}{}", self.folder, type_url(type_name)))
    }
}
