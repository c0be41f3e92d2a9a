//! Findings as text with source lines and carets.

use std::collections::BTreeMap;
use std::io::{self, Write};

use heat_yaml::render::{self, RenderStyle};
use heat_yaml::{Diagnostic, Severity};

use super::Report;

/// Draws findings, an empty line after each.
///
/// # Errors
/// When the output is closed or full.
pub fn write(diagnostics: &[Diagnostic], color: bool, out: &mut dyn Write) -> io::Result<()> {
    let style = RenderStyle { color, ..RenderStyle::default() };
    for diagnostic in diagnostics {
        writeln!(out, "{}", render::text([diagnostic], style))?;
    }
    Ok(())
}

/// Writes in one line how much was found.
///
/// # Errors
/// When the output is closed or full.
pub fn write_summary(report: &Report<'_>, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let (style, text) = summary(report);
    if color { writeln!(out, "{style}{text}{style:#}") } else { writeln!(out, "{text}") }
}

fn summary(report: &Report<'_>) -> (anstyle::Style, String) {
    let of_files = counted(report.files, "file");
    let mut counts: BTreeMap<Severity, usize> = BTreeMap::new();
    for diagnostic in report.diagnostics {
        *counts.entry(diagnostic.severity).or_default() += 1;
    }
    let Some(worst) = counts.keys().next_back() else {
        let style = anstyle::AnsiColor::Green.on_default();
        return (style, format!("no findings in {of_files}"));
    };
    let style = match worst {
        Severity::Error => anstyle::AnsiColor::Red.on_default().bold(),
        Severity::Warning => anstyle::AnsiColor::Yellow.on_default().bold(),
        Severity::Note => anstyle::Style::new().bold(),
    };
    let counts: Vec<String> =
        counts.iter().rev().map(|(severity, count)| counted(*count, severity.as_str())).collect();
    let files = super::files_of(report.diagnostics).len();
    (style, format!("{} in {files} of {of_files}", counts.join(", ")))
}

/// So many of something: `1 error`, `2 errors`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(diagnostics: &[Diagnostic], files: usize, expect: &str) {
        assert_eq!(summary(&Report { diagnostics, files, rules: &[] }).1, expect);
    }

    #[test]
    fn the_summary_counts_by_severity_and_file() {
        let error = |file: &str| Diagnostic::error("x", "y").in_file(file);
        let warning = |file: &str| Diagnostic::new(Severity::Warning, "x", "y").in_file(file);
        check(&[], 201, "no findings in 201 files");
        check(&[error("a"), error("a"), warning("a")], 201, "2 errors, 1 warning in 1 of 201 files");
        check(&[warning("a"), warning("b")], 2, "2 warnings in 2 of 2 files");
        check(&[], 1, "no findings in 1 file");
    }
}
