use super::*;
use crate::{ParseOptions, Span, parse};

#[track_caller]
fn check(diagnostics: &[Diagnostic], expect: &str) {
    assert_eq!(text(diagnostics, RenderStyle::default()), expect);
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

warning[empty]: there are no schemas
",
    );
}
