//! Levels of the effect of an update.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// Level of the effect of updating a property. A later level is worse than an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectLevel {
    /// No interruption: the service of the resource continues while it changes.
    None,
    /// The service of the resource is interrupted temporarily, or for some users: a restart, a new connection.
    Interrupts,
    /// The resource stays, and data in it are lost.
    LosesData,
    /// A new resource takes over, with a new ID.
    Replaces,
    /// The plug-in or the service refuses the change, so that the update fails.
    Refused,
}

words!(EffectLevel, "an effect of an update", [
    None => "none",
    Interrupts => "interrupts",
    LosesData => "loses_data",
    Replaces => "replaces",
    Refused => "refused",
]);

impl EffectLevel {
    /// Describes the level in words that follow the name of a property: `loses data`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::None => "no interruption",
            Self::Interrupts => "interrupts",
            Self::LosesData => "loses data",
            Self::Replaces => "replaces",
            Self::Refused => "refused",
        }
    }
}
