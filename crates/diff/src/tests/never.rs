//! Values that no data ever had, whose loss breaks nothing, and values that only look like them.

use super::*;

/// Checks whether a change of a property `p` breaks templates or stacks. `others` is the rest of the type's text.
#[track_caller]
fn check(before: &str, after: &str, others: &str, is_breaking: bool) {
    let sides =
        [before, after].map(|p| schema("", &format!("{{type: A::B, properties: {{p: {{{p}}}, {others}")));
    let findings = compare(&[&sides[0]], &[&sides[1]], &Policy::new(&ReleaseTable::default()));
    let found = findings.iter().any(|each| each.severity == Severity::Breaking);
    assert_eq!(found, is_breaking, "{before} → {after}, {others}: {findings:#?}");
}

#[test]
fn a_value_that_validation_rules_forbid_among_others() {
    let check = |rules: &str, is_breaking: bool| {
        let others = format!("a: {{type: string}}}}, validation_rules: [{rules}]}}");
        check("type: string", "type: integer", &others, is_breaking);
    };
    check("{at_most_one: [{property: [a], not_in: []}, {property: [p], is: given}]}", false);
    check("{at_most_one: [{property: [a], not_in: [x]}, {property: [p], is: given}]}", true);
    check("{none: [[p]]}, {none: [{property: [p], in: ['']}]}", false);
    check("{none: [[p]]}, {none: [{property: [p], in: [x]}]}", true);
    check("{all: [{property: [p], in: []}]}", false);
    check("{all: [{property: [p], custom_constraint: json_string}]}", true);
}

#[test]
fn a_number_that_validation_rules_forbid_by_its_place_in_a_row() {
    let check = |range: &str, others: &str, is_breaking: bool| {
        let after = format!("type: integer, constraints: [{{range: {{{range}}}}}]");
        check("type: integer", &after, others, is_breaking);
    };
    let rules =
        |rules: &str| format!("a: {{type: integer, required: true}}}}, validation_rules: [{rules}]}}");
    let own = rules("{ascending: [0, [p], 10]}");
    check("min: 0, max: 10", &own, false);
    check("min: 1", &own, true);
    check("max: 9", &own, true);
    // The bound comes through another property that is always set.
    let chain = "{ascending: [0, [a]]}, {ascending: [[a], [p]]}";
    check("min: 0", &rules(chain), false);
    check("min: 1", &rules(chain), true);
    check("max: 100", &rules(chain), true);
    check("min: 0", &rules(chain).replace(", required: true", ""), true);
    check("min: 0", &rules(chain).replace("required: true", "default: 1"), false);
    check("min: 0", &rules("{ascending: [0, [p]], when: [[a]]}"), true);
    check("min: 0", &rules("{ascending: [[a], [p]]}, {ascending: [[p], [a]]}"), true);
    let moved = format!("b: {{type: integer}}, {}", rules(chain)).replace(
        "validation_rules",
        "translation_rules: [{rule: replace, translation_path: [p], value_path: [b]}], validation_rules",
    );
    check("min: 0", &moved, true);
}

#[test]
fn a_value_that_groups_forbid() {
    let check = |groups: &str, is_breaking: bool| {
        let others = format!("a: {{type: string}}}}, properties_groups: [{groups}]}}");
        check("type: string", "type: integer", &others, is_breaking);
    };
    check("{and: [{and: [[p]]}, {and: []}]}", false);
    check("{xor: [[p], [p]]}", false);
    check("{and: [[p], [a]]}", true);
}

#[test]
fn a_value_that_is_moved_as_it_is_written() {
    let check = |p: [&str; 2], rule: &str, is_breaking: bool| {
        let others = format!(
            "t: {{type: boolean}}}}, translation_rules: [{{rule: replace, translation_path: [t], {rule}}}]}}"
        );
        check(p[0], p[1], &others, is_breaking);
    };
    let address = [
        "type: string, constraints: [custom_constraint: net_cidr]",
        "type: string, constraints: [custom_constraint: mac_addr]",
    ];
    check(address, "value_name: p", false);
    check(address, "value_name: p, when: {property: t}", true);
    check(
        ["type: map, schema: {x: {type: string}}", "type: map, schema: {y: {type: string}}"],
        "value_name: p",
        false,
    );
}

