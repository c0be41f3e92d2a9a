//! Findings are lowered only on proof: a trial that found no data proves nothing.

use heat_admit::Judge;

use super::*;
use crate::{Finding, Tables, compare_tables};

fn findings(before: &str, after: &str) -> (Vec<ResourceType>, Vec<Finding>) {
    let sides = [before, after].map(|text| schema("", &format!("{{type: A::B, {text}}}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    (sides.to_vec(), findings)
}

/// Checks whether a change between two types breaks templates or stacks.
#[track_caller]
fn check(before: &str, after: &str, is_breaking: bool) {
    let (_, findings) = findings(before, after);
    let found = findings.iter().any(|each| each.severity == Severity::Breaking);
    assert_eq!(found, is_breaking, "{before} → {after}: {findings:#?}");
}

/// Changes of a property `c`, each with its new schema; `None` if it was removed.
const CHANGES: [(&str, Option<&str>); 10] = [
    ("type: string", None),
    ("type: string", Some("type: integer")),
    ("type: string", Some("type: string, required: true")),
    ("type: string", Some("type: string, implemented: false")),
    ("type: string, update_allowed: true", Some("type: string")),
    ("type: string, update_allowed: true", Some("type: string, immutable: true")),
    ("type: string", Some("type: string, constraints: [length: {max: 3}]")),
    ("type: string", Some("type: string, constraints: [allowed_pattern: '[a-z]']")),
    ("type: string", Some("type: string, constraints: [allowed_values: [a, b]]")),
    (
        "type: integer, constraints: [range: {min: 1}]",
        Some("type: integer, constraints: [range: {min: 1, max: 5}]"),
    ),
];

#[test]
fn rules_about_other_properties_hide_no_change() {
    let others = "a: {type: string}, b: {type: string, default: x}, n: {type: integer}, l: {type: list}";
    let kind = "k: {type: string, required: true, constraints: [allowed_values: [local, vlan, gre]]}";
    for (more, rules) in [
        ("", "validation_rules: [{exactly_one: [[a], [n]]}]"),
        ("", "validation_rules: [{at_least_one: [[a], [l]]}, {at_least_one: [[n], [l]]}]"),
        ("", "validation_rules: [{when: [[c]], all: [[a], [n]]}]"),
        ("", "validation_rules: [{all: [{property: [b], in: [y]}]}]"),
        ("", "validation_rules: [{ascending: [3, [n]]}, {all: [[n]]}]"),
        ("", "validation_rules: [{equal: [[a], [b]]}, {all: [[a]]}]"),
        ("", "properties_groups: [{xor: [[a], [n]]}]"),
        ("", "properties_groups: [{and: [[c], [a]]}], validation_rules: [{when: [[a]], all: [[n]]}]"),
        (
            kind,
            "validation_rules: [{when: [{property: [k], in: [local]}], none: [{property: [c], is: given}]}]",
        ),
        (kind, "validation_rules: [{when: [{property: [k], in: [local]}], all: [[a]]}, {none: [[a]]}]"),
    ] {
        for (before, after) in CHANGES {
            let [before, after] = [Some(before), after].map(|property| {
                let property = property.map(|text| format!("c: {{{text}}}, ")).unwrap_or_default();
                format!("properties: {{{property}{others}, {more}}}, {rules}").replace(", }", "}")
            });
            check(&before, &after, true);
        }
    }
}

#[test]
fn rules_about_members_hide_no_change() {
    let nets = |x: &str| {
        format!(
            "properties: {{nets: {{type: list, schema: {{'*': {{type: map, schema: {{
                x: {{{x}}}, net: {{type: string}}, port: {{type: string}}, size: {{type: any, required: true}}}}}}}}}}}},
             validation_rules: [{{for_each: [nets], exactly_one: [[net], [port]]}}]"
        )
    };
    check(&nets("type: string"), &nets("type: integer"), true);
    check(&nets("type: string"), &nets("type: string, constraints: [length: {max: 2}]"), true);
}

#[test]
fn a_trial_starts_from_data_that_the_rules_accept() {
    let properties = "properties: {name: {type: string, required: true}, email: {type: string}, kind: {type: string, default: P}, \
                      m: {type: list}, p: {type: list}}, \
                      validation_rules: [{when: [{property: [kind], in: [P]}], all: [[email]]}]";
    let rule = |source: &str| {
        format!("translation_rules: [{{rule: replace, translation_path: [m], value_name: {source}}}]")
    };
    check(&format!("{properties}, {}", rule("p")), &format!("{properties}, {}", rule("name")), true);
}

