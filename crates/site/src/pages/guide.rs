//! The pages of the guide: the document of each, and the pages before and after it.

use heat_html::Html;
use serde::Serialize;

use super::frame::kind::{PageJob, PageKind};
use super::frame::renderer::Page;
use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::guide::page::GuidePage;
use crate::guide::pages::{Guide, GuideDocument};
use crate::guide::rules::lists_rules;
use crate::links::addresses::{markdown_url, root_of};
use crate::links::targets::TypeNames;
use crate::text::markdown::{self, Heading};

/// The address of the first page.
pub(crate) fn first_page(site: &Site<'_>) -> String {
    site.options.guide.first_url().to_owned()
}

/// All pages of the guide.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let job = |document: &'a GuideDocument<'a>| {
        PageJob::new(document.page.url.clone(), move |renderer, path| {
            let GuideDocument { page, .. } = document;
            let source = renderer.edit_links().zip(page.file.as_deref());
            let frame = Page {
                nav_group: Some(page.readers.nav_group()),
                twin: Some(markdown_url(path)),
                edit: source.and_then(|(links, file)| {
                    links.of_page(file, site.options.guide.own.contains(&page.url))
                }),
                ..kind.page(path, &page.title, &page.description)
            };
            let mut files =
                renderer.page(frame.with(content(&site.options.guide, document, &site.type_names)))?;
            let text = markdown::with_relative_links(&page.text, &root_of(path));
            files.push(SiteFile { path: markdown_url(path), contents: text.into_bytes() });
            Ok(files)
        })
    };
    site.guide.iter().map(job).collect()
}

#[derive(Debug, Serialize)]
struct GuideContent<'a> {
    guide: GuideText<'a>,
}

#[derive(Debug, Serialize)]
struct GuideText<'a> {
    title: String,
    readers: &'static str,
    /// Whether the page has a filter for the rows of its tables.
    has_filter: bool,
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

/// The context of a guide page's template.
fn content<'a>(guide: &Guide, document: &'a GuideDocument<'_>, types: &TypeNames<'_>) -> GuideContent<'a> {
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
            has_filter: lists_rules(&page.url),
            content_html: &document.html,
            toc: &document.headings,
            prev: link(at.and_then(|at| at.checked_sub(1))),
            next: link(at.map(|at| at + 1)),
        },
    }
}
