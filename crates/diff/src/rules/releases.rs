//! The release table.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "release-added",
        severity: Severity::Safe,
        object: Object::Release,
        aspect: None,
        verb: Verb::Added,
        summary: "A release was added to the release table",
        docs: Docs::without_effect(
            "New support statuses have to name the newest release of the table. Accepted changes that expire in that\n\
             release are no longer accepted.",
            Example::of_files(
                r#"
 - {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
 - {version: 7.0.0, name: Newton, date: "2016-10-06"}
+- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
"#,
            ),
        ),
        mirror: Mirror::Rule("release-removed"),
        check: Check::Table(Table::Releases, release_added),
    },
    Rule {
        id: "release-removed",
        severity: Severity::Policy,
        object: Object::Release,
        aspect: None,
        verb: Verb::Removed,
        summary: "A release was removed from the release table",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The table defines the order of the versions in support statuses. A version that is not in the table cannot be ordered, so the\n\
             life cycle of anything that names it can no longer be checked.",
            example: Example::of_files(
                r#"
 - {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
 - {version: 7.0.0, name: Newton, date: "2016-10-06"}
-- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
"#,
            ),
            instead: Some("Keep every published release. If an entry is wrong, correct it in place."),
        },
        mirror: Mirror::Rule("release-added"),
        check: Check::Table(Table::Releases, release_removed),
    },
    Rule {
        id: "release-version-changed",
        severity: Severity::Policy,
        object: Object::Release,
        aspect: Some("version"),
        verb: Verb::Changed,
        summary: "The version of a release changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Support statuses refer to releases by version. Statuses that name the old version now refer to an unknown release.",
            example: Example::of_files(
                r#"
 - {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
-- {version: 7.0.0, name: Newton, date: "2016-10-06"}
+- {version: 7.1.0, name: Newton, date: "2016-10-06"}
"#,
            ),
            instead: Some(
                "Use the version of the series' first release, and change it only together with the statuses that name it.",
            ),
        },
        mirror: Mirror::Rule("release-version-changed"),
        check: Check::Table(Table::Releases, release_version_changed),
    },
    Rule {
        id: "release-order-changed",
        severity: Severity::Policy,
        object: Object::Release,
        aspect: Some("order"),
        verb: Verb::Changed,
        summary: "The order of releases changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The table defines the order in which releases were published. In a different order, a status may come before an earlier one.",
            example: Example::of_files(
                r#"
 - {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
+- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
 - {version: 7.0.0, name: Newton, date: "2016-10-06"}
-- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
"#,
            ),
            instead: Some("List the releases in the order of publication, oldest first."),
        },
        mirror: Mirror::Rule("release-order-changed"),
        check: Check::Table(Table::Releases, release_order_changed),
    },
    Rule {
        id: "release-code-name-changed",
        severity: Severity::Policy,
        object: Object::Release,
        aspect: Some("code_name"),
        verb: Verb::Changed,
        summary: "The code name of a release changed or was removed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "People name a release by its code name, too: commands and settings with the old one no longer find the release.",
            example: Example::of_files(
                r#"
-- {version: 20.0.0, name: "2023.1", code_name: Antelope, date: "2023-03-22"}
+- {version: 20.0.0, name: "2023.1", code_name: Ant, date: "2023-03-22"}
"#,
            ),
            instead: Some("Keep the code name for as long as the release is in the table."),
        },
        mirror: Mirror::Rule("release-code-name-changed"),
        check: Check::Table(Table::Releases, release_code_name_changed),
    },
    Rule {
        id: "release-documented",
        severity: Severity::Docs,
        object: Object::Release,
        aspect: Some("name"),
        verb: Verb::Changed,
        summary: "The name or date of a release changed, or it got a code name",
        docs: Docs::without_effect(
            "Support statuses refer to releases by version.",
            Example::of_files(
                r#"
 - {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
-- {version: 7.0.0, name: Newton, date: "2016-10-06"}
+- {version: 7.0.0, name: Newton, date: "2016-10-07"}
"#,
            ),
        ),
        mirror: Mirror::Rule("release-documented"),
        check: Check::Table(Table::Releases, release_documented),
    },
];

fn release_added(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        if let (None, Some((_, after))) = (pair.before, pair.after) {
            let message = format!("release {} ({}) was added", after.version, after.name);
            findings.report(&pair.place(), message).values(None::<&()>, Some(after));
        }
    }
}

fn release_removed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        if let (Some((_, before)), None) = (pair.before, pair.after) {
            let message = format!("release {} ({}) was removed", before.version, before.name);
            findings.report(&pair.place(), message).values(Some(before), None::<&()>);
        }
    }
}

fn release_version_changed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        let (Some((_, before)), Some((_, after))) = (pair.before, pair.after) else { continue };
        if before.version != after.version {
            let message = format!(
                "the version of release {} changed from {} to {}",
                after.name, before.version, after.version
            );
            findings.report(&pair.place(), message).values(Some(before), Some(after));
        }
    }
}

fn release_order_changed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    let mut newest = None;
    for pair in tables.releases() {
        let (Some((before, _)), Some((_, release))) = (pair.before, pair.after) else { continue };
        if newest.is_some_and(|newest| before < newest) {
            findings.report(
                &pair.place(),
                format!("release {} moved within the order of releases", release.version),
            );
        }
        newest = newest.max(Some(before));
    }
}

fn release_code_name_changed(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        let (Some((_, before)), Some((_, after))) = (pair.before, pair.after) else { continue };
        let Some(old) = before.code_name.as_ref().filter(|_| before.code_name != after.code_name) else {
            continue;
        };
        let message = match &after.code_name {
            Some(new) => format!("the code name of release {} changed from {old} to {new}", after.version),
            None => format!("the code name {old} of release {} was removed", after.version),
        };
        findings.report(&pair.place(), message).values(Some(before), Some(after));
    }
}

fn release_documented(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        let (Some((_, before)), Some((_, after))) = (pair.before, pair.after) else { continue };
        let is_same = (&before.name, &before.date) == (&after.name, &after.date);
        let is_named = before.code_name.is_none() && after.code_name.is_some();
        if before.version == after.version && (!is_same || is_named) {
            let what = if is_same { "code name" } else { "name or date" };
            let message = format!("the {what} of release {} changed", after.version);
            findings.report(&pair.place(), message).values(Some(before), Some(after));
        }
    }
}
