//! Reads an error page: its front matter, its text, and the example files in it.

use std::sync::Arc;

use heat_yaml::de::from_node;
use heat_yaml::{Diagnostic, ParseOptions, Source, Span, parse};

use crate::area::Area;
use crate::front_matter::{FrontMatter, Messages, Sent};
use crate::matching::MessageFormat;
use crate::page::{ErrorPage, ExampleFile, Provocation, Role};

/// The code of diagnostics about invalid pages.
const CODE: &str = "invalid-error-page";

/// The line before and after the front matter of a page.
const DASHES: &str = "---\n";

/// The fence around a code block.
const FENCE: &str = "```";

/// Reads the page from the file with this path.
pub(crate) fn load(path: &str, source: &Arc<Source>) -> Result<ErrorPage, Vec<Diagnostic>> {
    let wrong = |span: Span, message: &str| Diagnostic::error(CODE, message).with_label(source, span, "");
    let start = Span::new(0, 0);
    let one = |diagnostic: Diagnostic| vec![diagnostic];
    let (folder, file) = path.rsplit_once('/').unwrap_or_default();
    let Some(area) = Area::of_folder(folder) else {
        let known: Vec<&str> = Area::ALL.iter().map(|area| area.folder()).collect();
        return Err(one(wrong(start, &format!("there is no area of errors `{folder}`"))
            .with_help(format!("the folder is one of {}", known.join(", ")))));
    };
    let Some((front, text)) =
        source.text().strip_prefix(DASHES).and_then(|rest| rest.split_once(&format!("\n{DASHES}")))
    else {
        return Err(one(wrong(start, "the page has no head")
            .with_help("begin the file with `---`, the keys of the error, and another line of `---`")));
    };
    let front = read_front(source, front)?;
    let offset = source.text().len() - text.len();
    let mut problems = Vec::new();
    let files = files(text, |at, message| {
        problems.push(wrong(Span::new(offset + at.start, offset + at.end), &message));
    });
    let messages = match front.message {
        Messages::One(message) => vec![message],
        Messages::Several(messages) => messages,
    };
    if messages.is_empty() {
        problems.push(wrong(start, "the page has no message"));
    }
    for message in
        messages.iter().chain(&front.earlier).filter(|message| MessageFormat::new(message).is_vague())
    {
        problems.push(
            wrong(start, &format!("every text has the words of `{message}`"))
                .with_help("a message needs at least two words beside its gaps"),
        );
    }
    if area == Area::Services && (front.quoted_from.is_none() || front.said_in.is_empty()) {
        problems.push(
            wrong(start, "it is not said whose words these are, and where they stand")
                .with_help("write `quoted_from: Nova` and `said_in: [nova/exception.py]`, and compare the message with the file"),
        );
    }
    let has = |role: Role| files.iter().any(|file| file.role == role);
    let is_untried = front.scenario.is_some() || front.unprovoked.is_some();
    if has(Role::Provokes) == is_untried {
        problems.push(
            wrong(start, "it is not said what provokes the error, or said twice")
                .with_help("write files that provoke it, or `scenario`, or `unprovoked` with the reason"),
        );
    }
    if has(Role::Provokes) != has(Role::Fixed) {
        problems.push(wrong(
            start,
            "a page with files that provoke the error has fixed ones, and no other page has",
        ));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let provocation = match (front.scenario, front.unprovoked) {
        (Some(scenario), _) => Provocation::Scenario(scenario),
        (None, Some(reason)) => Provocation::Untried { reason, is_recorded: front.recorded },
        (None, None) => Provocation::Files,
    };
    Ok(ErrorPage {
        id: file.trim_end_matches(".md").to_owned(),
        area,
        messages,
        earlier: front.earlier,
        known_as: front.known_as,
        own_words: front.ours.into_iter().map(|words| words.value).collect(),
        form: front.form,
        quoted_from: front.quoted_from,
        said_in: front.said_in,
        class: front.class,
        classes: front.classes,
        http: front.http,
        shown: front.shown,
        command: front
            .command
            .or_else(|| front.sent.map(|Sent::Text| "a request with the text of a template".to_owned())),
        rules: front.rules,
        precedence: front.precedence,
        provocation,
        not_here: front.not_here,
        text: text.trim().to_owned(),
        files,
    })
}

/// Reads the keys of the front matter. The text is parsed with its first line, so that spans match positions in the file.
fn read_front(source: &Arc<Source>, front: &str) -> Result<FrontMatter, Vec<Diagnostic>> {
    let head = Source::new(source.name(), format!("{DASHES}{front}\n"));
    let parsed = parse(&head, &ParseOptions::default());
    if parsed.has_errors() {
        return Err(parsed.diagnostics);
    }
    let Some(root) = &parsed.root else {
        return Err(vec![Diagnostic::error(CODE, "the head of the page is empty").in_file(source.name())]);
    };
    from_node(&head, root).map_err(|diagnostic| vec![diagnostic])
}

/// Returns the files in the code blocks of a text. Problems with a block are reported at its first line.
fn files(text: &str, mut report: impl FnMut(std::ops::Range<usize>, String)) -> Vec<ExampleFile> {
    let mut files: Vec<ExampleFile> = Vec::new();
    // A code block that is not an example file is skipped.
    let mut open: Option<Option<ExampleFile>> = None;
    let (mut at, mut opened_at) = (0, 0..0);
    for line in text.split_inclusive('\n') {
        let place = at..at + line.trim_end().len();
        at += line.len();
        match (line.strip_prefix(FENCE), &mut open) {
            (Some(_), Some(_)) => files.extend(open.take().flatten()),
            (None, Some(Some(file))) => file.text.push_str(line),
            (Some(info), None) => {
                opened_at = place.clone();
                let mut words = info.split_whitespace();
                let (language, mark, name) = (words.next(), words.next(), words.next());
                let role = [Role::Provokes, Role::Fixed].into_iter().find(|role| mark == Some(role.mark()));
                let (Some(language), Some(role)) = (language, role) else {
                    report(
                        place,
                        "a code block has a language, and `provokes` or `fixed` after it".to_owned(),
                    );
                    open = Some(None);
                    continue;
                };
                let name = name.unwrap_or(ErrorPage::TEMPLATE).to_owned();
                if files.iter().any(|file| file.role == role && file.name == name) {
                    report(place.clone(), format!("there are two files `{name}` that are marked the same"));
                }
                open = Some(Some(ExampleFile {
                    role,
                    language: language.to_owned(),
                    name,
                    text: String::new(),
                }));
            }
            (None, Some(None) | None) => {}
        }
    }
    if open.is_some() {
        report(opened_at, "the last code block has no end".to_owned());
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "---\nmessage: 'Unknown Property {name}'\nclass: StackValidationFailed\nshown: [create]\n";
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
}
