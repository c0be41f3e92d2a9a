//! Findings of the rules about reading in small schemas.

use std::fmt::Write as _;

use crate::{rule, tests};

/// Compares the findings of the rule with this id.
#[track_caller]
fn check(id: &str, yaml: &str, expect: &[&str]) {
    tests::check(rule(id).unwrap(), yaml, expect);
}

#[test]
fn every_map_has_each_key_once() {
    check(
        "duplicate-key",
        "properties: {a: {type: string}, a: {type: integer}}
attributes: {b: {type: string, type: map}}",
        &["a => the key \"a\" is defined twice", "type => the key \"type\" is defined twice"],
    );
    check("duplicate-key", "properties: {a: {type: string}, A: {type: string}}", &[]);
}

/// Returns a property with this many levels of nesting.
fn nested(levels: usize) -> String {
    let mut yaml = "properties:\n".to_owned();
    for level in 0..levels {
        let indent = level * 4 + 2;
        let _ = write!(yaml, "{:indent$}p{level}:\n{:indent$}  type: map\n{:indent$}  schema:\n", "", "", "");
    }
    let indent = levels * 4 + 2;
    let _ = write!(yaml, "{:indent$}last: {{type: string}}", "");
    yaml
}

#[test]
fn sixteen_levels_are_enough() {
    check("too-deep", &nested(15), &[]);
    check("too-deep", &nested(16), &["last: {type: string} => schemas are nested more than 16 levels deep"]);
}

#[test]
fn keys_are_known_everywhere() {
    check(
        "unknown-key",
        "descriptoin: x
properties:
  a:
    type: list
    schema: {'*': {type: map, schema: {b: {type: string, requierd: true}}}}
    constraints: [{lenght: {min: 1}}, {range: {minimum: 1}}]
attributes: {c: {type: string, cachemode: cache_none}}
update_policy: {d: {type: string, defalt: x}}
support_status: [{since: 5.0.0}]
translation_rules: [{rule: delete, translation_path: [a], when: {prop: a}}]
properties_groups: [{nor: [[a]]}]
examples: [{title: t, template: x, text: y}]",
        &[
            "descriptoin => a schema has no key `descriptoin`",
            "requierd => a property has no key `requierd`",
            "lenght => a constraint has no key `lenght`",
            "minimum => a range has no key `minimum`",
            "cachemode => an attribute has no key `cachemode`",
            "defalt => a property has no key `defalt`",
            "since => a support status has no key `since`",
            "prop => `when` has no key `prop`",
            "nor => a properties group has no key `nor`",
            "text => an example has no key `text`",
        ],
    );
}

#[test]
fn names_are_not_keys() {
    check(
        "unknown-key",
        "properties: {anything: {type: map, default: {any: thing}, schema: {x: {type: string}}}}",
        &[],
    );
}

#[test]
fn required_keys_are_present() {
    check(
        "missing-key",
        "properties: {a: {description: A.}, b: {type: map, schema: {c: {}}}}
translation_rules: [{rule: delete}, {translation_path: [a]}]
examples: [{title: t}]
sections: [{title: s}]
accepted_findings: [{rule: missing-description}]
properties_groups: [{api_versions: {client_plugin: nova}}]",
        &[
            "{description: A.} => a property must have a type",
            "{} => a property must have a type",
            "{rule: delete} => a translation rule needs `translation_path`",
            "{translation_path: [a]} => a translation rule needs `rule`",
            "{title: t} => an example needs `template`",
            "{title: s} => a section needs `properties`",
            "{rule: missing-description} => an accepted finding needs `reason`",
            "{client_plugin: nova} => `api_versions` needs `versions`",
            "{client_plugin: nova} => `api_versions` needs `properties`",
        ],
    );
    check("missing-key", "attributes: {a: {}}\nsupport_status: [{}]", &[]);
}

