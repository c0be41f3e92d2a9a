//! From text to tree: values, spans, aliases, limits, JSON.

use super::*;
use crate::DuplicateKeys;
use crate::testing::{outcome, yaml};

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(outcome(&yaml(text).1), expect, "{text:?}");
}

#[track_caller]
fn check_template(text: &str, expect: &str) {
    let source = Source::new("test", text);
    assert_eq!(outcome(&parse_template(&source, &ParseOptions::template())), expect, "{text:?}");
}

#[track_caller]
fn check_limit(options: ParseOptions, text: &str, expect: &str) {
    let source = Source::new("test", text);
    assert_eq!(outcome(&parse(&source, &options)), expect, "{text:?}");
    let template = parse_template(&source, &options);
    assert_eq!(template.has_errors(), template.root.is_none(), "{text:?}");
}

/// Checks the text that each node spans, from the outermost node to the innermost, in source order.
#[track_caller]
fn check_spans(text: &str, expect: &[&str]) {
    let (source, parsed) = yaml(text);
    let mut found = Vec::new();
    let mut work = vec![parsed.root.as_ref().expect("a tree")];
    while let Some(node) = work.pop() {
        found.push(source.slice(node.span));
        match &node.value {
            Value::Sequence(items) => work.extend(items.iter().rev()),
            Value::Mapping(map) => work.extend(map.iter().rev().flat_map(|entry| [&entry.value, &entry.key])),
            _ => {}
        }
    }
    assert_eq!(found, expect, "{text:?}");
}

