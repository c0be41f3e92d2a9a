//! Catalogues as a whole: renames, fingerprints, policy and severities.

use super::*;

#[test]
fn fingerprints_do_not_depend_on_texts_and_lines() {
    let fingerprint = |before: &str, after: &str| {
        let [before, after] = [before, after].map(|text| schema("", text));
        compare(&[&before], &[&after], &Policy::new(&ReleaseTable::default()))[0].fingerprint()
    };
    let one = fingerprint(
        "{type: A::B, properties: {a: {type: string, update_allowed: true}}}",
        "{type: A::B, properties: {a: {type: string}}}",
    );
    let moved = fingerprint(
        "{type: A::B, description: Other words., properties: {a: {type: string, update_allowed: true}}}",
        "{type: A::B, description: Quite others., properties: {b: {type: list}, a: {type: string}}}",
    );
    let elsewhere = fingerprint(
        "{type: A::B, properties: {b: {type: string, update_allowed: true}}}",
        "{type: A::B, properties: {b: {type: string}}}",
    );
    assert_eq!(one, moved);
    assert_ne!(one, elsewhere);
    let hidden = |message: &str| {
        fingerprint(
            "{type: A::B, properties: {a: {type: string}}}",
            &format!(
                "{{type: A::B, properties: {{a: {{type: string, support_status: \
                 [{{status: HIDDEN, version: 7.0.0, message: {message}}}]}}}}}}"
            ),
        )
    };
    assert_eq!(hidden("Gone."), hidden("Nothing reads it."));
    let constraint = |constraint: &str| {
        fingerprint(
            "{type: A::B, properties: {a: {type: string}}}",
            &format!("{{type: A::B, properties: {{a: {{type: string, constraints: [{{{constraint}}}]}}}}}}"),
        )
    };
    assert_eq!(constraint("length: {max: 8}, description: Short."), constraint("length: {max: 8}"));
    assert_ne!(constraint("length: {max: 8}"), constraint("length: {max: 9}"));
}

#[test]
fn ambiguous_renames_are_decided_by_texts_and_rules() {
    fn check(before: &str, after: &str, expect: &[&str]) {
        let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let messages: Vec<_> =
            findings.iter().map(|each| format!("{}: {}", each.rule.id, each.message)).collect();
        assert_eq!(messages, expect);
    }
    // Two equal properties were removed and two were added: their descriptions determine the pairs.
    check(
        "properties: {a: {type: integer, description: One.}, b: {type: integer, description: Other.}}",
        "properties: {c: {type: integer, description: Other.}, d: {type: integer, description: One.}}",
        &["property-renamed: `a` was renamed to `d`", "property-renamed: `b` was renamed to `c`"],
    );
    check(
        "properties: {a: {type: integer}, b: {type: integer}}",
        "properties: {c: {type: integer}, d: {type: integer}}",
        &[
            "property-removed: property `a` was removed",
            "property-removed: property `b` was removed",
            "property-added: property `c` was added",
            "property-added: property `d` was added",
        ],
    );
    // A rule determines the old name of one of the properties.
    check(
        "properties: {a: {type: integer}, b: {type: integer}}",
        "properties: {b: {type: integer}, c: {type: integer}, d: {type: integer}}, \
         translation_rules: [{rule: replace, translation_path: [d], value_path: [b]}]",
        &[
            "property-renamed: `a` was renamed to `c`",
            "property-renamed-with-translation: `b` was renamed to `d`",
        ],
    );
}

#[test]
fn a_translation_rule_that_changed_is_one_finding() {
    fn check(before: &str, after: &str, expect: &[&str]) {
        let sides = [before, after].map(|rules| {
            let properties = "a: {type: string}, b: {type: integer}, c: {type: boolean}";
            schema("", &format!("{{type: A::B, properties: {{{properties}}}, translation_rules: [{rules}]}}"))
        });
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let messages: Vec<_> = findings.iter().map(|each| each.message.as_str()).collect();
        assert_eq!(messages, expect);
    }
    let resolve = "{rule: resolve, translation_path: [a], client_plugin: nova, finder: find}";
    check(resolve, resolve, &[]);
    check(&format!("{resolve}, {resolve}"), &format!("{resolve}, {resolve}"), &[]);
    check(
        resolve,
        "{rule: resolve, translation_path: [a], client_plugin: nova, finder: seek}",
        &["the rule for `a` changed"],
    );
    check(
        resolve,
        "{rule: delete, translation_path: [a]}",
        &["the rule for `a` changed from `resolve` to `delete`"],
    );
    // If there are two rules for one property, each is compared with the one of its kind.
    check(
        "{rule: replace, translation_path: [a], value: x}, \
         {rule: resolve, translation_path: [a], client_plugin: nova, finder: find}",
        "{rule: replace, translation_path: [a], value: y}, \
         {rule: resolve, translation_path: [a], client_plugin: nova, finder: seek}",
        &["the rule for `a` changed", "the rule for `a` changed"],
    );
    check(
        resolve,
        "{rule: resolve, translation_path: [b], client_plugin: nova, finder: find}",
        &["the rule for `a` now applies to `b` instead"],
    );
    check(resolve, "", &["the `resolve` rule for `a` was removed"]);
}

