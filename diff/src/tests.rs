use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use heat_model::load::{load_custom_constraints, load_releases, load_schema};
use heat_model::{Release, ReleaseTable, ResourceType};

use super::{
    Change, Check, Finding, Level, Mirror, Object, Policy, RULES, Rule, Severities, Severity, Table, Tables,
    Verb, compare, compare_tables,
};

/// The two catalogues of a rule's example: one schema per document. For a rule about a table, they are the tables.
fn example(rule: &Rule) -> [Vec<ResourceType>; 2] {
    if rule.table().is_some() {
        return [Vec::new(), Vec::new()];
    }
    rule.example().map(|files| {
        assert!(!files.is_empty(), "{}: an example has two sides", rule.id);
        files.into_iter().map(|text| schema(rule.id, &text)).collect()
    })
}

fn schema(id: &str, text: &str) -> ResourceType {
    let loaded = load_schema(&heat_yaml::Source::new("My/Custom/Token.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{id}: {:?}", loaded.diagnostics);
    loaded.file.unwrap().schema
}

/// Releases 1.0.0 to 9.0.0.
fn releases() -> ReleaseTable {
    let release = |number: u32| Release {
        version: format!("{number}.0.0"),
        name: format!("Series {number}"),
        date: format!("20{number:02}-01-01"),
    };
    ReleaseTable { releases: (1..10).map(release).collect() }
}

/// The findings between two catalogues, with 7.0.0 as the upcoming release.
fn findings(before: &[ResourceType], after: &[ResourceType]) -> Vec<Finding> {
    let sides = [before, after].map(|side| side.iter().collect::<Vec<_>>());
    let releases = releases();
    let policy = Policy { current_version: Some("7.0.0"), ..Policy::new(&releases) };
    compare(&sides[0], &sides[1], &policy)
}

/// The ids of the findings between two sides of a rule's example.
fn found_in(rule: &Rule, sides: [usize; 2]) -> Vec<&'static str> {
    findings_in(rule, sides).iter().map(|finding| finding.rule.id).collect()
}

/// The findings between two sides of a rule's example.
fn findings_in(rule: &Rule, sides: [usize; 2]) -> Vec<Finding> {
    let Some(table) = rule.table() else {
        let example = example(rule);
        let [before, after] = sides.map(|side| &example[side]);
        return findings(before, after);
    };
    let tables = rule.example().map(|files| {
        let [text] = files.as_slice() else { panic!("{}: an example is one table", rule.id) };
        let source = heat_yaml::Source::new(table.file_name(), text.as_str());
        let (releases, constraints) = match table {
            Table::Releases => (load_releases(&source), Default::default()),
            Table::Constraints => (Default::default(), load_custom_constraints(&source)),
        };
        assert!(releases.1.is_empty() && constraints.1.is_empty(), "{}", rule.id);
        (releases.0, constraints.0)
    });
    let [before, after] = sides.map(|side| {
        let (releases, constraints) = &tables[side];
        Tables { releases, constraints }
    });
    let releases = releases();
    compare_tables(before, after, &Policy::new(&releases))
}

