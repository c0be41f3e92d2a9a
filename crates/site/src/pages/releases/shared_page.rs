//! Redirects at the addresses of types for which an old release has no page of its own: to the page that the release shares with
//! others, or to the newest page with a note that the release does not have the type.
//!
//! So every type has an address in every release, and no link between releases is dead. The target is determined in
//! `releases::site_release`; the script `release.js` shows it as a page of the old release.

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
    /// The release whose address the page has.
    release: &'a str,
    has_type: bool,
    /// The newest release that has the page.
    shown_release: &'a str,
    url: &'a str,
    index_url: String,
    canonical: Option<String>,
}

/// The jobs that render one redirect for each type of this or of the newest release without its own page in this release.
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
