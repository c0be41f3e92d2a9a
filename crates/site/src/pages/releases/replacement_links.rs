//! Replacements as links.

use heat_html::Html;
use serde::Serialize;

use crate::pages::frame::twin::{Line, TwinWriter};
use crate::releases::replacement::Replacement;

/// A replacement.
#[derive(Debug, Serialize)]
pub(crate) struct ReplacementLink {
    label_html: Html,
    url: String,
    /// The label as plain text, for the page in Markdown.
    #[serde(skip)]
    label: String,
}

/// The replacements of an item of a type, as links.
pub(crate) fn replacement_links(replacements: &[Replacement], resource_type: &str) -> Vec<ReplacementLink> {
    let label = |each: &Replacement| match (each.name.as_str(), each.resource_type == resource_type) {
        ("", _) => each.resource_type.clone(),
        (name, true) => name.to_owned(),
        (name, false) => format!("{} {name}", each.resource_type),
    };
    let link = |each: &Replacement| {
        let label = label(each);
        ReplacementLink { label_html: Html::name(&label), url: each.url(), label }
    };
    replacements.iter().map(link).collect()
}

impl ReplacementLink {
    /// The label and the address.
    pub(super) fn into_texts(self) -> (String, String) {
        (self.label, self.url)
    }

    pub(super) fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        twin.code_link(&self.label, &self.url)
    }
}
