//! What changed, as GitHub's workflow commands, which its pages show as annotations on the lines concerned.

use std::io::{self, Write};

use heat_diff::Severity;
use heat_yaml::one_line;

use crate::diff::report::{Entry, Report};
use crate::report::github::{escape, escape_property};

/// How many annotations of one kind GitHub shows for a step.
const MOST: usize = 10;

/// The kinds of annotations, worst first.
const KINDS: [&str; 3] = ["error", "warning", "notice"];

/// Writes a workflow command a finding, as many as GitHub shows, and a line that sums up.
///
/// # Errors
/// When the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut left_out = 0;
    for kind in KINDS {
        let of_kind = || report.listed().filter(|entry| self::kind(report, entry) == kind);
        for entry in of_kind().take(MOST) {
            writeln!(out, "{}", command(kind, entry))?;
        }
        left_out += of_kind().skip(MOST).count();
    }
    let mut summary = super::text::summary(report);
    if let Some(templates) = &report.templates {
        summary = format!("{summary}; {}", one_line(&templates.summary()));
    }
    let rest = if left_out > 0 {
        format!("; {left_out} without an annotation: GitHub shows {MOST} of a kind")
    } else {
        String::new()
    };
    // A line that began with two colons would be a command.
    writeln!(
        out,
        "Changes from {} to {}: {summary}{rest}",
        one_line(&report.before.to_string()),
        one_line(&report.after.to_string())
    )
}

/// What fails the comparison is an error, whatever its severity.
fn kind(report: &Report, entry: &Entry) -> &'static str {
    match entry.severity {
        _ if report.is_failure(entry) => "error",
        Severity::Breaking | Severity::Dangerous | Severity::Policy => "warning",
        Severity::Safe | Severity::Docs => "notice",
    }
}

fn command(kind: &str, entry: &Entry) -> String {
    let mut properties = Vec::new();
    if let Some(place) = entry.place() {
        properties.push(format!("file={}", escape_property(&place.path)));
        if let Some(region) = place.region {
            properties.push(format!("line={},endLine={}", region.line, region.end_line));
        }
    }
    properties.push(format!("title={}", escape_property(&format!("{}: {}", entry.severity, entry.rule.id))));
    let first = format!("{}: {}", entry.resource_type, entry.message);
    let notes = entry.notes.iter().map(|note| format!("note: {note}"));
    let lines: Vec<String> = std::iter::once(first).chain(notes).collect();
    format!("::{kind} {}::{}", properties.join(","), escape(&lines.join("\n")))
}
