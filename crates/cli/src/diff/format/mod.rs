//! The formats of reports on changes.

mod findings;
mod html;
pub mod json;
mod markdown;
pub(super) mod text;

use std::io::{self, Write};

use heat_report::finding::Finding;
use heat_report::{github, gitlab, junit, sarif};
use heat_yaml::one_line;

use super::report::Report;

/// The number of annotations of one kind that GitHub shows per step.
const MAX_ANNOTATIONS: usize = 10;

/// The kinds of annotations, most severe first.
const KINDS: [&str; 3] = ["error", "warning", "notice"];

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Format {
    /// Text for people, with the lines of both sides.
    #[default]
    Text,
    /// A comment for a pull request.
    Markdown,
    /// A JSON document, whose JSON Schema `export --format diff-report` writes.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Commands that GitHub's workflows turn into annotations.
    Github,
    /// JUnit XML, for test reports.
    Junit,
    /// A GitLab Code Quality report.
    Gitlab,
    /// A self-contained HTML file.
    Html,
}

impl Format {
    /// All formats.
    #[cfg(test)]
    pub(super) const ALL: [Self; 8] = [
        Self::Text,
        Self::Markdown,
        Self::Json,
        Self::Sarif,
        Self::Github,
        Self::Junit,
        Self::Gitlab,
        Self::Html,
    ];

    /// Returns whether the format shows templates that demonstrate a breaking change.
    pub(super) fn shows_sections(self) -> bool {
        !matches!(self, Self::Github | Self::Gitlab)
    }
}

/// Writes a report.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, color, out),
        Format::Markdown => markdown::write(report, out),
        Format::Json => json::write(report, out),
        Format::Sarif => sarif::write(&findings::report(report), out),
        Format::Github => write_github(report, out),
        Format::Junit => junit::write(&findings::report(report), out),
        Format::Gitlab => gitlab::write(&findings::report(report), out),
        Format::Html => html::write(report, out),
    }
}

/// Writes one workflow command per finding, as many as GitHub shows, and a summary line.
fn write_github(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let changes = findings::listed(report).map(findings::by_verdict);
    let found: Vec<Finding<'_>> = findings::unread(report).into_iter().chain(changes).collect();
    let mut left_out = 0;
    for kind in KINDS {
        let mut of_kind: Vec<Finding<'_>> =
            found.iter().filter(|finding| github::kind(finding.rank) == kind).cloned().collect();
        left_out += of_kind.len().saturating_sub(MAX_ANNOTATIONS);
        of_kind.truncate(MAX_ANNOTATIONS);
        github::write(&of_kind, out)?;
    }
    let mut summary = text::summary(report);
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

#[cfg(test)]
mod tests;