#[test]
fn empty_and_repeated_facts_are_refused() {
    check("invalid-value", "sections: []", &["[] => `sections` must not be empty"]);
    check(
        "invalid-value",
        "sections: [{title: ' ', properties: []}]",
        &["' ' => `title` must not be empty", "[] => `properties` must not be empty"],
    );
    check(
        "invalid-value",
        "sections: [{title: A, properties: [a, b]}, {title: A, properties: [c, a]}]",
        &["A => the title of a section is written twice", "a => a property in `sections` is written twice"],
    );
    check("invalid-value", "needs_first: []", &["[] => `needs_first` must not be empty"]);
    check(
        "invalid-value",
        "needs_first: [{type: My::Custom::Secret, reason: ''}]",
        &["'' => `reason` must not be empty"],
    );
    check("invalid-value", "get_resource: ''", &["'' => `get_resource` must not be empty"]);
    check("invalid-value", "commands: {}", &["{} => `commands` must have `list`, `show` or `none`"]);
    check("invalid-value", "commands: {list: ''}", &["'' => `list` must not be empty"]);
    check(
        "invalid-value",
        "commands: {list: token list, none: There are none.}",
        &["There are none. => `none` is the reason why there are no commands, and there are some"],
    );
}

#[test]
fn a_misspelt_key_is_not_missing() {
    check("missing-key", "properties: {a: {tpye: string}}", &[]);
}

#[test]
fn types_are_those_of_heat() {
    check(
        "invalid-type",
        "properties: {a: {type: String}, b: {type: list, schema: {'*': {type: int}}}}
attributes: {c: {type: number}, d: {type: list}, e: {type: any}}",
        &[
            "String => `String` is not a type",
            "int => `int` is not a type",
            "number => `number` is not an attribute's type",
            "any => `any` is not an attribute's type",
        ],
    );
}

#[test]
fn values_are_of_the_kind_of_their_key() {
    check(
        "invalid-type",
        "properties: {a: {type: string, required: 'yes', description: [x]}, 5: {type: string}}
support_status: {version: 5.0.0}
keywords: [vm, no, [disk]]
attributes: []
physical_resource_name_limit: 0
translation_rules: [{rule: delete, translation_path: a}]",
        &[
            "'yes' => `required` is true or false, not a string",
            "[x] => a description is a string, not a list",
            "5 => a key must be a string, not an integer",
            "{version: 5.0.0} => `support_status` is a list, not a map",
            "no => an item of `keywords` is a string, not a boolean",
            "[disk] => an item of `keywords` is a string, not a list",
            "[] => `attributes` is a map, not a list",
            "0 => `physical_resource_name_limit` must be a positive integer, not 0",
            "a => `translation_path` is a list, not a string",
        ],
    );
}

#[test]
fn a_version_is_a_string() {
    check(
        "invalid-type",
        "support_status: [{version: 2014.2}]",
        &["2014.2 => `version` is a string, not a number"],
    );
    check("invalid-type", "support_status: [{version: 5.0.0}, {version: '2014.2'}]", &[]);
}

#[test]
fn values_are_from_the_known_list() {
    check(
        "invalid-value",
        "support_status: [{status: hidden}]
properties: {a: {type: string, support_status: [{status: GONE}]}}
attributes: {b: {cache_mode: cache_all}, c: {cache_mode: cache_local}}
translation_rules: [{rule: Replace, translation_path: [a], value: b}]",
        &[
            "hidden => `hidden` is not a support status",
            "GONE => `GONE` is not a support status",
            "cache_all => `cache_all` is not a cache mode",
            "Replace => `Replace` is not a translation rule",
        ],
    );
}

#[test]
fn one_operator_per_group() {
    let properties = "properties: {a: {type: string}}\nproperties_groups";
    check(
        "invalid-group",
        &format!("{properties}: [{{or: [[a], {{xor: [[a]], and: [[a]]}}]}}]"),
        &["{xor: [[a]], and: [[a]]} => a properties group must have exactly one operator"],
    );
    check(
        "invalid-group",
        &format!("{properties}: [{{}}]"),
        &["{} => a properties group must have exactly one operator"],
    );
    check("invalid-group", &format!("{properties}: [{{or: [[a], {{xor: [[a]]}}]}}]"), &[]);
}
