//! The guide: the Markdown pages of the `site` folder, and those that are generated.

use std::path::Path;
use std::sync::OnceLock;

use heat_catalogue::input;
use heat_yaml::Diagnostic;

use super::functions::functions_page;
use super::page::{GuidePage, Readers};
use super::rules;
use super::yaql::yaql_page;
use crate::files::folder::files_below;
use crate::links::addresses::root_of;
use crate::links::targets::{Links, TypeNames};
use crate::text::markdown;
use crate::text::markdown::Document;

/// All pages of the guide, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// The pages.
    pub pages: Vec<GuidePage>,
}

/// The built-in pages for template authors by file name, in reading order.
const TEMPLATE_AUTHORS: [(&str, &str); 12] = [
    ("10-start-here", include_str!("../../site/guide/template-authors/10-start-here.md")),
    ("20-reading-a-types-page", include_str!("../../site/guide/template-authors/20-reading-a-types-page.md")),
    ("30-what-an-update-does", include_str!("../../site/guide/template-authors/30-what-an-update-does.md")),
    ("40-functions", include_str!("../../site/guide/template-authors/40-functions.md")),
    (
        "50-conditions-and-parameters",
        include_str!("../../site/guide/template-authors/50-conditions-and-parameters.md"),
    ),
    (
        "60-environments-and-nested-templates",
        include_str!("../../site/guide/template-authors/60-environments-and-nested-templates.md"),
    ),
    ("62-existing-resources", include_str!("../../site/guide/template-authors/62-existing-resources.md")),
    ("65-checking-templates", include_str!("../../site/guide/template-authors/65-checking-templates.md")),
    ("68-your-editor", include_str!("../../site/guide/template-authors/68-your-editor.md")),
    ("70-resolving-templates", include_str!("../../site/guide/template-authors/70-resolving-templates.md")),
    ("72-software-components", include_str!("../../site/guide/template-authors/72-software-components.md")),
    ("75-planning-an-update", include_str!("../../site/guide/template-authors/75-planning-an-update.md")),
];

/// The built-in pages for schema authors by file name, in reading order.
const SCHEMA_AUTHORS: [(&str, &str); 14] = [
    ("10-getting-started", include_str!("../../site/guide/10-getting-started.md")),
    ("20-writing-a-schema", include_str!("../../site/guide/20-writing-a-schema.md")),
    ("30-constraints-and-values", include_str!("../../site/guide/30-constraints-and-values.md")),
    ("40-support-status", include_str!("../../site/guide/40-support-status.md")),
    ("50-translation-rules", include_str!("../../site/guide/50-translation-rules.md")),
    ("60-properties-groups", include_str!("../../site/guide/60-properties-groups.md")),
    ("70-derive", include_str!("../../site/guide/70-derive.md")),
    ("72-writing-a-plug-in", include_str!("../../site/guide/72-writing-a-plug-in.md")),
    ("74-testing-a-plug-in", include_str!("../../site/guide/74-testing-a-plug-in.md")),
    ("75-python-plug-ins", include_str!("../../site/guide/75-python-plug-ins.md")),
    ("76-from-python-to-rust", include_str!("../../site/guide/76-from-python-to-rust.md")),
    ("80-reviewing-diffs", include_str!("../../site/guide/80-reviewing-diffs.md")),
    ("85-history", include_str!("../../site/guide/85-history.md")),
    ("90-publishing", include_str!("../../site/guide/90-publishing.md")),
];

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
            rules::template_rules_page(),
            rules::lint_rules_page(),
            rules::diff_rules_page(),
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

/// A page of the guide as HTML, which the page and the search index share.
#[derive(Debug)]
pub(crate) struct GuideDocument<'a> {
    pub(crate) page: &'a GuidePage,
    document: OnceLock<Document>,
}

impl<'a> GuideDocument<'a> {
    pub(crate) fn new(page: &'a GuidePage) -> Self {
        Self { page, document: OnceLock::new() }
    }

    /// The document, with links to these types.
    pub(crate) fn get(&self, types: &TypeNames<'_>) -> &Document {
        self.document.get_or_init(|| {
            let links = Links { root: &root_of(&self.page.url), types: Some(types), ..Links::default() };
            markdown::document(&self.page.text, &links)
        })
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
