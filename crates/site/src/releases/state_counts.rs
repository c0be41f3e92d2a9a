//! The number of items in each state, and the changes of the releases according to the versions in the schemas.

use std::collections::BTreeMap;

use heat_catalogue::Catalogue;
use heat_catalogue::named_properties::named_properties;
use heat_history::Kind;
use heat_model::{Appearance, FirstAppearance, Status, SupportStatus};

use super::hidden_items::{HiddenItem, last_release_with};
use super::named_parts::named_parts;

/// The number of types, properties and attributes in a state.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StateCount {
    pub(crate) types: usize,
    pub(crate) properties: usize,
    pub(crate) attributes: usize,
}

/// The number of items of a catalogue in each state, including HIDDEN ones.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StateCounts([StateCount; 5]);

impl StateCounts {
    /// Counts the items of a catalogue.
    pub(crate) fn of_catalogue(catalogue: &Catalogue) -> Self {
        let mut counts = Self::default();
        for schema in catalogue.types.values() {
            counts.count_mut(&schema.support_status).types += 1;
            named_properties(schema)
                .for_each(|each| counts.count_mut(&each.schema.support_status).properties += 1);
            schema
                .attributes
                .values()
                .for_each(|each| counts.count_mut(&each.support_status).attributes += 1);
        }
        counts
    }

    /// Counts all items that are not visible as HIDDEN: everything inside a HIDDEN item is HIDDEN, regardless of its own status.
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

    fn count_mut(&mut self, status: &SupportStatus) -> &mut StateCount {
        let position = Status::ALL.iter().position(|each| *each == status.status()).unwrap_or_default();
        &mut self.0[position]
    }

    pub(crate) fn get(&self, status: Status) -> StateCount {
        Status::ALL
            .iter()
            .zip(self.0)
            .find(|(each, _)| **each == status)
            .map(|(_, count)| count)
            .unwrap_or_default()
    }
}

/// The changes of each release according to the versions in the schemas, for releases without a record.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeclaredCounts {
    /// The numbers of items that each release added, deprecated and hid, by the index of the release in the table.
    pub(crate) by_release: BTreeMap<usize, [usize; 3]>,
}

impl DeclaredCounts {
    /// Counts the changes in a catalogue, including those of HIDDEN items, which were visible in those releases.
    pub(crate) fn of_catalogue(catalogue: &Catalogue, hidden: &[HiddenItem]) -> Self {
        let mut counts = Self::default();
        for schema in catalogue.types.values() {
            counts.count(catalogue, &schema.name, "", &schema.support_status);
            for part in named_parts(schema) {
                counts.count(catalogue, &schema.name, &part.path, part.status);
            }
        }
        for item in hidden.iter().filter(|item| catalogue.guests.of_type(&item.resource_type).is_none()) {
            counts.add(catalogue, item.version.as_deref(), 2);
        }
        counts
    }

    fn count(&mut self, catalogue: &Catalogue, name: &str, path: &str, status: &SupportStatus) {
        // The versions of a plug-in's types are not releases of Heat.
        if catalogue.guests.of_type(name).is_some() {
            return;
        }
        for (index, entry) in status.history.iter().enumerate() {
            let is_oldest = index + 1 == status.history.len();
            // An item with another recorded release is counted in that release.
            let kind = match entry.status {
                Status::Deprecated
                    if last_release_with(catalogue, name, path, Kind::Deprecated).is_none() =>
                {
                    1
                }
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
