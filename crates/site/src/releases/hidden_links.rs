//! Addresses on the page of hidden items.

use super::hidden_items::HiddenItem;

/// The path of the page of hidden items, relative to the site's root.
pub(crate) const PATH: &str = "hidden.html";

/// The address of an item on the page, relative to the site's root.
pub(crate) fn url_of(item: &HiddenItem) -> String {
    format!("{PATH}#{}", id_of(item))
}

/// The address of the items that a release hid, relative to the site's root.
pub(crate) fn url_of_release(version: &str) -> String {
    format!("{PATH}#{}", id_of_release(version))
}

pub(crate) fn id_of_release(version: &str) -> String {
    format!("release-{version}")
}

/// The id of an item on the page of hidden items. As in Heat's own docs, the id of a property starts with its type.
pub(crate) fn id_of(item: &HiddenItem) -> String {
    match (item.name.as_str(), item.attribute) {
        ("", _) => item.resource_type.clone(),
        (name, true) => format!("{}-attr-{name}", item.resource_type),
        (name, false) => format!("{}-prop-{name}", item.resource_type),
    }
}
