//! What changed, for reading in a terminal: each finding with the lines of both sides, and a line that sums up.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_diff::Severity;
use heat_yaml::one_line;

use crate::diff::excerpt::{Line, Mark, Place};
use crate::diff::report::{Entry, Report};
use crate::template_usage;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Writes a report as text.
///
/// # Errors
/// When the output is closed or full.
pub(super) fn write(report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let pen = Pen { color };
    for entry in report.listed() {
        entry_text(entry, pen, out)?;
        writeln!(out)?;
    }
    if let Some(templates) = &report.templates {
        template_usage::write(&templates.usages, &templates.findings, color, out)?;
        writeln!(out, "{}\n", one_line(&templates.summary()))?;
    }
    let worst = report.counts().first().map_or(AnsiColor::Green.on_default(), |(worst, _)| style(*worst));
    let sides =
        format!("{} → {}: ", one_line(&report.before.to_string()), one_line(&report.after.to_string()));
    writeln!(out, "{sides}{}", pen.styled(&summary(report), worst))?;
    if report.fails() {
        let file = report.allowances.as_deref().unwrap_or("schema-diff.yaml");
        let help = format!(
            "`heat-codegen explain ID` says why, and what to do instead; accept a change in {}",
            one_line(file)
        );
        writeln!(out, "  {} {help}", pen.styled("help:", BOLD))?;
    }
    Ok(())
}

/// How many findings there are, in a line.
#[must_use]
pub(super) fn summary(report: &Report) -> String {
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

fn entry_text(entry: &Entry, pen: Pen, out: &mut dyn Write) -> io::Result<()> {
    let tag = format!("{}[{}]", entry.severity, entry.rule.id);
    let message = one_line(&entry.message);
    writeln!(
        out,
        "{}{}",
        pen.styled(&tag, style(entry.severity)),
        pen.styled(&format!(": {message}"), BOLD)
    )?;
    writeln!(out, "  in {}", one_line(&entry.subject()))?;
    for (sign, place) in [("---", &entry.before), ("+++", &entry.after)] {
        // Facts are one file for all types, which the summary names.
        if let Some(Place { name, region: Some(region), .. }) = place {
            let place = format!("{sign} {}:{}", one_line(name), region.line);
            writeln!(out, "  {}", pen.styled(&place, DIM))?;
        }
    }
    let width = entry.lines.iter().filter_map(|line| line.number).max().unwrap_or_default().to_string().len();
    for line in &entry.lines {
        writeln!(out, "{}", line_text(line, width, pen))?;
    }
    for note in &entry.notes {
        writeln!(out, "  {} {}", pen.styled("=", DIM), one_line(note))?;
    }
    for section in &entry.sections {
        writeln!(out, "  {} {}:", pen.styled("=", DIM), one_line(&section.title))?;
        for line in section.text.lines() {
            writeln!(out, "      {}", one_line(line))?;
        }
    }
    Ok(())
}

fn line_text(line: &Line, width: usize, pen: Pen) -> String {
    let number = line.number.map(|number| number.to_string()).unwrap_or_default();
    let margin = pen.styled(&format!("  {number:>width$} |"), DIM);
    let text = format!("{} {}", line.mark.character(), one_line(&line.text));
    let style = match line.mark {
        Mark::Removed => AnsiColor::Red.on_default(),
        Mark::Added => AnsiColor::Green.on_default(),
        Mark::Context => Style::new(),
        Mark::LeftOut => DIM,
    };
    format!("{margin} {}", pen.styled(text.trim_end(), style))
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Breaking => AnsiColor::Red.on_default().bold(),
        Severity::Dangerous => AnsiColor::Yellow.on_default().bold(),
        Severity::Policy => AnsiColor::Magenta.on_default().bold(),
        Severity::Safe => AnsiColor::Green.on_default().bold(),
        Severity::Docs => BOLD,
    }
}

#[derive(Clone, Copy)]
struct Pen {
    color: bool,
}

impl Pen {
    fn styled(self, text: &str, style: Style) -> String {
        if self.color && style != Style::new() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}
