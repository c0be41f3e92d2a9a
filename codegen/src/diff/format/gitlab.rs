//! What changed, as GitLab's Code Quality report, which merge requests show beside the lines concerned.

use std::collections::HashMap;
use std::io::{self, Write};

use heat_diff::{Finding, Severity};
use serde::Serialize;

use crate::diff::report::{Entry, Report};
use crate::json_text;
use crate::template_usage::Usage;

/// An issue, with the keys that GitLab reads.
#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

/// Writes a report as a list of issues. What is accepted is none.
///
/// # Errors
/// When the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let uses = report.templates.iter().flat_map(|templates| {
        templates
            .usages
            .iter()
            .filter_map(|usage| Some(of_use(usage, templates.findings.get(usage.finding)?)))
    });
    let mut issues: Vec<Issue<'_>> = report.listed().map(of_entry).chain(uses).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for issue in &mut issues {
        // GitLab takes two of the same fingerprint for one.
        let count = seen.entry(issue.fingerprint.clone()).or_default();
        *count += 1;
        if *count > 1 {
            issue.fingerprint = format!("{}:{count}", issue.fingerprint);
        }
    }
    out.write_all(json_text::pretty(&issues)?.as_bytes())
}

fn of_entry(entry: &Entry) -> Issue<'_> {
    let notes = entry.notes.iter().map(|note| format!("; {note}"));
    let place = entry.place();
    Issue {
        description: format!("{}: {}{}", entry.resource_type, entry.message, notes.collect::<String>()),
        check_name: entry.rule.id,
        fingerprint: entry.fingerprint.clone(),
        severity: severity(entry.severity),
        location: location(
            place.map_or("schemas", |place| &place.path),
            place.and_then(|place| place.region).map_or(1, |region| region.line),
        ),
    }
}

/// A template that uses what changed.
fn of_use<'a>(usage: &'a Usage, finding: &Finding) -> Issue<'a> {
    let why = usage.impact.words().map(|words| format!(" ({words})")).unwrap_or_default();
    Issue {
        description: format!("{}: {}{why}", usage.words(), finding.message),
        check_name: finding.rule.id,
        fingerprint: format!("{}:{}:{}", finding.fingerprint(), usage.file, usage.resource),
        severity: severity(finding.severity),
        location: location(&usage.file, usage.line),
    }
}

/// Paths are relative to the repository, without a dot.
fn location(path: &str, line: usize) -> Location<'_> {
    Location { path: path.strip_prefix("./").unwrap_or(path), lines: Lines { begin: line } }
}

/// GitLab's word for how bad something is.
fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Breaking => "critical",
        Severity::Dangerous => "major",
        Severity::Policy => "minor",
        Severity::Safe | Severity::Docs => "info",
    }
}
