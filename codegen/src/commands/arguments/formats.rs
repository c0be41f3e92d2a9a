//! The formats of reports and lists that several commands write.

use clap::ValueEnum;
use heat_report::Format;

use super::choices::Choice;

/// The formats of a report.
pub(crate) const REPORT_FORMATS: [Choice<Format>; 6] = [
    (Format::Text, "text", "Text with source lines and carets"),
    (Format::Json, "json", "A JSON array of findings"),
    (Format::Sarif, "sarif", "SARIF 2.1.0, for code scanning"),
    (Format::Github, "github", "Workflow commands that GitHub shows as annotations"),
    (Format::Junit, "junit", "JUnit's XML, for reports of tests"),
    (Format::Gitlab, "gitlab", "GitLab's Code Quality report"),
];

/// The formats of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ListFormat {
    /// One per line.
    #[default]
    Text,
    /// A JSON array.
    Json,
}
