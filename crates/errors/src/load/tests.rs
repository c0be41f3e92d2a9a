//! Problems in pages are reported at their positions.

use super::*;

const HEAD: &str = "---\nmessage: 'Unknown Property {name}'\nclass: StackValidationFailed\nshown: [create]\n";
const FILES: &str = "```yaml provokes\na\n```\n```yaml fixed\nb\n```\n";

fn read(path: &str, text: &str) -> Result<ErrorPage, Vec<Diagnostic>> {
    load(path, &Source::new(path, text))
}

/// Compares the diagnostics for a page: line and column, and the message.
fn check(text: &str, expect: &[&str]) {
    let said: Vec<String> = match read("properties/a.md", text) {
        Ok(_) => Vec::new(),
        Err(found) => found
            .iter()
            .map(|diagnostic| {
                let at = diagnostic
                    .position()
                    .map(|at| format!("{}:{}: ", at.line, at.column))
                    .unwrap_or_default();
                format!("{at}{}", diagnostic.message)
            })
            .collect(),
    };
    assert_eq!(said, expect, "{text}");
}

#[test]
fn a_page_has_a_head_a_text_and_files() {
    let page = read(
        "properties/unknown-property.md",
        &format!("{HEAD}rules: [unknown-property]\n---\nText.\n\nMore.\n\n{FILES}"),
    );
    let page = page.unwrap();
    assert_eq!(
        (page.id.as_str(), page.area, page.message()),
        ("unknown-property", Area::Properties, "Unknown Property {name}")
    );
    assert_eq!(
        (page.summary(), page.rules.as_slice()),
        ("Text.", ["unknown-property".to_owned()].as_slice())
    );
    assert_eq!(page.files_that(Role::Provokes).collect::<Vec<_>>(), [("template.yaml", "a\n")]);
    assert_eq!(page.files_that(Role::Fixed).collect::<Vec<_>>(), [("template.yaml", "b\n")]);
    assert_eq!(page.provocation, Provocation::Files);
}

#[test]
fn mistakes_are_reported_at_their_places() {
    check(&format!("{HEAD}---\n{FILES}"), &[]);
    check("Text.", &["1:1: the page has no head"]);
    check(
        &format!("{HEAD}clas: X\n---\n{FILES}"),
        &[
            "5:1: unknown field `clas`, expected one of `message`, `earlier`, `known_as`, `ours`, `form`, `quoted_from`, `said_in`, `class`, `classes`, `http`, `shown`, `command`, `rules`, `precedence`, `sent`, `recorded`, `scenario`, `unprovoked`, `not_here`",
        ],
    );
    check(
        &format!("{HEAD}---\n```yaml\na\n```\n{FILES}"),
        &["6:1: a code block has a language, and `provokes` or `fixed` after it"],
    );
    check(
        &format!("{HEAD}---\n{FILES}{FILES}"),
        &[
            "12:1: there are two files `template.yaml` that are marked the same",
            "15:1: there are two files `template.yaml` that are marked the same",
        ],
    );
    check(&format!("{HEAD}---\n{FILES}```yaml fixed x\n"), &["12:1: the last code block has no end"]);
    check(&format!("{HEAD}---\nText."), &["1:1: it is not said what provokes the error, or said twice"]);
    check(
        &format!("{HEAD}unprovoked: It is hard.\n---\n{FILES}"),
        &["1:1: it is not said what provokes the error, or said twice"],
    );
    check(
        &format!("{HEAD}---\n```yaml provokes\n```\n"),
        &["1:1: a page with files that provoke the error has fixed ones, and no other page has"],
    );
    check(
        &format!("{}---\n{FILES}", HEAD.replace("Unknown Property {name}", "{name}")),
        &["1:1: every text has the words of `{name}`"],
    );
}

#[test]
fn words_of_services_have_a_source() {
    const UNSAID: &str = "it is not said whose words these are, and where they stand";
    let check = |path: &str, keys: &str, expect: &[&str]| {
        let said = read(path, &format!("{HEAD}{keys}---\n{FILES}")).err().unwrap_or_default();
        let said: Vec<&str> = said.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
        assert_eq!(said, expect, "{path}: {keys}");
    };
    check("services/a.md", "quoted_from: Nova\nsaid_in: [nova/exception.py]\n", &[]);
    check("services/a.md", "quoted_from: Nova\n", &[UNSAID]);
    check("services/a.md", "quoted_from: Nova\nsaid_in: []\n", &[UNSAID]);
    check("services/a.md", "said_in: [nova/exception.py]\n", &[UNSAID]);
    check("python/a.md", "quoted_from: Python\n", &[]);
}

#[test]
fn a_folder_is_an_area() {
    let found = read("other/a.md", &format!("{HEAD}---\n{FILES}")).unwrap_err();
    assert_eq!(found[0].message, "there is no area of errors `other`");
    assert!(found[0].help.as_ref().unwrap().contains("properties, values"));
}
