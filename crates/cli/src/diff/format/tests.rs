//! Requirements on all formats: they show all parts of a finding, and no name can change their structure.

use heat_diff::{RULES, Severity};
use heat_report::finding::{Line, Mark, Region, Section};
use heat_yaml::is_steering;

use super::{Format, write};
use crate::diff::excerpt::FilePlace;
use crate::diff::report::{Entry, Report};
use crate::diff::side::SideName;

/// Text that ends strings, elements, fences, commands and lines, controls terminals and mentions people.
const HOSTILE: &str = "a`\"'<u>&|\u{1b}[31m\u{7}\u{9b}\u{7f}\r\n::error::x ##[error]y @all https://e.org ```` ]]>%--> </pre></script> é\u{202e}\u{2066}\u{200f}\u{2028}\u{ffff}";

fn entry(text: &str) -> Entry {
    let region = Region { line: 3, column: 5, end: Some((3, 9)) };
    let place = FilePlace { path: text.to_owned(), name: text.to_owned(), region: Some(region) };
    let line = Line { mark: Mark::Removed, number: Some(3), text: text.to_owned() };
    Entry {
        rule: RULES[0],
        severity: Severity::Breaking,
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
fn names_have_no_effect_on_output() {
    for format in Format::ALL {
        let text = written(&report(HOSTILE), format);
        let is_bad = |character: char| is_steering(character) && !"\n\t".contains(character);
        assert!(!text.contains(is_bad), "{format:?}: {text:?}");
        let is_command = |line: &str| line.trim_start().starts_with("::");
        let commands = text.lines().filter(|line| is_command(line)).count();
        assert_eq!(commands, usize::from(format == Format::Github), "{format:?}: {text}");
        assert!(!text.contains("##["), "{format:?}: {text}");
    }
}

#[test]
fn json_is_well_formed_and_the_same_data() {
    for format in [Format::Json, Format::Sarif, Format::Gitlab] {
        let data: serde_json::Value = serde_json::from_str(&written(&report(HOSTILE), format)).unwrap();
        let message = match format {
            Format::Json => &data["findings"][0]["message"],
            Format::Sarif => {
                &data["runs"][0]["results"][0]["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
            }
            _ => &data[0]["location"]["path"],
        };
        assert!(message.as_str().unwrap().contains(HOSTILE), "{message}");
    }
}

#[test]
fn gitlab_issues_have_the_required_keys() {
    let mut report = report("plain");
    report.entries.push(report.entries[0].clone());
    let data: serde_json::Value = serde_json::from_str(&written(&report, Format::Gitlab)).unwrap();
    let issue = |fingerprint: &str| {
        serde_json::json!({
            "description": "plain: plain; plain",
            "check_name": RULES[0].id,
            "fingerprint": fingerprint,
            "severity": "critical",
            "location": {"path": "plain", "lines": {"begin": 3}},
        })
    };
    assert_eq!(data, serde_json::json!([issue("0123456789abcdef"), issue("0123456789abcdef:2")]));
}

#[test]
fn a_page_only_has_its_own_elements() {
    let text = written(&report(HOSTILE), Format::Html);
    let plain = written(&report("plain"), Format::Html);
    // The same elements in the same order, regardless of the names.
    let tags = |text: &str| -> Vec<String> {
        let tags = text.split('<').skip(1).map(|tag| tag.split(['>', ' ', '\n']).next().unwrap_or_default());
        // A message without code has no `code`, a name has as many breaks as dots, and tokens of a snippet are ignored, too.
        tags.filter(|tag| !matches!(*tag, "code" | "/code" | "span" | "/span" | "wbr"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(tags(&text), tags(&plain));
    for outside in ["<script", "<link", "<img", "src=", "@import", "url("] {
        assert!(!text.contains(outside), "{outside}");
    }
    assert!(text.starts_with("<!doctype html>\n<html lang=\"en\">"), "{text}");
}

#[test]
fn comments_contain_no_links_or_mentions() {
    let text = written(&report("see @all, #1, www.e.org and https://e.org"), Format::Markdown);
    // The services do not look for mentions in code either.
    let mut is_code = false;
    for outside in text.lines() {
        is_code ^= outside.starts_with("```");
        if is_code || outside.contains('`') {
            continue;
        }
        for call in ["@all", "#1", "www.e", "https:/"] {
            assert!(!outside.contains(call), "{outside}");
        }
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
fn markup_is_escaped() {
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
    assert!(text.contains("\nThe templates that demonstrate the changes are omitted"), "{text}");
    assert!(!text.contains("template\ntemplate") && !text.contains("omitted because comments"), "{text}");
}

#[test]
fn further_sections_are_shown() {
    let mut report = report("plain");
    report.entries[0].sections[0].text = "heat_template_version: newton".to_owned();
    for format in Format::ALL {
        // An annotation has no space for the text.
        let text = written(&report, format);
        let is_shown = text.contains("heat_template_version");
        assert_eq!(is_shown, format.shows_sections(), "{format:?}");
    }
}
