//! The file with the resource types, which the build of the site writes.

use std::sync::OnceLock;

use heat_errors::{ErrorIndex, IndexedError, Precedence};
use heat_model::ResourceType;
use indexmap::IndexMap;
use serde::Deserialize;

/// The resource types of a site, and the addresses of its pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalogue {
    /// The types by name, with those that have no page.
    pub(crate) types: IndexMap<String, ResourceType>,
    /// The pages of types.
    pub(crate) pages: IndexMap<String, String>,
    /// The page of the rules for templates.
    pub(crate) rules: String,
    /// The pages of Heat's errors.
    errors: Vec<ErrorEntry>,
    /// What finds the errors of a message; made of them when it is first asked.
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
    /// The messages, with gaps.
    messages: Vec<String>,
}

impl Catalogue {
    /// The page of the error that has this message.
    pub(crate) fn error_page(&self, message: &str) -> Option<&str> {
        let index =
            self.index.get_or_init(|| {
                ErrorIndex::new(self.errors.iter().map(|error| IndexedError {
                    precedence: error.precedence,
                    formats: error.messages.clone(),
                }))
            });
        let found = index.find(message);
        let number = found.errors.first().filter(|_| found.is_exact)?;
        self.errors.get(*number).map(|error| error.url.as_str())
    }
}
