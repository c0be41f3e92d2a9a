//! Fingerprints of findings: the same on every machine and in every version.

use std::fmt;

/// The fingerprint of a finding with these facts.
#[must_use]
pub fn fingerprint(facts: &[u8]) -> String {
    FactsHash::default().with(facts).to_string()
}

/// What fingerprints are made of: the 64-bit FNV-1a hash of facts, which is the same on every machine and in every version. Findings
/// that begin with the same facts can share the hash of those.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactsHash(u64);

impl Default for FactsHash {
    /// The hash of no facts.
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl FactsHash {
    /// The hash of these facts after those before.
    #[must_use]
    pub fn with(self, facts: &[u8]) -> Self {
        let hash = facts
            .iter()
            .fold(self.0, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Self(hash)
    }
}

/// In hexadecimal.
impl fmt::Display for FactsHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
