//! Tests of the effect of entries, of the errors in them, and of adding entries.

use heat_diff::{Finding, Policy, compare};
use heat_model::load::load_schema;
use heat_model::{Release, ReleaseTable};
use heat_yaml::render::{RenderStyle, text};

use heat_yaml::{Diagnostic, Source};

use super::*;
use crate::diff::contents::Side;
use crate::diff::report::Entry;

fn releases() -> ReleaseTable {
    let release = |version: &str| Release {
        version: version.to_owned(),
        name: version.to_owned(),
        date: "2026-01-01".to_owned(),
        ..Release::default()
    };
    ReleaseTable { releases: ["2015.1", "5.0.0", "6.0.0"].map(release).into() }
}

/// Findings about a property that was removed and one that is no longer updated in place.
fn findings() -> Vec<Finding> {
    let schema = |properties: &str| {
        let source = Source::new("x.yaml", format!("type: A::B\nproperties:\n{properties}"));
        load_schema(&source).file.unwrap().schema
    };
    let old = schema("  a: {type: string, update_allowed: true}\n  b: {type: list}\n");
    let new = schema("  a: {type: string}\n");
    compare(&[&old], &[&new], &Policy::new(&ReleaseTable::default()))
}

fn entries() -> Vec<Entry> {
    let sides = [Side::default(), Side::default()];
    findings().iter().map(|finding| Entry::new(finding, &sides[0], &sides[1])).collect()
}

fn read(text: &str) -> Allowances {
    Allowances::read(&Source::new("schema-diff.yaml", text))
}

/// The releases on the two sides, and the file on the base side.
#[derive(Default)]
struct Sides<'a> {
    before: Option<&'a str>,
    base: Option<&'a str>,
}

/// Splits the findings in release 6.0.0.
fn parted(file: &str, sides: &Sides<'_>) -> SplitFindings {
    let base = sides.base.map(read);
    let releases = releases();
    let times =
        Times { releases: &releases, before: sides.before, after: Some("6.0.0"), base: base.as_ref() };
    read(file).part(entries(), times)
}

/// The findings that a file does not accept, and its errors and warnings.
#[track_caller]
fn check_on(sides: &Sides<'_>, file: &str, expect_left: &[&str], expect_errors: &str, expect_warnings: &str) {
    let parted = parted(file, sides);
    let left: Vec<&str> = parted.entries.iter().map(|entry| entry.rule.id).collect();
    assert_eq!(left, expect_left, "{file}");
    let errors = text(read(file).diagnostics.iter().chain(&parted.expired), RenderStyle::default());
    assert_eq!(errors, expect_errors, "{file}");
    assert_eq!(text(&parted.warnings, RenderStyle::default()), expect_warnings, "{file}");
}

#[track_caller]
fn check(file: &str, expect_left: &[&str], expect_errors: &str) {
    check_on(&Sides::default(), file, expect_left, expect_errors, "");
}

const BOTH: [&str; 2] = ["property-removed", "property-update-allowed-removed"];

#[test]
fn entries_match_by_fingerprint_or_by_rule_and_path() {
    check("", &BOTH, "");
    check("# Nothing yet.\n", &BOTH, "");
    let fingerprint = &entries()[1].fingerprint;
    check(
        &format!("allowances: [{{fingerprint: \"{fingerprint}\", reason: x, expires: 7.0.0}}]"),
        &BOTH[..1],
        "",
    );
    let by_path = |path: &str| {
        format!("allowances: [{{rule: {}, path: '{path}', reason: x, expires: 7.0.0}}]", BOTH[1])
    };
    check(&by_path("A::B"), &BOTH[..1], "");
    check(&by_path("A::B.properties.a"), &BOTH[..1], "");
    check(&by_path("A::B.properties.a.update_allowed"), &BOTH[..1], "");
}

#[test]
fn globs_match_many_findings() {
    let by = |rule: &str, path: &str| {
        format!("allowances: [{{rule: '{rule}', path: '{path}', reason: x, expires: 7.0.0}}]")
    };
    check(&by("property-*", "A::*"), &[], "");
    check(&by("*", "**"), &[], "");
    check(&by("property-removed", "*"), &BOTH[1..], "");
    check(&by("property-*", "properties.*.update_allowed"), &BOTH[..1], "");
    check(&by("property-*", "properties.b"), &BOTH[1..], "");
    check(&by("property-*", "B::*"), &BOTH, "");
    check(&by("property-*", "properties.?"), &[], "");
    let diagnostics = read(&by("proprty-*", "A::B")).diagnostics;
    assert_eq!(diagnostics[0].message, "there is no rule `proprty-*`");
}

