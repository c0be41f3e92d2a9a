//! The version that a template declares: which it is on the pages of an old release, and whether a text has one.

use std::borrow::Cow;

use heat_hot::language::{HotVersion, TemplateVersion};
use heat_model::ReleaseTable;

/// The newest version of HOT that a release knows; none if the release or its versions are not in the table.
#[must_use]
pub fn newest_version(release: &str, table: &ReleaseTable) -> Option<HotVersion> {
    let place = table.position(release)?;
    let introduced = |version: &HotVersion| {
        let alias = version.alias()?;
        table.releases.iter().position(|release| release.name.eq_ignore_ascii_case(alias))
    };
    HotVersion::ALL.into_iter().rev().find(|version| introduced(version).is_some_and(|first| first <= place))
}

/// A template that declares no later version than this one.
#[must_use]
pub fn with_version(template: &str, newest: HotVersion) -> Cow<'_, str> {
    let Some(declared) = declared(template) else { return Cow::Borrowed(template) };
    if HotVersion::find(declared).is_none_or(|version| version <= newest) {
        return Cow::Borrowed(template);
    }
    Cow::Owned(template.replacen(declared, newest.as_str(), 1))
}

/// Whether a text declares the version of a template. Other YAML files do not.
#[must_use]
pub fn declares_version(text: &str) -> bool {
    has_key(text, &TemplateVersion::KEYS)
}

/// Whether a line begins with one of the keys, or with what can stand before the first key of a map. The text may be unfinished, so it
/// is not parsed.
#[must_use]
pub fn has_key(text: &str, keys: &[&str]) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start_matches(['\u{feff}', '{', ' ', '\t', '"', '\'']);
        keys.iter().any(|key| {
            line.strip_prefix(key)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
        })
    })
}

/// The version that a template declares, as it is written.
fn declared(template: &str) -> Option<&str> {
    let (key, _) = TemplateVersion::Hot(HotVersion::NEWEST).declaration();
    let mut lines = template.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    Some(lines.next()?.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use heat_model::Release;

    use super::*;

    #[test]
    fn a_release_knows_the_versions_up_to_its_own() {
        let release = |(version, name): (&str, &str)| Release {
            version: version.to_owned(),
            name: name.to_owned(),
            ..Release::default()
        };
        let releases =
            [("11.0.0", "Rocky"), ("15.0.0", "Victoria"), ("16.0.0", "Wallaby"), ("17.0.0", "Xena")];
        let table = ReleaseTable { releases: releases.map(release).into() };
        let check = |release: &str, expect: Option<&str>| {
            assert_eq!(newest_version(release, &table).map(HotVersion::as_str), expect, "{release}");
        };
        check("11.0.0", Some("2018-08-31"));
        check("15.0.0", Some("2018-08-31"));
        check("16.0.0", Some("2021-04-16"));
        check("17.0.0", Some("2021-04-16"));
        check("10.0.0", None);
    }

    #[test]
    fn only_later_versions_are_replaced() {
        let check = |template: &str, expect: &str| {
            assert_eq!(with_version(template, HotVersion::V2018_08_31), expect);
        };
        check(
            "heat_template_version: 2021-04-16\na: 2021-04-16\n",
            "heat_template_version: 2018-08-31\na: 2021-04-16\n",
        );
        check("# A\nheat_template_version: \"wallaby\"\n", "# A\nheat_template_version: \"2018-08-31\"\n");
        check("heat_template_version: 2016-10-14\n", "heat_template_version: 2016-10-14\n");
        check("AWSTemplateFormatVersion: 2010-09-09\n", "AWSTemplateFormatVersion: 2010-09-09\n");
    }
}
