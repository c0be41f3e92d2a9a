//! HIDDEN items: the release that hid them, and their replacements.

use heat_catalogue::Catalogue;
use heat_history::{Change, History, Kind};
use heat_model::{Appearance, FirstAppearance, ResourceType, Status, SupportStatus};

use super::history::{name_and_anchor, replacements};
use super::named_parts::named_parts;
use super::replacement;
use super::replacement::Replacement;

/// A HIDDEN type, property or attribute that is not inside another HIDDEN item.
#[derive(Debug, Clone)]
pub(crate) struct HiddenItem {
    pub(crate) resource_type: String,
    /// The path of the item in its type, such as `networks.uuid`; empty for the type as a whole.
    pub(crate) name: String,
    pub(crate) attribute: bool,
    /// The version of the release that hid the item: of Heat, or of the type's plug-in.
    pub(crate) version: Option<String>,
    /// The version of the release that deprecated the item before it was hidden.
    pub(crate) deprecated: Option<String>,
    pub(crate) placeholder: Placeholder,
    pub(crate) replacements: Vec<Replacement>,
    /// The message of the status, if it says more than the replacements.
    pub(crate) message: Option<String>,
}

/// The state of a type as a placeholder, of which Heat only keeps the name.
#[derive(Debug, Clone)]
pub(crate) enum Placeholder {
    No,
    /// A placeholder since before the first recorded release.
    Always,
    /// A placeholder since the release with this version.
    Since(String),
}

/// All HIDDEN items of a catalogue, sorted by type.
pub(crate) fn hidden_items(catalogue: &Catalogue) -> impl Iterator<Item = HiddenItem> {
    catalogue.types.values().flat_map(|schema| hidden_items_in(catalogue, schema))
}

fn hidden_items_in(catalogue: &Catalogue, schema: &ResourceType) -> Vec<HiddenItem> {
    if schema.is_hidden() {
        return vec![item(catalogue, schema, "", &schema.support_status)];
    }
    let mut items = Vec::new();
    let mut around: Option<String> = None;
    for part in named_parts(schema) {
        // Everything inside a hidden item is hidden with it.
        let is_below =
            |outer: &String| part.path.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('.'));
        if part.status.is_hidden() && !around.as_ref().is_some_and(is_below) {
            items.push(item(catalogue, schema, &part.path, part.status));
            around = Some(part.path);
        }
    }
    items
}

fn item(catalogue: &Catalogue, schema: &ResourceType, path: &str, status: &SupportStatus) -> HiddenItem {
    let replacements = replacements(catalogue, schema, path, status);
    let message = status.message().filter(|message| !replacement::says_only(message, &replacements));
    let deprecated = status.history.iter().find(|entry| entry.status == Status::Deprecated);
    HiddenItem {
        resource_type: schema.name.clone(),
        name: name_and_anchor(path).0,
        attribute: path.starts_with("attributes."),
        version: hiding_release(catalogue, &schema.name, path, status),
        deprecated: deprecated.and_then(|entry| entry.version.clone()),
        placeholder: if path.is_empty() && schema.is_placeholder() {
            let since = last_release_with(catalogue, &schema.name, path, Kind::Placeholder);
            since.map_or(Placeholder::Always, Placeholder::Since)
        } else {
            Placeholder::No
        },
        message: message.map(ToOwned::to_owned),
        replacements,
    }
}

/// Returns the release that hid an item: the recorded one, or else the one in its status, if that is possible. Items of a
/// plug-in's type were hidden by a release of the plug-in, even if Heat has releases with the same numbers.
fn hiding_release(catalogue: &Catalogue, name: &str, path: &str, status: &SupportStatus) -> Option<String> {
    if let Some(version) = last_release_with(catalogue, name, path, Kind::Hidden) {
        return Some(version);
    }
    let releases = catalogue.releases_of(name);
    let version = status.version()?;
    if releases.releases.is_empty() && catalogue.guests.of_type(name).is_some() {
        // The plug-in has no table of releases, so the version in the status is all that is known.
        return Some(version.to_owned());
    }
    let position = |version: &str| releases.position(version);
    let declared = releases.series_of(version).map(|release| release.version.as_str());
    // An item that was already HIDDEN when a later release added it was not hidden by an earlier release.
    match (declared, history_of(catalogue, name).first_appearance(name, path)) {
        (Some(declared), Appearance::In(first)) if position(first) > position(declared) => {
            Some(first.to_owned())
        }
        (declared, _) => declared.map(ToOwned::to_owned),
    }
}

/// The history that contains the changes of a type: that of its plug-in, or of Heat.
fn history_of<'a>(catalogue: &'a Catalogue, name: &str) -> &'a History {
    catalogue.guests.of_type(name).map_or(&catalogue.history, |guest| &guest.history)
}

/// The last recorded release with a change of this kind.
pub(crate) fn last_release_with(catalogue: &Catalogue, name: &str, path: &str, kind: Kind) -> Option<String> {
    let mut releases = history_of(catalogue, name).of_type(name).rev();
    // Fast path: most changes are about other items, which the beginning of their paths shows.
    let is_of =
        |change: &Change| change.path.starts_with(path) && change.thing() == path && change.kind() == kind;
    let found = releases.find(|(_, changes)| changes.iter().any(is_of));
    found.map(|(release, _)| release.version.clone())
}