const REST: &str = "allowances:\n  - rule: property-removed\n    path: A::B.properties.bb\n    reason: x\n    expires: 7.0.0\n";

#[test]
fn an_entry_has_no_effect_after_its_change_is_merged() {
    check(REST, &BOTH, "");
    check_on(&Sides { base: Some(REST), before: Some("6.0.0") }, REST, &BOTH, "", "");
}

#[test]
fn a_new_entry_that_matches_nothing_is_a_warning() {
    check_on(
        &Sides { base: Some(""), before: Some("6.0.0") },
        REST,
        &BOTH,
        "",
        "\
warning[unused-allowance]: this new allowance matches no finding
 --> schema-diff.yaml:3:11
  |
3 |     path: A::B.properties.bb
  |           ^^^^^^^^^^^^^^^^^^ no finding matches this
  |
  = help: correct the entry, or remove it
",
    );
}

#[test]
fn an_entry_expires_with_its_release() {
    let until = |expires: &str| {
        format!("allowances: [{{rule: property-removed, path: A::B, reason: x, expires: {expires}}}]")
    };
    check(&until("6.0.1"), &BOTH[1..], "");
    check(&until("10.0.0"), &BOTH[1..], "");
    // The year is the larger number and the older release.
    let expired = parted(&until("'2015.1'"), &Sides::default()).expired;
    assert_eq!(expired[0].code, "expired-allowance");
    check(
        &until("6.0.0"),
        &BOTH,
        "\
error[expired-allowance]: this allowance has expired
 --> schema-diff.yaml:1:71
  |
1 | allowances: [{rule: property-removed, path: A::B, reason: x, expires: 6.0.0}]
  |                                             ----                      ^^^^^ the current release is 6.0.0
  |                                             |
  |                                             the change that it accepted still exists
  |
  = help: revert the change, or set a later release
",
    );
}

#[test]
fn the_change_that_makes_a_release_current_removes_expired_entries() {
    let file = REST.replace("7.0.0", "6.0.0");
    let with = |level: &str| {
        format!(
            "\
{level}[expired-allowance]: this allowance has expired
 --> schema-diff.yaml:5:14
  |
5 |     expires: 6.0.0
  |              ^^^^^ the current release is 6.0.0
  |
  = help: remove the entry
"
        )
    };
    // The base was still in the previous release.
    check_on(&Sides { before: Some("5.0.0"), base: Some(&file) }, &file, &BOTH, &with("error"), "");
    // A later change is not responsible for the expiry.
    check_on(&Sides { before: Some("6.0.0"), base: Some(&file) }, &file, &BOTH, "", &with("warning"));
    check_on(&Sides::default(), &file, &BOTH, "", &with("warning"));
}

#[test]
fn severities_of_rules_are_overridden() {
    let levels = |text: &str| -> Vec<&str> {
        let read = read(text);
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        let rules = ["property-removed", "status-deprecated", "status-hidden"];
        rules.map(|id| read.severities.level(heat_diff::rule(id).unwrap()).as_str()).to_vec()
    };
    assert_eq!(levels(""), ["breaking", "safe", "safe"]);
    assert_eq!(levels("severities:\n  property-removed: dangerous\n"), ["dangerous", "safe", "safe"]);
    assert_eq!(
        levels("severities: {status-*: ignore, status-hidden: policy}"),
        ["breaking", "ignore", "policy"]
    );
    assert_eq!(levels("severities:\n"), ["breaking", "safe", "safe"]);
}

