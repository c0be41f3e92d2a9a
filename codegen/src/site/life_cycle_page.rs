//! The page of the life cycle: what the states mean, how much is in each, and what each release added, deprecated and hid.

use std::collections::BTreeMap;

use heat_diff::history::Kind;
use heat_model::{Appearance, FirstAppearance};
use heat_model::{Status, SupportStatus};
use serde::Serialize;

use super::hidden_items::{HiddenItem, recorded};
use super::named_properties::named_properties;
use super::parts::parts;
use super::releases_page::{ReleaseLink, link, release_url};
use super::words::{status_class, status_word, thousands};
use super::{Site, hidden_page};
use crate::catalogue::Catalogue;
use crate::html::Html;

#[derive(Debug, Serialize)]
pub(super) struct LifeCycle {
    states: Vec<State>,
    releases: Vec<ReleaseRow>,
    max: usize,
    /// The first recorded release; what came before follows from the versions in the schemas.
    first: Option<ReleaseLink>,
}

#[derive(Debug, Serialize)]
struct State {
    status: &'static str,
    word: &'static str,
    types: Counted,
    properties: Counted,
    attributes: Counted,
    text_html: Html,
    url: String,
}

#[derive(Debug, Serialize)]
struct ReleaseRow {
    url: String,
    version: String,
    name: String,
    date: String,
    added: usize,
    deprecated: usize,
    hidden: usize,
    /// Where it says what the release hid.
    hidden_url: String,
}

/// A number, and the noun that goes with it.
#[derive(Debug, Serialize)]
struct Counted {
    number: String,
    noun: &'static str,
}

impl Counted {
    fn of(count: usize, one: &'static str, many: &'static str) -> Self {
        Self { number: thousands(count), noun: if count == 1 { one } else { many } }
    }
}

/// How many types, properties and attributes are in a state.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StateCount {
    types: usize,
    properties: usize,
    attributes: usize,
}

/// How much of a catalogue is in which state, HIDDEN things included.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StateCounts([StateCount; 5]);

impl StateCounts {
    /// Counts a catalogue.
    pub(crate) fn of(catalogue: &Catalogue) -> Self {
        let mut counts = Self::default();
        for schema in catalogue.types.values() {
            counts.at(&schema.support_status).types += 1;
            named_properties(schema).for_each(|each| counts.at(&each.schema.support_status).properties += 1);
            schema.attributes.values().for_each(|each| counts.at(&each.support_status).attributes += 1);
        }
        counts
    }

    /// The counts of what is shown, with all that is not shown as HIDDEN: what belongs to something HIDDEN is so too,
    /// whatever its own status.
    pub(crate) fn with_hidden(mut self, all: &Self) -> Self {
        let [everything, shown] = [all, &self].map(|counts| {
            counts.0.iter().fold([0; 3], |sum, count| {
                [sum[0] + count.types, sum[1] + count.properties, sum[2] + count.attributes]
            })
        });
        if let Some(position) = Status::ALL.iter().position(|each| *each == Status::Hidden) {
            let hidden = &mut self.0[position];
            hidden.types += everything[0] - shown[0];
            hidden.properties += everything[1] - shown[1];
            hidden.attributes += everything[2] - shown[2];
        }
        self
    }

    fn at(&mut self, status: &SupportStatus) -> &mut StateCount {
        let position = Status::ALL.iter().position(|each| *each == status.status()).unwrap_or_default();
        &mut self.0[position]
    }

    fn get(&self, status: Status) -> StateCount {
        Status::ALL
            .iter()
            .zip(self.0)
            .find(|(each, _)| **each == status)
            .map(|(_, count)| count)
            .unwrap_or_default()
    }
}

/// What each release did by the versions that the schemas name, for releases of which no record tells more.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclaredCounts {
    /// By the release's place in the table: how much it added, deprecated and hid.
    by_release: BTreeMap<usize, [usize; 3]>,
}

