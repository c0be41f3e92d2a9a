//! A page of the guide, from its Markdown.

use heat_report::RuleSet;

use crate::text::markdown;

/// The readers for whom a page of the guide is written. Each group has its own list in the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// People who write templates.
    TemplateAuthors,
    /// People who write schemas and plug-ins, and publish the site.
    SchemaAuthors,
}

impl Readers {
    /// All groups of readers, in the order of the navigation.
    pub const ALL: [Self; 2] = [Self::TemplateAuthors, Self::SchemaAuthors];

    /// The folder of the pages for these readers, relative to the site's folder.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::TemplateAuthors => "guide/template-authors",
            Self::SchemaAuthors => "guide",
        }
    }

    /// The heading of the pages for these readers.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::TemplateAuthors => "For template authors",
            Self::SchemaAuthors => "For schema authors",
        }
    }

    /// The name of the list of the pages for these readers, in the navigation.
    pub(crate) fn nav_group(self) -> &'static str {
        match self {
            Self::TemplateAuthors => "template-authors",
            Self::SchemaAuthors => "schema-authors",
        }
    }
}

/// A page of the guide.
#[derive(Debug, Clone)]
pub struct GuidePage {
    /// The readers for whom the page is written.
    pub readers: Readers,
    /// The address of the page, relative to the site's root.
    pub url: String,
    /// The path of the page's file in the site's folder; `None` if the page is generated.
    pub file: Option<String>,
    /// The title of the page.
    pub title: String,
    /// The first paragraph of the page, without markup.
    pub description: String,
    /// The text of the page, in CommonMark.
    pub text: String,
    /// Search keywords of the page, separated by `|`.
    pub keywords: String,
    /// `true` if the search also lists each section of the page.
    pub has_section_entries: bool,
    /// The rules that are listed after the text of the page.
    pub rules: Option<RuleSet>,
}

impl GuidePage {
    /// The name of the page, as in its address.
    #[must_use]
    pub fn name(&self) -> &str {
        let name = self.url.strip_prefix("guide/").unwrap_or(&self.url);
        name.strip_suffix(".html").unwrap_or(name)
    }

    /// Creates a page from its text; `stem` is its file name without the extension, and determines the address.
    pub(crate) fn new(readers: Readers, stem: &str, text: String) -> Self {
        let name = stem.trim_start_matches(|char: char| char.is_ascii_digit()).trim_start_matches('-');
        let title = markdown::title(&text);
        let first = text.split("\n\n").find(|block| !block.starts_with('#') && !block.trim().is_empty());
        Self {
            readers,
            url: format!("guide/{name}.html"),
            file: Some(format!("{}/{stem}.md", readers.folder())),
            title: title.unwrap_or_else(|| name.to_owned()),
            description: first.map(markdown::plain).unwrap_or_default(),
            text,
            keywords: String::new(),
            has_section_entries: true,
            rules: None,
        }
    }
}