#[test]
fn a_map_with_members_is_never_empty() {
    let map = |of: &str| format!("type: map, schema: {{x: {{type: {of}}}}}");
    let rules = "validation_rules: [{none: [[p]]}]";
    let resolve = "translation_rules: [{rule: resolve, translation_path: [p], client_plugin: a, finder: b}]";
    check(&map("string"), &map("integer"), &format!("a: {{type: string}}}}, {rules}}}"), false);
    check(&map("string"), &map("integer"), &format!("a: {{type: string}}}}, {rules}, {resolve}}}"), false);
    check("type: map", "type: list", &format!("a: {{type: string}}}}, {rules}}}"), true);
}

#[test]
fn a_value_that_is_moved_where_a_validation_rule_forbids_it() {
    let check = |target: &str, rule: &str| {
        let others = format!(
            "t: {{type: {target}}}}}, validation_rules: [{rule}], \
             translation_rules: [{{rule: replace, translation_path: [t], value_name: p}}]}}"
        );
        let sides = ["type: map, schema: {x: {type: integer}}", "type: map, schema: {x: {type: list}}"];
        check(sides[0], sides[1], &others, false);
    };
    check("any", "{all: [{items: [t]}]}");
    check("map", "{all: [{property: [t], is: missing}]}");
}

#[test]
fn a_value_that_is_moved_where_it_has_the_wrong_type() {
    let check = |more: &str, is_breaking: bool| {
        let others = format!(
            "t: {{type: list}}, c: {{type: any}}}}, translation_rules: [\
             {{rule: replace, translation_path: [t], value_path: [p]}}, {{{more}}}]}}"
        );
        check("type: map", "type: map, schema: {x: {type: integer}}", &others, is_breaking);
    };
    check("rule: add, translation_path: [c], value_path: [t]", false);
    check("rule: replace, translation_path: [c], value_path: [t]", true);
}

#[test]
fn a_deleted_property_whose_default_gets_another_type_affects_every_update() {
    let others = "c: {type: any, update_allowed: true}}, \
                  translation_rules: [{rule: add, translation_path: [p], value: [a]}, {rule: delete, translation_path: [p]}]}";
    check("type: string, default: ''", "type: map, default: ''", others, true);
}

#[test]
fn a_property_with_one_value_cannot_be_updated() {
    let update = ["", ", update_allowed: true"];
    let check = |p: &str, rules: &str, is_breaking: bool| {
        let others = format!("a: {{type: any}}}}, {rules}}}");
        check(&format!("{p}{}", update[1]), p, &others, is_breaking);
        check(p, &format!("{p}, immutable: true"), &others, is_breaking);
    };
    let no_true = "validation_rules: [{none: [{property: [p], in: [true]}]}]";
    check("type: boolean, default: false", no_true, false);
    check("type: boolean", no_true, true);
    check("type: boolean, default: true", "validation_rules: []", true);
    check("type: string, constraints: [allowed_values: [x]], required: true", "validation_rules: []", false);
    check("type: string, constraints: [allowed_values: [x]]", "validation_rules: []", true);
    check(
        "type: list, schema: {'*': {type: map}}, constraints: [allowed_values: [x]], default: []",
        "validation_rules: []",
        false,
    );
    check("type: list, constraints: [allowed_values: [x]], default: []", "validation_rules: []", true);
    let moved = "translation_rules: [{rule: replace, translation_path: [p], value_name: a}]";
    check("type: boolean, constraints: [allowed_values: [false]], default: false", moved, true);
    let fixed = "translation_rules: [{rule: replace, translation_path: [p], value: false}]";
    check("type: boolean, constraints: [allowed_values: [false]], required: true", fixed, false);
}

#[test]
fn a_value_that_is_no_longer_accepted_and_was_forbidden() {
    let allowed = |values: &str| format!("type: integer, constraints: [allowed_values: [{values}]]");
    let check = |rules: &str, is_breaking: bool| {
        check(&allowed("1, 2"), &allowed("1"), &format!("a: {{type: string}}}}, {rules}}}"), is_breaking);
    };
    check("validation_rules: [{none: [{property: [p], in: [2]}]}]", false);
    check("validation_rules: [{when: [[a]], none: [{property: [p], in: [2]}]}]", true);
    check("validation_rules: [{all: [{property: [p], not_in: [2, 3]}]}]", false);
}