#[test]
fn a_trial_starts_from_data_that_translation_rules_accept() {
    let items = |of: &str| {
        format!(
            "properties: {{a: {{type: any, required: true}}, f: {{type: list, schema: {{'*': {{{of}}}}}, \
             constraints: [allowed_values: [a, '']]}}}}, \
             translation_rules: [{{rule: add, translation_path: [a], value: [a]}}]"
        )
    };
    check(&items("type: string"), &items("type: any"), true);
}

#[test]
fn a_trial_starts_from_lists_that_the_rules_count() {
    for f in [
        "type: list",
        "type: list, constraints: [allowed_values: [a, b]]",
        "type: list, constraints: [length: {max: 1}]",
    ] {
        let properties = format!(
            "properties: {{d: {{type: number}}, h: {{type: map}}, f: {{{f}}}}}, \
             validation_rules: [{{exactly_one: [{{items: [f]}}]}}]"
        );
        let rule = "translation_rules: [{rule: replace, translation_path: [h], value_name: d}]";
        check(&format!("{properties}, {rule}"), &properties, true);
    }
}

#[test]
fn what_a_rule_moves_only_needs_the_type_of_its_target() {
    let properties = |new: &str| {
        format!(
            "properties: {{a: {{type: boolean}}, c: {{type: integer, constraints: [allowed_values: [-1]]}}{new}}}, \
             translation_rules: [{{rule: replace, translation_path: [c], value_name: a}}"
        )
    };
    let renamed = "{rule: replace, translation_path: [n], value_name: a}";
    check(
        &format!("{}]", properties("")),
        &format!("{}, {renamed}]", properties(", n: {type: boolean}")),
        true,
    );
}

#[test]
fn a_custom_path_alone_is_the_source_of_a_rule() {
    let properties = |more: &str| {
        format!(
            "properties: {{c: {{type: any}}, a: {{type: list}}}}, \
             translation_rules: [{{rule: replace, translation_path: [c], value: {{}}{more}}}]"
        )
    };
    check(&properties(""), &properties(", custom_value_path: [a]"), true);
}

#[test]
fn an_emptied_property_has_its_default_for_validation_rules() {
    let properties = |default: &str| {
        format!(
            "properties: {{a: {{type: list}}, b: {{type: list, default: {default}}}}}, \
             translation_rules: [{{rule: replace, translation_path: [a], value_name: b}}], \
             validation_rules: [{{none: [[b]]}}]"
        )
    };
    check(&properties("[]"), &properties("[x]"), true);
}

#[test]
fn a_translation_rule_that_lets_an_unchanged_rule_refuse_data_is_tried() {
    let properties =
        "properties: {g: {type: string}, c: {type: integer}}, validation_rules: [{at_least_one: [[c], [g]]}]";
    let rule = "translation_rules: [{rule: delete, translation_path: [g]}]";
    check(properties, &format!("{properties}, {rule}"), true);
}

#[test]
fn a_value_beside_a_rule_is_checked() {
    let list = |allowed: &str, sibling: &str, rule: &str| {
        format!(
            "properties: {{a: {{type: integer}}, b: {{type: integer}}, l: {{type: list, schema: {{'*': {{type: map, schema: {{
                x: {{type: list, constraints: [allowed_values: {allowed}]}}, y: {{{sibling}}}}}}}}}}}}},
             translation_rules: [{{rule: replace, translation_path: [l], value_name: a{rule}}}]"
        )
    };
    for sibling in [
        "type: any, required: true",
        "type: any",
        "type: map, required: true",
        "type: string, required: true",
    ] {
        for rule in ["", ", when: {property: b}"] {
            check(&list("['5', c]", sibling, rule), &list("['5']", sibling, rule), true);
        }
    }
}

#[test]
fn a_value_that_rules_override_is_not_checked() {
    let fixed = |b: &str| {
        format!(
            "properties: {{b: {{type: string{b}}}}}, translation_rules: [{{rule: replace, translation_path: [b], value: ab}}]"
        )
    };
    check(&fixed(""), &fixed(", constraints: [length: {max: 2}]"), false);
    check(&fixed(""), &fixed(", constraints: [length: {max: 1}]"), true);
    let members = |pattern: &str| {
        format!(
            "properties: {{b: {{type: map, schema: {{x: {{type: string{pattern}}}}}}}}}, \
             translation_rules: [{{rule: replace, translation_path: [b], value: {{x: ab}}}}]"
        )
    };
    check(&members(""), &members(", constraints: [allowed_pattern: '[a-z]+']"), false);
    check(&members(""), &members(", constraints: [allowed_pattern: '[0-9]+']"), true);
}

