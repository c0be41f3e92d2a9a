//! Links to releases.

use serde::Serialize;

use crate::contents::site::Site;
use crate::links::release_address::release_url;
use crate::pages::frame::twin::{Line, TwinWriter};
use crate::text::terms::{ReleaseName, release_name, release_of_type};

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ReleaseLink {
    pub(super) version: String,
    name: String,
    pub(super) date: String,
    url: String,
}

impl ReleaseLink {
    /// The name of the release, or its version if it has none.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The name with a link to the release's page, if it has one.
    pub(crate) fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        twin.link(&Line::text(&self.name), &self.url)
    }
}

/// A release of the plug-in that a type belongs to, which has no page; or else of Heat.
pub(crate) fn release_of_type_link(site: &Site<'_>, type_name: &str, version: &str) -> ReleaseLink {
    let table = site.catalogue.releases_of(type_name);
    if site.catalogue.guests.of_type(type_name).is_none() {
        return release_link(site, version);
    }
    let ReleaseName { version: words, release } = release_of_type(site.catalogue, type_name, version);
    let date = table.get(version).map(|release| release.date.clone()).unwrap_or_default();
    let name = if release.is_empty() { words.clone() } else { release };
    ReleaseLink { version: words, name, date, url: String::new() }
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
