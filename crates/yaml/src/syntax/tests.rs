//! Tests of texts that at least one of Heat's parsers accepts, and of texts that neither accepts. The expectation of every case
//! is PyYAML's own result.

use crate::testing::{outcome, yaml};

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(outcome(&yaml(text).1), expect, "{text:?}");
}

#[test]
fn block_collections() {
    check("a: 1\nb:\n- 2\n- c: 3\n  d: 4\n", r"{a: 1, b: [2, {c: 3, d: 4}]}");
    check("- - 1\n  - 2\n-\n  - 3\n- \n", "[[1, 2], [3], null]");
    check("? a\n: 1\n? b\n? - c\n", "4:3 unhashable-key: a list cannot be a key");
    check("? a\n: - 1\n  - 2\n? b\n", "{a: [1, 2], b: null}");
    check("a:\n    b: 1\n\n    # c\n    c: 2\nd:\n", "{a: {b: 1, c: 2}, d: null}");
}

#[test]
fn flow_collections() {
    check("{a: 1, 'b':2, \"c\" : [3,], d, e: }", "{a: 1, b: 2, c: [3], d: null, e: null}");
    check("[a, b: c, ? d : e, {f: [g]}]", r#"["a", {b: "c"}, {d: "e"}, {f: ["g"]}]"#);
    check("{a: 1,\n# c\nb: 2\n}", "{a: 1, b: 2}");
    check("{a:1, b:2}", r#"{"a:1": null, "b:2": null}"#);
    check("{a:[1], b:{}}", "{a: [1], b: {}}");
    check("[http://a/b?c=d, x#y, 10:30]", r#"["http://a/b?c=d", "x#y", 630]"#);
    check("{a: {\n  b: 1\n}, c: [\n2]}", "{a: {b: 1}, c: [2]}");
    check("[?a ]", "[{a: null}]");
    check("[- a]", "1:2 syntax: expected a value, but found `-` (1:1 in the collection that starts here)");
    check("[|\n a]", "1:2 syntax: a value cannot start with `|`");
    check("{a: >b}", "1:5 syntax: a value cannot start with `>`");
}

#[test]
fn keys_are_recognised_by_their_colon() {
    check("a b: 1\n\"c:\": 2\n'd''': 3\n[]: 4\n", "4:1 unhashable-key: a list cannot be a key");
    check("a:b: 1\n", r#"{"a:b": 1}"#);
    check("a : 1\n", "{a: 1}");
    check(&format!("{}: 1", "k".repeat(1024)), &format!("{{{}: 1}}", "k".repeat(1024)));
    check(&format!("{}: 1", "k".repeat(1025)), "1:1026 syntax: `: ` is not allowed here");
    check("a: b: c", "1:5 syntax: `: ` is not allowed here");
    check("a: 5:", "1:5 syntax: `: ` is not allowed here");
    check("a: 1\n\"b\" |\n", "2:1 syntax: expected `:` after this key");
    check("a\nb: c", "2:2 syntax: `: ` is not allowed here (1:1 it starts here)");
    check("{a\nb: c}", "2:2 syntax: expected `,` or `}`, but found `:` (1:1 the map starts here)");
    check("a: 1\nb\nc: 2", "2:1 syntax: expected `:` after this key");
    check(": a", "1:1 syntax: expected the next key of a map, but found `:` (1:1 the map starts here)");
}

#[test]
fn plain_scalars() {
    check("a: b  c\td # e\n", r#"{a: "b  c\td"}"#);
    check("a: b#c\n", r#"{a: "b#c"}"#);
    check("a: b\n  c\n\n  d\n\n\n  e\n", r#"{a: "b c\nd\n\ne"}"#);
    check("a: -b\nc: ?d\ne: :f\ng: --- h\n", r#"{a: "-b", c: "?d", e: ":f", g: "--- h"}"#);
    check("- -1\n- - \n- -", "[-1, [null], [null]]");
    check("a: @b", "1:4 syntax: a value cannot start with `@`");
    check("a: `b", "1:4 syntax: a value cannot start with a backtick");
    check("a: %b", "1:4 syntax: a value cannot start with `%`");
    check("[a:?b]", "1:4 syntax: expected `,` or `]`, but found a key (1:1 the list starts here)");
}

#[test]
fn quoted_scalars() {
    check(r#""\t\x41é\U0001F600\/\N\_\0""#, "\"\\tA\u{e9}\u{1f600}/\\u{85}\\u{a0}\\0\"");
    check("'it''s \\n \"x\"'", r#""it's \\n \"x\"""#);
    check("a: \"b\n c\n\n  d\\\n  e  \\\n  f\"", r#"{a: "b c\nde  f"}"#);
    check("a:\n    - 'b\n  c'\n", r#"{a: ["b c"]}"#);
    check("a: 'b\nc'\n", r#"{a: "b c"}"#);
    check(r#""\q""#, "1:2 syntax: unknown escape sequence in double quotes");
    check(r#""\x4""#, "1:2 syntax: this escape sequence needs 2 hex digits");
    check(r#""\ud800""#, "1:2 syntax: this escape sequence is not a Unicode character");
    check(r#""\ud83d\ude00""#, "\"\u{1f600}\"");
    check("a: 'b", "1:4 syntax: the closing `'` is missing");
    check("a: 'b\n---\n'", "2:1 syntax: a document marker inside quotes (1:4 the quotes open here)");
    check(
        "a: 'b' c",
        "1:8 syntax: expected the next key of a map, but found a scalar (1:1 the map starts here)",
    );
}

#[test]
fn block_scalars() {
    check("a: |\n  b\n   c\n\n  d\n\n", r#"{a: "b\n c\n\nd\n"}"#);
    check("a: >\n  b\n  c\n\n  d\n   e\n  f\n", r#"{a: "b c\nd\n e\nf\n"}"#);
    check("a: |-\n  b\n\nc: |+\n  d\n\n", r#"{a: "b", c: "d\n\n"}"#);
    check("a: |\n  b", r#"{a: "b"}"#);
    check("a: |2\n    b\n", r#"{a: "  b\n"}"#);
    check("a: |+2 # c\n   b\n", r#"{a: " b\n"}"#);
    check("a: |\nb: >\n", r#"{a: "", b: ""}"#);
    check("- |\n a\n- b", r#"["a\n", "b"]"#);
    check("a: |0\n  b", "1:5 syntax: the indentation indicator must be between 1 and 9");
    check("a: |+-\n  b", "1:6 syntax: the text of `|` or `>` must start on the next line");
    check("a: |-+\n  b", "1:6 syntax: the text of `|` or `>` must start on the next line");
    check("a: |b\n  c", "1:5 syntax: the text of `|` or `>` must start on the next line");
    check("a: |\n\tb\n", "2:1 syntax: a tab cannot be used for indentation");
}

#[test]
fn tabs_separate_but_do_not_indent() {
    check("a:\tb\t# c\n", r#"{a: "b"}"#);
    check("{a:\t1,\n\tb: 2}", "{a: 1, b: 2}");
    check("a:\n\tb: 1", "2:1 syntax: a tab cannot be used for indentation");
    check(
        "a: b\n\tc",
        "2:1 syntax: a tab cannot be used for indentation (1:4 in the value that starts here)",
    );
    check("-\ta", "1:2 syntax: a tab cannot be used for indentation");
}

#[test]
fn line_breaks_of_every_kind() {
    check("a: 1\r\nb: 2\rc: 3\u{85}d: 4\n", "{a: 1, b: 2, c: 3, d: 4}");
    check("a: |\r\n  b\r\n  c\r\n", r#"{a: "b\nc\n"}"#);
    check("'a\u{2028}b'", r#""a\u{2028}b""#);
    check("a: b\u{2028}c: d", r#"{a: "b", c: "d"}"#);
}

#[test]
fn byte_order_marks() {
    check("\u{feff}a: 1\nb: 2", "{a: 1, b: 2}");
    check("a: \u{feff}b", "{a: \"\u{feff}b\"}".replace('\u{feff}', "\\u{feff}").as_str());
}

#[test]
fn documents() {
    check("", "nothing");
    check("# a\n\n", "nothing");
    check("---\na: 1\n...\n", "{a: 1}");
    check("--- a\n", r#""a""#);
    check("--- |\n  a\n", r#""a\n""#);
    check("---\n", "null");
    check("...\n", "1:1 syntax: expected a value, but found `...`");
    check("a: 1\n--- \n", "2:1 several-documents: a second document starts here");
    check("---\n---\n", "2:1 several-documents: a second document starts here");
    check("a: 1\n... b", "2:5 syntax: a scalar is not allowed after the end of the document");
    check("[a]]", "1:4 syntax: `]` closes nothing");
    check("  a: 1\nb: 2", "2:1 syntax: a map is not allowed after the end of the document");
}

#[test]
fn directives() {
    check("%YAML 1.1\n---\na: 1", "{a: 1}");
    check("%YAML 1.2 # c\n--- a", r#""a""#);
    check("%TAG !y! tag:yaml.org,2002:\n---\n!y!int '1'", "1");
    check("%TAG ! tag:yaml.org,2002:\n---\n!str 1", r#""1""#);
    check("%UNKNOWN x\n--- a", r#""a""#);
    check("%YAML 2.0\n--- a", "1:1 syntax: Heat reads YAML 1.1");
    check("%YAML 1x1\n--- a", "1:1 syntax: Heat reads YAML 1.1");
    check("%YAML 1.1\n%YAML 1.1\n--- a", "2:1 syntax: the version is given twice");
    check("%YAML 1.1\na: 1", "2:1 syntax: a scalar is not allowed after the end of the document");
    check("%TAG !y\n--- a", "1:1 syntax: this directive is not complete");
}

#[test]
fn anchors_and_tags() {
    check(
        "a: &x !!str 1\nb: !!str &y 2\nc: [*x, *y]\nd: &z\n",
        r#"{a: "1", b: "2", c: ["1", "2"], d: null}"#,
    );
    check("*x : a", "1:1 unknown-alias: there is no anchor named `x`");
    check(
        "&x a: &y b\n*x : *y",
        r#"{a: "b"} / 1:4 duplicate-key: the key "a" is defined twice (1:4 first defined here)"#,
    );
    check("&a.b c", "1:1 syntax: an anchor must have a name of letters and digits");
    check("& a", "1:1 syntax: an anchor must have a name of letters and digits");
    check("!<tag:yaml.org,2002:str> 1", r#""1""#);
    check("!y!x 1", "1:1 syntax: the tag handle `!y!` is not defined");
    check("!! 1", "1:1 syntax: this tag has no name");
    check("!<a 1", "1:1 syntax: the closing `>` of this tag is missing");
    check("!a%zz 1", "1:1 syntax: a `%` in a tag must be followed by two hex digits");
    check("!!%73tr 1", r#""1""#);
}

#[test]
fn indentation() {
    check(
        "a:\n  - b\n c: 1",
        "3:2 syntax: expected the next key of a map, but found a map (1:1 the map starts here)",
    );
    check("a: 1\n  b: 2", "2:4 syntax: `: ` is not allowed here (1:4 it starts here)");
    check(
        "- a\nb: 1",
        "2:1 syntax: expected the next `- ` of a list, but found a key (1:1 the list starts here)",
    );
    check("a: - b", "1:4 syntax: a list item cannot start here");
    check("a: [1\nb: 2", "2:2 syntax: expected `,` or `]`, but found `:` (1:4 the list starts here)");
}