#[test]
fn lists_that_are_always_empty() {
    let list = |of: &str| format!("type: list, schema: {{'*': {{type: {of}}}}}");
    let check = |rules: &str, is_breaking: bool| {
        let others = format!("a: {{type: list}}}}, {rules}}}");
        check(&list("list"), &list("list, implemented: false"), &others, is_breaking);
        check(&list("string"), &list("string, constraints: [length: {max: 1}]"), &others, is_breaking);
    };
    check("validation_rules: [{none: [{any: [[p]]}]}]", false);
    check("validation_rules: [{none: [[p], [a]]}]", false);
    check("validation_rules: [{at_most_one: [[p], [a]]}]", true);
}

#[test]
fn a_list_whose_schema_names_members_is_always_empty() {
    check(
        "type: list, schema: {x: {type: string}}",
        "type: list, schema: {'*': {type: number}}",
        "a: {type: any}}}",
        false,
    );
    check("type: list", "type: list, schema: {'*': {type: number}}", "a: {type: any}}}", true);
}

#[test]
fn what_is_added_to_is_a_list() {
    let check = |before: &str, after: &str, rule: &str, is_breaking: bool| {
        let others = format!(
            "a: {{type: string}}}}, translation_rules: [{{rule: add, translation_path: [p], {rule}}}]}}"
        );
        check(before, after, &others, is_breaking);
    };
    for rule in ["value: [x]", "value_name: a"] {
        check("type: integer", "type: integer, constraints: [range: {max: 1}]", rule, false);
        check("type: any", "type: any, constraints: [length: {max: 1}]", rule, true);
        let list = "type: list, schema: {'*': {type: string}}";
        let shorter = "type: list, schema: {'*': {type: string, constraints: [length: {max: 0}]}}";
        check(list, shorter, rule, false);
        // Without its own value, the property gets the items that the rule adds.
        check(list, "type: list, schema: {'*': {type: integer}}", rule, true);
    }
    check(
        "type: integer",
        "type: integer, constraints: [range: {max: 1}]",
        "value: [x], when: {property: a}",
        true,
    );
}

#[test]
fn a_member_whose_default_is_refused_is_required_in_vain() {
    let map = |y: &str, x: &str| {
        format!(
            "type: map, schema: {{x: {{type: string{x}}}, y: {{type: map, {y}, \
             schema: {{s: {{type: string}}, t: {{type: string}}}}, constraints: [length: {{max: 1}}]}}}}"
        )
    };
    let shorter = ", constraints: [length: {max: 2}]";
    check(&map("default: {}", ""), &map("default: {}", shorter), "a: {type: any}}}", false);
    check(&map("required: false", ""), &map("required: false", shorter), "a: {type: any}}}", true);
}

#[test]
fn what_rules_and_groups_require_already() {
    let check = |more: &str, is_breaking: bool| {
        let others = format!("a: {{type: any}}}}, {more}}}");
        check("type: string", "type: string, required: true", &others, is_breaking);
    };
    check("properties_groups: [{or: [[p]]}]", false);
    check("properties_groups: [{or: [[p], [a]]}]", true);
    check("properties_groups: [{or: [[p], [a]]}, {xor: [{and: [[p]]}, [a]]}]", true);
    check("validation_rules: [{all: [{property: [p], is: given}]}]", false);
    check("validation_rules: [{at_least_one: [[p], [a]]}]", true);
    let resolve = "{rule: resolve, translation_path: [p], client_plugin: a, finder: b}";
    check(&format!("properties_groups: [{{or: [[p]]}}], translation_rules: [{resolve}]"), false);
}

#[test]
fn a_value_that_python_takes_for_false_is_the_only_one() {
    let check = |p: &str, is: &str, is_breaking: bool| {
        let others =
            format!("a: {{type: string}}}}, validation_rules: [{{none: [{{property: [p], is: {is}}}]}}]}}");
        let [before, after] = ["update_allowed", "immutable"].map(|key| format!("{p}, {key}: true"));
        check(&before, &after, &others, is_breaking);
    };
    check("type: integer, default: 0", "filled", false);
    check("type: string, default: ''", "filled", false);
    // Templates have to write 0.
    check("type: integer, default: 1", "filled", false);
    check("type: integer, default: 0", "empty", true);
}

