//! Versions of templates.

use HotVersion::{
    V2013_05_23, V2014_10_16, V2015_04_30, V2015_10_15, V2016_04_08, V2016_10_14, V2017_02_24, V2017_09_01,
    V2018_03_02, V2018_08_31, V2021_04_16,
};

/// Versions that a template can declare as its `heat_template_version`, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is named after its date")]
pub enum HotVersion {
    V2013_05_23,
    V2014_10_16,
    V2015_04_30,
    V2015_10_15,
    V2016_04_08,
    V2016_10_14,
    V2017_02_24,
    V2017_09_01,
    V2018_03_02,
    V2018_08_31,
    V2021_04_16,
}

impl HotVersion {
    /// Newest version of HOT.
    pub const NEWEST: Self = V2021_04_16;

    /// All versions of HOT, in order.
    pub const ALL: [Self; 11] = [
        V2013_05_23,
        V2014_10_16,
        V2015_04_30,
        V2015_10_15,
        V2016_04_08,
        V2016_10_14,
        V2017_02_24,
        V2017_09_01,
        V2018_03_02,
        V2018_08_31,
        V2021_04_16,
    ];

    /// Date that names the version.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            V2013_05_23 => "2013-05-23",
            V2014_10_16 => "2014-10-16",
            V2015_04_30 => "2015-04-30",
            V2015_10_15 => "2015-10-15",
            V2016_04_08 => "2016-04-08",
            V2016_10_14 => "2016-10-14",
            V2017_02_24 => "2017-02-24",
            V2017_09_01 => "2017-09-01",
            V2018_03_02 => "2018-03-02",
            V2018_08_31 => "2018-08-31",
            V2021_04_16 => "2021-04-16",
        }
    }

    /// Name of the release that introduced the version, if a template can declare that instead of the date.
    #[must_use]
    pub fn alias(self) -> Option<&'static str> {
        Some(match self {
            V2016_10_14 => "newton",
            V2017_02_24 => "ocata",
            V2017_09_01 => "pike",
            V2018_03_02 => "queens",
            V2018_08_31 => "rocky",
            V2021_04_16 => "wallaby",
            V2013_05_23 | V2014_10_16 | V2015_04_30 | V2015_10_15 | V2016_04_08 => return None,
        })
    }

    /// Name of the first release of Heat that supports the version.
    #[must_use]
    pub fn release(self) -> &'static str {
        match self {
            V2013_05_23 => "Havana",
            V2014_10_16 => "Juno",
            V2015_04_30 => "Kilo",
            V2015_10_15 => "Liberty",
            V2016_04_08 => "Mitaka",
            V2016_10_14 => "Newton",
            V2017_02_24 => "Ocata",
            V2017_09_01 => "Pike",
            V2018_03_02 => "Queens",
            V2018_08_31 => "Rocky",
            V2021_04_16 => "Wallaby",
        }
    }

    /// Finds the version that a template declares by its date or its alias.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.as_str() == text || version.alias() == Some(text))
    }

    /// Returns all names of versions that a template can declare: the dates, then the aliases.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Self::as_str).chain(Self::ALL.into_iter().filter_map(Self::alias))
    }
}

/// Kind of a template, and its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TemplateVersion {
    /// HOT template, with `heat_template_version`.
    Hot(HotVersion),
    /// Template with `HeatTemplateFormatVersion: 2012-12-12`, in `CloudFormation` syntax.
    HeatCfn,
    /// Template with `AWSTemplateFormatVersion: 2010-09-09`, in `CloudFormation` syntax; unlike the former, it has conditions.
    AwsCfn,
}

impl TemplateVersion {
    /// Keys that can declare a version.
    pub const KEYS: [&str; 3] = [HOT_KEY, HEAT_CFN.0, AWS_CFN.0];

    /// Returns the version that a template declares with this value of one of the [keys](Self::KEYS).
    ///
    /// ```
    /// use heat_hot_language::{HotVersion, TemplateVersion};
    /// let queens = TemplateVersion::declared_by("heat_template_version", "queens");
    /// assert_eq!(queens, Some(TemplateVersion::Hot(HotVersion::V2018_03_02)));
    /// assert_eq!(TemplateVersion::declared_by("HeatTemplateFormatVersion", "queens"), None);
    /// ```
    #[must_use]
    pub fn declared_by(key: &str, value: &str) -> Option<Self> {
        if key == HOT_KEY {
            return HotVersion::find(value).map(Self::Hot);
        }
        match (key, value) {
            HEAT_CFN => Some(Self::HeatCfn),
            AWS_CFN => Some(Self::AwsCfn),
            _ => None,
        }
    }

    /// Returns the key and the value that declare the version.
    #[must_use]
    pub fn declaration(self) -> (&'static str, &'static str) {
        match self {
            Self::Hot(version) => (HOT_KEY, version.as_str()),
            Self::HeatCfn => HEAT_CFN,
            Self::AwsCfn => AWS_CFN,
        }
    }
}

/// Key that declares a version of HOT.
pub(super) const HOT_KEY: &str = "heat_template_version";

/// Key and value that declare a format in `CloudFormation` syntax.
pub(super) const HEAT_CFN: (&str, &str) = ("HeatTemplateFormatVersion", "2012-12-12");
pub(super) const AWS_CFN: (&str, &str) = ("AWSTemplateFormatVersion", "2010-09-09");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_by_its_date_and_its_alias() {
        assert_eq!(HotVersion::find("2018-08-31"), Some(V2018_08_31));
        assert_eq!(HotVersion::find("rocky"), Some(V2018_08_31));
        assert_eq!(HotVersion::find("Rocky"), None);
        assert_eq!(HotVersion::names().count(), 17);
        assert!(HotVersion::ALL.is_sorted());
    }

    #[test]
    fn a_declaration_declares_its_version() {
        let hot = HotVersion::ALL.into_iter().map(TemplateVersion::Hot);
        for version in hot.chain([TemplateVersion::HeatCfn, TemplateVersion::AwsCfn]) {
            let (key, value) = version.declaration();
            assert!(TemplateVersion::KEYS.contains(&key));
            assert_eq!(TemplateVersion::declared_by(key, value), Some(version));
        }
    }
}
