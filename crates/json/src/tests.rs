use std::ops::Range;

use heat_python::MAX_DIGITS;

use super::*;

const MAX_DEPTH: usize = 100;

/// Returns the tokens with their positions, or the problem with its line and column.
fn read(text: &str) -> Result<String, String> {
    let mut reader = Reader::new(text, MAX_DEPTH);
    let mut tokens = Vec::new();
    loop {
        match reader.token() {
            Ok(Some(token)) => {
                let Range { start, end } = reader.place();
                tokens.push(format!("{start}-{end} {token:?}"));
            }
            Ok(None) => return Ok(tokens.join(", ")),
            Err(error) => {
                let (line, column) = error.line_column(text);
                return Err(format!("{line}:{column} {error}"));
            }
        }
    }
}

#[track_caller]
fn check(text: &str, expect: &str) {
    let found = read(text).unwrap_or_else(|problem| problem);
    assert_eq!(found, expect, "{text:?}");
}

#[test]
fn tokens_have_positions() {
    check(
        " {\"a\" : [ 1 , -2.5e1, null ] } ",
        "1-2 OpenMap, 2-5 Key(\"a\"), 8-9 OpenList, 10-11 Integer(\"1\"), 14-20 Float(-25.0), 22-26 Null, \
         27-28 CloseList, 29-30 CloseMap",
    );
    check("[{}, []]", "0-1 OpenList, 1-2 OpenMap, 2-3 CloseMap, 5-6 OpenList, 6-7 CloseList, 7-8 CloseList");
    check(
        r#"{"a":1,"a":2}"#,
        r#"0-1 OpenMap, 1-4 Key("a"), 5-6 Integer("1"), 7-10 Key("a"), 11-12 Integer("2"), 12-13 CloseMap"#,
    );
}

#[test]
fn scalars() {
    check("-0", "0-2 Integer(\"-0\")");
    check("-0.0", "0-4 Float(-0.0)");
    check("1E400", "0-5 Float(inf)");
    check("-Infinity", "0-9 Float(-inf)");
    check("NaN", "0-3 Float(NaN)");
    check("12345678901234567890", "0-20 Integer(\"12345678901234567890\")");
    check("true", "0-4 Bool(true)");
    check(r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, "0-38 String(\"\\\"\\\\/\\u{8}\\u{c}\\n\\r\\té😀é\")");
}

#[test]
fn strings_end_at_any_position() {
    // Around each multiple of the eight bytes that are examined together, with bytes on both sides of the limits.
    for before in 0..20 {
        let text = "!#[] ~\u{7f}\u{80}é\u{fffd}😀".chars().cycle().take(before).collect::<String>();
        for after in ["", "a", "é \u{1}\n\"\\ \" and more than eight bytes"] {
            let end = text.len() + 2;
            let closed = format!("\"{text}\"{after}");
            let mut reader = Reader::new(&closed, MAX_DEPTH);
            assert_eq!(reader.token(), Ok(Some(Token::String(text.clone()))), "{closed:?}");
            assert_eq!(reader.place(), 0..end, "{closed:?}");
            let escaped = format!("\"{text}\\n{text}\"");
            check(&escaped, &format!("0-{} {:?}", escaped.len(), Token::String(format!("{text}\n{text}"))));
            for control in ['\0', '\n', '\u{1f}'] {
                let column = before + 2;
                let refused = format!("\"{text}{control}{after}\"");
                check(&refused, &format!("1:{column} an unescaped control character in a string"));
            }
        }
        check(&format!("\"{text}"), "1:1 the closing `\"` is missing");
    }
}