#[test]
fn a_value_that_a_rule_replaces_with_a_refused_one_was_never_accepted() {
    let replaced = |of: &str, value: &str| {
        format!(
            "properties: {{b: {{{of}}}, c: {{type: string}}}}, \
             translation_rules: [{{rule: replace, translation_path: [b], value: {value}}}]"
        )
    };
    let number = |step: u8| format!("type: integer, constraints: [modulo: {{step: {step}, offset: 0}}]");
    check(&replaced(&number(2), "5"), &replaced(&number(4), "5"), false);
    check(&replaced(&number(2), "6"), &replaced(&number(4), "6"), true);
    // Heat replaces each item, too.
    let list = |more: &str| format!("type: list, schema: {{'*': {{type: string{more}}}}}");
    let pattern = list(", constraints: [allowed_pattern: a]");
    check(&replaced(&list(""), "[ab]"), &replaced(&pattern, "[ab]"), false);
}

#[test]
fn a_value_that_a_rule_deletes_unless_it_is_empty_is_not_checked() {
    let deleted = |property: &str, when: &str| {
        format!(
            "properties: {{s: {{type: {property}}}, o: {{type: string}}}}, \
             translation_rules: [{{rule: delete, translation_path: [s], when: {{{when}}}}}]"
        )
    };
    let [letters, digits] = ["[abc, abcd]", "[5, 10]"];
    let string = |allowed: &str| format!("string, constraints: [allowed_values: {allowed}]");
    let [old, new, gone] =
        [string(letters), string(digits), format!("{}, implemented: false", string(letters))];
    for new in [&new, &gone] {
        check(&deleted(&old, "property: s"), &deleted(new, "property: s"), false);
        check(&deleted(&old, "property: o"), &deleted(new, "property: o"), true);
        check(&deleted(&old, "property: s, in: [abc]"), &deleted(new, "property: s, in: [abc]"), true);
    }
    // The rule does not apply to an empty value.
    check(&deleted("string", "property: s"), &deleted(&new, "property: s"), true);
    let integer = |allowed: &str| format!("integer, constraints: [allowed_values: {allowed}]");
    check(&deleted(&integer("[0, 1]"), "property: s"), &deleted(&integer("[1]"), "property: s"), true);
    check(&deleted(&integer("[1, 2]"), "property: s"), &deleted(&integer("[1]"), "property: s"), false);
}

#[test]
fn a_value_that_a_rule_moves_is_not_checked_although_its_default_is() {
    let moved = |allowed: &str, default: &str| {
        format!(
            "properties: {{s: {{type: integer, constraints: [allowed_values: {allowed}]{default}}}, o: {{type: number, default: 1.5}}}}, \
             translation_rules: [{{rule: delete, translation_path: [o]}}, {{rule: replace, translation_path: [o], value_name: s}}]"
        )
    };
    for default in ["", ", default: 0"] {
        check(&moved("[0, 1, 77]", default), &moved("[0, 1]", default), false);
    }
}

#[test]
fn a_source_beside_an_empty_target_is_tried() {
    let properties =
        "properties: {f: {type: any}, h: {type: string, constraints: [custom_constraint: json_string]}}";
    let rule = "translation_rules: [{rule: replace, translation_path: [f], value_path: [h]}]";
    check(&format!("{properties}, {rule}"), properties, true);
}

#[test]
fn a_value_that_a_validation_rule_forbids_was_never_accepted() {
    let forbidden = |c: &str, rule: &str| {
        format!("properties: {{c: {{type: {c}}}, d: {{type: string}}}}, validation_rules: [{{{rule}}}]")
    };
    let old = forbidden("string", "all: [{property: [c], is: missing}]");
    let rule = "translation_rules: [{rule: replace, translation_path: [d], value_name: c}]";
    check(&old, "properties: {d: {type: string}}", false);
    check(&format!("{old}, {rule}"), "properties: {d: {type: string}}", true);
    let check = |rule: &str, is_breaking: bool| {
        check(&forbidden("string", rule), &forbidden("integer", rule), is_breaking);
    };
    check("all: [[d], {property: [c], is: missing}]", false);
    check("none: [{property: [c], is: given}]", false);
    check("at_least_one: [{property: [c], is: missing}]", false);
    check("exactly_one: [{property: [d], in: []}, {property: [c], is: missing}]", false);
    check("at_least_one: [{property: [c], is: missing}, [d]]", true);
    check("none: [[c]]", true);
    check("none: [{property: [c], is: given}], when: [[d]]", true);
}

