//! The pages of Heat's errors, the list of them, and the index with which the search finds them and the rules.
//!
//! The index is a separate file, next to that of the search: it is only loaded for a query that looks like a message, or that has
//! no other results.

mod twins;

use std::collections::HashSet;

use heat_errors::{Area, ErrorPage, Precedence, Role, SERVICES, WRAPPERS, Wrapper};
use heat_html::{Html, html};
use heat_report::RuleSet;
use heat_yaml::Diagnostic;
use serde::Serialize;

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::guide::rules::noun;
use crate::links::addresses::{ERRORS, error_url, root_of};
use crate::links::targets::Links;
use crate::pages::frame::kind::{PageJob, PageKind};
use crate::pages::frame::page_links::RuleLink;
use crate::pages::frame::renderer::{Page, Renderer};
use crate::text::{highlight, markdown};

/// The section of the site with the errors.
pub(crate) const SECTION: &str = "errors";

/// The version of the index's format.
const FORMAT: u8 = 3;

/// The maximum number of similar errors on a page.
const MAX_SIMILAR: usize = 6;

/// A message with an ellipsis in place of each gap, for output without HTML.
fn title(message: &str) -> String {
    pieces(message).fold(String::new(), |text, piece| match piece {
        Piece::Words(words) => text + words,
        Piece::Gap(_) => text + "…",
    })
}

/// A message with its gaps marked.
fn message_html(message: &str) -> Html {
    let mut out = Html::new();
    for piece in pieces(message) {
        match piece {
            Piece::Words(words) => out.push_text(words),
            Piece::Gap(name) => out.push(&html!("<var>{}</var>", name)),
        }
    }
    out
}

/// A part of a message: words or a gap.
enum Piece<'m> {
    Words(&'m str),
    Gap(&'m str),
}

/// Splits a message into its words and the names of its gaps.
fn pieces(message: &str) -> impl Iterator<Item = Piece<'_>> {
    message
        .split('{')
        .enumerate()
        .flat_map(|(index, part)| match part.split_once('}') {
            Some((name, words)) if index > 0 => [Some(Piece::Gap(name)), Some(Piece::Words(words))],
            _ => [Some(Piece::Words(part)), None],
        })
        .flatten()
}

/// A link to the page of an error.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorLink {
    url: String,
    message_html: Html,
    /// The message with its gaps, for the page in Markdown.
    #[serde(skip)]
    message: String,
}

/// The link to the page of an error.
pub(crate) fn error_link(page: &ErrorPage) -> ErrorLink {
    ErrorLink {
        url: error_url(&page.id),
        message_html: message_html(page.message()),
        message: page.message().to_owned(),
    }
}

// ---- the list ----

/// The content of the list of errors, by area.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorList {
    count: usize,
    areas: Vec<AreaText>,
}

/// The errors of an area.
#[derive(Debug, Serialize)]
struct AreaText {
    id: &'static str,
    title: &'static str,
    about_html: Html,
    /// The sentence about the area in CommonMark, for the page in Markdown.
    #[serde(skip)]
    about: &'static str,
    errors: Vec<ErrorLink>,
}

/// Renders the list, and the index.
pub(crate) fn render(renderer: &Renderer<'_>, page: Page<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let site = renderer.context.site;
    let mut files = renderer.page_with_twin(page, list(site))?;
    files.extend(index_files(site)?);
    Ok(files)
}

fn list(site: &Site<'_>) -> ErrorList {
    let pages = &site.options.errors.list;
    let area = |area: &Area| AreaText {
        id: area.folder(),
        title: area.title(),
        about_html: markdown::inline(area.about(), &Links::none()),
        about: area.about(),
        errors: pages.iter().filter(|page| page.area == *area).map(error_link).collect(),
    };
    let areas = Area::ALL.iter().map(area).filter(|area| !area.errors.is_empty());
    ErrorList { count: pages.len(), areas: areas.collect() }
}

// ---- a page ----

#[derive(Debug, Serialize)]
struct ErrorContent<'a> {
    error: ErrorText,
    /// The error itself, for the page in Markdown.
    #[serde(skip)]
    page: &'a ErrorPage,
}

