//! The levels.

use serde::{Deserialize, Serialize};

use crate::word::words;

/// What an update of a property costs. A later level is worse than an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectLevel {
    /// Nothing stops: what the resource provides goes on while it changes.
    None,
    /// What the resource provides stops for a time, or for some of those who use it: a restart, a new connection.
    Interrupts,
    /// The resource stays, and data that it holds are lost.
    LosesData,
    /// A new resource takes over, with another ID.
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
    /// What it means, in words that follow the name of a property: `loses data`.
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