#[test]
fn every_mistake_is_reported() {
    let codes = |text: &str| -> Vec<String> {
        let helped = |diagnostic: &Diagnostic| {
            format!("{} ({})", diagnostic.message, diagnostic.help.clone().unwrap_or_default())
        };
        read(text).diagnostics.iter().map(helped).collect()
    };
    assert_eq!(
        codes(
            "allowences: []\nfail_on: [braking, 1]\nmin_deprecated_releases: -1\n\
             severities: {property-remvoed: safe, property-removed: dangerus, property-renamed: off}\n"
        ),
        [
            "the file has no key `allowences` (did you mean `allowances`?)",
            "there is no severity `braking` (did you mean `breaking`?)",
            "a severity is a string, not an integer (write it in quotes: \"1\")",
            "`min_deprecated_releases` must be a number of releases ()",
            "there is no rule `property-remvoed` (did you mean `property-removed`?)",
            "there is no severity `dangerus` (did you mean `dangerous`?)",
            "there is no severity `false` (use `ignore` for a rule that should not be reported)",
        ]
    );
    assert_eq!(
        codes(
            "allowances:\n- {fingerprint: 1234, reason: '', expires: soon}\n- {rule: property-removd, path: A::B, expires: 7}\n\
             - {fingerprint: x, rule: y, path: z, reason: x, expires: 7.0.0}\n- text\n"
        ),
        [
            "`fingerprint` is a string, not an integer (write it in quotes: \"1234\")",
            "`reason` is empty ()",
            "`soon` is not a release version ()",
            "an allowance requires `reason` (say why the change is accepted)",
            "there is no rule `property-removd` (did you mean `property-removed`?)",
            "`expires` is a string, not an integer (write it in quotes: \"7\")",
            "an allowance has either `fingerprint`, or `rule` and `path` (write `rule: property-removed` and `path: OS::Nova::Server.properties.metadata`)",
            "an allowance is a map, not a string ()",
        ]
    );
}

/// Adds entries to a text; returns the findings that the new text accepts.
fn added(text: &str) -> Option<String> {
    let entries = entries();
    let entries: Vec<&Entry> = entries.iter().collect();
    let new = NewEntries { entries: &entries, reason: "It: is meant.", expires: "7.0.0" };
    add(text, &new)
}

#[test]
fn entries_are_added_and_the_rest_is_unchanged() {
    let text = added("").unwrap();
    check(&text, &[], "");
    assert!(text.starts_with(
        "# Accepted changes, for which `heat-codegen diff` does not fail, with the reason and the release in which they expire.\nallowances:\n  # breaking: A::B"
    ));
    let kept = "# Ours.\nallowances:\n- fingerprint: x # why\n  reason: |\n    because\n  expires: 7.0.0 # soon\n\n# The end.\nfail_on: [breaking]\n";
    let text = added(kept).unwrap();
    let (before, behind) = kept.split_at(kept.find("\n# The end").unwrap());
    assert!(text.starts_with(before) && text.ends_with(behind), "{text}");
    assert_eq!(read(&text).entries.len(), 3);
    assert!(added("fail_on: [breaking]").unwrap().starts_with("fail_on: [breaking]\nallowances:\n"));
}

#[test]
fn entries_are_added_to_an_empty_list() {
    for (text, begins, ends) in [
        ("allowances: []\n", "allowances:\n  # breaking: A::B", ""),
        ("allowances: []", "allowances:\n  # breaking: A::B", ""),
        (
            "allowances: [ ] # none\nfail_on: [breaking]\n",
            "allowances: # none\n  # breaking: A::B",
            "fail_on: [breaking]\n",
        ),
        ("allowances:\n  []\n# The end.\n", "allowances:\n  # breaking: A::B", "# The end.\n"),
        ("allowances: [\n]\n", "allowances:\n  # breaking: A::B", ""),
        ("allowances: &none !!seq []\n", "allowances: &none !!seq\n  # breaking: A::B", ""),
        ("allowances:\n", "allowances:\n  # breaking: A::B", ""),
        (
            "allowances: # none\nfail_on: [breaking]\n",
            "allowances: # none\n  # breaking: A::B",
            "fail_on: [breaking]\n",
        ),
        ("fail_on: [breaking]\nallowances: ~\n", "fail_on: [breaking]\nallowances:\n  # breaking: A::B", ""),
    ] {
        let out = added(text).unwrap_or_else(|| panic!("{text:?}"));
        assert!(out.starts_with(begins) && out.ends_with(ends), "{text:?}: {out}");
        check(&out, &[], "");
    }
}

#[test]
fn a_layout_that_cannot_be_extended_is_left_alone() {
    assert_eq!(added("{fail_on: []}\n"), None);
    assert_eq!(added("{allowances: []}\n"), None);
    assert_eq!(added("allowances: [\n  # none\n]\n"), None);
    assert_eq!(added("x: &none []\nallowances: *none\n"), None);
    assert_eq!(
        added("allowances: [{rule: property-removed, path: A::B, reason: x, expires: 7.0.0}]\n"),
        None
    );
}

#[test]
fn the_next_release_has_the_next_number() {
    assert_eq!(release_after("27.0.0").as_deref(), Some("28.0.0"));
    assert_eq!(release_after("2015.1"), None);
    assert_eq!(release_after("next"), None);
}
