//! The releases of Heat: what the versions in support statuses mean, and in which order they came:
//! `schemas/releases.yaml`.

use serde::{Deserialize, Serialize};

/// A release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// Its version, such as `2014.2` or `5.0.0`.
    pub version: String,
    /// The name of its series, such as `Juno` or `2026.2`.
    pub name: String,
    /// The day it came out, as year-month-day.
    pub date: String,
}

/// All releases, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReleaseTable {
    /// The releases, oldest first.
    pub releases: Vec<Release>,
}

impl ReleaseTable {
    /// The release of this version.
    #[must_use]
    pub fn get(&self, version: &str) -> Option<&Release> {
        self.releases.iter().find(|release| release.version == version)
    }

    /// Its place in the order of releases, oldest 0.
    #[must_use]
    pub fn position(&self, version: &str) -> Option<usize> {
        self.releases.iter().position(|release| release.version == version)
    }

    /// The newest release.
    #[must_use]
    pub fn newest(&self) -> Option<&Release> {
        self.releases.last()
    }
}
