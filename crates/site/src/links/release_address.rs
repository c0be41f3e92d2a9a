//! Addresses of releases.

use heat_html::page_urls;
use heat_model::ReleaseTable;

/// The path of the page of a release, relative to the site's root. Pages of a plug-in's releases have their own folder.
#[must_use]
pub(crate) fn release_url(folder: &str, version: &str, table: &ReleaseTable) -> String {
    format!("releases/{folder}{}.html", release_slug(version, table))
}

/// The major version and the name of a release, for the choice of a release. The product is Heat, or the one that a vendor's
/// versions belong to.
#[must_use]
pub(crate) fn release_label(product: &str, version: &str, name: &str) -> String {
    if name.is_empty() {
        return format!("{product} {version}").trim().to_owned();
    }
    let major = version.split('.').next().unwrap_or(version);
    format!("{product} {major} · {name}").trim().to_owned()
}

/// The part of an address that represents a release.
#[must_use]
pub(crate) fn release_slug(version: &str, table: &ReleaseTable) -> String {
    let names = table.releases.iter().map(|release| (release.version.as_str(), release.name.as_str()));
    page_urls::release_slug(version, names)
}
