//! Addresses on the published site, if the client sets its address.

use std::str::FromStr;

use heat_html::page_urls::slug;
use heat_html::page_urls::type_url;
use heat_model::ResourceType;
use heat_report::RuleSet;
use lsp_types::Uri;

use crate::documents::kind::DocumentKind;

/// Address at which the site is published.
#[derive(Debug, Clone, Default)]
pub(crate) struct SiteAddress {
    base: Option<String>,
}

impl SiteAddress {
    /// The site at a web address; without an address if `base` is not a web address.
    pub(crate) fn new(base: Option<&str>) -> Self {
        let is_web = |base: &&str| base.starts_with("https://") || base.starts_with("http://");
        let base = base.filter(is_web).map(|base| base.trim_end_matches('/').to_owned());
        Self { base: base.filter(|base| Uri::from_str(base).is_ok()) }
    }

    /// The page of a type, below the folder of a release, with an anchor if it is not empty.
    pub(crate) fn of_type(&self, folder: &str, schema: &ResourceType, anchor: &str) -> Option<String> {
        let base = self.base.as_ref().filter(|_| !schema.is_hidden())?;
        let hash = if anchor.is_empty() { "" } else { "#" };
        Some(format!("{base}/{folder}{}{hash}{anchor}", type_url(&schema.name)))
    }

    /// The page of the functions, with the anchor of one of them.
    pub(crate) fn of_function(&self, name: &str) -> Option<String> {
        let base = self.base.as_ref()?;
        Some(format!("{base}/guide/functions-by-version.html#{}", slug(name)))
    }

    /// The docs of a rule that reports findings in documents of this kind.
    pub(crate) fn rule(&self, kind: DocumentKind, code: &str) -> Option<Uri> {
        let base = self.base.as_ref()?;
        let (set, is_rule) = match kind {
            DocumentKind::Template => (RuleSet::Templates, heat_template_check::rule(code).is_some()),
            DocumentKind::Schema => (RuleSet::Schemas, heat_lint::rule(code).is_some()),
            DocumentKind::Environment
            | DocumentKind::Settings
            | DocumentKind::Tests
            | DocumentKind::Rule
            | DocumentKind::Other => return None,
        };
        let url = is_rule.then(|| set.page_url(code))?;
        Uri::from_str(&format!("{base}/{url}")).ok()
    }
}
