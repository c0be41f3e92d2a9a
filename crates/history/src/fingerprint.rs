//! Fingerprints of findings, which are the same on every machine and in every version.

use std::fmt;

/// Returns the fingerprint of a finding with these facts.
#[must_use]
pub fn fingerprint(facts: &[u8]) -> String {
    FactsHash::default().with(facts).to_string()
}

/// Hash of facts, from which fingerprints are created: 64-bit FNV-1a, which is the same on every machine and in every version.
/// Findings that begin with the same facts can share the hash of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactsHash(u64);

impl Default for FactsHash {
    /// Returns the hash of no facts.
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl FactsHash {
    /// Returns the hash of the previous facts followed by these.
    #[must_use]
    pub fn with(self, facts: &[u8]) -> Self {
        let hash = facts
            .iter()
            .fold(self.0, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self(hash)
    }
}

/// Formats the hash in hexadecimal.
impl fmt::Display for FactsHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
