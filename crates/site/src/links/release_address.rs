//! Addresses of releases.

use heat_model::ReleaseTable;

use super::addresses::file_name;

/// The path of the page of a release, from the site's root. Those of a plug-in have a folder of their own.
#[must_use]
pub(crate) fn release_url(folder: &str, version: &str, table: &ReleaseTable) -> String {
    format!("releases/{folder}{}.html", release_slug(version, table))
}

/// The major version and the name of a release, as readers choose it. The product is Heat, or what a vendor's versions belong to.
#[must_use]
pub(crate) fn release_label(product: &str, version: &str, name: &str) -> String {
    if name.is_empty() {
        return format!("{product} {version}").trim().to_owned();
    }
    let major = version.split('.').next().unwrap_or(version);
    format!("{product} {major} · {name}").trim().to_owned()
}

/// The part of addresses that stands for a release.
#[must_use]
pub(crate) fn release_slug(version: &str, table: &ReleaseTable) -> String {
    let name = table.get(version).map_or("", |release| release.name.as_str());
    let name_slug = slug(name);
    // A name without letters or digits, or one that another release also has, is no address; the version is used instead.
    let others = table.releases.iter().filter(|release| release.version != version);
    if name_slug.is_empty() || others.map(|release| slug(&release.name)).any(|other| other == name_slug) {
        return format!("release-{}", file_name(version));
    }
    name_slug
}

/// The part of an address that stands for a name; empty for one without letters or digits.
pub(crate) fn slug(name: &str) -> String {
    let part = |char: char| {
        if char.is_ascii_alphanumeric() || char == '.' { char.to_ascii_lowercase() } else { '-' }
    };
    let slug: String = name.chars().take(60).map(part).collect();
    slug.trim_matches(['.', '-']).to_owned()
}
