//! The sitemap, for search engines.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use heat_html::{Html, html};
use heat_model::ResourceType;

use crate::contents::site::Site;
use crate::files::sink::SiteFile;
use crate::links::addresses::{canonical, type_url};
use crate::pages::frame::kind::PageKind;
use crate::pages::plain_files::feed::is_date;
use crate::releases::named_parts::named_parts;

/// The sitemap, in the order of the kinds of pages. The protocol requires absolute URLs, so it only exists if the base URL is
/// known.
pub(crate) fn file(site: &Site<'_>, kinds: &'static [PageKind]) -> Option<SiteFile> {
    let base = site.options.base_url.as_deref()?;
    let changed = last_changes(site);
    let mut out = Html::literal(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in kinds.iter().filter(|kind| kind.listing.sitemap).flat_map(|kind| kind.jobs(site)) {
        let address = canonical(base, &page.path);
        let day = changed.get(&page.path).copied().or(site.options.built_on.as_deref());
        let day = day.map(|day| html!("<lastmod>{}</lastmod>", day)).unwrap_or_default();
        out.push(&html!("<url><loc>{}</loc>{}</url>\n", address, day));
    }
    out.push_literal("</urlset>\n");
    Some(SiteFile::markup("sitemap.xml", out))
}

/// The dates of the last change of pages, as far as they are known: from releases, and from the statuses and the history of
/// types.
fn last_changes<'a>(site: &'a Site<'_>) -> HashMap<String, &'a str, RandomState> {
    let mut changed = HashMap::default();
    for schema in site.catalogue.types.values() {
        if let Some(day) = newest_day(site, schema) {
            changed.insert(type_url(&schema.name), day);
        }
    }
    let releases = site.all_series().flat_map(|series| {
        let days = series.history.with_page();
        let days = days
            .map(|(release, changes)| (series.url(&release.version), series.date(&release.version), changes));
        days.filter(|(_, day, _)| is_date(day)).collect::<Vec<_>>()
    });
    // Releases are visited from the oldest to the newest, so the newest date remains.
    for (url, day, changes) in releases {
        changed.insert(url, day);
        for change in changes.iter().filter(|change| change.is_open()) {
            let last = changed.entry(type_url(&change.resource_type)).or_insert(day);
            *last = day.max(*last);
        }
    }
    changed
}

/// The date of the newest release that the statuses in a schema name.
fn newest_day<'a>(site: &'a Site<'_>, schema: &ResourceType) -> Option<&'a str> {
    let table = site.catalogue.releases_of(&schema.name);
    let parts = named_parts(schema);
    let statuses = parts.iter().map(|part| part.status).chain([&schema.support_status]);
    let versions = statuses.flat_map(|status| &status.history).filter_map(|entry| entry.version.as_deref());
    let days = versions.filter_map(|version| Some(table.get(version)?.date.as_str()));
    days.filter(|day| is_date(day)).max()
}
