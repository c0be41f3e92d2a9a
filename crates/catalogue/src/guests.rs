//! Guests in a catalogue: the types of plug-ins, beside those of Heat.
//!
//! A plug-in has releases of its own, and the versions in its schemas refer to these: its `5.1.0` is later than its `2.0.0`,
//! whatever Heat's releases with these numbers are. A version that is none of these, and one of Heat's, is Heat's: plug-ins in Python
//! state those. `guest_files` adds guests to a catalogue.

use std::collections::BTreeSet;

use heat_history::History;
use heat_lint::Tables;
use heat_model::{CustomConstraintTable, ReleaseTable};

/// The types of a plug-in, with the tables beside its schemas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guest {
    /// Product whose versions the plug-in's releases are, such as `ACME`; empty if none is named.
    pub product: String,
    /// The names of the plug-in's types.
    pub types: BTreeSet<String>,
    /// The plug-in's releases; empty if there is no table of them.
    pub releases: ReleaseTable,
    /// The plug-in's custom constraints, which are also in the catalogue that has the guest.
    pub custom_constraints: CustomConstraintTable,
    /// `true` if the plug-in has a table of services, which are also in the catalogue that has the guest.
    pub has_services: bool,
    /// The changes in the plug-in's releases.
    pub history: History,
}

/// The guests in a catalogue.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guests(Vec<Guest>);

impl Guest {
    /// The tables for the rules about the guest's schemas, taken from its own tables and the catalogue's. If it has no table of
    /// releases, constraints or services, the rules about them report nothing.
    #[must_use]
    pub fn tables<'a>(&'a self, around: &Tables<'a>) -> Tables<'a> {
        Tables {
            releases: (!self.releases.releases.is_empty()).then_some(&self.releases),
            heat_releases: around.releases,
            history: (!self.history.releases.is_empty()).then_some(&self.history),
            // Schemas of a guest can name Heat's constraints as well.
            custom_constraints: around
                .custom_constraints
                .filter(|_| !self.custom_constraints.constraints.is_empty()),
            services: around.services.filter(|_| self.has_services),
            ..around.clone()
        }
    }
}

impl Guests {
    /// Adds a guest.
    pub fn push(&mut self, guest: Guest) {
        self.0.push(guest);
    }

    /// The guest that has a type of this name; `None` for a type of Heat.
    #[must_use]
    pub fn of_type(&self, name: &str) -> Option<&Guest> {
        self.0.iter().find(|guest| guest.types.contains(name))
    }

    /// All guests, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Guest> {
        self.0.iter()
    }
}
