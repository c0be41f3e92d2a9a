//! Differences between an old release and today, on the page of a type in the old release: changed items, and items added later.

use serde::Serialize;

use crate::releases::changed_since::ItemChange;
use crate::releases::site_release::SiteRelease;

/// The mark of an item that has changed since.
#[derive(Debug, Serialize)]
pub(super) struct ChangeMark {
    word: &'static str,
    /// The address of the item's row on today's page, if it still exists.
    url: Option<String>,
}

/// An item that was added later, with its address on today's page.
#[derive(Debug, Serialize)]
pub(super) struct AddedItem {
    name: String,
    url: String,
}

/// The mark of an item, by its anchor; `None` if the item has not changed, or if the page is of the newest release.
pub(super) fn change_mark(
    release: SiteRelease<'_>,
    resource_type: &str,
    root: &str,
    anchor: &str,
) -> Option<ChangeMark> {
    match release.changed_since(resource_type)?.items.get(anchor)? {
        ItemChange::Changed => {
            Some(ChangeMark { word: "changed since", url: Some(url(release, resource_type, root, anchor)?) })
        }
        ItemChange::Removed => Some(ChangeMark { word: "gone since", url: None }),
    }
}

/// The items that were added after the release of the page.
pub(super) fn added_since(release: SiteRelease<'_>, resource_type: &str, root: &str) -> Vec<AddedItem> {
    let later = release.changed_since(resource_type).into_iter().flat_map(|since| &since.later);
    let item = |anchor: &String| {
        let name = anchor.split_once('-').map_or(anchor.as_str(), |(_, name)| name).to_owned();
        Some(AddedItem { name, url: url(release, resource_type, root, anchor)? })
    };
    later.filter_map(item).collect()
}

/// The address of an item on today's page. It is written so that it is not changed to the address in the old release.
fn url(release: SiteRelease<'_>, resource_type: &str, root: &str, anchor: &str) -> Option<String> {
    let page = release.all.first()?.page(resource_type)?;
    Some(format!("{root}./{page}#{anchor}"))
}
