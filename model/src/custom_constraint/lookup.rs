//! How a custom constraint looks up a value.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// What a service looks up when a custom constraint checks a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lookup {
    /// The ID or, for the Key Manager, the URL that ends in it; names are rejected.
    Id,
    /// The name, for resources that have no other identifier.
    Name,
    /// Either.
    NameOrId,
}

impl Lookup {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Id, Self::Name, Self::NameOrId];

    /// The name in `constraints.yaml`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Name => "name",
            Self::NameOrId => "name_or_id",
        }
    }

    /// Whether it accepts names.
    #[must_use]
    pub fn takes_names(self) -> bool {
        self != Self::Id
    }

    /// Whether it accepts IDs.
    #[must_use]
    pub fn takes_ids(self) -> bool {
        self != Self::Name
    }
}

impl fmt::Display for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A word that does not name a [`Lookup`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownLookup(pub String);

impl fmt::Display for UnknownLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a lookup", self.0)
    }
}

impl std::error::Error for UnknownLookup {}

impl FromStr for Lookup {
    type Err = UnknownLookup;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|lookup| lookup.as_str() == word)
            .ok_or_else(|| UnknownLookup(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Lookup;

    #[test]
    fn words_are_read_and_written_alike() {
        for lookup in Lookup::ALL {
            assert_eq!(lookup.as_str().parse(), Ok(lookup));
            assert_eq!(serde_json::to_value(lookup).unwrap(), lookup.as_str());
            assert_eq!(serde_json::from_value::<Lookup>(lookup.as_str().into()).unwrap(), lookup);
        }
        assert!("names".parse::<Lookup>().is_err());
    }

    #[test]
    fn either_takes_both() {
        let takes = |lookup: Lookup| (lookup.takes_names(), lookup.takes_ids());
        assert_eq!(Lookup::ALL.map(takes), [(false, true), (true, false), (true, true)]);
    }
}
