//! Identifiers by which a custom constraint looks up a value.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// Identifier by which a service looks up a value that a custom constraint checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lookup {
    /// The ID or, for the Key Manager, the URL that ends in it; names are rejected.
    Id,
    /// The name, for resources that have no other identifier.
    Name,
    /// The name or the ID.
    NameOrId,
}

words!(Lookup, "a lookup", [
    Id => "id",
    Name => "name",
    NameOrId => "name_or_id",
]);

impl Lookup {
    /// Returns whether the constraint accepts names.
    #[must_use]
    pub fn takes_names(self) -> bool {
        self != Self::Id
    }

    /// Returns whether the constraint accepts IDs.
    #[must_use]
    pub fn takes_ids(self) -> bool {
        self != Self::Name
    }
}

#[cfg(test)]
mod tests {
    use super::Lookup;

    #[test]
    fn either_takes_both() {
        let takes = |lookup: Lookup| (lookup.takes_names(), lookup.takes_ids());
        assert_eq!(Lookup::ALL.map(takes), [(false, true), (true, false), (true, true)]);
    }
}
