//! The releases of Heat, which give the versions in support statuses their meaning and order: `schemas/releases.yaml`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A release.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// The version of the release, such as `2014.2` or `5.0.0`.
    pub version: String,
    /// The name of the release's series, such as `Juno` or `2026.2`.
    pub name: String,
    /// Code name of the series, such as `Antelope`, if its name is a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_name: Option<String>,
    /// Date of the release, as year-month-day.
    pub date: String,
}

impl Release {
    /// Names of the release's series: its name, and its code name if it has one.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.code_name.as_deref())
    }
}

/// All releases, oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReleaseTable {
    /// The releases, oldest first.
    pub releases: Vec<Release>,
}

impl ReleaseTable {
    /// Returns the release of this version.
    #[must_use]
    pub fn get(&self, version: &str) -> Option<&Release> {
        self.releases.iter().find(|release| release.version == version)
    }

    /// Index of a version in the order of releases, with the oldest at 0.
    #[must_use]
    pub fn position(&self, version: &str) -> Option<usize> {
        self.releases.iter().position(|release| release.version == version)
    }

    /// Returns the release that a version belongs to: the newest one that is not newer than the version and starts with the same
    /// number. For years, which had two releases each, two numbers must match: `2014.1.3` belongs to `2014.1`.
    #[must_use]
    pub fn series_of(&self, version: &str) -> Option<&Release> {
        let wanted = version_numbers(version)?;
        let is_year = wanted.first().is_some_and(|major| *major > 2000);
        let start =
            |numbers: &[u32]| numbers.iter().take(if is_year { 2 } else { 1 }).copied().collect::<Vec<_>>();
        self.releases.iter().rev().find(|release| {
            version_numbers(&release.version)
                .is_some_and(|known| known <= wanted && start(&known) == start(&wanted))
        })
    }

    /// Finds a release by its version, by a later version of its series, or by its name or code name in any letter case.
    ///
    /// ```
    /// # use heat_model::ReleaseTable;
    /// let table: ReleaseTable =
    ///     serde_json::from_str(r#"[{"version": "18.0.0", "name": "Yoga", "date": "2022-03-30"}]"#).unwrap();
    /// for asked in ["18.0.0", "18.0.1", "yoga"] {
    ///     assert_eq!(table.find(asked).unwrap().name, "Yoga");
    /// }
    /// ```
    #[must_use]
    pub fn find(&self, asked: &str) -> Option<&Release> {
        let is_named = |name: &str| name.eq_ignore_ascii_case(asked);
        let named = || self.releases.iter().find(|release| release.names().any(is_named));
        named().or_else(|| self.series_of(asked))
    }

    /// Returns the newest release.
    #[must_use]
    pub fn newest(&self) -> Option<&Release> {
        self.releases.last()
    }
}

/// Parses the numbers of a version, such as `21.0.1`; `None` if it is not a version.
#[must_use]
pub fn version_numbers(version: &str) -> Option<Vec<u32>> {
    version.split('.').map(|number| number.parse().ok()).collect()
}

/// The release in which something first appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appearance<'a> {
    /// In this release, and not in the one before.
    In(&'a str),
    /// The item is already present in the first recorded release; the release that added it is not known.
    BeforeOrIn(&'a str),
    /// No recorded release contains its type.
    Unknown,
}

/// Provides the releases in which the parts of schemas first appear.
pub trait FirstAppearance: fmt::Debug + Sync {
    /// Returns the release in which something first appears: a type, or the part at a path in it, such as `properties.size`.
    fn first_appearance(&self, resource_type: &str, path: &str) -> Appearance<'_>;

    /// Returns the newest known version.
    fn newest_version(&self) -> Option<&str>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_names_are_names() {
        let release = |version: &str, name: &str, code_name: Option<&str>| Release {
            version: version.to_owned(),
            name: name.to_owned(),
            code_name: code_name.map(str::to_owned),
            ..Release::default()
        };
        let table = ReleaseTable {
            releases: vec![release("19.0.0", "Zed", None), release("20.0.0", "2023.1", Some("Antelope"))],
        };
        let check = |asked: &str, expect: Option<&str>| {
            assert_eq!(table.find(asked).map(|release| release.version.as_str()), expect, "{asked}");
        };
        check("ANTELOPE", Some("20.0.0"));
        check("antelope", Some("20.0.0"));
        check("zed", Some("19.0.0"));
        check("antelop", None);
        check("", None);
    }

    #[test]
    fn patch_versions_belong_to_their_release() {
        let release = |version: &str| Release { version: version.to_owned(), ..Release::default() };
        let table = ReleaseTable { releases: ["2014.1", "2014.2", "5.0.0", "21.0.0"].map(release).to_vec() };
        let check = |version: &str, expect: Option<&str>| {
            let found = table.series_of(version).map(|release| release.version.as_str());
            assert_eq!(found, expect, "{version}");
        };
        check("21.0.1", Some("21.0.0"));
        check("21.0.0", Some("21.0.0"));
        check("2014.1.3", Some("2014.1"));
        check("2014.3", None);
        check("22.0.0", None);
        check("20.9.9", None);
        check("unreleased", None);
        assert_eq!(table.newest().map(|release| release.version.as_str()), Some("21.0.0"));
        assert_eq!(ReleaseTable::default().newest(), None);
    }
}
