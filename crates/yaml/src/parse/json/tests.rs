use super::*;
use crate::testing::outcome;

/// Reads JSON; text that is not JSON is shown as the offset and the reason.
#[track_caller]
fn check(text: &str, expect: &str) {
    let source = Source::new("test", text);
    let found = match read(&source, &ParseOptions::template()) {
        Json::Read(parsed) => outcome(&parsed),
        Json::Other(error) => format!("{}: {error}", error.offset),
    };
    assert_eq!(found, expect, "{text:?}");
}

#[test]
fn values() {
    check(
        " {\"a\" : [ 1 , -2.5e1, true,false ,null,\"x\", {} , [ ] ] }\r\n",
        r#"{a: [1, -25.0, true, false, null, "x", {}, []]}"#,
    );
    check("-0", "0");
    check("-0.0", "-0.0");
    check("1E400", "inf");
    check("12345678901234567890", "12345678901234567890");
    check("[Infinity, -Infinity, NaN]", "[inf, -inf, NaN]");
    check(
        "{\"a\": 1, \"b\": 2, \"a\": 3}",
        "{a: 3, b: 2} / 1:18 duplicate-key: the key \"a\" is defined twice (1:2 first defined here)",
    );
}

#[test]
fn strings() {
    check(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"\\\"\\\\/\\u{8}\\u{c}\\n\\r\\té\u{1f600}\"");
    check("\"\u{7f}\u{2028}\"", "\"\\u{7f}\\u{2028}\"");
    check(r#""\ud800""#, "1:2 lone-surrogate: an unpaired surrogate");
    check(r#""\ud800\u0041""#, "1:2 lone-surrogate: an unpaired surrogate");
    check(r#"["\ude00", 1]"#, "1:3 lone-surrogate: an unpaired surrogate");
}

#[test]
fn invalid_json() {
    check("", "0: expected a value");
    check("[1 2]", "3: expected `,` or `]`");
    check("[\"a", "1: the closing `\"` is missing");
    check(r#"["\ud800", x]"#, "11: expected a value");
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    check(&nested(128), &nested(128));
    check(&nested(129), "1:129 too-deep: more than 128 levels of nesting");
}
