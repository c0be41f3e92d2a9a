//! Links to releases.

use serde::Serialize;

use crate::contents::site::Site;
use crate::links::release_address::release_url;
use crate::text::terms::release_name;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ReleaseLink {
    version: String,
    name: String,
    date: String,
    url: String,
}

pub(crate) fn release_link(site: &Site<'_>, version: &str) -> ReleaseLink {
    let table = &site.catalogue.releases;
    ReleaseLink {
        version: version.to_owned(),
        name: release_name(version, table).release,
        date: table.get(version).map(|release| release.date.clone()).unwrap_or_default(),
        url: if site.history.has_page(version) { release_url(version, table) } else { String::new() },
    }
}
