//! Addresses of releases, and links to them.

use heat_model::ReleaseTable;
use serde::Serialize;

use super::contents::Site;
use super::links::file_name;
use super::words::release_name;

/// The page of a release, from the site's root.
#[must_use]
pub(super) fn release_url(version: &str, table: &ReleaseTable) -> String {
    let name = table.get(version).map_or("", |release| release.name.as_str());
    let own = slug(name);
    // A name without letters or digits, or one that another release also has, is no address; the version is used instead.
    let others = table.releases.iter().filter(|release| release.version != version);
    if own.is_empty() || others.map(|release| slug(&release.name)).any(|other| other == own) {
        return format!("releases/heat-{}.html", file_name(version));
    }
    format!("releases/{own}.html")
}

fn slug(name: &str) -> String {
    let part = |char: char| {
        if char.is_ascii_alphanumeric() || char == '.' { char.to_ascii_lowercase() } else { '-' }
    };
    let slug: String = name.chars().take(60).map(part).collect();
    slug.trim_matches(['.', '-']).to_owned()
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct ReleaseLink {
    version: String,
    name: String,
    date: String,
    url: String,
}

pub(super) fn link(site: &Site<'_>, version: &str) -> ReleaseLink {
    let table = &site.catalogue.releases;
    ReleaseLink {
        version: version.to_owned(),
        name: release_name(version, table).release,
        date: table.get(version).map(|release| release.date.clone()).unwrap_or_default(),
        url: if site.history.has_page(version) { release_url(version, table) } else { String::new() },
    }
}