#[derive(Debug, Serialize)]
struct ErrorText {
    title: String,
    message_html: Html,
    also: Vec<Html>,
    earlier: Vec<Html>,
    area: &'static str,
    area_id: &'static str,
    class: Option<String>,
    http: Option<u16>,
    shown: Vec<Html>,
    command_html: Option<Html>,
    quoted_from: Option<String>,
    said_in: Vec<String>,
    services_as_of: &'static str,
    /// The template rules that report the same error.
    rules: Vec<RuleLink>,
    intro_html: Html,
    sections: Vec<Section>,
    unprovoked_html: Option<Html>,
    similar: Vec<ErrorLink>,
}

/// A section of the text, with the files that follow it.
#[derive(Debug, Serialize)]
struct Section {
    id: String,
    title: String,
    text_html: Html,
    files: Vec<FileText>,
}

#[derive(Debug, Serialize)]
struct FileText {
    label: String,
    text_html: Html,
}

/// The jobs that render the page of each error.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let job = |error: &'a ErrorPage| {
        PageJob::new(error_url(&error.id), move |renderer, path| {
            let file = format!("errors/{}/{}.md", error.area.folder(), error.id);
            let (title, description) = (title(error.message()), markdown::plain(error.summary()));
            let page = Page {
                sources: renderer
                    .sources(|links| links.of_page(&file, site.options.errors.own.contains(&error.id))),
                ..kind.page(path, &title, &description)
            };
            renderer.page_with_twin(page, ErrorContent { error: content(site, error), page: error })
        })
    };
    site.options.errors.list.iter().map(job).collect()
}

fn content(site: &Site<'_>, error: &ErrorPage) -> ErrorText {
    let root = root_of(&error_url(&error.id));
    let links = Links { root: &root, types: Some(&site.type_names), ..Links::default() };
    let in_words = |text: &str| markdown::inline(text, &links);
    let untried = match &error.provocation {
        heat_errors::Provocation::Untried { reason, .. } => Some(in_words(reason)),
        _ => None,
    };
    let rule = |id: &String| site.options.rule(RuleSet::Templates, id);
    let (intro, sections) = sections(error, &links);
    ErrorText {
        title: title(error.message()),
        message_html: message_html(error.message()),
        also: error.messages.iter().skip(1).map(|message| message_html(message)).collect(),
        earlier: error.earlier.iter().map(|message| message_html(message)).collect(),
        area: error.area.title(),
        area_id: error.area.folder(),
        class: error.class.clone(),
        http: error.http,
        shown: error.shown.iter().map(|shown| in_words(shown.in_words())).collect(),
        command_html: error.command.as_deref().map(in_words),
        quoted_from: error.quoted_from.clone(),
        said_in: error.said_in.clone(),
        services_as_of: ErrorPage::SERVICES_AS_OF,
        rules: error.rules.iter().filter_map(rule).map(RuleLink::new).collect(),
        intro_html: intro,
        sections,
        unprovoked_html: untried,
        similar: similar(site, error),
    }
}

/// Returns the text before the first heading, and the sections. Files are shown after the text of their section.
fn sections(error: &ErrorPage, links: &Links<'_>) -> (Html, Vec<Section>) {
    let mut parts = error.text.split("\n## ");
    let intro = markdown::block(parts.next().unwrap_or_default(), links);
    let sections = parts.map(|part| {
        let (title, text) = part.split_once('\n').unwrap_or((part, ""));
        let (text, code) = text.split_once("```").unwrap_or((text, ""));
        let role = match title {
            _ if code.is_empty() => None,
            "Fixed" => Some(Role::Fixed),
            _ => Some(Role::Provokes),
        };
        Section {
            id: markdown::slug(title),
            title: title.to_owned(),
            text_html: markdown::block(text, links),
            files: role.map(|role| files(error, role, links)).unwrap_or_default(),
        }
    });
    let mut sections: Vec<Section> = sections.collect();
    sections.sort_by_key(|section| FIRST.iter().position(|id| *id == section.id).unwrap_or(FIRST.len()));
    (intro, sections)
}

/// The sections that readers need first: the remedy, the fixed files, and the causes.
const FIRST: [&str; 3] = ["what-to-do", "fixed", "causes"];

