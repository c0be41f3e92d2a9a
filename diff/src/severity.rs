//! How bad changes are.

use std::fmt;

/// How bad a change is, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A template or a stack that worked fails, or a resource is destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The life cycle does not go as it should.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only words changed.
    Docs,
}

impl Severity {
    /// All of them, worst first.
    pub const ALL: [Self; 5] = [Self::Breaking, Self::Dangerous, Self::Policy, Self::Safe, Self::Docs];

    /// The word for it.
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
