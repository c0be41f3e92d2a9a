//! Tests of the site of the whole catalogue: its pages, and the items that may be on them. Each site is built once for all tests.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod architectures;
mod checker_page;
mod counts;
mod error_examples;
mod errors;
mod hidden_names;
mod markdown_links;
mod old_releases;
mod releases;
mod rules;
mod twins;
mod type_pages;
mod whole_site;

use std::path::Path;
use std::sync::LazyLock;

use heat_catalogue::{Catalogue, SchemaFiles};
use heat_errors::ErrorPages;
use heat_template_files::Examples;
use heat_yaml::Diagnostic;

use crate::{
    Architectures, Asset, BrowserChecker, BuildResult, Counts, Guide, HiddenItems, Memory, OldReleases,
    SiteFile, SiteOptions, Templates, build, built_in_assets,
};

/// The project's own catalogue; read once for all tests.
fn catalogue() -> Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas"));
        assert!(!files.has_errors(), "{:?}", files.diagnostics);
        files.into_catalogue()
    });
    CATALOGUE.clone()
}

/// The site of the project's own catalogue, as published except for the page that checks templates.
fn published() -> &'static InMemory {
    static SITE: LazyLock<InMemory> = LazyLock::new(|| site_of(catalogue(), HiddenItems::InHistory));
    &SITE
}

/// The published site without names of HIDDEN items, with a fake checker.
fn without_hidden_names() -> &'static InMemory {
    static SITE: LazyLock<InMemory> =
        LazyLock::new(|| site_with(catalogue(), HiddenItems::Nowhere, OldReleases::None, Some(checker())));
    &SITE
}

/// The site for operators, which names all items, with a fake checker.
fn of_operators() -> &'static InMemory {
    static SITE: LazyLock<InMemory> =
        LazyLock::new(|| site_with(catalogue(), HiddenItems::Everywhere, OldReleases::None, Some(checker())));
    &SITE
}

/// The published site with the pages of earlier releases and a fake checker.
fn of_all_releases() -> &'static InMemory {
    static SITE: LazyLock<InMemory> = LazyLock::new(|| {
        site_with(catalogue(), HiddenItems::InHistory, OldReleases::All(&Examples), Some(checker()))
    });
    &SITE
}

/// A fake checker.
fn checker() -> BrowserChecker {
    let files = [("heat_browser.js", &b"export default 1;"[..]), ("heat_browser_bg.wasm", b"\0asm")];
    let asset = |(name, contents): (&str, &[u8])| Asset {
        path: format!("checker/{name}"),
        contents: contents.to_vec(),
    };
    BrowserChecker { files: files.map(asset).to_vec() }
}

/// A site in memory.
struct InMemory {
    files: Vec<SiteFile>,
    counts: Counts,
    diagnostics: Vec<Diagnostic>,
}

/// Builds a site of only the newest release.
fn site_of(catalogue: Catalogue, hidden: HiddenItems) -> InMemory {
    site_with(catalogue, hidden, OldReleases::None, None)
}

fn site_with(
    catalogue: Catalogue,
    hidden: HiddenItems,
    old_releases: OldReleases,
    checker: Option<BrowserChecker>,
) -> InMemory {
    let options = SiteOptions {
        guide: Guide::built_in(),
        architectures: Architectures::built_in(),
        errors: ErrorPages::built_in(),
        rules: heat_rules::all(),
        assets: built_in_assets(),
        checker,
        base_url: Some("https://docs.example.org/heat/".to_owned()),
        hidden,
        old_releases,
        ..SiteOptions::default()
    };
    let memory = Memory::default();
    let BuildResult { counts, diagnostics } =
        build(catalogue, &options, &Templates::load(None).unwrap(), &memory).unwrap();
    InMemory { files: memory.into_files(), counts, diagnostics }
}

/// The text of a file.
fn text<'a>(site: &'a InMemory, path: &str) -> &'a str {
    let file = site.files.iter().find(|file| file.path == path);
    std::str::from_utf8(&file.unwrap_or_else(|| panic!("no {path}")).contents).unwrap()
}

/// The text between `<main …>` and `</main>`.
fn main_part(html: &str) -> &str {
    let start = html.find("<main").unwrap();
    let end = html.find("</main>").unwrap();
    &html[start..end]
}

/// The pieces of a text between two others.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The words of a page, without its markup. A word with a possible line break is still one word.
fn words(html: &str) -> String {
    let mut out = String::new();
    for piece in html.replace("<wbr>", "").split('<') {
        out.push_str(piece.split_once('>').map_or("", |(_, text)| text));
        out.push(' ');
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
