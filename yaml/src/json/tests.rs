use super::*;
use crate::testing::outcome;

/// Reads JSON; what is not JSON shows as the offset and the reason.
#[track_caller]
fn check(text: &str, expect: &str) {
    let source = Source::new("test", text);
    let found = match read(&source, &ParseOptions::template()) {
        Json::Read(parsed) => outcome(&parsed),
        Json::Other { offset, why } => format!("{offset}: {why}"),
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
    check(r#""\ud800""#, "1:2 lone-surrogate: half of a character");
    check(r#""\ud800\u0041""#, "1:2 lone-surrogate: half of a character");
    check(r#"["\ude00", 1]"#, "1:3 lone-surrogate: half of a character");
    check("\"a\nb\"", "2: a control character in a string");
    check(r#""\x41""#, "2: an unknown escape");
    check(r#""\u12g4""#, "2: an escape takes four hex digits");
    check("\"a", "1: the closing `\"` is missing");
}

#[test]
fn what_is_not_json() {
    check("", "0: expected a value");
    check("a: 1", "0: expected a value");
    check("\u{feff}1", "0: expected a value");
    check("01", "1: unexpected text behind the value");
    check("1.", "1: unexpected text behind the value");
    check("1e+", "1: unexpected text behind the value");
    check("-", "1: expected a digit");
    check("[1,]", "3: expected a value");
    check("[1 2]", "3: expected `,` or `]`");
    check("{\"a\": 1,}", "8: expected a key in double quotes");
    check("{\"a\" 1}", "5: expected `:` after the key");
    check("{\"a\": 1 \"b\"", "8: expected `,` or `}`");
    check("{a: 1}", "1: expected a key in double quotes");
    check("[", "1: expected a value");
    check(&"9".repeat(4301), "4301: an integer of more than 4300 digits");
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    check(&nested(128), &nested(128));
    check(&nested(129), "1:129 too-deep: more than 128 levels of nesting");
}