#[test]
fn a_rule_follows_a_property_to_its_new_name() {
    let text = |name: &str| {
        format!(
            "{{type: A::B, properties: {{{name}: {{type: string, description: One.}}, b: {{type: string}}}}, \
             translation_rules: [{{rule: resolve, translation_path: [{name}], client_plugin: nova, finder: find}}, \
             {{rule: replace, translation_path: [b], value_name: {name}}}]}}"
        )
    };
    let [before, after] = ["a", "c"].map(|name| schema("", &text(name)));
    let findings = compare(&[&before], &[&after], &Policy::new(&ReleaseTable::default()));
    let ids: Vec<_> = findings.iter().map(|each| each.rule.id).collect();
    assert_eq!(ids, ["property-renamed"]);
}

#[test]
fn a_new_type_in_a_known_catalogue_is_checked_against_the_policy() {
    let new = schema("", "{type: A::B, description: New.}");
    let releases = releases();
    let ids = |has_baseline| -> Vec<&str> {
        let policy = Policy { has_baseline, current_version: Some("7.0.0"), ..Policy::new(&releases) };
        compare(&[], &[&new], &policy).iter().map(|finding| finding.rule.id).collect()
    };
    assert_eq!(ids(true), ["status-new-without-version", "resource-type-added"]);
    assert_eq!(ids(false), ["resource-type-added"]);
}

#[test]
fn a_project_can_override_severities() {
    let old =
        schema("", "{type: A::B, properties: {a: {type: string, update_allowed: true}, b: {type: list}}}");
    let new = schema("", "{type: A::B, properties: {a: {type: string}}}");
    let check = |levels: &[(&str, Level)], expect: &[(&str, Severity)]| {
        let mut severities = Severities::default();
        for (id, level) in levels {
            severities.set(crate::rule(id).unwrap(), *level);
        }
        let releases = ReleaseTable::default();
        let policy = Policy { severities: Some(&severities), ..Policy::new(&releases) };
        let found = compare(&[&old], &[&new], &policy);
        let found: Vec<_> = found.iter().map(|finding| (finding.rule.id, finding.severity)).collect();
        assert_eq!(found, expect);
    };
    let [removed, update] = ["property-removed", "property-update-allowed-removed"];
    check(&[], &[(removed, Severity::Breaking), (update, Severity::Breaking)]);
    check(
        &[(removed, Level::Severity(Severity::Safe))],
        &[(update, Severity::Breaking), (removed, Severity::Safe)],
    );
    check(&[(update, Level::Ignore)], &[(removed, Severity::Breaking)]);
}

#[test]
fn types_that_are_mostly_the_same_were_renamed() {
    let check = |before: &[&str], after: &[&str], expect: &[&str]| {
        let [before, after] =
            [before, after].map(|texts| texts.iter().map(|text| schema("", text)).collect::<Vec<_>>());
        let [before, after] = [&before, &after].map(|side| side.iter().collect::<Vec<_>>());
        let found = compare(&before, &after, &Policy::new(&ReleaseTable::default()));
        let shown = found.iter().map(|each| {
            [each.rule.id.to_owned()].into_iter().chain(each.notes.clone()).collect::<Vec<_>>().join("; ")
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect);
    };
    let length = |most: u32| {
        format!(
            "properties: {{name: {{type: string, constraints: [{{length: {{max: {most}}}}}]}}, size: {{type: integer}}}}"
        )
    };
    let old = format!("{{type: A::B, {}}}", length(255));
    check(
        &[&old],
        &[&format!("{{type: A::C, {}}}", length(200))],
        &["resource-type-renamed; breaking: `name` accepts fewer values"],
    );
    check(&[&old], &[&format!("{{type: A::C, {}}}", length(255))], &["resource-type-renamed"]);
    // Too few items are the same, or two types are equally similar.
    check(
        &["{type: A::B, properties: {a: {type: string}, b: {type: string}, c: {type: integer}}}"],
        &["{type: A::C, properties: {a: {type: string}, d: {type: string}, e: {type: integer}}}"],
        &["resource-type-removed", "resource-type-added"],
    );
    check(
        &[&old],
        &[&format!("{{type: A::C, {}}}", length(200)), &format!("{{type: A::D, {}}}", length(100))],
        &["resource-type-removed", "resource-type-added", "resource-type-added"],
    );
}