#[test]
fn an_emptied_required_property_is_a_change_in_every_update() {
    let others = |rule: &str| {
        format!("a: {{type: any, required: true}}, b: {{type: any}}}}, translation_rules: [{{{rule}}}]}}")
    };
    let update = "type: string, update_allowed: true";
    check(update, "type: string", &others("rule: replace, translation_path: [b], value_name: a"), false);
    check(update, "type: string", &others("rule: delete, translation_path: [a], when: {property: b}"), true);
    let in_place = others("rule: replace, translation_path: [b], value_name: a")
        .replace("required: true", "required: true, update_allowed: true");
    check(update, "type: string", &in_place, false);
    check(update, "type: string", &others("rule: replace, translation_path: [a], value_name: b"), true);
}

#[test]
fn lists_with_a_constraint_on_texts_are_empty() {
    let list = |item: &str, constraints: &str| {
        format!("type: list, schema: {{'*': {{type: {item}}}}}, constraints: [{constraints}]")
    };
    let check = |name: &str, is_breaking: bool| {
        let custom = format!("custom_constraint: {name}");
        check(&list("string", &custom), &list("integer", &custom), "a: {type: any}}}", is_breaking);
        check(
            &list("string", &custom),
            &list("string", "allowed_values: [x]"),
            "a: {type: any}}}",
            is_breaking,
        );
    };
    check("json_string", false);
    check("mac_addr", false);
    check("nova.flavor", true);
}

#[test]
fn lists_that_would_have_to_be_texts_are_empty() {
    let check = |list: &str, item: [&str; 2], rule: &str, is_breaking: bool| {
        let sides = item.map(|item| format!("type: {list}, schema: {{'*': {{type: {item}}}}}"));
        let others = format!("a: {{type: any}}}}, validation_rules: [{{{rule}}}]}}");
        check(&sides[0], &sides[1], &others, is_breaking);
    };
    let satisfies = |name: &str| format!("{{property: [p], custom_constraint: {name}}}");
    let either =
        |names: [&str; 2]| format!("at_least_one: [{}, {}]", satisfies(names[0]), satisfies(names[1]));
    check("list", ["string", "integer"], &either(["net_cidr", "dns_name"]), false);
    check("list", ["string", "integer"], &either(["net_cidr", "nova.flavor"]), true);
    check("list", ["string", "integer"], &format!("none: [{}]", satisfies("dns_name")), true);
}

#[test]
fn lists_whose_items_rules_forbid_are_empty() {
    let check = |item: [&str; 2], rules: &str, is_breaking: bool| {
        let sides = item.map(|item| format!("type: list, schema: {{'*': {{{item}}}}}"));
        check(&sides[0], &sides[1], &format!("a: {{type: list}}}}, {rules}}}"), is_breaking);
    };
    let rule = |of: &str| format!("validation_rules: [{{for_each: [p], {of}}}]");
    let text = ["type: string", "type: integer"];
    let map = ["type: map, schema: {x: {type: string}}", "type: map, schema: {x: {type: integer}}"];
    check(text, &rule("at_least_one: []"), false);
    check(text, &rule("all: [{property: [x], is: given}]"), false);
    check(map, &rule("all: [{property: [x], is: given}]"), true);
    check(map, &rule("all: [{property: [x], in: []}]"), false);
    check(text, &rule("at_least_one: []").replace("[p]", "[a]"), true);
    let resolve = "translation_rules: [{rule: resolve, translation_path: [p], client_plugin: a, finder: b}]";
    check(text, &format!("{}, {resolve}", rule("at_least_one: []")), false);
    // A list that is moved away has no items when rules are checked.
    let moved = "translation_rules: [{rule: replace, translation_path: [a], value_path: [p]}]";
    check(text, &format!("{}, {moved}", rule("at_least_one: []")), true);
}