impl DeclaredCounts {
    /// Counts a catalogue, with what is HIDDEN in it: in those releases it was not.
    pub(crate) fn of(catalogue: &Catalogue, hidden: &[HiddenItem]) -> Self {
        let mut counts = Self::default();
        for schema in catalogue.types.values() {
            counts.count(catalogue, &schema.name, "", &schema.support_status);
            for part in parts(schema) {
                counts.count(catalogue, &schema.name, &part.path, part.status);
            }
        }
        for item in hidden {
            counts.add(catalogue, item.version.as_deref(), 2);
        }
        counts
    }

    fn count(&mut self, catalogue: &Catalogue, name: &str, path: &str, status: &SupportStatus) {
        for (index, entry) in status.history.iter().enumerate() {
            let is_oldest = index + 1 == status.history.len();
            // What a record dates differently is counted where it says.
            let kind = match entry.status {
                Status::Deprecated if recorded(catalogue, name, path, Kind::Deprecated).is_none() => 1,
                Status::Supported
                    if is_oldest
                        && !matches!(catalogue.history.first_appearance(name, path), Appearance::In(_)) =>
                {
                    0
                }
                _ => continue,
            };
            self.add(catalogue, entry.version.as_deref(), kind);
        }
    }

    fn add(&mut self, catalogue: &Catalogue, version: Option<&str>, kind: usize) {
        if let Some(position) = version.and_then(|version| catalogue.releases.position(version)) {
            self.by_release.entry(position).or_default()[kind] += 1;
        }
    }
}

/// The life cycle, with how many things are where in it. HIDDEN ones are counted, not named.
pub(super) fn life_cycle(site: &Site<'_>) -> LifeCycle {
    let states = [Status::Unsupported, Status::Supported, Status::Deprecated, Status::Hidden].map(|status| {
        let count = site.states.get(status);
        let word = status_class(status);
        let url = match status {
            Status::Hidden if !site.hidden.is_empty() => hidden_page::PATH.to_owned(),
            Status::Hidden => String::new(),
            _ if count.types == 0 => String::new(),
            _ => format!("index.html?status={word}"),
        };
        State {
            status: word,
            word: status_word(status),
            types: Counted::of(count.types, "type", "types"),
            properties: Counted::of(count.properties, "property", "properties"),
            attributes: Counted::of(count.attributes, "attribute", "attributes"),
            text_html: Html::literal(state_text(status)),
            url,
        }
    });
    let releases = release_rows(site);
    let max = releases.iter().map(|row| row.added).max().unwrap_or_default();
    LifeCycle {
        states: states.into(),
        releases,
        max,
        first: site.history.releases.first().map(|release| link(site, &release.version)),
    }
}

fn state_text(status: Status) -> &'static str {
    match status {
        Status::Unsupported => {
            "Available, not supported by the Heat team: the service behind it may be missing from most clouds."
        }
        Status::Supported | Status::Unknown => "In use and maintained. Nearly everything is in this state.",
        Status::Deprecated => {
            "Still works, and names what to use instead. Stays deprecated for at least one release, so that templates can be changed."
        }
        Status::Hidden => {
            "Still works for existing stacks and templates, unless it became a placeholder. The reference no longer lists it."
        }
    }
}

/// What each release added, deprecated and hid, newest first: as its own page says, where it has one.
fn release_rows(site: &Site<'_>) -> Vec<ReleaseRow> {
    let table = &site.catalogue.releases;
    let rows = table.releases.iter().enumerate().rev().map(|(position, release)| {
        let version = &release.version;
        let page = site.history.with_page().find(|(shown, _)| shown.version == *version);
        let [added, deprecated, hidden] = match page {
            Some((_, changes)) => [Kind::Added, Kind::Deprecated, Kind::Hidden]
                .map(|kind| changes.iter().filter(|change| change.kind == kind).count()),
            None => site.declared.by_release.get(&position).copied().unwrap_or_default(),
        };
        let is_listed = site.hidden.iter().any(|item| item.version.as_ref() == Some(version));
        ReleaseRow {
            url: if page.is_some() { release_url(version, table) } else { String::new() },
            hidden_url: if is_listed { hidden_page::url_of_release(version) } else { String::new() },
            version: version.clone(),
            name: release.name.clone(),
            date: release.date.clone(),
            added,
            deprecated,
            hidden,
        }
    });
    rows.collect()
}
