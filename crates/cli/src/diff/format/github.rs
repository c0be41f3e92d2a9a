//! Changes as annotations on GitHub's pages: as many as it shows, and a summary line.

use std::io::{self, Write};

use heat_report::finding::Finding;
use heat_report::github;
use heat_yaml::one_line;

use super::findings::{by_verdict, listed, unread};
use crate::diff::report::Report;

/// The number of annotations of one kind that GitHub shows per step.
const MAX_ANNOTATIONS: usize = 10;

/// The kinds of annotations, most severe first.
const KINDS: [&str; 3] = ["error", "warning", "notice"];

/// Writes one workflow command per finding, as many as GitHub shows, and a summary line.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let changes = listed(report).map(by_verdict);
    let findings: Vec<Finding<'_>> = unread(report).into_iter().chain(changes).collect();
    let mut left_out = 0;
    for kind in KINDS {
        let mut of_kind: Vec<Finding<'_>> =
            findings.iter().filter(|finding| github::kind(finding.rank) == kind).cloned().collect();
        left_out += of_kind.len().saturating_sub(MAX_ANNOTATIONS);
        of_kind.truncate(MAX_ANNOTATIONS);
        github::write(&of_kind, out)?;
    }
    let mut summary = super::text::summary(report);
    if let Some(templates) = &report.templates {
        summary = format!("{summary}; {}", one_line(&templates.summary()));
    }
    let rest = if left_out > 0 {
        format!("; {left_out} without an annotation: GitHub shows at most {MAX_ANNOTATIONS} per level")
    } else {
        String::new()
    };
    // A line that begins with two colons would be a command.
    writeln!(
        out,
        "Changes from {} to {}: {summary}{rest}",
        one_line(&report.before.to_string()),
        one_line(&report.after.to_string())
    )
}