#[test]
fn nothing_inside_what_requires_the_impossible_was_accepted() {
    let items = |start: &str, size: &str, rules: &str| {
        format!(
            "properties: {{l: {{type: list, schema: {{'*': {{type: map, schema: {{start: {{type: string{start}}}, \
             size: {{type: integer, {size}, constraints: [allowed_values: [{{}}]]}}}}}}}}}}}}{rules}"
        )
    };
    let required = ", required: true";
    let check = |size: &str, rules: &str, is_breaking: bool| {
        check(&items("", size, rules), &items(required, size, rules), is_breaking);
    };
    check("required: true", "", false);
    check("update_allowed: true", "", true);
    let rule = ", translation_rules: [{rule: delete, translation_path: [l, size]}]";
    check("required: true", rule, true);
}

#[test]
fn a_value_that_a_rule_moves_to_another_type_was_never_accepted() {
    let moved = |allowed: &str, target: &str, rule: &str| {
        format!(
            "properties: {{e: {{type: integer, constraints: [allowed_values: {allowed}]}}, d: {{type: {target}}}, f: {{type: string}}}}, \
             translation_rules: [{{rule: replace, translation_path: [d], value_path: [e]{rule}}}]"
        )
    };
    check(&moved("[0, 1, 5]", "list", ""), &moved("[1, 5]", "list", ""), false);
    let text = |property: &str| {
        format!(
            "properties: {{e: {{type: {property}}}, d: {{type: list}}}}, \
             translation_rules: [{{rule: replace, translation_path: [d], value_path: [e]}}]"
        )
    };
    check(&text("string"), &text("boolean"), false);
    check(&text("string"), &text("string, required: true"), true);
    for (target, rule) in [("integer", ""), ("list", ", when: {property: f}")] {
        check(&moved("[0, 1, 5]", target, rule), &moved("[1, 5]", target, rule), true);
    }
}

#[test]
fn a_renamed_value_has_to_fit_the_new_type() {
    let renamed = |pattern: &str, new: &str| {
        let property = format!("a: {{type: string, constraints: [allowed_pattern: '{pattern}']}}");
        let rule = "translation_rules: [{rule: replace, translation_path: [b], value_path: [a]}]";
        (format!("properties: {{{property}}}"), format!("properties: {{{property}, b: {{{new}}}}}, {rule}"))
    };
    let check_renamed = |pattern: &str, new: &str, is_breaking: bool| {
        let (before, after) = renamed(pattern, new);
        check(&before, &after, is_breaking);
    };
    check_renamed("^([0-9]+(-[0-9]+)?)(,([0-9]+(-[0-9]+)?))*$", "type: integer", true);
    check_renamed("[0-9]+", "type: integer", false);
    check_renamed("[0-9]+(\\.[0-9])?", "type: integer", true);
    check_renamed("[0-9]+(\\.[0-9])?", "type: number", false);
    check_renamed("[0-9]+(\\.[0-9]){0,2}", "type: number", true);
    check_renamed("true|false", "type: boolean", false);
    check_renamed("true|false|maybe", "type: boolean", true);
}

#[test]
fn a_rule_that_empties_a_required_member_is_tried() {
    let nested = "properties: {l: {type: list, schema: {'*': {type: map, schema: {
        n: {type: string}, o: {type: string}, m: {type: map, schema: {p: {type: list, schema: {'*': {type: map, schema: {
            q: {type: string, required: true}}}}}}}}}}}}";
    let rule = "translation_rules: [{rule: delete, translation_path: [l, m, p, q]}]";
    check(nested, &format!("{nested}, {rule}"), true);
}

#[test]
fn a_cycle_of_rules_is_shown_by_what_goes_through_it() {
    let properties = "properties: {a: {type: string}, b: {type: string}}";
    let rule = "{rule: replace, translation_path: [b], value_path: [a]}";
    let back = "{rule: replace, translation_path: [a], value_name: b}";
    let (sides, findings) = findings(
        &format!("{properties}, translation_rules: [{rule}]"),
        &format!("{properties}, translation_rules: [{rule}, {back}]"),
    );
    let evidence = findings.iter().find_map(|finding| finding.evidence.as_ref()).unwrap();
    assert!(!evidence.data.is_empty(), "{findings:#?}");
    let judges = [&sides[0], &sides[1]].map(Judge::new);
    assert!(judges[0].accepts(&evidence.data) && !judges[1].accepts(&evidence.data));
}

