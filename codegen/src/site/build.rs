//! From a catalogue to the files of its site.

use heat_yaml::Diagnostic;

use super::contents::Site;
use super::edition::parted;
use super::options::SiteOptions;
use super::sink::{Sink, SiteFile};
use super::templates::Templates;
use super::{named_properties, pages};
use crate::catalogue::Catalogue;

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
