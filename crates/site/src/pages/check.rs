//! The page that checks a template in the browser, and its data.

use std::collections::BTreeMap;

use heat_catalogue::Catalogue;
use heat_errors::{ErrorPage, Precedence};
use heat_model::ResourceType;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use crate::contents::options::SiteOptions;
use crate::files::assets::Asset;
use crate::files::browser_checker::FOLDER;
use crate::files::sink::SiteFile;
use crate::guide::rules::TEMPLATE_RULES;
use crate::links::addresses::type_url;
use crate::pages::errors::error_url;
use crate::releases::edition::visible_part;
use crate::releases::options::HiddenItems;

/// What the checker knows of the catalogue.
#[derive(Serialize)]
struct Data<'a> {
    /// The types. HIDDEN ones are valid in old templates, so the checker knows them, unless the site must not name them at all.
    types: &'a IndexMap<String, ResourceType>,
    /// The pages of the types that have one.
    pages: BTreeMap<&'a str, String>,
    rules: &'a str,
    /// The pages of Heat's errors: the address of each, its precedence, and its messages.
    errors: Vec<ErrorEntry<'a>>,
}

/// The page of an error.
#[derive(Serialize)]
struct ErrorEntry<'a> {
    url: String,
    precedence: Precedence,
    messages: Vec<&'a str>,
}

/// The files of the checker, if the site has one.
pub(crate) fn files(catalogue: &Catalogue, options: &SiteOptions) -> Result<Vec<SiteFile>, Diagnostic> {
    let Some(checker) = &options.checker else { return Ok(Vec::new()) };
    let without_hidden;
    let types = if options.hidden == HiddenItems::Nowhere {
        (without_hidden, _) = visible_part(catalogue.clone(), options.hidden);
        &without_hidden.types
    } else {
        &catalogue.types
    };
    let is_shown = |schema: &ResourceType| options.hidden.is_shown() || !schema.is_hidden();
    let shown = types.iter().filter(|(_, schema)| is_shown(schema));
    let data = Data {
        types,
        pages: shown.map(|(name, _)| (name.as_str(), type_url(name))).collect(),
        rules: TEMPLATE_RULES,
        errors: options.errors.list.iter().map(error_entry).collect(),
    };
    let data = serde_json::to_vec(&data)
        .map_err(|error| Diagnostic::error("unwritable-value", error.to_string()))?;
    let data = Asset { path: format!("{FOLDER}/catalogue.json"), contents: data };
    let files = checker.files.iter().chain([&data]);
    Ok(files
        .map(|file| SiteFile { path: format!("assets/{}", file.path), contents: file.contents.clone() })
        .collect())
}

fn error_entry(page: &ErrorPage) -> ErrorEntry<'_> {
    ErrorEntry {
        url: error_url(&page.id),
        precedence: page.precedence,
        messages: page.messages.iter().chain(&page.own_words).map(String::as_str).collect(),
    }
}