#[test]
fn scalars_have_their_types() {
    check(
        "a: 010\nb: 0o10\nc: 22:30\nd: 1e3\ne: 1.0e+3\nf: YES\ng: y\nh: 1_000\ni: 2018-08-31\nj: ~\n",
        r#"{a: 8, b: "0o10", c: 1350, d: "1e3", e: 1000.0, f: true, g: "y", h: 1000, i: "2018-08-31", j: null}"#,
    );
    check("a: '1'\nb: \"true\"\nc: |\n  1\n", r#"{a: "1", b: "true", c: "1\n"}"#);
    check("a: 99999999999999999999", "{a: 99999999999999999999}");
    check(
        "[2001-12-14t21:59:43.10-05:00, 2001-12-14 21:59:43]",
        r#"["2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43"]"#,
    );
}

#[test]
fn explicit_tags() {
    check("[!!str 1, !!int '0x10', !!float 1, !!bool 'On', !!null x]", r#"["1", 16, 1.0, true, null]"#);
    check("[!!timestamp 2018-08-31, !!binary aGVhdA==]", r#"["2018-08-31", <bytes [104, 101, 97, 116]>]"#);
    check(
        "[!!map {a: 1}, !!seq [a], !!set {a, b, a: }]",
        "[{a: 1}, [\"a\"], <set \"a\", \"b\">] / 1:40 duplicate-key: the key \"a\" is defined twice (1:34 first defined here)",
    );
    check("[!!omap [a: 1, b: 2], !!pairs [a: 1, a: 2]]", r#"[[["a", 1], ["b", 2]], [["a", 1], ["a", 2]]]"#);
    check("! 12", "12");
    check("[! '12', ! ]", r#"[12, ""]"#);
    check("[! [a], ! {a: b}]", r#"[["a"], {a: "b"}]"#);
    check("!!str {=: 5, a: b}", r#""5""#);
}

#[test]
fn every_mismatched_tag_is_reported() {
    check(
        "- !Ref a\n- !!int b\n- !!map c\n- !!seq {}\n- !!str []\n- !!omap [a]\n- !!pairs [{a: 1, b: 2}]\n- =\n- <<\n",
        "1:3 unknown-tag: unknown tag \"!Ref\" / 2:9 invalid-value: \"b\" is not an integer / \
         3:9 invalid-value: expected a map, but found a scalar / 4:9 invalid-value: expected a list, but found a map / \
         5:9 invalid-value: expected a scalar, but found a list / \
         6:11 invalid-value: expected a map with one key, but found a scalar / \
         7:12 invalid-value: each item must have exactly one key, and this one has 2 / \
         8:3 unknown-tag: `=` without quotes is not a value / 9:3 unknown-tag: `<<` without quotes is not a value",
    );
}

#[test]
fn merge_keys() {
    check("a: &a {x: 1, y: 2}\nb: {z: 3, <<: *a, y: 4}", "{a: {x: 1, y: 2}, b: {x: 1, y: 4, z: 3}}");
    check(
        "- &a {x: 1}\n- &b {x: 2, y: 2}\n- {<<: [*a, *b]}\n- {<<: *a, <<: *b}\n",
        "[{x: 1}, {x: 2, y: 2}, {x: 1, y: 2}, {x: 2, y: 2}]",
    );
    check("- &a {x: 1}\n- &b {<<: *a, y: 2}\n- {<<: *b}\n", "[{x: 1}, {x: 1, y: 2}, {x: 1, y: 2}]");
    check("{<<: !any {x: 1}, <<: [], '<<': 2}", r#"{x: 1, "<<": 2}"#);
    check("!!set {<<: {x: 1}, y}", r#"<set "x", "y">"#);
    check("{=: 1}", r#"{"=": 1}"#);
    check("<<: 5", "1:5 invalid-merge: the value of a merge key must be a map or a list of maps");
    check("<<: [a]", "1:6 invalid-merge: the value of a merge key must be a map or a list of maps");
    check("!!omap [<<: {}]", "1:9 unknown-tag: `<<` without quotes is not a value");
}

#[test]
fn duplicate_keys_name_both_places() {
    check(
        "a: 1\nb: 2\na: 3\n",
        "{a: 3, b: 2} / 3:1 duplicate-key: the key \"a\" is defined twice (1:1 first defined here)",
    );
    check(
        "{1: a, 1.0: b, true: c}",
        "{1: \"c\"} / 1:8 duplicate-key: the key \"1.0\" is defined twice (1:2 first defined here) / 1:16 duplicate-key: the key \"true\" is defined twice (1:2 first defined here)",
    );
    check("{1: a, '1': b, ~: c, '': d}", r#"{1: "a", "1": "b", null: "c", "": "d"}"#);
    check_template(
        "{a: 1, a: 2}",
        "{a: 2} / 1:8 duplicate-key: the key \"a\" is defined twice (1:2 first defined here)",
    );
    check(
        "{[]: a, {}: b}",
        "1:2 unhashable-key: a list cannot be a key / 1:9 unhashable-key: a map cannot be a key",
    );
}

#[test]
fn duplicate_keys_are_warnings_in_templates() {
    let source = Source::new("test", "a: 1\na: 2\n");
    let options = ParseOptions { duplicate_keys: DuplicateKeys::LastWins, ..ParseOptions::default() };
    assert!(!parse(&source, &options).has_errors());
    assert!(parse(&source, &ParseOptions::default()).has_errors());
}

#[test]
fn aliases() {
    check("a: &x [1, {b: 2}]\nc: *x\n", "{a: [1, {b: 2}], c: [1, {b: 2}]}");
    check("a: *x\nb: &x 1", "1:4 unknown-alias: there is no anchor named `x`");
    check("a: &x [*x]", "1:8 recursive-alias: a value cannot contain itself (1:4 the value starts here)");
    check(
        "a: &x {b: {<<: *x}}",
        "1:16 recursive-alias: a value cannot contain itself (1:4 the value starts here)",
    );
    check(
        "a: &x 1\nb: &x 2",
        "2:4 duplicate-anchor: the anchor `x` is defined twice (1:4 first defined here)",
    );
}

#[test]
fn spans_exclude_tags_and_anchors() {
    check_spans(
        "a: b\nc:\n  - 'd'\n  - [e, {f: g} ] # h\n",
        &[
            "a: b\nc:\n  - 'd'\n  - [e, {f: g} ]",
            "a",
            "b",
            "c",
            "- 'd'\n  - [e, {f: g} ]",
            "'d'",
            "[e, {f: g} ]",
            "e",
            "{f: g}",
            "f",
            "g",
        ],
    );
    check_spans(
        "- &x !!str b c # d\n- *x\n-\n- |\n  e\n\n",
        &["- &x !!str b c # d\n- *x\n-\n- |\n  e", "b c", "b c", "", "|\n  e"],
    );
    check_spans("é: [ü: \"ö\"]", &["é: [ü: \"ö\"]", "é", "[ü: \"ö\"]", "ü: \"ö\"", "ü", "\"ö\""]);
    check_spans("{\"a\": [1, {}]}", &["{\"a\": [1, {}]}", "\"a\"", "[1, {}]", "1", "{}"]);
}

#[test]
fn limits() {
    let options =
        ParseOptions { max_depth: 2, max_size: 40, max_alias_expansion: 3, ..ParseOptions::default() };
    check_limit(options, "[[1]]", "[[1]]");
    check_limit(options, "a: [[1]]", "1:5 too-deep: more than 2 levels of nesting");
    check_limit(options, "- - - 1", "1:5 too-deep: more than 2 levels of nesting");
    check_limit(options, "a:\n  b:\n    c: 1", "3:5 too-deep: more than 2 levels of nesting");
    check_limit(options, "- &a [1]\n- [*a]", "1:6 too-deep: more than 2 levels of nesting");
    check_limit(options, &"x".repeat(41), "too-large: the text has 41 bytes, more than the 40 allowed");
    check_limit(options, "[&a 1, *a, *a, *a]", "[1, 1, 1, 1]");
    check_limit(options, "[&a 1, *a, *a, *a, *a]", "1:5 alias-expansion: aliases add more than 3 nodes");
    let options = ParseOptions { max_alias_text: 4, ..options };
    check_limit(options, "[&a xy, *a, *a]", "[\"xy\", \"xy\", \"xy\"]");
    check_limit(options, "[&a xy, *a, *a, *a]", "1:5 alias-expansion: aliases add more than 4 bytes of text");
    check_limit(
        options,
        "{a: &a {x: 1, y: 2}, <<: [*a, *a]}",
        "1:1 alias-expansion: aliases add more than 3 nodes",
    );
}

#[test]
fn depth_is_always_limited_to_what_the_stack_allows() {
    let options = ParseOptions { max_depth: usize::MAX, ..ParseOptions::default() };
    let deepest = ParseOptions::MAX_DEPTH;
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let parsed = parse(&Source::new("test", nested(deepest)), &options);
    assert!(parsed.root.is_some_and(|root| root.clone() == root));
    assert!(parse(&Source::new("test", nested(deepest + 1)), &options).has_errors());
}

#[test]
fn templates_are_json_first() {
    check_template("{\"a\": 1e3, \"b\": [NaN, -Infinity, \"2\"]}", r#"{a: 1000.0, b: [NaN, -inf, "2"]}"#);
    check_template("{a: 1e3}", r#"{a: "1e3"}"#);
    check_template("{\"a\": 010}", "{a: 8}");
    check_template("{\"a\": 1,}", "{a: 1}");
    check_template("", "{}");
    check_template("# nothing\n", "{}");
    check_template("~", "{}");
    check_template("null", "null");
    check_template("- a", r#"["a"]"#);
    check_template("a: \0", "1:4 control-character: the character U+0000 is not allowed");
}

#[test]
fn an_error_in_a_json_like_text_has_its_position() {
    let source = Source::new("test", "{\"a\": 1,\n \"b\" 2}");
    let parsed = parse_template(&source, &ParseOptions::template());
    assert_eq!(
        parsed.diagnostics[0].notes,
        ["as JSON, it is invalid at line 2, column 6: expected `:` after the key"]
    );
}
