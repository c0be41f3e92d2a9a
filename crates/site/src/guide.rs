//! The guide: Markdown pages and assets of the `site` folder.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use heat_catalogue::input;
use heat_catalogue::io_error::unreadable;
use heat_html::Html;
use heat_yaml::Diagnostic;
use serde::Serialize;
use walkdir::WalkDir;

use super::compact;
use super::functions_page::functions_page;
use super::guide_page::{GuidePage, Readers};
use super::links::{Links, TypeNames, root_of};
use super::markdown::{self, Document, Heading};
use super::rules_page;
use super::yaql_page::yaql_page;

/// All pages of the guide, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// The pages.
    pub pages: Vec<GuidePage>,
}

/// A file that is copied unchanged.
#[derive(Debug, Clone)]
pub struct Asset {
    /// Its path in the folder of assets, with `/` between folders.
    pub path: String,
    /// Its contents.
    pub contents: Vec<u8>,
}

#[derive(Debug, Serialize)]
pub(super) struct GuideContent<'a> {
    guide: GuideText<'a>,
}

#[derive(Debug, Serialize)]
struct GuideText<'a> {
    title: String,
    readers: &'static str,
    content_html: &'a Html,
    toc: &'a [Heading],
    prev: Option<PageLink>,
    next: Option<PageLink>,
}

#[derive(Debug, Serialize)]
struct PageLink {
    title: String,
    url: String,
}

/// The built-in pages for template authors by file name, in reading order.
const TEMPLATE_AUTHORS: [(&str, &str); 12] = [
    ("10-start-here", include_str!("../site/guide/template-authors/10-start-here.md")),
    ("20-reading-a-types-page", include_str!("../site/guide/template-authors/20-reading-a-types-page.md")),
    ("30-what-an-update-does", include_str!("../site/guide/template-authors/30-what-an-update-does.md")),
    ("40-functions", include_str!("../site/guide/template-authors/40-functions.md")),
    (
        "50-conditions-and-parameters",
        include_str!("../site/guide/template-authors/50-conditions-and-parameters.md"),
    ),
    (
        "60-environments-and-nested-templates",
        include_str!("../site/guide/template-authors/60-environments-and-nested-templates.md"),
    ),
    ("62-existing-resources", include_str!("../site/guide/template-authors/62-existing-resources.md")),
    ("65-checking-templates", include_str!("../site/guide/template-authors/65-checking-templates.md")),
    ("68-your-editor", include_str!("../site/guide/template-authors/68-your-editor.md")),
    ("70-resolving-templates", include_str!("../site/guide/template-authors/70-resolving-templates.md")),
    ("72-software-components", include_str!("../site/guide/template-authors/72-software-components.md")),
    ("75-planning-an-update", include_str!("../site/guide/template-authors/75-planning-an-update.md")),
];

/// The built-in pages for schema authors by file name, in reading order.
const SCHEMA_AUTHORS: [(&str, &str); 14] = [
    ("10-getting-started", include_str!("../site/guide/10-getting-started.md")),
    ("20-writing-a-schema", include_str!("../site/guide/20-writing-a-schema.md")),
    ("30-constraints-and-values", include_str!("../site/guide/30-constraints-and-values.md")),
    ("40-support-status", include_str!("../site/guide/40-support-status.md")),
    ("50-translation-rules", include_str!("../site/guide/50-translation-rules.md")),
    ("60-properties-groups", include_str!("../site/guide/60-properties-groups.md")),
    ("70-derive", include_str!("../site/guide/70-derive.md")),
    ("72-writing-a-plug-in", include_str!("../site/guide/72-writing-a-plug-in.md")),
    ("74-testing-a-plug-in", include_str!("../site/guide/74-testing-a-plug-in.md")),
    ("75-python-plug-ins", include_str!("../site/guide/75-python-plug-ins.md")),
    ("76-from-python-to-rust", include_str!("../site/guide/76-from-python-to-rust.md")),
    ("80-reviewing-diffs", include_str!("../site/guide/80-reviewing-diffs.md")),
    ("85-history", include_str!("../site/guide/85-history.md")),
    ("90-publishing", include_str!("../site/guide/90-publishing.md")),
];

/// The built-in assets by file name.
const ASSETS: [(&str, &[u8]); 16] = [
    ("checker/page.css", include_bytes!("../site/assets/checker/page.css")),
    ("checker/page.js", include_bytes!("../site/assets/checker/page.js")),
    ("checker/worker.js", include_bytes!("../site/assets/checker/worker.js")),
    ("compare.js", include_bytes!("../site/assets/compare.js")),
    ("favicon.svg", include_bytes!("../site/assets/favicon.svg")),
    ("hidden.js", include_bytes!("../site/assets/hidden.js")),
    ("not-found.js", include_bytes!("../site/assets/not-found.js")),
    ("pages.css", include_bytes!("../site/assets/pages.css")),
    ("redirect.js", include_bytes!("../site/assets/redirect.js")),
    ("release.js", include_bytes!("../site/assets/release.js")),
    ("search-engine.js", include_bytes!("../site/assets/search-engine.js")),
    ("search-words.js", include_bytes!("../site/assets/search-words.js")),
    ("search.js", include_bytes!("../site/assets/search.js")),
    ("site.js", include_bytes!("../site/assets/site.js")),
    ("style.css", include_bytes!("../site/assets/style.css")),
    ("theme.js", include_bytes!("../site/assets/theme.js")),
];

/// The assets that every site has.
#[must_use]
pub fn built_in_assets() -> Vec<Asset> {
    ASSETS
        .iter()
        .map(|(path, contents)| Asset { path: (*path).to_owned(), contents: compacted(path, contents) })
        .collect()
}

