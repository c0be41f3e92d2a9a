//! Findings as a JSON array, for programs, and the cases of commands that have some.

use std::io::{self, Write};

use serde::Serialize;

use super::contents::{Case, Report};
use super::finding::{self, Finding, HeatError, Location, Region};
use crate::json_text;

#[derive(Serialize)]
struct Entry<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    #[serde(flatten)]
    region: RegionKeys,
    labels: Vec<Label<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heat_error: Option<&'a HeatError<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'static [&'static str],
}

/// A region in the form that all documents share: lines and columns count from 1, columns in characters; the end is after the
/// last character.
#[derive(Serialize, Default)]
pub struct RegionKeys {
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}

#[derive(Serialize)]
struct Label<'a> {
    file: &'a str,
    #[serde(flatten)]
    region: RegionKeys,
    message: &'a str,
}

/// A change that fixes a finding. `safe` means that it cannot be wrong, `unsafe` that it is a guess.
#[derive(Serialize)]
struct Fix<'a> {
    applicability: &'static str,
    #[serde(flatten)]
    region: RegionKeys,
    text: &'a str,
}

/// The report of a command that lists its cases.
#[derive(Serialize)]
struct WithCases<'a, F> {
    findings: F,
    cases: &'a [Case],
}

/// Writes the findings that are not accepted as a JSON array, or as an object with the cases if the report lists them.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let entries = || report.findings.iter().filter(|finding| finding.accepted.is_none()).map(entry);
    let findings = json_text::Items(entries);
    if report.lists_cases {
        return json_text::write_pretty(&WithCases { findings, cases: &report.cases }, out);
    }
    json_text::write_pretty(&findings, out)
}

fn entry<'a>(finding: &'a Finding<'_>) -> Entry<'a> {
    let places = finding.location.iter().chain(&finding.related);
    Entry {
        severity: finding.severity,
        code: finding.rule,
        message: &finding.message,
        file: finding.location.map(|place| place.file),
        region: finding.location.and_then(|place| place.region).into(),
        labels: places.filter(|place| place.region.is_some()).map(label).collect(),
        notes: finding.notes,
        help: finding.help,
        fix: finding.fix.map(Fix::from),
        heat_error: finding.heat_error.as_ref(),
        tags: finding.tags,
    }
}

fn label<'a>(place: &Location<'a>) -> Label<'a> {
    Label { file: place.file, region: place.region.into(), message: place.message }
}

impl<'a> From<finding::Fix<'a>> for Fix<'a> {
    fn from(fix: finding::Fix<'a>) -> Self {
        Self { applicability: fix.applicability.as_str(), region: Some(fix.region).into(), text: fix.text }
    }
}

impl From<Option<Region>> for RegionKeys {
    fn from(region: Option<Region>) -> Self {
        let Some(Region { line, column, end }) = region else { return Self::default() };
        Self {
            line: Some(line),
            column: Some(column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
        }
    }
}
