use super::*;
use crate::{ParseOptions, Span, parse};

#[track_caller]
fn check(diagnostics: &[Diagnostic], expect: &str) {
    assert_eq!(text(diagnostics, RenderStyle { width: 60, ..RenderStyle::default() }), expect);
}

fn label(error: Diagnostic, source: &Arc<Source>, part: &str, message: &str) -> Diagnostic {
    let start = source.text().find(part).expect("a part of the text");
    error.with_label(source, Span::new(start, start + part.len()), message)
}

fn mistakes(text: &str) -> Vec<Diagnostic> {
    parse(&Source::new("a.yaml", text), &ParseOptions::default()).diagnostics
}

#[test]
fn several_files_notes_and_help() {
    let schema =
        Source::new("schemas/net.yaml", "type: OS::Neutron::Net\nproperties:\n  name:\n    type: text\n");
    let other = Source::new("schemas/types.yaml", "- string\n- integer\n");
    let error = Diagnostic::error("invalid-type", "there is no type `text`");
    let error = label(error, &schema, "text", "this type");
    let error = label(error, &other, "- string", "the types are listed here");
    let error = error.with_note("a type is one word").with_help("write `string`");
    let file = Diagnostic::error("too-large", "the text has 9 bytes").in_file("b.yaml");
    let file = file.with_help("split it");
    let nowhere = Diagnostic::new(Severity::Warning, "empty", "there are no schemas");
    check(
        &[error, file, nowhere],
        "\
error[invalid-type]: there is no type `text`
 --> schemas/net.yaml:4:11
  |
4 |     type: text
  |           ^^^^ this type
  |
 ::: schemas/types.yaml:1:1
  |
1 | - string
  | -------- the types are listed here
  |
  = note: a type is one word
  = help: write `string`

error[too-large]: the text has 9 bytes
 --> b.yaml
  = help: split it

warning[empty]: there are no schemas
",
    );
}

#[test]
fn lines_in_between_are_left_out() {
    check(
        &mistakes(&format!("a: 1\n{}a: 2\n", "# x\n".repeat(10))),
        "\
error[duplicate-key]: the key \"a\" is defined twice
  --> a.yaml:12:1
   |
 1 | a: 1
   | - first defined here
...
12 | a: 2
   | ^ defined again here
",
    );
    check(
        &mistakes(&format!("a: 1\n{}a: 2\n", "# x\n".repeat(5000))),
        "\
error[duplicate-key]: the key \"a\" is defined twice
    --> a.yaml:5002:1
     |
5002 | a: 2
     | ^ defined again here
     |
    ::: a.yaml:1:1
     |
   1 | a: 1
     | - first defined here
",
    );
}

#[test]
fn long_lines_are_cut_around_the_label() {
    let long = "x".repeat(5 << 20);
    check(
        &mistakes(&format!("[{long}, *none, {long}]")),
        "\
error[unknown-alias]: there is no anchor named `none`
 --> a.yaml:1:5242884
  |
1 | …xxxxxxxxxxxxxxxxxx, *none, xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
  |                      ^^^^^ used here
  |
  = help: add `&none` to the value, before this alias
",
    );
}

#[test]
fn a_long_line_with_two_labels_shows_the_primary_one() {
    let between = "x".repeat(500);
    check(
        &mistakes(&format!("{{key: {between}, key: 1}}")),
        "\
error[duplicate-key]: the key \"key\" is defined twice
 --> a.yaml:1:509
  |
1 | …xxxxxxxxxxxxxxxxxx, key: 1}
  |  -                   ^^^ defined again here
  |  |
  |  first defined here
",
    );
}

#[test]
fn a_label_over_several_lines_marks_the_first() {
    let source = Source::new("a.yaml", "a:\n  b: 1\n  c: 2\n");
    let warning =
        Diagnostic::new(Severity::Note, "big", "a map").with_label(&source, Span::new(5, 16), "all of it");
    check(
        &[warning],
        "\
note[big]: a map
 --> a.yaml:2:3
  |
2 |   b: 1
  |   ^^^^ all of it
",
    );
}

#[test]
fn tabs_wide_characters_and_ends() {
    check(
        &mistakes("日本\t语: *a\n"),
        "\
error[unknown-alias]: there is no anchor named `a`
 --> a.yaml:1:7
  |
1 | 日本    语: *a
  |             ^^ used here
  |
  = help: add `&a` to the value, before this alias
",
    );
    check(
        &mistakes("a: {"),
        "\
error[syntax]: expected a value, but found the end of the text
 --> a.yaml:1:5
  |
1 | a: {
  |    -^
  |    |
  |    in the collection that starts here
",
    );
    check(
        &mistakes("a: [\n\n\n"),
        "\
error[syntax]: expected a value, but found the end of the text
 --> a.yaml:4:1
  |
1 | a: [
  |    - in the collection that starts here
...
4 |
  | ^
",
    );
}

#[test]
fn no_control_sequence_reaches_the_terminal() {
    let source = Source::new("a\x1b[31m.yaml", "a: \u{1b}[31m\r\u{2028}\n");
    let error =
        Diagnostic::error("bad", "x\x1b[0m").with_label(&source, Span::new(0, 1), "\x07").with_help("\x1b");
    let drawn = text(&[error], RenderStyle::default());
    assert!(!drawn.chars().any(|character| character.is_control() && character != '\n'), "{drawn:?}");
}

#[test]
fn colour_is_for_terminals() {
    let found = mistakes("a: *b");
    assert!(text(&found, RenderStyle { color: true, ..RenderStyle::default() }).contains("\x1b["));
    assert!(!text(&found, RenderStyle::default()).contains('\x1b'));
}

#[test]
fn output_contains_no_control_characters() {
    let hostile = "a\u{1b}[2J\u{9b}m\n::add-mask::x\u{202e}\u{2066}##[add-mask]y";
    let source = Source::new(hostile, format!("{}: 1\nb: 2\n", hostile.replace('\n', " ")));
    let error = Diagnostic::error("odd", hostile).with_label(&source, Span::new(0, 1), hostile);
    let error = error.with_note(hostile).with_help(hostile);
    let file = Diagnostic::error("odd", hostile).in_file(hostile).with_note(hostile);
    for text in [text([&error, &file], RenderStyle::default()), error.to_plain_text(), file.to_plain_text()] {
        assert!(!text.contains(|each| each != '\n' && crate::is_steering(each)), "{text:?}");
        assert!(!text.lines().any(|line| line.trim_start().starts_with("::add-mask")), "{text}");
        assert!(!text.contains("##["), "{text}");
    }
}

#[test]
fn source_lines_are_drawn_alone() {
    let source = Source::new("a.yaml", "one: 1\ntwo: 2\nthree: 3\nfour: 4\nfive: 5\n");
    let error = label(Diagnostic::error("x", "wrong"), &source, "two", "here");
    let error = label(error, &source, "five", "because of this").with_note("a note").with_help("a help");
    let check = |diagnostic: &Diagnostic, expect: &str| {
        assert_eq!(source_lines(diagnostic, RenderStyle::default()), expect);
    };
    check(
        &error,
        "\
2 | two: 2
  | ^^^ here
...
5 | five: 5
  | ---- because of this
",
    );
    check(&Diagnostic::error("x", "wrong").in_file("a.yaml").with_help("a help"), "");
}
