//! Addresses of what the page of hidden items says.

use super::hidden_items::HiddenItem;

/// The page, from the site's root.
pub(super) const PATH: &str = "hidden.html";

/// Where the page says it of one item, from the site's root.
pub(super) fn url_of(item: &HiddenItem) -> String {
    format!("{PATH}#{}", id_of(item))
}

/// Where the page lists what a release hid, from the site's root.
pub(super) fn url_of_release(version: &str) -> String {
    format!("{PATH}#{}", id_of_release(version))
}

pub(super) fn id_of_release(version: &str) -> String {
    format!("release-{version}")
}

/// The item's id on the page: as in Heat's own docs, a property's starts with its type.
pub(super) fn id_of(item: &HiddenItem) -> String {
    match (item.name.as_str(), item.attribute) {
        ("", _) => item.resource_type.clone(),
        (name, true) => format!("{}-attr-{name}", item.resource_type),
        (name, false) => format!("{}-prop-{name}", item.resource_type),
    }
}
