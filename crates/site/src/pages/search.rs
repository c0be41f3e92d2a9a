//! The search page, and its index.

use std::collections::BTreeMap;

use heat_html::Html;
use heat_model::ResourceType;
use heat_yaml::Diagnostic;
use serde::Serialize;

use super::frame::renderer::{Page, Renderer};
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{root_of, type_url};
use crate::search;

/// Renders the page, and the index for its script.
pub(crate) fn render(renderer: &Renderer<'_>, page: Page<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let context = renderer.context;
    let mut files = renderer.page(page, search_page(context.site))?;
    files.extend(search::files(context.site, &context.shared.search, &context.links.overviews)?);
    Ok(files)
}

/// The content of the search page without its script: the keywords in alphabetical order, with their types.
#[derive(Debug, Serialize)]
pub(crate) struct SearchPage {
    keywords: Vec<KeywordEntry>,
    /// Sample queries with words of the site's own types; `None` if the template's own samples, about well-known types of Heat,
    /// are used.
    examples: Option<Examples>,
}

/// Sample queries that have results.
#[derive(Debug, Serialize)]
struct Examples {
    words: String,
    /// A word of the names of types.
    of_type: String,
    property: Option<String>,
    attribute: Option<String>,
}

impl Examples {
    /// Sample queries that find a type, its first property, and its first attribute.
    fn new(schema: &ResourceType) -> Self {
        let parts: Vec<String> = schema.name.split("::").map(str::to_lowercase).collect();
        let [.., of_type, name] = parts.as_slice() else {
            let name = parts.into_iter().next().unwrap_or_default();
            return Self { words: name.clone(), of_type: name, property: None, attribute: None };
        };
        Self {
            words: format!("{of_type} {name}"),
            of_type: of_type.clone(),
            property: schema.properties.keys().next().cloned(),
            attribute: schema.attributes.keys().next().cloned(),
        }
    }
}

#[derive(Debug, Serialize)]
struct KeywordEntry {
    keyword: String,
    types_html: Html,
}

/// The content of the search page.
pub(crate) fn search_page(site: &Site<'_>) -> SearchPage {
    let root = root_of(site.release.folder());
    let mut keywords: BTreeMap<String, Vec<Html>> = BTreeMap::new();
    for schema in site.services.iter().flat_map(|service| &service.types) {
        let link = Html::link(&format!("{root}{}", type_url(&schema.name)), schema.name.as_str());
        for keyword in &schema.keywords {
            keywords.entry(keyword.to_lowercase()).or_default().push(link.clone());
        }
    }
    let entry = |(keyword, types)| KeywordEntry { keyword, types_html: Html::join(types, ", ") };
    let first = site.services.iter().flat_map(|service| &service.types).next();
    let first = first.filter(|_| !site.options.identity.has_heat);
    SearchPage {
        keywords: keywords.into_iter().map(entry).collect(),
        examples: first.map(|schema| Examples::new(schema)),
    }
}
