//! The page that checks a template in the browser, and its data.

use std::collections::BTreeMap;

use heat_catalogue::Catalogue;
use heat_catalogue::template_version::newest_version;
use heat_errors::{ErrorPage, Precedence};
use heat_history::prose::remove_update_effects;
use heat_hot_language::HotVersion;
use heat_model::ResourceType;
use heat_report::RuleSet;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Serialize;

use crate::contents::options::SiteOptions;
use crate::files::browser_checker::FOLDER;
use crate::files::sink::{SiteFile, unwritable};
use crate::links::addresses::{error_url, type_url};
use crate::links::release_address::{release_label, release_slug};
use crate::releases::edition::visible_part;
use crate::releases::options::{HiddenItems, OldReleases};

/// The part of the catalogue that the checker needs.
#[derive(Serialize)]
struct Data<'a> {
    /// The types. HIDDEN ones are valid in old templates, so the checker includes them, unless the site must not name them at
    /// all.
    types: &'a IndexMap<String, ResourceType>,
    /// The addresses of the types' pages, for types that have one.
    pages: BTreeMap<&'a str, String>,
    /// The address of the page of a template rule, with `{id}` as a placeholder for its id; none if the rules have no pages.
    rules: Option<String>,
    /// The pages of Heat's errors.
    errors: Vec<ErrorEntry>,
}

/// The page of an error: its address, its precedence, and its messages.
#[derive(Serialize)]
struct ErrorEntry {
    url: String,
    precedence: Precedence,
    messages: Vec<String>,
}

/// An entry in the list of earlier releases that the reader can choose.
#[derive(Debug, PartialEq, Serialize)]
struct ReleaseEntry {
    /// Name of the release's file in the folder of the checker.
    file: String,
    /// The number and the name of the release.
    label: String,
}

/// The differences of an earlier release.
#[derive(Serialize)]
struct ReleaseData<'a> {
    /// The types that were different; null for types that did not exist.
    types: BTreeMap<&'a str, Option<&'a ResourceType>>,
    /// The newest HOT version that the release supports.
    newest_version: Option<&'static str>,
    /// Heat's version and the release's name, for messages.
    release: String,
    /// The folder of the release's pages.
    folder: String,
    /// The types of the release that have no page in it.
    without_page: Vec<&'a str>,
}

/// The checker's files and data, if the site has the checker.
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
    let read = checked(types);
    let data = Data {
        types: &read,
        pages: shown.map(|(name, _)| (name.as_str(), type_url(name))).collect(),
        rules: options.guide.list_of(RuleSet::Templates).map(|_| RuleSet::Templates.page_url("{id}")),
        errors: options.errors.list.iter().map(error_entry).collect(),
    };
    let mut files = vec![data_file("catalogue.json", &data)?];
    files.extend(release_files(catalogue, &read, options)?);
    let copied = checker
        .files
        .iter()
        .map(|file| SiteFile { path: format!("assets/{}", file.path), contents: file.contents.clone() });
    files.extend(copied);
    Ok(files)
}

/// The types without what no check of a template reads: examples, and what updates and deletions cost.
fn checked(types: &IndexMap<String, ResourceType>) -> IndexMap<String, ResourceType> {
    let mut types = types.clone();
    for schema in types.values_mut() {
        schema.examples.clear();
        schema.holds.clear();
        schema.properties.values_mut().for_each(remove_update_effects);
    }
    types
}

/// The list of the earlier releases, and the differences of each from the newest one.
fn release_files(
    catalogue: &Catalogue,
    newest: &IndexMap<String, ResourceType>,
    options: &SiteOptions,
) -> Result<Vec<SiteFile>, Diagnostic> {
    let written = match options.old_releases {
        OldReleases::None => Vec::new(),
        OldReleases::All(_) => catalogue
            .as_of_each(None, |place, then| (place > 0).then(|| release_file(then, newest, options)))
            .map_err(|error| Diagnostic::error("unreadable-schema", error.to_string()))?,
    };
    let written = written.into_iter().flatten().collect::<Result<Vec<_>, Diagnostic>>()?;
    let (entries, mut files): (Vec<ReleaseEntry>, Vec<SiteFile>) = written.into_iter().unzip();
    files.push(data_file("releases.json", &entries)?);
    Ok(files)
}

/// The differences of an earlier release, from its catalogue.
fn release_file(
    then: Catalogue,
    newest: &IndexMap<String, ResourceType>,
    options: &SiteOptions,
) -> Result<(ReleaseEntry, SiteFile), Diagnostic> {
    let table = then.releases.clone();
    let (version, name) =
        table.newest().map_or(("", ""), |release| (release.version.as_str(), release.name.as_str()));
    let hidden = options.hidden;
    let then = if hidden == HiddenItems::Nowhere { visible_part(then, hidden).0 } else { then };
    let read = checked(&then.types);
    let differing = read.iter().filter(|(name, schema)| newest.get(*name) != Some(*schema));
    let differing = differing.map(|(name, schema)| (name.as_str(), Some(schema)));
    let missing = newest.keys().filter(|name| !then.types.contains_key(*name));
    let without_page = then.types.values().filter(|schema| schema.is_hidden() && !hidden.is_shown());
    let slug = release_slug(version, &table);
    let data = ReleaseData {
        types: differing.chain(missing.map(|name| (name.as_str(), None))).collect(),
        newest_version: newest_version(version, &table).map(HotVersion::as_str),
        release: format!("{version} ({name})"),
        folder: format!("{slug}/"),
        without_page: without_page.map(|schema| schema.name.as_str()).collect(),
    };
    let file = format!("release-{slug}.json");
    let written = data_file(&file, &data)?;
    Ok((ReleaseEntry { file, label: release_label(&options.identity.product, version, name) }, written))
}

/// Serialises data as a file in the folder of the checker.
fn data_file(name: &str, data: &impl Serialize) -> Result<SiteFile, Diagnostic> {
    let contents = serde_json::to_vec(data).map_err(|error| unwritable(&error))?;
    Ok(SiteFile { path: format!("assets/{FOLDER}/{name}"), contents })
}

fn error_entry(page: &ErrorPage) -> ErrorEntry {
    ErrorEntry { url: error_url(&page.id), precedence: page.precedence, messages: page.formats() }
}
