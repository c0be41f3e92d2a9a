//! The formats of reports on changes.

mod findings;
mod github;
mod html;
pub mod json;
mod markdown;
pub(super) mod text;

use std::io::{self, Write};

use heat_report::{gitlab, junit, sarif};

use super::report::Report;

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

    /// Whether the format shows templates that demonstrate a breaking change.
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
        Format::Github => github::write(report, out),
        Format::Junit => junit::write(&findings::report(report), out),
        Format::Gitlab => gitlab::write(&findings::report(report), out),
        Format::Html => html::write(report, out),
    }
}

#[cfg(test)]
mod tests;