#[test]
fn groups_of_what_nothing_can_give_refuse_nothing() {
    let words = "properties: {words: {type: map, schema: {a: {type: string}}}, b: {type: string}}";
    let groups = |text: &str| format!("{words}, properties_groups: [{text}]");
    check(&groups("{or: [[words, ''], [b]]}"), &groups("{or: [[b]]}"), false);
    check(&groups("{or: [[words, a], [b]]}"), &groups("{or: [[b]]}"), true);
    check(&groups("{or: [[gone], [b]]}"), &groups("{or: [[b]]}"), false);
}

#[test]
fn the_order_in_which_rules_name_properties_does_not_matter() {
    let many: Vec<String> = (0..30).map(|number| format!("p{number}: {{type: string}}")).collect();
    let all: Vec<String> = (0..30).map(|number| format!("[p{number}]")).collect();
    let back: Vec<String> = all.iter().rev().cloned().collect();
    for key in ["equal", "exactly_one", "at_most_one", "at_least_one", "all", "none"] {
        let rule = |paths: &[String]| {
            format!(
                "properties: {{{}}}, validation_rules: [{{{key}: [{}]}}]",
                many.join(", "),
                paths.join(", ")
            )
        };
        check(&rule(&all), &rule(&back), false);
    }
}

#[test]
fn empty_paths_are_refused() {
    for text in [
        "translation_rules: [{rule: delete, translation_path: []}]",
        "translation_rules: [{rule: replace, translation_path: [a], value_path: []}]",
        "validation_rules: [{none: [[]]}]",
        "validation_rules: [{for_each: [], none: [[a]]}]",
        "validation_rules: [{equal: [[], [a]]}]",
        "properties_groups: [{xor: [[], [a]]}]",
    ] {
        let text = format!("{{type: A::B, properties: {{a: {{type: string}}}}, {text}}}");
        let loaded = load_schema(&heat_yaml::Source::new("B.yaml", text.as_str()));
        let messages: Vec<_> = loaded.diagnostics.iter().map(|each| each.message.as_str()).collect();
        assert!(
            messages.iter().any(|message| message.ends_with("must not be empty")),
            "{text}: {messages:?}"
        );
    }
}

#[test]
fn an_update_that_costs_more_in_some_case_is_dangerous() {
    let effect = |cases: &str| {
        let cases = if cases.is_empty() { String::new() } else { format!(", cases: [{cases}]") };
        format!(
            "properties: {{p: {{type: string}}, a: {{type: string, update_allowed: true, update_effect: {{level: none{cases}}}}}}}"
        )
    };
    let case = |values: &str, level: &str| {
        format!("{{when: [{{property: [p], in: [{values}]}}], level: {level}, reason: Why.}}")
    };
    let check = |before: &str, after: &str, expect: Severity| {
        let (_, findings) = findings(&effect(before), &effect(after));
        let worst = findings.iter().map(|each| each.severity).min();
        assert_eq!(worst, Some(expect), "{before} → {after}: {findings:#?}");
    };
    let one = case("x", "interrupts");
    check(&one, &case("x", "loses_data"), Severity::Dangerous);
    check(&case("x", "loses_data"), &one, Severity::Safe);
    check("", &one, Severity::Dangerous);
    check(&one, "", Severity::Safe);
    let none = one.replace("interrupts", "none");
    check("", &none, Severity::Docs);
    // Where both cases apply, the first decides.
    let [first, second] = [&one, &case("x, y", "loses_data")];
    check(&format!("{first}, {second}"), &format!("{second}, {first}"), Severity::Dangerous);
    check(&format!("{second}, {first}"), &format!("{first}, {second}"), Severity::Safe);
    check(&one, &one.replace("Why", "Because"), Severity::Docs);
}

#[test]
fn tables_say_what_else_changed() {
    let release = |more: &str| {
        let text = format!("- {{version: 20.0.0, name: \"2023.1\", date: \"2023-03-22\"{more}}}");
        heat_model::load::load_releases(&heat_yaml::Source::new("releases.yaml", text.as_str())).0
    };
    let check = |before: &str, after: &str, expect: &[&str]| {
        let [before, after] = [before, after].map(release);
        let constraints = heat_model::CustomConstraintTable::default();
        let tables =
            |releases| Tables { releases, constraints: &constraints, has_history: false, has_past: false };
        let found = compare_tables(tables(&before), tables(&after), &Policy::new(&before));
        assert_eq!(found.iter().map(|each| each.rule.id).collect::<Vec<_>>(), expect);
    };
    let [named, other] = [", code_name: Antelope", ", code_name: Ant"];
    check(named, "", &["release-code-name-changed"]);
    check(named, other, &["release-code-name-changed"]);
    check("", named, &["release-documented"]);
}