#[test]
fn every_rule_finds_its_example_and_no_other_rule_does() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let mut found_ids = found_in(rule, [0, 1]);
        // A violation of the life cycle is also a change, which by itself is safe.
        if rule.severity == Severity::Policy {
            found_ids.retain(|id| super::rule(id).is_none_or(|rule| rule.severity != Severity::Safe));
        }
        // Consequences of other changes are reported with them.
        if matches!(rule.check, Check::Trial(_)) {
            found_ids.truncate(1);
        }
        if found_ids != [rule.id] {
            wrong.push(format!("{}: {found_ids:?}", rule.id));
        }
        assert_eq!(found_in(rule, [1, 1]), [""; 0], "{}: nothing changed", rule.id);
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn every_rule_has_its_mirror() {
    let mut wrong = Vec::new();
    for rule in RULES {
        match rule.mirror {
            Mirror::Rule(mirror) => {
                let found = found_in(rule, [1, 0]);
                if found != [mirror] {
                    wrong.push(format!("{} the other way: {found:?}", rule.id));
                }
                let back = super::rule(mirror).map(|mirror| mirror.mirror);
                assert_eq!(back, Some(Mirror::Rule(rule.id)), "the mirror of {mirror}");
            }
            Mirror::None(reason) => assert!(reason.ends_with('.'), "{}: {reason}", rule.id),
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn rule_ids_are_unique() {
    let ids: BTreeSet<_> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
}

/// A topic without its line in `TOPICS` is dead code, which the compiler reports; it does not report a file that is no module.
#[test]
fn every_file_of_rules_is_registered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let registry = fs::read_to_string(folder.join("mod.rs")).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let topic = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned();
        let is_registered =
            registry.contains(&format!("mod {topic};")) && registry.contains(&format!("    {topic}::"));
        assert!(is_registered || topic == "mod", "rules/mod.rs does not list {topic}");
    }
}

/// A rule's object, aspect and verb agree with the finding in its example.
#[test]
fn rules_are_about_what_they_find() {
    let mut others = Vec::new();
    for rule in RULES {
        let findings = findings_in(rule, [0, 1]);
        let finding = findings.iter().find(|finding| finding.rule.id == rule.id).unwrap();
        let path = finding.after.as_ref().or(finding.before.as_ref()).map(ToString::to_string);
        let change = Change { path: path.unwrap_or_default(), ..Change::default() };
        let (thing, aspect) = (change.thing(), change.aspect().split('[').next().unwrap_or_default());
        match rule.object {
            // The fault that keeps a type from loading, or a template from working, is somewhere inside it.
            Object::ResourceType => assert!(
                thing.is_empty()
                    || matches!(
                        rule.verb,
                        Verb::Unloadable | Verb::Loadable | Verb::Refused | Verb::Replaced
                    ),
                "{}: {thing}",
                rule.id
            ),
            Object::Property | Object::Item => {
                assert!(thing.starts_with("properties."), "{}: {thing}", rule.id);
            }
            Object::Attribute => assert!(thing.starts_with("attributes."), "{}: {thing}", rule.id),
            Object::Thing => assert_eq!(aspect, "support_status", "{}", rule.id),
            Object::ConstraintDefinition => assert_eq!(rule.table(), Some(Table::Constraints), "{}", rule.id),
            Object::Release => assert_eq!(rule.table(), Some(Table::Releases), "{}", rule.id),
        }
        if rule.table().is_none() && rule.aspect.unwrap_or_default() != aspect {
            others.push(format!("{}: {aspect}", rule.id));
        }
        let is_there = [finding.before.is_some(), finding.after.is_some()];
        match rule.verb {
            verb if rule.aspect.is_none() && verb.is_addition() => {
                assert_eq!(is_there, [false, true], "{}", rule.id);
            }
            verb if rule.aspect.is_none() && verb.is_removal() => {
                assert_eq!(is_there, [true, false], "{}", rule.id);
            }
            _ => {}
        }
    }
    let expect = [
        // Two keys changed; the finding is about both.
        "property-immutable-changed-to-update-allowed: ",
        "property-update-allowed-changed-to-immutable: ",
        // The type cannot be loaded because of the value there.
        "resource-type-unloadable: default",
        // A key of the support status.
        "resource-type-substitute-class-added: support_status",
        "resource-type-substitute-class-removed: support_status",
        // One of several keys.
        "resource-type-handling-changed: strict_dependency",
    ];
    assert_eq!(others, expect);
}

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
    // A rule determines the old name of one of them.
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
            severities.set(super::rule(id).unwrap(), *level);
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

/// The ids of the findings between two types with these properties and rules.
fn check_found(before: &str, after: &str, expect: &[&str]) {
    let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    let ids: Vec<_> = findings.iter().map(|each| each.rule.id).collect();
    assert_eq!(ids, expect, "{before} → {after}");
}

#[test]
fn types_are_compared_together_with_constraints() {
    let check = |before: &str, after: &str, expect: &[&str]| {
        let [before, after] = [before, after].map(|text| format!("properties: {{a: {{{text}}}}}"));
        check_found(&before, &after, expect);
    };
    check(
        "type: integer, constraints: [range: {min: 0, max: 100}]",
        "type: number, constraints: [range: {min: 0, max: 50}]",
        &["property-type-changed"],
    );
    // A fraction was cut off, and is now out of range.
    check(
        "type: integer, constraints: [range: {max: 100}]",
        "type: number, constraints: [range: {max: 100}]",
        &["property-type-changed"],
    );
    check(
        "type: integer, constraints: [range: {min: 1}]",
        "type: number, constraints: [range: {min: 1}]",
        &["property-type-generalised"],
    );
    check("type: integer", "type: number, constraints: [allowed_values: [1, 2]]", &["property-type-changed"]);
    check("type: integer", "type: string", &["property-type-changed"]);
    check("type: boolean", "type: string", &["property-type-changed-to-string"]);
    check(
        "type: boolean",
        "type: string, constraints: [allowed_values: ['True', 'False']]",
        &["property-type-changed"],
    );
    check(
        "type: string, constraints: [allowed_pattern: '[0-9]+']",
        "type: integer",
        &["property-type-changed-compatibly"],
    );
    check(
        "type: string, constraints: [allowed_values: ['1', '2']]",
        "type: integer",
        &["property-type-changed-compatibly"],
    );
    check(
        "type: string, constraints: [allowed_values: ['1', 'a']]",
        "type: integer",
        &["property-type-changed"],
    );
    check("type: integer, default: 4", "type: any, default: 4", &["property-type-changed-to-any"]);
}

#[test]
fn a_rule_that_renames_has_to_fit() {
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    let check = |before: &str, old: &str, new: &str, expect: &[&str]| {
        check_found(
            &format!("properties: {{a: {{{before}}}}}"),
            &format!("properties: {{a: {{{old}}}, b: {{{new}}}}}, {rule}"),
            expect,
        );
    };
    let renamed = "property-renamed-with-translation";
    check("type: string", "type: string", "type: string", &[renamed]);
    check("type: string", "type: string", "type: integer", &["templates-refused", renamed]);
    check(
        "type: string, update_allowed: true",
        "type: string, update_allowed: true",
        "type: string",
        &["update-replaces-resource", renamed],
    );
    check(
        "type: string, update_allowed: true",
        "type: string, update_allowed: true",
        "type: string, immutable: true",
        &["update-replaces-resource", renamed],
    );
    // The recommended rename of a required property: every template set it.
    check(
        "type: string, required: true",
        "type: string",
        "type: string, required: true",
        &[renamed, "property-required-lifted"],
    );
    check(
        "type: string",
        "type: string",
        "type: string, required: true",
        &["property-added-required", renamed],
    );
    // Lists, for which an update only shows with two different ones.
    let cidrs = "type: list, constraints: [length: {min: 1}], schema: {'*': {type: string, constraints: [custom_constraint: net_cidr]}}";
    check(
        &format!("{cidrs}, required: true, update_allowed: true"),
        &format!("{cidrs}, update_allowed: true"),
        &format!("{cidrs}, required: true"),
        &["update-replaces-resource", renamed, "property-required-lifted"],
    );
    let tasks = "type: list, constraints: [length: {min: 1}], schema: {'*': {type: map, schema: {name: {type: string, required: true}, retries: {type: integer}}}}";
    check(
        &format!("{tasks}, required: true, update_allowed: true"),
        &format!("{tasks}, update_allowed: true"),
        &format!("{tasks}, required: true"),
        &["update-replaces-resource", renamed, "property-required-lifted"],
    );
    // The difference is in a field of the renamed property.
    let mounts = |volume: &str| {
        format!(
            "type: list, schema: {{'*': {{type: map, schema: {{volume: {{type: {volume}}}, path: {{type: string, required: true}}}}}}}}"
        )
    };
    check(&mounts("string"), &mounts("string"), &mounts("integer"), &["templates-refused", renamed]);
}

#[test]
fn a_rule_that_renames_a_member_has_to_fit() {
    let list = |more: &str| {
        format!(
            "properties: {{l: {{type: list, schema: {{'*': {{type: map, schema: {{x: {{type: boolean}}, y: {{type: string}}{more}}}}}}}}}}}"
        )
    };
    let check = |new: &str, expect: &[&str]| {
        let rule = "translation_rules: [{rule: replace, translation_path: [l, z], value_name: x}]";
        check_found(&list(""), &format!("{}, {rule}", list(&format!(", z: {{type: {new}}}"))), expect);
    };
    check("boolean", &["property-renamed-with-translation"]);
    // Real Heat reads `true` as 1, and refuses 'true'.
    check("integer", &["templates-refused", "property-renamed-with-translation"]);
}

#[test]
fn rules_that_refuse_templates_are_breaking() {
    let properties = "properties: {a: {type: string}, b: {type: string}}";
    check_found(
        properties,
        &format!(
            "{properties}, translation_rules: [{{rule: replace, translation_path: [b], value_path: [a]}}]"
        ),
        &["templates-refused", "translation-rule-added"],
    );
    let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
    check_found(
        &format!("{properties}, {rule}"),
        &format!("properties: {{a: {{type: string, default: x}}, b: {{type: string}}}}, {rule}"),
        &["templates-refused", "property-default-added"],
    );
    let list = "properties: {l: {type: list, schema: {'*': {type: map, schema: {m: {type: string}}}}}";
    check_found(
        &format!("{list}}}"),
        &format!(
            "{list}, n: {{type: string}}}}, translation_rules: [{{rule: replace, translation_path: [n], value_path: [l, m]}}]"
        ),
        &["templates-refused", "property-added"],
    );
}

#[test]
fn changes_of_unimplemented_properties_are_not_breaking() {
    let tags = |implemented: bool, more: &str| {
        format!(
            "properties: {{t: {{type: list, schema: {{'*': {{type: map, implemented: {implemented}, schema: {{{more}}}}}}}}}}}"
        )
    };
    check_found(
        &tags(false, "k: {type: string}"),
        &tags(false, "k: {type: integer, required: true}"),
        &["unimplemented-property-changed"],
    );
    check_found(
        &tags(false, "k: {type: string}, v: {type: string}"),
        &tags(false, "k: {type: string}"),
        &["unimplemented-property-removed"],
    );
    check_found(
        &tags(true, "k: {type: string}"),
        &tags(true, "k: {type: integer}"),
        &["property-type-changed"],
    );
}

#[test]
fn a_renamed_unimplemented_property_is_a_new_property() {
    // No template set the old name, so none is rewritten to set the new one: the new property is treated like any other added
    // one. Heat refuses templates without a required property before it checks whether that is implemented.
    let property = |name: &str, more: &str| {
        format!("properties: {{{name}: {{type: integer, description: A., implemented: false{more}}}}}")
    };
    let check = |more: &str, added: &str| {
        check_found(&property("a", more), &property("b", more), &[added, "unimplemented-property-removed"]);
    };
    check("", "property-added");
    check(", default: 1", "property-added-with-default");
    check(", required: true", "property-added-required");
    check(", support_status: [{status: HIDDEN}]", "property-added-hidden");
    // No template set its fields either; they need not be set.
    let map = |member: &str| {
        format!(
            "properties: {{m: {{type: map, implemented: false, schema: {{{member}: {{type: string, required: true}}}}}}}}"
        )
    };
    check_found(&map("k"), &map("l"), &["property-added", "unimplemented-property-removed"]);
    let list = |member: &str| {
        format!(
            "properties: {{l: {{type: list, schema: {{'*': {{type: map, implemented: false, schema: {{{member}: {{type: string}}}}}}}}}}}}"
        )
    };
    check_found(&list("k"), &list("v"), &["property-added", "unimplemented-property-removed"]);
    // An implemented property is renamed next to one that is not implemented.
    check_found(
        "properties: {a: {type: integer, implemented: false}, c: {type: integer}}",
        "properties: {b: {type: integer, implemented: false}, d: {type: integer}}",
        &["property-renamed", "property-added", "unimplemented-property-removed"],
    );
}

#[test]
fn an_unloadable_type_is_a_single_finding() {
    check_found(
        "properties: {a: {type: integer, constraints: [range: {max: 9}]}}",
        "properties: {a: {type: string, constraints: [range: {max: 9}]}}",
        &["resource-type-unloadable"],
    );
    check_found(
        "properties: {a: {type: string}}",
        "properties: {a: {type: string, update_allowed: true, immutable: true}}",
        &["resource-type-unloadable"],
    );
}

#[test]
fn a_type_with_its_own_class_is_no_placeholder() {
    let hidden = "support_status: [{status: HIDDEN, version: 7.0.0}]";
    let class = "python_class: my_plugin.Token";
    check_found(
        &format!("{class}, properties: {{a: {{type: string}}}}"),
        &format!("{class}, {hidden}"),
        &["property-removed", "status-hidden-without-deprecation"],
    );
}

#[test]
fn findings_lead_to_what_changed_on_both_sides() {
    fn check(before: &str, after: &str, expect: (&str, Option<&str>, Option<&str>)) {
        let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
        let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
        let found: Vec<_> = findings
            .iter()
            .map(|each| {
                let path = |path: &Option<heat_model::SchemaPath>| path.as_ref().map(ToString::to_string);
                (each.rule.id, path(&each.before), path(&each.after))
            })
            .collect();
        let (rule, old, new) = expect;
        assert_eq!(found, [(rule, old.map(str::to_owned), new.map(str::to_owned))], "{before} → {after}");
    }
    check(
        "properties: {a: {type: string, default: x}}",
        "properties: {a: {type: string, default: y}}",
        ("property-default-changed", Some("properties.a.default"), Some("properties.a.default")),
    );
    check(
        "properties: {m: {type: map, schema: {a: {type: string, default: x}}}}",
        "properties: {m: {type: map, schema: {a: {type: string, default: y}}}}",
        (
            "property-default-changed",
            Some("properties.m.schema.a.default"),
            Some("properties.m.schema.a.default"),
        ),
    );
    let rules = |second: &str| {
        format!(
            "properties: {{a: {{type: string}}, b: {{type: list}}}}, \
             translation_rules: [{{rule: resolve, translation_path: [a], client_plugin: c, finder: f}}{second}]"
        )
    };
    let second = ", {rule: add, translation_path: [b], value: [x]}";
    check(&rules(""), &rules(second), ("translation-rule-added", None, Some("translation_rules[1]")));
    check(&rules(second), &rules(""), ("translation-rule-removed", Some("translation_rules[1]"), None));
}