/// An asset as readers load it.
fn compacted(path: &str, contents: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(contents).unwrap_or_default();
    match path.rsplit('.').next() {
        Some("css") => compact::style(text).into_bytes(),
        Some("js") => compact::script(text).into_bytes(),
        _ => contents.to_vec(),
    }
}

impl Guide {
    /// The project's own guide, with the generated pages last.
    #[must_use]
    pub fn built_in() -> Self {
        let page =
            |readers| move |(name, text): &(&str, &str)| GuidePage::new(readers, name, (*text).to_owned());
        let pages = TEMPLATE_AUTHORS
            .iter()
            .map(page(Readers::TemplateAuthors))
            .chain(SCHEMA_AUTHORS.iter().map(page(Readers::SchemaAuthors)));
        let generated = [
            functions_page(),
            yaql_page(),
            rules_page::template_rules_page(),
            rules_page::lint_rules_page(),
            rules_page::diff_rules_page(),
        ];
        Self { pages: pages.chain(generated).collect() }
    }

    /// The pages for some readers, in reading order.
    pub fn pages_for(&self, readers: Readers) -> impl Iterator<Item = &GuidePage> {
        self.pages.iter().filter(move |page| page.readers == readers)
    }

    /// Adds other pages: those with the same address replace existing ones, the others come last in their group.
    pub fn replace_with(&mut self, other: Self) {
        for page in other.pages {
            match self.pages.iter_mut().find(|known| known.url == page.url) {
                Some(known) => *known = page,
                None => self.pages.push(page),
            }
        }
    }

    /// Reads the guide's pages: the Markdown files of `guide/` in the site folder, sorted by name; those for template authors
    /// are in `guide/template-authors/`. A number before a name, as in `10-writing-a-schema.md`, determines the order and is not
    /// part of the address.
    ///
    /// # Errors
    /// If a file or folder cannot be read.
    pub fn read(site: &Path) -> Result<Self, Diagnostic> {
        let mut pages = Vec::new();
        let own = site.join(Readers::TemplateAuthors.folder());
        for path in files_below(&site.join(Readers::SchemaAuthors.folder()))? {
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = input::read_text(&path)?;
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let readers =
                if path.starts_with(&own) { Readers::TemplateAuthors } else { Readers::SchemaAuthors };
            let within = path.strip_prefix(site).unwrap_or(&path).display().to_string();
            pages.push(GuidePage { file: Some(within), ..GuidePage::new(readers, &stem, text) });
        }
        pages.sort_by_key(|page| Readers::ALL.iter().position(|readers| *readers == page.readers));
        Ok(Self { pages })
    }
}

/// Reads the assets: all files of `assets/` in the site folder.
///
/// # Errors
/// If a file or folder cannot be read.
pub fn read_assets(site: &Path) -> Result<Vec<Asset>, Diagnostic> {
    let folder = site.join("assets");
    let mut assets = Vec::new();
    for path in files_below(&folder)? {
        let contents = input::read(&path, input::MAX_DATA).map_err(|error| error.at(&path))?;
        let within = path.strip_prefix(&folder).unwrap_or(&path);
        let path = within.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        assets.push(Asset { path, contents });
    }
    Ok(assets)
}

pub(super) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(folder).to_path_buf();
            unreadable(&path, &error.into())
        })?;
        if entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
    }
    Ok(paths)
}

/// A page of the guide as HTML, which the page and the search index share.
#[derive(Debug)]
pub(crate) struct GuideDocument<'a> {
    pub(super) page: &'a GuidePage,
    document: OnceLock<Document>,
}

impl<'a> GuideDocument<'a> {
    pub(super) fn new(page: &'a GuidePage) -> Self {
        Self { page, document: OnceLock::new() }
    }

    /// The document, with links to these types.
    pub(super) fn get(&self, types: &TypeNames<'_>) -> &Document {
        self.document.get_or_init(|| {
            let links = Links { root: &root_of(&self.page.url), types: Some(types), ..Links::default() };
            markdown::document(&self.page.text, &links)
        })
    }
}

/// The context of a guide page's template.
pub(super) fn content<'a>(
    guide: &Guide,
    document: &'a GuideDocument<'_>,
    types: &TypeNames<'_>,
) -> GuideContent<'a> {
    let (page, document) = (document.page, document.get(types));
    let group: Vec<&GuidePage> = guide.pages_for(page.readers).collect();
    let at = group.iter().position(|other| other.url == page.url);
    let link = |index: Option<usize>| {
        let page = group.get(index?)?;
        Some(PageLink { title: page.title.clone(), url: page.url.clone() })
    };
    GuideContent {
        guide: GuideText {
            title: page.title.clone(),
            readers: page.readers.label(),
            content_html: &document.html,
            toc: &document.headings,
            prev: link(at.and_then(|at| at.checked_sub(1))),
            next: link(at.map(|at| at + 1)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_guide_is_that_of_the_folder() {
        let read = Guide::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../site"))).unwrap();
        let shown = |pages: &[GuidePage]| -> Vec<_> {
            let shown =
                |page: &GuidePage| (page.readers, page.url.clone(), page.file.clone(), page.text.clone());
            pages.iter().map(shown).collect()
        };
        let built_in = Guide::built_in();
        // The generated pages come last, and have no file.
        assert_eq!(shown(&built_in.pages[..read.pages.len()]), shown(&read.pages));
        assert_eq!(built_in.pages.len(), read.pages.len() + 5);
    }
}
