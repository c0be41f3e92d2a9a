//! What entries allow, what is wrong with them, and how some are added.

use heat_model::diff::{Finding, compare};
use heat_model::load::load_schema;
use heat_model::{Release, ReleaseTable};
use heat_yaml::render::{RenderStyle, text};

use super::*;
use crate::diff::read::Side;

fn releases() -> ReleaseTable {
    let release = |version: &str| Release {
        version: version.to_owned(),
        name: version.to_owned(),
        date: "2026-01-01".to_owned(),
    };
    ReleaseTable { releases: ["2015.1", "5.0.0", "6.0.0"].map(release).into() }
}

/// Findings about a property that is gone and one that is no longer updated in place.
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

/// What a file leaves over of the findings, and everything that is wrong with it.
fn check(file: &str, expect_left: &[&str], expect_errors: &str) {
    let releases = releases();
    let policy = Policy { current_version: Some("6.0.0"), ..Policy::new(&releases) };
    let allowances = read(file);
    let parted = allowances.part(entries(), &policy);
    let left: Vec<&str> = parted.entries.iter().map(|entry| entry.rule.id).collect();
    assert_eq!(left, expect_left, "{file}");
    let errors = text(allowances.diagnostics.iter().chain(&parted.diagnostics), RenderStyle::default());
    assert_eq!(errors, expect_errors, "{file}");
}

const BOTH: [&str; 2] = ["property-removed", "property-update-allowed-removed"];

#[test]
fn entries_allow_by_fingerprint_or_by_rule_and_path() {
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
fn what_allows_nothing_is_an_error() {
    check(
        "allowances:\n  - rule: property-removed\n    path: A::B.properties.bb\n    reason: x\n    expires: 7.0.0\n",
        &BOTH,
        "\
error[stale-allowance]: an entry allows what is not found
 --> schema-diff.yaml:3:11
  |
3 |     path: A::B.properties.bb
  |           ^^^^^^^^^^^^^^^^^^ nothing that is found is this
  |
  = help: remove the entry
",
    );
}

#[test]
fn an_entry_ends_with_its_release() {
    let until = |expires: &str| {
        format!("allowances: [{{rule: property-removed, path: A::B, reason: x, expires: {expires}}}]")
    };
    check(&until("6.0.1"), &BOTH[1..], "");
    check(&until("10.0.0"), &BOTH[1..], "");
    // The year is the larger number and the older release.
    let expired = read(&until("'2015.1'"));
    let releases = releases();
    let policy = Policy { current_version: Some("6.0.0"), ..Policy::new(&releases) };
    assert_eq!(expired.part(entries(), &policy).diagnostics[0].code, "expired-allowance");
    check(
        &until("6.0.0"),
        &BOTH,
        "\
error[expired-allowance]: the time of an entry is over
 --> schema-diff.yaml:1:71
  |
1 | allowances: [{rule: property-removed, path: A::B, reason: x, expires: 6.0.0}]
  |                                             ----                      ^^^^^ the current release is 6.0.0
  |                                             |
  |                                             what it allowed is still found
  |
  = help: mend what it allows, or agree on another release and give that
",
    );
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
        codes("allowences: []\nfail_on: [braking, 1]\nmin_deprecated_releases: -1\n"),
        [
            "the file has no key `allowences` (did you mean `allowances`?)",
            "there is no severity `braking` (did you mean `breaking`?)",
            "a severity is a string, not an integer (put it in quotes: \"1\")",
            "`min_deprecated_releases` is a number of releases ()",
        ]
    );
    assert_eq!(
        codes(
            "allowances:\n- {fingerprint: 1234, reason: '', expires: soon}\n- {rule: property-removd, path: A::B, expires: 7}\n\
             - {fingerprint: x, rule: y, path: z, reason: x, expires: 7.0.0}\n- text\n"
        ),
        [
            "`fingerprint` is a string, not an integer (put it in quotes: \"1234\")",
            "`reason` is empty ()",
            "`soon` is not the version of a release ()",
            "an allowance needs `reason` (say why the finding is meant)",
            "there is no rule `property-removd` (did you mean `property-removed`?)",
            "`expires` is a string, not an integer (put it in quotes: \"7\")",
            "an allowance has either `fingerprint`, or `rule` and `path` (write `rule: property-removed` and `path: OS::Nova::Server.properties.metadata`)",
            "an allowance is a map, not a string ()",
        ]
    );
}

/// Adding to a text, and what reading it then allows.
fn added(text: &str) -> Option<String> {
    let entries = entries();
    let entries: Vec<&Entry> = entries.iter().collect();
    let new = NewEntries { entries: &entries, reason: "It: is meant.", expires: "7.0.0" };
    add(text, &new)
}

#[test]
fn entries_are_added_and_the_rest_stays() {
    let text = added("").unwrap();
    check(&text, &[], "");
    assert!(text.starts_with(
        "# Findings of `heat-codegen diff` that are meant: why, and until which release.\nallowances:\n  # breaking: A::B"
    ));
    let kept = "# Ours.\nallowances:\n- fingerprint: x # why\n  reason: |\n    because\n  expires: 7.0.0 # soon\n\n# The end.\nfail_on: [breaking]\n";
    let text = added(kept).unwrap();
    let (before, behind) = kept.split_at(kept.find("\n# The end").unwrap());
    assert!(text.starts_with(before) && text.ends_with(behind), "{text}");
    assert_eq!(read(&text).entries.len(), 3);
    assert!(added("fail_on: [breaking]").unwrap().starts_with("fail_on: [breaking]\nallowances:\n"));
}

#[test]
fn what_cannot_be_added_to_is_left_alone() {
    assert_eq!(added("allowances: []\n"), None);
    assert_eq!(added("{fail_on: []}\n"), None);
}

#[test]
fn the_next_release_has_the_next_number() {
    assert_eq!(release_after("27.0.0").as_deref(), Some("28.0.0"));
    assert_eq!(release_after("2015.1"), None);
    assert_eq!(release_after("next"), None);
}
