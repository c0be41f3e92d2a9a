//! The version that a template declares: the one that pages of an old release show, and whether a text declares one.

use std::borrow::Cow;

use heat_hot_language::{HotVersion, TemplateVersion};
use heat_model::ReleaseTable;

/// The newest version of HOT that a release knows; `None` if the release or its versions are not in the table.
#[must_use]
pub fn newest_version(release: &str, table: &ReleaseTable) -> Option<HotVersion> {
    let place = table.position(release)?;
    let introduced = |version: &HotVersion| {
        let alias = version.alias()?;
        table.releases.iter().position(|release| release.name.eq_ignore_ascii_case(alias))
    };
    HotVersion::ALL.into_iter().rev().find(|version| introduced(version).is_some_and(|first| first <= place))
}

/// The template with its declared version lowered to `newest`, if it declares a later one.
#[must_use]
pub fn with_version(template: &str, newest: HotVersion) -> Cow<'_, str> {
    let Some(declared) = declared(template) else { return Cow::Borrowed(template) };
    if HotVersion::find(declared).is_none_or(|version| version <= newest) {
        return Cow::Borrowed(template);
    }
    Cow::Owned(template.replacen(declared, newest.as_str(), 1))
}

/// Returns whether a text declares the version of a template. Other YAML files do not.
#[must_use]
pub fn declares_version(text: &str) -> bool {
    has_key(text, &TemplateVersion::KEYS)
}

/// Returns whether the top-level map of a document has one of the keys. The text may be unfinished, so it is not parsed: a key is
/// one that begins a line with the indentation of the first key, or that is in the outermost braces.
#[must_use]
pub fn has_key(text: &str, keys: &[&str]) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| is_content(line));
    let Some(first) = lines.next() else { return false };
    if first.trim_start().starts_with('{') {
        let start = first.as_ptr() as usize - text.as_ptr() as usize;
        return has_key_in_braces(&text[start..], keys);
    }
    let indentation = indentation(first);
    let is_outermost = |line: &&str| self::indentation(line) == indentation;
    std::iter::once(first).chain(lines).filter(is_outermost).any(|line| is_key(line.trim_start(), keys))
}

/// Returns whether a line can be the first of the map: it is not empty, and neither a comment, nor a document marker, nor a line
/// of a template engine.
fn is_content(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && !["#", "---", "%", "{%", "{#", "{{"].iter().any(|sign| line.starts_with(sign))
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether a text begins with one of the keys, quoted or unquoted.
fn is_key(text: &str, keys: &[&str]) -> bool {
    let text = text.trim_start_matches(['"', '\'']);
    let follows = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
    keys.iter().any(|key| text.strip_prefix(key).is_some_and(follows))
}

/// Returns whether the outermost braces, with which a text begins, contain one of the keys.
fn has_key_in_braces(text: &str, keys: &[&str]) -> bool {
    let (mut depth, mut quote, mut is_escaped, mut is_start) = (0_usize, None, false, false);
    for (at, char) in text.char_indices() {
        if quote.is_none() && is_start && !char.is_whitespace() {
            if depth == 1 && is_key(&text[at..], keys) {
                return true;
            }
            is_start = false;
        }
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some('"') if char == '\\' => is_escaped = true,
            Some(open) => quote = Some(open).filter(|open| *open != char),
            None => match char {
                '"' | '\'' => quote = Some(char),
                '{' | '[' => (depth, is_start) = (depth + 1, true),
                '}' | ']' => depth = depth.saturating_sub(1),
                ',' => is_start = true,
                _ => {}
            },
        }
        if depth == 0 {
            return false;
        }
    }
    false
}

/// The version that a template declares, as written.
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
    #[test]
    fn a_version_is_declared_by_a_key_of_the_document() {
        let check = |text: &str, expect: bool| assert_eq!(declares_version(text), expect, "{text}");
        for text in [
            "heat_template_version: 2018-08-31\n",
            "\u{feff}# A\n---\n\nheat_template_version : rocky",
            "resources:\n  a: [\n'heat_template_version': rocky",
            "  description: x\n  heat_template_version: rocky\n",
            "{\"heat_template_version\": \"rocky\"",
            "{\n  \"a\": {\"b}\\\"\": [1, {}]},\n  \"AWSTemplateFormatVersion\" : 1}",
            "{description: it, HeatTemplateFormatVersion: 2012-12-12}",
            "{% set a = 1 %}\nheat_template_version: rocky\n",
        ] {
            check(text, true);
        }
        for text in [
            "",
            "a: heat_template_version\n",
            "# heat_template_version: rocky\na: 1\n",
            "{\n  \"properties\": {\n    \"heat_template_version\": {}\n  }\n}\n",
            "{\"a\": \"{\", \"b\": {\"heat_template_version\": 1}}",
            "data:\n  template: |\n    heat_template_version: rocky\n",
            "- heat_template_version: rocky\n",
            "[{\"heat_template_version\": 1}]",
            "{}\nheat_template_version: rocky\n",
        ] {
            check(text, false);
        }
    }
}
