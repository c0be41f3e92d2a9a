//! Texts that try to hang or crash the reader. The tests only ask for a result, and the right one: there is
//! no clock, because a hanging test is noticed anyway.

use std::fmt::Write as _;

use heat_yaml::{ParseOptions, Parsed, Source, code, parse, parse_template};

const MANY: usize = 100_000;

/// Reads a text as YAML and as a template; `expect` is the code of the error.
#[track_caller]
fn check(text: String, expect: &str) {
    let source = Source::new("hostile", text);
    for read in [parse, parse_template] {
        let Parsed { root, diagnostics } = read(&source, &ParseOptions::default());
        let found: Vec<&str> = diagnostics.iter().map(|finding| finding.code).collect();
        assert_eq!((found.as_slice(), root.is_some()), ([expect].as_slice(), false));
        assert!(expect == code::TOO_LARGE || diagnostics[0].position().is_some());
    }
}

/// Reads a text that has no errors.
#[track_caller]
fn check_fine(text: String) {
    let source = Source::new("hostile", text);
    let parsed = parse(&source, &ParseOptions::default());
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics.first());
}

#[test]
fn deep_nesting() {
    for opening in ["[", "{", "- ", "? ", "{a: ", "[a: [", "{\"a\":", "- - ? ", "&a [", "!!seq ["] {
        check(opening.repeat(MANY), code::TOO_DEEP);
    }
    check("[".repeat(MANY) + &"]".repeat(MANY), code::TOO_DEEP);
    check((0..2000).map(|depth| " ".repeat(depth) + "a:\n").collect(), code::TOO_DEEP);
    check((0..2000).map(|depth| " ".repeat(depth) + "-\n").collect(), code::TOO_DEEP);
}

#[test]
fn brackets_that_close_nothing() {
    for closing in ["]", "}", ",", ": ", "a: ]", "[}"] {
        check(closing.repeat(MANY), code::SYNTAX);
    }
}

/// Returns `width` aliases at each of `height` levels.
fn bomb(height: usize, width: usize, level: impl Fn(&str) -> String, ground: &str) -> String {
    let mut text = format!("- &a0 {ground}\n");
    for height in 1..height {
        let aliases = vec![format!("*a{}", height - 1); width].join(", ");
        let _ = writeln!(text, "- &a{height} {}", level(&aliases));
    }
    text
}

#[test]
fn alias_bombs() {
    check(bomb(20, 10, |aliases| format!("[{aliases}]"), "[x]"), code::ALIAS_EXPANSION);
    check(bomb(20, 10, |aliases| format!("{{<<: [{aliases}]}}"), "{x: 1}"), code::ALIAS_EXPANSION);
    check(bomb(2, MANY, |aliases| format!("[{aliases}]"), "[x]"), code::ALIAS_EXPANSION);
    check(bomb(MANY / 2, 1, |aliases| format!("[{aliases}]"), "[x]"), code::TOO_DEEP);
    check_fine(bomb(MANY / 4, 1, |aliases| format!("{{<<: {aliases}}}"), "{x: 1}"));
}

#[test]
fn aliases_of_themselves() {
    check("&a [*a]".to_owned(), code::RECURSIVE_ALIAS);
    check("&a {b: [{<<: *a}]}".to_owned(), code::RECURSIVE_ALIAS);
    check("&a {*a : b}".to_owned(), code::RECURSIVE_ALIAS);
}

#[test]
fn characters_that_no_text_has() {
    for character in ['\0', '\u{1}', '\u{1b}', '\u{7f}', '\u{80}', '\u{fffe}', '\u{ffff}'] {
        check(format!("a: {character}"), code::CONTROL_CHARACTER);
        check(format!("{{\"a\": \"{character}\n\"}}"), code::CONTROL_CHARACTER);
    }
    check("\0".repeat(MANY), code::CONTROL_CHARACTER);
}

#[test]
fn long_numbers() {
    for (start, more) in [("9", "9"), ("0x", "9"), ("0b", "1"), ("0", "7"), ("1", ":10")] {
        check(format!("a: {start}{}", more.repeat(MANY)), code::INVALID_VALUE);
    }
    check(format!("a: 1{}.0", ":10".repeat(MANY)), code::INVALID_VALUE);
    check_fine(format!("a: 1{}.0", "0".repeat(MANY)));
}

#[test]
fn long_texts_and_lines() {
    check("x".repeat(17 << 20), code::TOO_LARGE);
    check(format!("a: '{}", "x".repeat(MANY)), code::SYNTAX);
    check(format!("a: |\n{}b", "\n".repeat(MANY)), code::SYNTAX);
    check(format!("{}: a", "k".repeat(MANY)), code::SYNTAX);
    check_fine(format!("a: {}", "x ".repeat(MANY)));
    check_fine(format!("a: 'x{}'", "\n".repeat(MANY)));
    check_fine(format!("[{}]", "a, ".repeat(MANY)));
    let mut many = String::new();
    for index in 0..MANY {
        let _ = writeln!(many, "k{index}: &a{index} v");
    }
    check_fine(many);
}

#[test]
fn every_one_of_many_duplicate_keys_is_reported() {
    let source = Source::new("hostile", "k: v\n".repeat(MANY));
    assert_eq!(parse(&source, &ParseOptions::default()).diagnostics.len(), MANY - 1);
}
