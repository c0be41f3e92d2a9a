//! The severity of changes.

use std::fmt;

/// How severe a change is, most severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A template or a stack that worked now fails, or a resource is destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The change violates the life cycle rules.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only documentation changed.
    Docs,
}

impl Severity {
    /// All severities, most severe first.
    pub const ALL: [Self; 5] = [Self::Breaking, Self::Dangerous, Self::Policy, Self::Safe, Self::Docs];

    /// The severity's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Dangerous => "dangerous",
            Self::Policy => "policy",
            Self::Safe => "safe",
            Self::Docs => "docs",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
