//! A catalogue: resource types, with the tables of releases and custom constraints that they refer to.

use heat_diff::past::PastError;
use heat_diff::{History, Past};
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType};
use indexmap::IndexMap;

/// Resource types by name, with the releases and custom constraints that they refer to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// The types, sorted by name.
    pub types: IndexMap<String, ResourceType>,
    /// The releases.
    pub releases: ReleaseTable,
    /// The custom constraints.
    pub custom_constraints: CustomConstraintTable,
    /// What changed in every release.
    pub history: History,
    /// The schemas of earlier releases.
    pub past: Past,
}

impl Catalogue {
    /// The catalogue as it was in a release: its types, and only the releases and changes until then.
    ///
    /// # Errors
    /// The schemas of that release are not recorded.
    pub fn as_of(&self, version: &str) -> Result<Self, PastError> {
        if self.releases.newest().is_some_and(|newest| newest.version == version) {
            return Ok(self.clone());
        }
        let types = self.past.as_of(version, &self.types)?;
        let position = |known: &str| self.releases.position(known);
        let until = position(version);
        let mut releases = self.releases.clone();
        releases.releases.truncate(until.map_or(usize::MAX, |until| until + 1));
        let mut history = self.history.clone();
        history.releases.retain(|release| position(&release.version) <= until);
        let mut past = self.past.clone();
        past.releases.retain(|release| position(&release.version) < until);
        let custom_constraints = self.custom_constraints.clone();
        Ok(Self { types, releases, custom_constraints, history, past })
    }

    /// The types that are shown: all except the HIDDEN ones.
    pub fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.types.values().filter(|resource_type| !resource_type.is_hidden())
    }
}
