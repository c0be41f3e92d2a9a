//! The formats of reports and lists that several commands write, and files with further reports.

use std::path::PathBuf;

use clap::ValueEnum;
use heat_report::Format;

use super::choices::{Choice, named};

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

/// The parser of a further report: `FORMAT=FILE`, in one of the formats of the command.
pub(crate) fn report_file<T: Copy + Send + Sync>(
    formats: &'static [Choice<T>],
) -> impl Fn(&str) -> Result<(T, PathBuf), String> + Clone + Send + Sync {
    move |text: &str| {
        let example =
            || format!("write it as `{0}=report.{0}`", formats.last().map_or("json", |(_, name, _)| name));
        let (format, path) = text.split_once('=').ok_or_else(example)?;
        let format = named(formats, format).map_err(|_| {
            let known: Vec<&str> = formats.iter().map(|(_, name, _)| *name).collect();
            format!("there is no format `{format}`; the formats are {}", known.join(", "))
        })?;
        if path.is_empty() {
            return Err("add a file name after the `=`".to_owned());
        }
        Ok((format, path.into()))
    }
}
