//! Findings as GitLab's Code Quality report, which merge requests show next to the affected lines.

use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;

use super::contents::Report;
use super::finding::{Finding, Rank};
use crate::json_text;

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

/// Writes the findings that are not accepted as a list of issues.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let issues = || {
        let all = report.findings.iter().chain(&report.consequences);
        let mut seen: HashMap<&str, usize> = HashMap::new();
        all.filter(|finding| finding.accepted.is_none()).map(move |finding| {
            // GitLab treats two issues with the same fingerprint as one.
            let count = seen.entry(&finding.fingerprint.value).or_default();
            *count += 1;
            issue(finding, *count)
        })
    };
    json_text::write_pretty(&json_text::Items(issues), out)
}

/// The issue of a finding: `count` is the number of the finding among those with its fingerprint.
fn issue<'a>(finding: &'a Finding<'_>, count: usize) -> Issue<'a> {
    let parts: Vec<String> =
        std::iter::once(finding.headline()).chain(finding.notes.iter().cloned()).collect();
    let fingerprint = &finding.fingerprint.value;
    // An issue must have a location.
    let path = finding.location.map_or("schemas", |place| place.file);
    let line = finding.location.and_then(|place| place.region).map_or(1, |region| region.line);
    Issue {
        description: parts.join("; "),
        check_name: finding.rule,
        fingerprint: if count > 1 { format!("{fingerprint}:{count}") } else { fingerprint.clone() },
        severity: severity(finding.rank),
        // Paths are relative to the repository, without a dot.
        location: Location { path: path.strip_prefix("./").unwrap_or(path), lines: Lines { begin: line } },
    }
}

/// The severity of this rank in GitLab's terms.
fn severity(rank: Rank) -> &'static str {
    match rank {
        Rank::Critical => "critical",
        Rank::Major => "major",
        Rank::Minor => "minor",
        Rank::Harmless | Rank::Note => "info",
    }
}
