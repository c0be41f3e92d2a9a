//! Guests in a catalogue: the types of plug-ins, beside those of Heat.
//!
//! A plug-in has releases of its own, and what its schemas say of versions is about these: its `5.1.0` is later than its `2.0.0`, whatever
//! Heat called by these numbers. How guests come into a catalogue is in `guest_files`.

use std::collections::BTreeSet;

use heat_history::History;
use heat_lint::Tables;
use heat_model::{CustomConstraintTable, ReleaseTable};

/// The types of a plug-in, with the tables beside its schemas.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guest {
    /// What its versions are versions of, such as `ACME`; empty if nobody named it.
    pub product: String,
    /// The names of its types.
    pub types: BTreeSet<String>,
    /// Its releases; empty if there is no table of them.
    pub releases: ReleaseTable,
    /// Its custom constraints, which the catalogue that it is a guest of has, too.
    pub custom_constraints: CustomConstraintTable,
    /// What changed in its releases.
    pub history: History,
}

/// The guests in a catalogue.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guests(Vec<Guest>);

impl Guest {
    /// The tables for the rules about its schemas, from those of the catalogue. If it has no table of releases or constraints, the rules
    /// about them report nothing.
    #[must_use]
    pub fn tables<'a>(&'a self, around: &Tables<'a>) -> Tables<'a> {
        Tables {
            releases: (!self.releases.releases.is_empty()).then_some(&self.releases),
            history: (!self.history.releases.is_empty()).then_some(&self.history),
            // Its schemas can name those of Heat as well.
            custom_constraints: around
                .custom_constraints
                .filter(|_| !self.custom_constraints.constraints.is_empty()),
            ..around.clone()
        }
    }
}

impl Guests {
    /// Adds a guest.
    pub fn push(&mut self, guest: Guest) {
        self.0.push(guest);
    }

    /// The guest that has a type of this name; none for a type of Heat.
    #[must_use]
    pub fn of_type(&self, name: &str) -> Option<&Guest> {
        self.0.iter().find(|guest| guest.types.contains(name))
    }

    /// All guests, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Guest> {
        self.0.iter()
    }
}