#[test]
fn unpaired_surrogates_are_replaced_and_recorded() {
    let check = |text: &str, expect: &str, place: Option<Range<usize>>| {
        let mut reader = Reader::new(text, MAX_DEPTH);
        assert_eq!(reader.token(), Ok(Some(Token::String(expect.to_owned()))), "{text}");
        assert_eq!(reader.token(), Ok(None), "{text}");
        assert_eq!(reader.lone_surrogate(), place, "{text}");
    };
    check(r#""\ud83d\ude00""#, "😀", None);
    check(r#""a\ud83d""#, "a\u{fffd}", Some(2..8));
    check(r#""\ud83d\u0041\ude00""#, "\u{fffd}A\u{fffd}", Some(1..7));
    check(r#""\ud83d\n""#, "\u{fffd}\n", Some(1..7));
}

#[test]
fn invalid_json() {
    check("", "1:1 expected a value");
    check("a: 1", "1:1 expected a value");
    check("\u{feff}1", "1:1 expected a value");
    check("-NaN", "1:2 expected a digit");
    check("[\u{a0}]", "1:2 expected a value");
    check("01", "1:2 unexpected text after the value");
    check("1.", "1:2 unexpected text after the value");
    check("1e+", "1:2 unexpected text after the value");
    check("[1] 2", "1:5 unexpected text after the value");
    check("[1,]", "1:4 expected a value");
    check("[", "1:2 expected a value");
    check("[1,\n 2", "2:3 expected `,` or `]`");
    check("{\"é\": 1,\n }", "2:2 expected a key in double quotes");
    check("{a: 1}", "1:2 expected a key in double quotes");
    check("{\"a\" 1}", "1:6 expected `:` after the key");
    check("{\"a\": 1 \"b\"", "1:9 expected `,` or `}`");
    check("\"a", "1:1 the closing `\"` is missing");
    check("\"a\nb\"", "1:3 an unescaped control character in a string");
    check(r#""\x41""#, "1:3 an unknown escape sequence");
    check(r#""\u12g4""#, "1:3 `\\u` must be followed by four hex digits");
    check(r#""\ud83d\uZZZZ""#, "1:9 `\\u` must be followed by four hex digits");
}

#[test]
fn depth_and_digits_are_limited() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(read(&nested(MAX_DEPTH)).is_ok());
    check(&nested(MAX_DEPTH + 1), "1:101 nested more than 100 levels deep");
    check(&"{\"a\":".repeat(1_000_000), "1:501 nested more than 100 levels deep");
    assert!(read(&format!("-{}", "9".repeat(MAX_DIGITS))).is_ok());
    assert!(read(&format!("{}.0", "1".repeat(MAX_DIGITS + 1))).is_ok());
    check(&format!("[{}]", "9".repeat(MAX_DIGITS + 1)), "1:2 an integer of more than 4300 digits");
}

#[test]
fn skipped_values_are_checked() {
    #[track_caller]
    fn check(text: &str, expect: Result<&[&str], &str>) {
        let mut reader = Reader::new(text, MAX_DEPTH);
        assert_eq!(reader.token().unwrap(), Some(Token::OpenList));
        let mut skipped = Vec::new();
        let found = loop {
            match reader.skip_value() {
                Ok(Some(range)) => skipped.push(&text[range]),
                Ok(None) => break reader.token().map(|_| skipped.as_slice()),
                Err(error) => break Err(error),
            }
        };
        let found = found.map_err(|error| error.to_string());
        assert_eq!(found.as_ref().map(|skipped| *skipped).map_err(String::as_str), expect, "{text:?}");
    }
    check("[]", Ok(&[]));
    check(
        r#"[ 1 , "a\"]b", {"a": [1, {}], "ü": "\u00fc"} , [[]], -0.5]"#,
        Ok(&["1", r#""a\"]b""#, r#"{"a": [1, {}], "ü": "\u00fc"}"#, "[[]]", "-0.5"]),
    );
    check(r#"[{"a" 1}]"#, Err("expected `:` after the key"));
    check("[\"a\nb\"]", Err("an unescaped control character in a string"));
    check("[[1, 2}", Err("expected `,` or `]`"));
    check("[1", Err("expected `,` or `]`"));
}

#[test]
fn a_text_after_a_skipped_one_is_read() {
    let mut reader = Reader::new(r#"["a", "b"]"#, MAX_DEPTH);
    reader.token().unwrap();
    assert_eq!(reader.skip_value().unwrap(), Some(1..4));
    assert_eq!(reader.token().unwrap(), Some(Token::String("b".to_owned())));
}
