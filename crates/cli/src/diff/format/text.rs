//! Changes as text for a terminal: each finding with the lines of both sides, and a summary line.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_diff::Severity;
use heat_report::diagnostics;
use heat_report::finding::Rank;
use heat_report::text::{self, Pen};
use heat_yaml::one_line;

use super::findings::listed;
use crate::diff::report::Report;
use crate::template_usage;

const BOLD: Style = Style::new().bold();

/// Writes a report as text.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let pen = Pen { color };
    write_findings(report, color, out)?;
    if let Some(templates) = &report.templates {
        writeln!(out, "{}\n", one_line(&templates.summary()))?;
    }
    let worst = report
        .counts()
        .first()
        .map_or(AnsiColor::Green.on_default(), |(worst, _)| Rank::from(*worst).style());
    let sides =
        format!("{} → {}: ", one_line(&report.before.to_string()), one_line(&report.after.to_string()));
    writeln!(out, "{sides}{}", pen.styled(&summary(report), worst))?;
    if report.fails() && report.unreadable.is_empty() {
        let file = report.allowances.as_deref().unwrap_or("schema-diff.yaml");
        let help = format!(
            "`heat-codegen explain ID` explains a finding and what to do instead; accept a change in {}",
            one_line(file)
        );
        writeln!(out, "  {} {help}", pen.styled("help:", BOLD))?;
    }
    Ok(())
}

/// Writes the findings of a report as text, without summaries.
///
/// # Errors
/// If the output is closed or full.
pub(in crate::diff) fn write_findings(report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    text::write(&diagnostics::findings(&report.unreadable), color, out)?;
    text::write(&listed(report).collect::<Vec<_>>(), color, out)?;
    if let Some(templates) = &report.templates {
        template_usage::write(&templates.usages, &templates.findings, color, out)?;
    }
    Ok(())
}

/// The number of findings, in one line.
#[must_use]
pub(super) fn summary(report: &Report) -> String {
    if !report.unreadable.is_empty() {
        return report.verdict();
    }
    let counts =
        report.counts().into_iter().filter(|(severity, _)| report.lists_docs || *severity != Severity::Docs);
    let counts: Vec<String> = counts.map(|(severity, count)| format!("{count} {severity}")).collect();
    let mut parts = vec![if counts.is_empty() { "no changes".to_owned() } else { counts.join(", ") }];
    if report.unlisted() > 0 {
        parts.push(format!("{} docs-only not listed (--all)", report.unlisted()));
    }
    if let Some(file) = &report.allowances
        && !report.allowed.is_empty()
    {
        parts.push(format!("{} allowed by {}", report.allowed.len(), one_line(file)));
    }
    parts.join("; ")
}
