//! The settings of a comparison.

use heat_model::ReleaseTable;

use super::severities::Severities;

/// The settings that life cycle rules check changes against.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    /// The releases of Heat, which define the order of versions. If empty, rules about versions report nothing.
    pub releases: &'a ReleaseTable,
    /// The release that will contain the new side. New statuses should have this version.
    pub current_version: Option<&'a str>,
    /// Number of releases for which an item has to be DEPRECATED before it can become HIDDEN.
    pub min_deprecated_releases: usize,
    /// `true` if an old catalogue exists, even if none of the compared types is in it. Additions to a catalogue are checked; the
    /// contents of a first catalogue are not.
    pub has_baseline: bool,
    /// The severities that the project overrides.
    pub severities: Option<&'a Severities>,
}

impl<'a> Policy<'a> {
    /// The default policy: one release as DEPRECATED is enough, the upcoming release is unknown, and no severity is
    /// overridden.
    #[must_use]
    pub fn new(releases: &'a ReleaseTable) -> Self {
        Self {
            releases,
            current_version: None,
            min_deprecated_releases: 1,
            has_baseline: false,
            severities: None,
        }
    }
}
