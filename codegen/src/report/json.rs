//! Findings as a JSON array, for programs.

use std::io::{self, Write};

use heat_yaml::{Diagnostic, Label};
use serde::Serialize;

use crate::json_text;

#[derive(Serialize)]
struct Finding<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    #[serde(flatten)]
    region: Region,
    labels: Vec<Place<'a>>,
    notes: &'a [String],
    help: Option<&'a str>,
}

/// Lines and columns count from 1, columns in characters; the end is behind the last character.
#[derive(Serialize, Default)]
struct Region {
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
}

#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    #[serde(flatten)]
    region: Region,
    message: &'a str,
}

/// Writes findings as a JSON array.
///
/// # Errors
/// When the output is closed or full.
pub fn write(diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    let findings: Vec<Finding<'_>> = diagnostics.iter().map(finding).collect();
    out.write_all(json_text::pretty(&findings)?.as_bytes())
}

fn finding(diagnostic: &Diagnostic) -> Finding<'_> {
    Finding {
        severity: diagnostic.severity.as_str(),
        code: diagnostic.code,
        message: &diagnostic.message,
        file: diagnostic.file_name(),
        region: diagnostic.labels.first().map(region).unwrap_or_default(),
        labels: diagnostic.labels.iter().map(place).collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
    }
}

fn place(label: &Label) -> Place<'_> {
    Place { file: label.source.name(), region: region(label), message: &label.message }
}

fn region(label: &Label) -> Region {
    let (start, end) = super::ends(label);
    Region {
        line: Some(start.line),
        column: Some(start.column),
        end_line: Some(end.line),
        end_column: Some(end.column),
    }
}