#[test]
fn what_a_rule_deletes_is_only_moved_as_it_is_written() {
    let check = |p: [&str; 2], rule: &str, is_breaking: bool| {
        let others = format!(
            "t: {{type: any}}}}, translation_rules: [{{rule: delete, translation_path: [p]}}, {rule}]}}"
        );
        check(p[0], p[1], &others, is_breaking);
    };
    let of = ["type: boolean", "type: integer"];
    check(of, "{rule: replace, translation_path: [t], value_name: p}", false);
    check(of, "{rule: replace, translation_path: [t], value_path: [p]}", true);
}

#[test]
fn groups_of_required_properties() {
    let check = |h: &str, is_breaking: bool| {
        let others = format!(
            "h: {{type: integer{h}}}, a: {{type: any}}}}, properties_groups: [{{xor: [[h], [p]]}}]}}"
        );
        check("type: string", "type: integer", &others, is_breaking);
    };
    check(", required: true", false);
    check("", true);
    check(", required: true, default: 1", true);
}

#[test]
fn a_moved_value_that_its_target_cannot_read_before_names_are_resolved() {
    let check = |target: &str, is_breaking: bool| {
        let others = format!(
            "t: {{type: {target}}}}}, translation_rules: [\
             {{rule: resolve, translation_path: [t], client_plugin: a, finder: b}}, \
             {{rule: replace, translation_path: [t], value_path: [p]}}]}}"
        );
        check("type: map", "type: map, schema: {x: {type: integer}}", &others, is_breaking);
    };
    check("boolean", false);
    check("any", true);
}

#[test]
fn a_rule_that_replaces_with_nothing_keeps_the_value() {
    let address = ["ip_or_cidr", "dns_name"]
        .map(|name| format!("type: string, constraints: [custom_constraint: {name}]"));
    let check = |values: &str, is_breaking: bool| {
        let rule = |value: &str| format!("{{rule: replace, translation_path: [p], value: {value}}}");
        let rules: Vec<String> = values.split(' ').map(rule).collect();
        let others = format!("a: {{type: any}}}}, translation_rules: [{}]}}", rules.join(", "));
        check(&address[0], &address[1], &others, is_breaking);
    };
    check("abc ''", false);
    check("'' ''", true);
}

#[test]
fn a_number_of_a_range_with_one_number_cannot_be_updated() {
    let check = |range: &str, is_breaking: bool| {
        let p = format!("type: number, required: true, constraints: [range: {range}]");
        check(&p, &format!("{p}, immutable: true"), "a: {type: any}}}", is_breaking);
    };
    check("{min: 5, max: 5.0}", false);
    check("{min: 5, max: 6}", true);
    check("{min: 5}", true);
}

#[test]
fn an_emptied_property_whose_default_has_another_type_fails_every_update() {
    let check = |default: &str, is_breaking: bool| {
        let others = format!(
            "a: {{type: list, schema: {{'*': {{type: list}}}}, default: [{default}]}}}}, \
             translation_rules: [{{rule: delete, translation_path: [a]}}]}}"
        );
        check("type: string, update_allowed: true", "type: string", &others, is_breaking);
    };
    check("x", false);
    check("[x]", true);
}

#[test]
fn null_is_written_for_what_rules_ask_for() {
    let others = "a: {type: any}}, validation_rules: [{all: [{property: [p], in: [0]}]}]}";
    check("type: boolean", "type: boolean, default: true", others, true);
}

#[test]
fn a_moved_value_that_only_the_new_target_cannot_read() {
    let number = "type: number, constraints: [modulo: {step: 2, offset: 0}]";
    let rule = |target: &str| format!("{{rule: replace, translation_path: [{target}], value_name: p}}");
    let side = |more: &str, rules: &str| {
        schema(
            "",
            &format!(
                "{{type: A::B, properties: {{p: {{{number}}}, f: {{type: number}}{more}}}, translation_rules: [{rules}]}}"
            ),
        )
    };
    let before = side("", &rule("f"));
    let after = side(", n: {type: integer}", &format!("{}, {}", rule("f"), rule("n")));
    let findings = compare(&[&before], &[&after], &Policy::new(&ReleaseTable::default()));
    assert!(findings.iter().any(|each| each.rule.id == "templates-refused"), "{findings:#?}");
}
