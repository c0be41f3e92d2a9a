//! The links to pages in the frame and in the search, derived from the table of pages.

use heat_report::RuleDocs;
use serde::Serialize;

use crate::links::addresses::type_url;
use crate::search::Overview;

/// The links to the pages of a site.
#[derive(Debug, Default)]
pub(crate) struct PageLinks {
    /// The links in the header.
    pub(crate) header: Vec<HeaderLink>,
    /// The links at the top of the side navigation.
    pub(crate) side: Vec<TitledLink>,
    /// The overviews in the search index.
    pub(crate) overviews: Vec<Overview>,
    /// The paths and the titles of all single pages.
    pub(crate) pages: Vec<(&'static str, &'static str)>,
    /// The paths of the pages without a Markdown file.
    pub(crate) without_twin: Vec<&'static str>,
}

/// A link in the header.
#[derive(Debug)]
pub(crate) struct HeaderLink {
    pub(crate) url: String,
    pub(crate) label: &'static str,
    /// `true` if the link is under *More*.
    pub(crate) more: bool,
    /// The section of the site to which the link leads.
    pub(crate) section: &'static str,
    /// The value of `aria-current` on the pages of the section.
    pub(crate) current: &'static str,
}

/// A link whose label is the title of its page.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TitledLink {
    pub(crate) title: String,
    pub(crate) url: String,
}

/// A type, and the address of its page.
#[derive(Debug, Serialize)]
pub(crate) struct TypeLink {
    name: String,
    url: String,
}

impl TypeLink {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), url: type_url(name) }
    }
}

/// A rule with a link to its page.
#[derive(Debug, Serialize)]
pub(crate) struct RuleLink {
    pub(crate) id: &'static str,
    pub(crate) url: String,
    summary: &'static str,
}

impl RuleLink {
    pub(crate) fn new(rule: &RuleDocs) -> Self {
        Self { id: rule.id, url: rule.page_url(), summary: rule.summary }
    }
}

impl PageLinks {
    /// The header link that leads to a section.
    pub(crate) fn to_section(&self, section: &str) -> Option<&HeaderLink> {
        self.header.iter().find(|link| link.section == section)
    }
}
