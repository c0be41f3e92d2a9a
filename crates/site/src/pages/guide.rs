//! The pages of the guide: the text of each, with links to the previous and the next page.

use std::collections::BTreeMap;

use heat_html::Html;
use heat_report::{RuleDocs, RuleSet};
use serde::Serialize;

use super::frame::kind::{PageJob, PageKind};
use super::frame::page_links::TitledLink;
use super::frame::renderer::Page;
use super::frame::twin::TwinLinks;
use crate::contents::site::Site;
use crate::guide::page::GuidePage;
use crate::guide::pages::GuideDocument;
use crate::guide::rules::{groups, markdown_list};
use crate::links::addresses::root_of;
use crate::links::targets::Links;
use crate::text::markdown::{self, Heading};

/// The address of the guide's first page.
pub(crate) fn first_page(site: &Site<'_>) -> String {
    site.options.guide.first_url().to_owned()
}

/// The jobs that render all pages of the guide.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let job = |document: &'a GuideDocument<'a>| {
        PageJob::new(document.page.url.clone(), move |renderer, path| {
            let GuideDocument { page, .. } = document;
            let frame = Page {
                nav_group: Some(page.readers.nav_group()),
                sources: renderer.sources(|links| {
                    links.of_page(page.file.as_deref()?, site.options.guide.own.contains(&page.url))
                }),
                ..kind.page(path, &page.title, &page.description)
            };
            let list = page.rules.map(|set| markdown_list(site.options.rules_of(set))).unwrap_or_default();
            let text = TwinLinks::new(renderer.context, path).of_document(&format!("{}{list}", page.text));
            renderer.page_with_text(frame, BTreeMap::from([("guide", content(site, document))]), text)
        })
    };
    site.guide.iter().map(job).collect()
}

#[derive(Debug, Serialize)]
struct GuideText<'a> {
    title: String,
    readers: &'static str,
    /// The rules that the page lists, grouped by subject.
    rules: Vec<RuleGroup>,
    content_html: &'a Html,
    toc: &'a [Heading],
    prev: Option<TitledLink>,
    next: Option<TitledLink>,
}

/// Rules under one heading.
#[derive(Debug, Serialize)]
struct RuleGroup {
    id: String,
    title: &'static str,
    rules: Vec<RuleRow>,
}

/// A rule as a row of a table.
#[derive(Debug, Serialize)]
struct RuleRow {
    id: &'static str,
    url: String,
    summary_html: Html,
    severity: &'static str,
    is_off: bool,
}

fn rule_groups(site: &Site<'_>, set: RuleSet, links: &Links<'_>) -> Vec<RuleGroup> {
    let row = |rule: &RuleDocs| RuleRow {
        id: rule.id,
        url: rule.page_url(),
        summary_html: markdown::inline(rule.summary, links),
        severity: rule.severity,
        is_off: rule.is_off_by_default,
    };
    let groups = groups(site.options.rules_of(set)).into_iter();
    groups
        .map(|group| RuleGroup {
            id: markdown::slug(group.title),
            title: group.title,
            rules: group.rules.into_iter().map(row).collect(),
        })
        .collect()
}

/// The context of a guide page's template.
fn content<'a>(site: &Site<'_>, document: &'a GuideDocument<'_>) -> GuideText<'a> {
    let (guide, types) = (&site.options.guide, &site.type_names);
    let (page, document) = (document.page, document.get(types));
    let links = Links { root: &root_of(&page.url), types: Some(types), ..Links::default() };
    let group: Vec<&GuidePage> = guide.pages_for(page.readers).collect();
    let at = group.iter().position(|other| other.url == page.url);
    let page_link = |index: Option<usize>| {
        let page = group.get(index?)?;
        Some(TitledLink { title: page.title.clone(), url: page.url.clone() })
    };
    GuideText {
        title: page.title.clone(),
        readers: page.readers.label(),
        rules: page.rules.map(|set| rule_groups(site, set, &links)).unwrap_or_default(),
        content_html: &document.html,
        toc: &document.headings,
        prev: page_link(at.and_then(|at| at.checked_sub(1))),
        next: page_link(at.map(|at| at + 1)),
    }
}
