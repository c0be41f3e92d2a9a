//! The pages in the search index: overviews, the guide with its sections, and, after everything else, constraints and releases.

use heat_hot_language::FUNCTIONS;
use serde::Serialize;

use super::description_words;
use super::description_words::NameWords;
use super::type_texts::SharedTexts;
use crate::contents::site::Site;
use crate::guide::pages::GuideDocument;
use crate::guide::{functions, section_keywords};
use crate::links::addresses::CONSTRAINTS;
use crate::links::targets::TypeNames;

/// A page, or a section of one: title, address, kind, the words of its text, and keywords separated by `|`. The address of a
/// section leaves out that of its page, and is only `#` if the anchor is its title in lowercase with `-` between the words.
#[derive(Debug, Serialize)]
pub(super) struct PageEntry(String, String, Kind, String, String);

/// An overview page in the search index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Overview {
    pub(crate) title: &'static str,
    pub(crate) url: &'static str,
    /// Search keywords for the contents of the page, separated by `|`.
    pub(crate) words: &'static str,
}

/// The kind of a page. It determines the rank in the results, and is shown there.
#[derive(Debug, Clone, Copy, Serialize)]
enum Kind {
    #[serde(rename = "p")]
    Page,
    #[serde(rename = "g")]
    Guide,
    #[serde(rename = "f")]
    Function,
    #[serde(rename = "c")]
    Constraint,
    #[serde(rename = "r")]
    Release,
}

/// The entries of all pages.
pub(super) fn page_entries(site: &Site<'_>, texts: &SharedTexts, overviews: &[Overview]) -> Vec<PageEntry> {
    let mut entries: Vec<PageEntry> = overviews
        .iter()
        .map(|overview| {
            PageEntry(
                overview.title.to_owned(),
                site.release.address(overview.url),
                Kind::Page,
                String::new(),
                overview.words.to_owned(),
            )
        })
        .collect();
    let architectures = &site.options.architectures;
    for (architecture, words) in architectures.list.iter().zip(texts.architectures(architectures)) {
        let keywords = "architecture|example|template".to_owned();
        let (title, words) = (architecture.title.clone(), words.clone());
        entries.push(PageEntry(title, architecture.url(), Kind::Guide, words, keywords));
    }
    for document in &site.guide {
        guide_page(document, &site.type_names, &mut entries);
    }
    // If the site has errors of Heat, their index contains the rules.
    if site.options.errors.list.is_empty() {
        let sets = site.guide.iter().filter_map(|document| document.page.rules);
        for rule in sets.flat_map(|set| site.options.rules_of(set)) {
            let words = rule.summary.to_lowercase().replace(|char: char| !char.is_alphanumeric(), " ");
            entries.push(PageEntry(rule.id.to_owned(), rule.page_url(), Kind::Guide, words, String::new()));
        }
    }
    let constraints = site.catalogue.custom_constraints.constraints.keys().map(|name| {
        let url = site.release.address(&format!("{CONSTRAINTS}#constraint-{name}"));
        PageEntry(name.clone(), url, Kind::Constraint, String::new(), String::new())
    });
    entries.extend(constraints);
    let releases = site.all_series().flat_map(|series| {
        let newest_first: Vec<_> = series.history.with_page().rev().collect();
        newest_first.into_iter().map(move |(release, _)| (series.clone(), release))
    });
    entries.extend(releases.map(|(series, release)| {
        let (name, versioned) = (series.name(&release.version), series.versioned(&release.version));
        let title = format!("{name}: what changed in {versioned}");
        let mut keywords = "release|release notes|changes|what is new".to_owned();
        if let Some(code_name) =
            series.table.get(&release.version).and_then(|release| release.code_name.as_deref())
        {
            keywords = format!("{keywords}|{code_name}");
        }
        PageEntry(title, series.url(&release.version), Kind::Release, String::new(), keywords)
    }));
    entries
}

/// The maximum number of indexed words of a guide page, distributed over its sections. The subject of a section is clear from its
/// heading and its first lines, and most of the index should be about types.
const MAX_WORDS: usize = 165;

/// Adds a page of the guide, and each of its sections with the words of its text.
fn guide_page(document: &GuideDocument<'_>, types: &TypeNames<'_>, entries: &mut Vec<PageEntry>) {
    let page = document.page;
    let document = document.get(types);
    let sections = &document.sections;
    let share = MAX_WORDS / sections.len().max(1);
    let words = |text: &str, title: &str| {
        description_words::first_of_plain_text(text, &[NameWords::of_name(title)], share)
    };
    let mut sections = sections.iter();
    let intro = words(sections.next().map_or("", String::as_str), &page.title);
    entries.push(PageEntry(page.title.clone(), page.url.clone(), Kind::Guide, intro, page.keywords.clone()));
    if !page.has_section_entries {
        return;
    }
    for (heading, text) in document.headings.iter().zip(sections) {
        let anchor = if heading.id == plain_anchor(&heading.title) { "" } else { heading.id.as_str() };
        let words = words(&format!("{} {text}", page.title), &heading.title);
        let is_function =
            page.url == functions::URL && FUNCTIONS.iter().any(|function| function.name() == heading.title);
        entries.push(PageEntry(
            heading.title.clone(),
            format!("#{anchor}"),
            if is_function { Kind::Function } else { Kind::Guide },
            words,
            section_keywords::of(&page.url, &heading.title).to_owned(),
        ));
    }
}

/// The anchor that the search script derives from a title. Most headings have it.
fn plain_anchor(title: &str) -> String {
    let lowercase = title.to_lowercase();
    let words = lowercase.split(|char: char| !char.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::page::{GuidePage, Readers};

    #[test]
    fn every_section_of_a_guide_page_is_an_entry() {
        let text = "# Title\n\nFirst `get_attr`, a sentence.\n\n```\ncode\n```\n\n## One `key`\n\n`some_word`, `some_word`\n\n### Two\n\n## One key\n\n`a|b`, `cd|ef`\n";
        let page = GuidePage::new(Readers::SchemaAuthors, "10-some-page", text.to_owned());
        let mut entries = Vec::new();
        guide_page(&GuideDocument::new(&page), &TypeNames::default(), &mut entries);
        let shown: Vec<String> = entries
            .iter()
            .map(|PageEntry(title, url, _, words, _)| format!("{title} {url} {words}"))
            .collect();
        assert_eq!(
            shown,
            [
                "Title guide/some-page.html attr sentence",
                "One key # title word",
                "Two # title",
                "One key #one-key-2 title cd ef",
            ]
        );
    }
}
