//! The search index: every type with its properties, attributes and the words of their descriptions, and every page.
//!
//! `site/assets/search-engine.js` reads the format and describes it. Names are unchanged, each in a separate JSON string, since
//! a property can have any name. Words of descriptions consist of letters and digits only, and are packed into one string per
//! type, which compresses better.

mod description_words;
mod mentions;
mod page_entries;
pub(crate) mod type_texts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use description_words::{FILLER_WORDS, STOP_WORDS};
use heat_model::ResourceType;
use heat_yaml::Diagnostic;
use page_entries::PageEntry;
use serde::Serialize;
use type_texts::{SharedTexts, TypeTexts, status_digit};

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{has_plain_url, type_url};
pub(crate) use page_entries::Overview;

/// The version of the index's format.
const FORMAT: u8 = 3;

#[derive(Debug, Serialize)]
struct Index<'a> {
    format: u8,
    /// Words that a query need not match.
    stop: &'static str,
    /// Words of a query that need not match a description.
    filler: &'static str,
    /// Ids of rules and errors that consist of one word, and therefore look like any other word. Ids with hyphens do not, and are
    /// only in the index of errors and rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ids: Vec<&'a str>,
    /// The names of the types.
    types: Vec<&'a str>,
    /// The addresses that do not follow from the types' names, by the indexes of the types.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    urls: BTreeMap<usize, String>,
    /// The status of each type, as a digit.
    status: String,
    /// The number of other types that mention each type, as a digit.
    rank: String,
    keywords: Vec<&'a [String]>,
    /// The first sentence of each type's description.
    text: Vec<&'a str>,
    props: Vec<&'a [String]>,
    attrs: Vec<&'a [String]>,
    policy: Vec<&'a [String]>,
    /// The words of a type's description, then those of its entries in the order above, separated by `|`.
    #[serde(rename = "said")]
    descriptions: Vec<&'a str>,
    pages: Vec<PageEntry>,
}

/// The one-word ids in the index of errors and rules, if the site has that index.
fn plain_ids<'a>(site: &'a Site<'_>) -> Vec<&'a str> {
    let errors = &site.options.errors.list;
    if errors.is_empty() {
        return Vec::new();
    }
    let of_rules =
        site.options.guide.rule_sets().flat_map(|set| site.options.rules_of(set)).map(|rule| rule.id);
    let all = of_rules.chain(errors.iter().map(|error| error.id.as_str()));
    let plain: BTreeSet<&str> = all.filter(|id| !id.contains('-')).collect();
    plain.into_iter().collect()
}

/// The index, as JSON and as a script for sites that are opened from a folder.
pub(crate) fn files(
    site: &Site<'_>,
    texts: &SharedTexts,
    overviews: &[Overview],
) -> Result<Vec<SiteFile>, Diagnostic> {
    let types: Vec<&ResourceType> =
        site.services.iter().flat_map(|service| service.types.iter().copied()).collect();
    let of_types: Vec<Arc<TypeTexts>> =
        types.iter().map(|schema| texts.of_type(site.page_of(schema), schema)).collect();
    let names = types.iter().map(|schema| schema.name.as_str());
    let mentions = names.zip(of_types.iter().map(|texts| &texts.mentions));
    let index = Index {
        format: FORMAT,
        stop: STOP_WORDS,
        filler: FILLER_WORDS,
        ids: plain_ids(site),
        types: types.iter().map(|schema| schema.name.as_str()).collect(),
        urls: types
            .iter()
            .enumerate()
            .map(|(index, schema)| (index, schema, site.page_of(schema)))
            .filter(|(_, schema, page)| {
                !has_plain_url(&schema.name) || page.is_some_and(|page| !page.starts_with("types/"))
            })
            .map(|(index, schema, page)| (index, page.map_or_else(|| type_url(&schema.name), str::to_owned)))
            .collect(),
        status: types.iter().map(|schema| status_digit(&schema.support_status)).collect(),
        rank: mentions::digits(mentions, &site.catalogue.custom_constraints),
        keywords: types.iter().map(|schema| schema.keywords.as_slice()).collect(),
        text: of_types.iter().map(|texts| texts.summary.as_str()).collect(),
        props: of_types.iter().map(|texts| texts.properties.as_slice()).collect(),
        attrs: of_types.iter().map(|texts| texts.attributes.as_slice()).collect(),
        policy: of_types.iter().map(|texts| texts.policy.as_slice()).collect(),
        descriptions: of_types.iter().map(|texts| texts.descriptions.as_str()).collect(),
        pages: page_entries::page_entries(site, texts, overviews),
    };
    SiteFile::data(&format!("{}search-index", site.release.folder()), "heatSearchIndex", &index)
}
