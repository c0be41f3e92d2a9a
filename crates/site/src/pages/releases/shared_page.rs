//! What stands at the address of a type in an old release that has no page of its own for it: a page that leads to the one which the
//! release has in common with others, and keeps the release; or that says that the release does not have the type.
//!
//! So every type of every release has an address, and none of a newer one leads nowhere. Which page it is, is in
//! `releases::site_release`; the script `release.js` shows that page as one of the release.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{INDEX, canonical, root_of, type_url};
use crate::pages::frame::kind::{PageJob, PageKind};
use crate::pages::frame::renderer::Renderer;
use crate::releases::site_release::Elsewhere;

#[derive(Debug, Serialize)]
struct SharedPage<'a> {
    root: String,
    name: &'a str,
    /// The release whose address it is.
    release: &'a str,
    has_type: bool,
    /// The newest release that has the page.
    shown_release: &'a str,
    url: &'a str,
    index_url: String,
    canonical: Option<String>,
}

/// One for each type of this release and of the newest that has no page of its own in this one.
pub(crate) fn jobs<'a>(kind: &'static PageKind, site: &'a Site<'a>) -> Vec<PageJob<'a>> {
    let newest = site.release.all.first().into_iter().flat_map(|newest| newest.pages.keys());
    let names: BTreeSet<&str> = site.catalogue.types.keys().chain(newest).map(String::as_str).collect();
    let elsewhere = names.into_iter().filter_map(|name| Some((name, site.release.elsewhere(name)?)));
    let job = |(name, elsewhere): (&'a str, Elsewhere<'a>)| {
        let path = format!("{}{}", site.release.folder(), type_url(name));
        PageJob::new(path, move |renderer: &Renderer<'_>, path: &str| {
            let content = shared_page(site, name, &elsewhere, path);
            let html = renderer.context.templates.render(kind.template, &content)?;
            Ok(vec![SiteFile::markup(path, html)])
        })
    };
    elsewhere.map(job).collect()
}

fn shared_page<'a>(
    site: &Site<'a>,
    name: &'a str,
    elsewhere: &'a Elsewhere<'_>,
    path: &str,
) -> SharedPage<'a> {
    let page = elsewhere.url.split('?').next().unwrap_or_default();
    SharedPage {
        root: root_of(path),
        name,
        release: site.release.addresses().map_or("", |release| &release.label),
        has_type: elsewhere.has_type,
        shown_release: &elsewhere.release.label,
        url: &elsewhere.url,
        index_url: format!("{}{INDEX}", site.release.folder()),
        canonical: site.options.base_url.as_deref().map(|base| canonical(base, page)),
    }
}
