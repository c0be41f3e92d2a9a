//! The content of a guide page: its document, and the pages before and after it.

use heat_html::Html;
use serde::Serialize;

use crate::guide::page::GuidePage;
use crate::guide::pages::{Guide, GuideDocument};
use crate::links::targets::TypeNames;
use crate::text::markdown::Heading;

#[derive(Debug, Serialize)]
pub(crate) struct GuideContent<'a> {
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

/// The context of a guide page's template.
pub(crate) fn content<'a>(
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
