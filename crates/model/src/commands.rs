//! Commands of the OpenStack client for the resources of a type.

use serde::{Deserialize, Serialize};

/// Commands of the OpenStack client for the resources of a type, without `openstack`. Words in capitals represent values: of the
/// property with this name, or of the resource.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Command that lists the resources, such as `server list`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    /// Command that shows a resource, such as `server show ID`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
    /// Reason why there are no commands, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none: Option<String>,
}

impl Commands {
    /// Returns whether nothing is known about commands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Kind of identifier that the command `show` takes as its last value; `None` if it takes none.
    #[must_use]
    pub fn identifier(&self) -> Option<Identifier> {
        match self.values_of_show().next_back() {
            Some("ID") => Some(Identifier::Id),
            Some("NAME") => Some(Identifier::Name),
            Some("URI") => Some(Identifier::Uri),
            _ => None,
        }
    }

    /// Words of the command `show` that represent values, in its order.
    #[must_use]
    pub fn values_of_show(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.show.iter().flat_map(|show| show.split(' ')).filter(|word| is_value(word))
    }
}

/// Returns whether a word of a command represents a value.
#[must_use]
pub fn is_value(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Kind of identifier by which a service finds a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identifier {
    /// An ID.
    Id,
    /// A name.
    Name,
    /// An address.
    Uri,
}

impl Identifier {
    /// Word for this identifier in a sentence.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Id => "ID",
            Self::Name => "name",
            Self::Uri => "URI",
        }
    }
}
