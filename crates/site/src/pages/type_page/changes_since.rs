//! On the page of an old release: which items are different today, and which came later.

use serde::Serialize;

use crate::releases::changed_since::ItemChange;
use crate::releases::site_release::SiteRelease;

/// The mark of an item that is different today.
#[derive(Debug, Serialize)]
pub(super) struct ChangeMark {
    word: &'static str,
    /// The row of the item on the page of today, if it still exists.
    url: Option<String>,
}

/// An item that came later, on the page of today.
#[derive(Debug, Serialize)]
pub(super) struct AddedItem {
    name: String,
    url: String,
}

/// The mark of an item, by its anchor; `None` if it is the same today, or if the page is about today.
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

/// The items that came after the release of the page.
pub(super) fn added_since(release: SiteRelease<'_>, resource_type: &str, root: &str) -> Vec<AddedItem> {
    let later = release.changed_since(resource_type).into_iter().flat_map(|since| &since.later);
    let item = |anchor: &String| {
        let name = anchor.split_once('-').map_or(anchor.as_str(), |(_, name)| name).to_owned();
        Some(AddedItem { name, url: url(release, resource_type, root, anchor)? })
    };
    later.filter_map(item).collect()
}

/// The address of an item on the page of today: one that is not changed to that of the release.
fn url(release: SiteRelease<'_>, resource_type: &str, root: &str, anchor: &str) -> Option<String> {
    let page = release.all.first()?.page(resource_type)?;
    Some(format!("{root}./{page}#{anchor}"))
}
