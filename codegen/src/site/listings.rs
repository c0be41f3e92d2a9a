//! Pages that list things across types: A–Z, deprecations, and the life cycle with its counts.

use std::collections::BTreeMap;

use heat_model::{Catalogue, Status, SupportStatus};
use serde::Serialize;

use super::Site;
use super::links::{Links, type_url};
use super::named_properties::named_properties;
use super::releases_page::release_url;
use super::words::{release_name, status_class, status_word, thousands};
use crate::html::Html;

#[derive(Debug, Serialize)]
pub(super) struct AToZ {
    letters: Vec<Letter>,
}

#[derive(Debug, Serialize)]
struct Letter {
    #[serde(rename = "letter")]
    sign: String,
    id: String,
    names: Vec<Name>,
}

#[derive(Debug, Serialize)]
struct Name {
    name: String,
    uses: Vec<Use>,
}

#[derive(Debug, Serialize)]
struct Use {
    #[serde(rename = "type")]
    type_name: String,
    path: String,
    url: String,
    attr: bool,
    status: &'static str,
}

/// Every property, member and attribute by name.
pub(super) fn a_to_z(site: &Site<'_>) -> AToZ {
    let mut names: BTreeMap<(String, String), Vec<Use>> = BTreeMap::new();
    let mut add = |name: &str, entry: Use| {
        names.entry((name.to_lowercase(), name.to_owned())).or_default().push(entry);
    };
    for schema in site.catalogue.types.values() {
        for property in named_properties(schema) {
            let name = property.names.last().copied().unwrap_or_default();
            let path = property.path();
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    url: property.url(&schema.name),
                    path: if path == name { String::new() } else { path },
                    attr: false,
                    status: status_class(property.schema.support_status.status()),
                },
            );
        }
        for (name, attribute) in &schema.attributes {
            add(
                name,
                Use {
                    type_name: schema.name.clone(),
                    path: String::new(),
                    url: format!("{}#attr-{name}", type_url(&schema.name)),
                    attr: true,
                    status: status_class(attribute.support_status.status()),
                },
            );
        }
    }
    let mut letters: Vec<Letter> = Vec::new();
    for ((folded, name), uses) in names {
        let first = folded.chars().next().filter(char::is_ascii_alphabetic);
        let letter = first.map_or_else(|| "#".to_owned(), |letter| letter.to_ascii_uppercase().to_string());
        let id = if letter == "#" { "other".to_owned() } else { letter.clone() };
        let entry = Name { name, uses };
        match letters.iter_mut().find(|known| known.id == id) {
            Some(known) => known.names.push(entry),
            None => letters.push(Letter { sign: letter, id, names: vec![entry] }),
        }
    }
    AToZ { letters }
}

#[derive(Debug, Serialize)]
pub(super) struct Deprecations {
    groups: Vec<DeprecationGroup>,
    unsupported: Vec<DeprecationRow>,
}

#[derive(Debug, Serialize)]
struct DeprecationGroup {
    id: &'static str,
    title: &'static str,
    rows: Vec<DeprecationRow>,
}

#[derive(Debug, Clone, Serialize)]
struct DeprecationRow {
    name: String,
    url: String,
    #[serde(rename = "type")]
    type_name: String,
    type_url: String,
    attr: bool,
    status: &'static str,
    status_word: &'static str,
    version: String,
    release: String,
    note_html: Html,
    #[serde(skip)]
    position: Option<usize>,
}

/// What is deprecated, newest first, and what is unsupported.
pub(super) fn deprecations(site: &Site<'_>) -> Deprecations {
    let [types, properties, attributes] = [0, 1, 2].map(|kind| rows(site, kind, Status::Deprecated));
    let unsupported = [0, 1, 2].into_iter().flat_map(|kind| rows(site, kind, Status::Unsupported)).collect();
    Deprecations {
        groups: vec![
            DeprecationGroup { id: "types", title: "Resource types", rows: types },
            DeprecationGroup { id: "properties", title: "Properties", rows: properties },
            DeprecationGroup { id: "attributes", title: "Attributes", rows: attributes },
        ],
        unsupported,
    }
}

