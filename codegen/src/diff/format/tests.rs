//! What every form has to do: show all there is of a finding, and stay what it is whatever the names are.

use clap::ValueEnum;
use heat_model::diff::{RULES, Severity};

use super::{Format, write};
use crate::diff::excerpt::{Line, Mark, Place, Region};
use crate::diff::report::{Entry, Report, Section, SideName};

/// Ends strings, elements, fences, commands and lines, steers terminals and calls people.
const HOSTILE: &str = "a`\"'<u>&|\u{1b}[31m\u{7}\r\n::error::x @all ```` ]]>%--> é\u{202e}\u{ffff}";

fn entry(text: &str) -> Entry {
    let region = Region { line: 3, column: 5, end_line: 3, end_column: 9 };
    let place = Place { path: text.to_owned(), name: text.to_owned(), region: Some(region) };
    let line = Line { mark: Mark::Removed, number: Some(3), text: text.to_owned() };
    Entry {
        rule: RULES[0],
        resource_type: text.to_owned(),
        path: text.to_owned(),
        message: text.to_owned(),
        before: Some(place.clone()),
        after: Some(place),
        nearest: None,
        lines: vec![line],
        values: (Some(text.into()), None),
        counterexample: Some(text.into()),
        notes: vec![text.to_owned()],
        fingerprint: "0123456789abcdef".to_owned(),
        sections: vec![Section { title: text.to_owned(), language: Some("yaml"), text: text.to_owned() }],
    }
}

fn report(text: &str) -> Report {
    let side = SideName { name: text.to_owned(), commit: None };
    Report {
        before: side.clone(),
        after: side,
        entries: vec![entry(text)],
        fail_on: vec![Severity::Breaking],
        ..Report::default()
    }
}

fn written(report: &Report, format: Format) -> String {
    let mut text = Vec::new();
    write(report, format, false, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn names_steer_nothing() {
    for format in Format::value_variants() {
        let text = written(&report(HOSTILE), *format);
        let is_bad = |character: char| character.is_control() && !"\n\t".contains(character);
        assert!(!text.contains(is_bad), "{format:?}: {text:?}");
    }
}

#[test]
fn a_finding_is_one_command() {
    let text = written(&report(HOSTILE), Format::Github);
    assert_eq!(text.lines().filter(|line| line.starts_with("::")).count(), 1, "{text}");
}

#[test]
fn elements_end_where_they_should() {
    let text = written(&report(HOSTILE), Format::Junit);
    assert_eq!(text.matches('<').count(), text.matches('>').count(), "{text}");
    assert_eq!(text.matches("<u>").count(), 0, "{text}");
    assert!(text.ends_with("</testsuites>\n"), "{text}");
}

#[test]
fn markup_means_nothing() {
    let text = written(&report(HOSTILE), Format::Markdown);
    let page = pulldown_cmark::Parser::new(&text);
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, page);
    assert!(!html.contains("<u>"), "{html}");
    assert_eq!(html.matches("<details").count(), html.matches("</details>").count(), "{html}");
}

#[test]
fn findings_come_before_the_templates_that_show_them() {
    let mut report = report("plain");
    report.entries[0].sections[0].text = "template\n".repeat(1_000);
    report.entries = vec![report.entries[0].clone(); 50];
    let text = written(&report, Format::Markdown);
    assert_eq!(text.matches("**plain**").count(), 50);
    assert!(text.contains("\nFor want of room the templates"), "{text}");
    assert!(!text.contains("template\ntemplate") && !text.contains("are left out, since"), "{text}");
}

#[test]
fn what_else_there_is_to_be_shown_is_shown() {
    let mut report = report("plain");
    report.entries[0].sections[0].text = "heat_template_version: newton".to_owned();
    for format in Format::value_variants() {
        // An annotation has no room for it.
        let is_shown = written(&report, *format).contains("heat_template_version");
        assert_eq!(is_shown, *format != Format::Github, "{format:?}");
    }
}
