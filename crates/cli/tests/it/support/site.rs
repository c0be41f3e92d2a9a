//! Sites in memory.

use std::path::Path;
use std::sync::LazyLock;

use heat_catalogue::{Catalogue, SchemaFiles};
use heat_errors::ErrorPages;
use heat_site::{
    Architectures, BuildResult, Counts, Guide, HiddenItems, Memory, OldReleases, SiteFile, SiteOptions,
    Templates, build, built_in_assets,
};
use heat_template_files::Examples;
use heat_yaml::Diagnostic;

/// The project's own catalogue; read once for all tests.
pub(crate) fn catalogue() -> Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let files = SchemaFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas"));
        assert!(!files.has_errors(), "{:?}", files.diagnostics);
        files.catalogue()
    });
    CATALOGUE.clone()
}

/// The site of the project's own catalogue, as published except for the page that checks templates; built once for all tests.
pub(crate) fn published() -> &'static InMemory {
    static SITE: LazyLock<InMemory> = LazyLock::new(|| site_of(catalogue(), HiddenItems::InHistory));
    &SITE
}

/// The published site without names of HIDDEN items; built once for all tests.
pub(crate) fn without_hidden_names() -> &'static InMemory {
    static SITE: LazyLock<InMemory> = LazyLock::new(|| site_of(catalogue(), HiddenItems::Nowhere));
    &SITE
}

/// The published site with the pages of earlier releases; built once for all tests.
pub(crate) fn of_all_releases() -> &'static InMemory {
    static SITE: LazyLock<InMemory> =
        LazyLock::new(|| site_with(catalogue(), HiddenItems::InHistory, OldReleases::All(&Examples)));
    &SITE
}

/// A site in memory.
pub(crate) struct InMemory {
    pub(crate) files: Vec<SiteFile>,
    pub(crate) counts: Counts,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Builds a site of only the newest release.
pub(crate) fn site_of(catalogue: Catalogue, hidden: HiddenItems) -> InMemory {
    site_with(catalogue, hidden, OldReleases::None)
}

fn site_with(catalogue: Catalogue, hidden: HiddenItems, old_releases: OldReleases) -> InMemory {
    let options = SiteOptions {
        guide: Guide::built_in(),
        architectures: Architectures::built_in(),
        errors: ErrorPages::built_in(),
        rules: heat_rules::all(),
        assets: built_in_assets(),
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
pub(crate) fn text<'a>(site: &'a InMemory, path: &str) -> &'a str {
    let file = site.files.iter().find(|file| file.path == path);
    std::str::from_utf8(&file.unwrap_or_else(|| panic!("no {path}")).contents).unwrap()
}

/// The text between `<main …>` and `</main>`.
pub(crate) fn main_part(html: &str) -> &str {
    let start = html.find("<main").unwrap();
    let end = html.find("</main>").unwrap();
    &html[start..end]
}

/// The pieces of a text between two others.
pub(crate) fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The words of a page, without its markup. A word with a possible line break is still one word.
pub(crate) fn words(html: &str) -> String {
    let mut out = String::new();
    for piece in html.replace("<wbr>", "").split('<') {
        out.push_str(piece.split_once('>').map_or("", |(_, text)| text));
        out.push(' ');
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