/// The types (0), properties (1) or attributes (2) with a status.
fn rows(site: &Site<'_>, kind: u8, status: Status) -> Vec<DeprecationRow> {
    let mut rows = Vec::new();
    for schema in site.catalogue.types.values() {
        let row = |name: String, url: String, own: &SupportStatus, attr: bool| {
            let version = own.version().unwrap_or_default();
            let links = Links { root: "", types: Some(&site.type_names), ..Links::default() };
            DeprecationRow {
                name,
                url,
                type_name: if kind == 0 { String::new() } else { schema.name.clone() },
                type_url: type_url(&schema.name),
                attr,
                status: status_class(own.status()),
                status_word: status_word(own.status()),
                version: version.to_owned(),
                release: release_name(version, &site.catalogue.releases).release,
                note_html: own.message().map(|message| links.link_message(message)).unwrap_or_default(),
                position: site.catalogue.releases.position(version),
            }
        };
        match kind {
            0 if schema.support_status.status() == status => {
                rows.push(row(schema.name.clone(), type_url(&schema.name), &schema.support_status, false));
            }
            1 => rows.extend(
                named_properties(schema)
                    .filter(|property| property.schema.support_status.status() == status)
                    .map(|property| {
                        row(
                            property.path(),
                            property.url(&schema.name),
                            &property.schema.support_status,
                            false,
                        )
                    }),
            ),
            2 => rows.extend(
                schema
                    .attributes
                    .iter()
                    .filter(|(_, attribute)| attribute.support_status.status() == status)
                    .map(|(name, attribute)| {
                        let url = format!("{}#attr-{name}", type_url(&schema.name));
                        row(name.clone(), url, &attribute.support_status, true)
                    }),
            ),
            _ => {}
        }
    }
    // Newest first; what has no version last; else as in the catalogue.
    rows.sort_by_key(|row| std::cmp::Reverse(row.position));
    rows
}

#[derive(Debug, Serialize)]
pub(super) struct LifeCycle {
    states: Vec<State>,
    releases: Vec<ReleaseRow>,
    max: usize,
}

#[derive(Debug, Serialize)]
struct State {
    status: &'static str,
    word: &'static str,
    types: String,
    properties: String,
    attributes: String,
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
    bar: usize,
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

    /// How many types there are in all.
    pub(crate) fn types_total(&self) -> usize {
        self.0.iter().map(|count| count.types).sum()
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

/// The life cycle, with how many things are where in it. HIDDEN ones are counted, not named.
pub(super) fn life_cycle(site: &Site<'_>) -> LifeCycle {
    let states = [Status::Unsupported, Status::Supported, Status::Deprecated, Status::Hidden].map(|status| {
        let count = site.states.get(status);
        let listed = count.types > 0 && (status != Status::Hidden || site.options.include_hidden);
        State {
            status: status_class(status),
            word: status_word(status),
            types: thousands(count.types),
            properties: thousands(count.properties),
            attributes: thousands(count.attributes),
            text_html: Html::literal(state_text(status)),
            url: if listed { format!("index.html?status={}", status_class(status)) } else { String::new() },
        }
    });
    let releases = release_rows(site);
    let max = releases.iter().map(|row| row.added).max().unwrap_or_default();
    LifeCycle { states: states.into(), releases, max }
}

fn state_text(status: Status) -> &'static str {
    match status {
        Status::Unsupported => {
            "There, with no promise: the service behind it may be missing from most clouds."
        }
        Status::Supported | Status::Unknown => "In use and looked after. This is where nearly everything is.",
        Status::Deprecated => {
            "Works as before, and says what to use instead. Stays so for at least one release, so that templates can move."
        }
        Status::Hidden => {
            "Works for stacks that have it, and is shown nowhere. New templates should not know of it."
        }
    }
}

/// What each release brought and deprecated, newest first.
fn release_rows(site: &Site<'_>) -> Vec<ReleaseRow> {
    let releases = &site.catalogue.releases;
    let mut rows: Vec<ReleaseRow> = releases
        .releases
        .iter()
        .map(|release| ReleaseRow {
            url: if site.history.has_page(&release.version) {
                release_url(&release.version, releases)
            } else {
                String::new()
            },
            version: release.version.clone(),
            name: release.name.clone(),
            date: release.date.clone(),
            added: 0,
            deprecated: 0,
            bar: 0,
        })
        .collect();
    let mut count = |status: &SupportStatus| {
        for (index, entry) in status.history.iter().enumerate() {
            let Some(position) = entry.version.as_deref().and_then(|version| releases.position(version))
            else {
                continue;
            };
            let oldest = index + 1 == status.history.len();
            match entry.status {
                Status::Deprecated => rows[position].deprecated += 1,
                Status::Supported if oldest => rows[position].added += 1,
                _ => {}
            }
        }
    };
    for schema in site.catalogue.types.values() {
        count(&schema.support_status);
        named_properties(schema).for_each(|property| count(&property.schema.support_status));
        schema.attributes.values().for_each(|attribute| count(&attribute.support_status));
    }
    for row in &mut rows {
        row.bar = row.added;
    }
    rows.reverse();
    rows
}