fn files(error: &ErrorPage, role: Role, links: &Links<'_>) -> Vec<FileText> {
    let of_role = error.files.iter().filter(|file| file.role == role);
    of_role
        .map(|file| FileText {
            label: match file.name.as_str() {
                ErrorPage::TEMPLATE => "Template".to_owned(),
                name if ErrorPage::is_environment(name) => format!("Environment, {name}"),
                name => name.to_owned(),
            },
            text_html: highlight::file(&file.language, &file.text, links),
        })
        .collect()
}

/// Other errors that the same rules report; errors of the same area come first.
fn similar(site: &Site<'_>, error: &ErrorPage) -> Vec<ErrorLink> {
    let rules: HashSet<&String> = error.rules.iter().collect();
    let shares =
        |page: &&ErrorPage| page.id != error.id && page.rules.iter().any(|rule| rules.contains(rule));
    let mut found: Vec<&ErrorPage> = site.options.errors.list.iter().filter(shares).collect();
    found.sort_by_key(|page| page.area != error.area);
    found.into_iter().take(MAX_SIMILAR).map(error_link).collect()
}

// ---- the index ----

/// The index; `site/assets/search-errors.js` reads and describes it.
#[derive(Serialize)]
struct Index<'a> {
    format: u8,
    areas: Vec<&'static str>,
    errors: Vec<IndexedError<'a>>,
    rules: Vec<IndexedRules>,
    list: &'static str,
    /// The wrappers around messages.
    wrappers: &'static [Wrapper],
    /// Words of a text, and the service that they identify.
    services: &'static [(&'static str, &'static str)],
}

/// The rules of a set, for the index.
#[derive(Serialize)]
struct IndexedRules {
    /// The noun for a rule of the set.
    kind: &'static str,
    /// The address of the rules' pages, with `{id}` as a placeholder for the id.
    url: String,
    /// The id and the summary of each rule.
    rules: Vec<(&'static str, &'static str)>,
}

/// An error in the index: its id, the number of its area, its precedence, its messages, starting with those that are shown, its
/// classes, separated by spaces, and its other names.
#[derive(Serialize)]
struct IndexedError<'a>(&'a str, usize, u8, Vec<String>, String, &'a [String]);

/// The index, as JSON and as a script for sites that are opened from a folder.
fn index_files(site: &Site<'_>) -> Result<Vec<SiteFile>, Diagnostic> {
    let errors = site.options.errors.list.iter().map(|page| {
        let area = Area::ALL.iter().position(|area| *area == page.area).unwrap_or_default();
        let precedence = match page.precedence {
            Precedence::First => 0,
            Precedence::BySize => 1,
            Precedence::Last => 2,
        };
        let classes: Vec<&str> = page.all_classes().collect();
        IndexedError(&page.id, area, precedence, page.formats(), classes.join(" "), &page.known_as)
    });
    let index = Index {
        format: FORMAT,
        areas: Area::ALL.iter().map(|area| area.title()).collect(),
        errors: errors.collect(),
        rules: indexed_rules(site),
        list: ERRORS,
        wrappers: WRAPPERS,
        services: SERVICES,
    };
    SiteFile::data("errors", "heatErrorIndex", &index)
}

/// The rules that have pages; the set for template authors comes first.
fn indexed_rules(site: &Site<'_>) -> Vec<IndexedRules> {
    let indexed = |set: RuleSet| IndexedRules {
        kind: noun(set),
        url: set.page_url("{id}"),
        rules: site.options.rules_of(set).map(|rule| (rule.id, rule.summary)).collect(),
    };
    site.options.guide.rule_sets().map(indexed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_marked() {
        fn check(message: &str, text: &str, html: &str) {
            assert_eq!((title(message).as_str(), message_html(message).as_str()), (text, html));
        }
        check(
            "The Parameter ({name}) was not provided.",
            "The Parameter (…) was not provided.",
            "The Parameter (<var>name</var>) was not provided.",
        );
        check("\"{a}\" <{b}>", "\"…\" <…>", "&quot;<var>a</var>&quot; &lt;<var>b</var>&gt;");
        check("none", "none", "none");
    }
}
