//! Findings as text for people: source lines with carets, or the lines of two versions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_yaml::render::{self, RenderStyle};
use heat_yaml::{Applicability, Diagnostic, one_line};

use super::contents::Report;
use super::finding::{Change, Excerpt, Finding, Line, Mark, Rank};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Draws the findings that are not accepted, each followed by an empty line.
///
/// # Errors
/// If the output is closed or full.
pub fn write(findings: &[Finding<'_>], color: bool, out: &mut dyn Write) -> io::Result<()> {
    write_linked(findings, color, None, out)
}

/// Draws the findings like [`write()`], with the ids of their rules as links for a terminal: `rule_url` is the address of the page about a
/// rule, with `{code}` in place of its id.
///
/// # Errors
/// If the output is closed or full.
pub fn write_linked(
    findings: &[Finding<'_>],
    color: bool,
    rule_url: Option<&str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let pen = Pen { color };
    let style = RenderStyle { color, code_url: rule_url, ..RenderStyle::default() };
    for finding in findings.iter().filter(|finding| finding.accepted.is_none()) {
        match finding.excerpt {
            Excerpt::Source(diagnostic) => writeln!(out, "{}", render::text([diagnostic], style))?,
            Excerpt::Change(_) | Excerpt::None => {
                plain(finding, pen, out)?;
                writeln!(out)?;
            }
        }
    }
    Ok(())
}

/// Draws diagnostics, each followed by an empty line.
///
/// # Errors
/// If the output is closed or full.
pub fn draw(diagnostics: &[Diagnostic], color: bool, out: &mut dyn Write) -> io::Result<()> {
    let style = RenderStyle { color, ..RenderStyle::default() };
    for diagnostic in diagnostics {
        writeln!(out, "{}", render::text([diagnostic], style))?;
    }
    Ok(())
}

/// Writes the number of findings in one line.
///
/// # Errors
/// If the output is closed or full.
pub fn write_summary(report: &Report<'_>, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let (style, text) = summary(report);
    writeln!(out, "{}", Pen { color }.styled(&text, style))
}

fn summary(report: &Report<'_>) -> (Style, String) {
    let of_files = counted(report.files, "file");
    let mut counts: BTreeMap<Rank, (&str, usize)> = BTreeMap::new();
    for finding in &report.findings {
        counts.entry(finding.rank).or_insert((finding.severity, 0)).1 += 1;
    }
    let Some(worst) = counts.keys().next() else {
        return (AnsiColor::Green.on_default(), format!("no findings in {of_files}"));
    };
    let style = worst.style();
    let files: BTreeSet<&str> =
        report.findings.iter().filter_map(|finding| Some(finding.location?.file)).collect();
    let counts: Vec<String> = counts.values().map(|(severity, count)| counted(*count, severity)).collect();
    let fixable = fixable(&report.findings);
    (style, format!("{} in {} of {of_files}{fixable}", counts.join(", "), files.len()))
}

/// The number of findings that can be fixed, and how, for the summary; empty if there are none.
fn fixable(findings: &[Finding<'_>]) -> String {
    let of = |which: Applicability| {
        findings.iter().filter(|finding| finding.fix.is_some_and(|fix| fix.applicability == which)).count()
    };
    match (of(Applicability::Safe), of(Applicability::Unsafe)) {
        (0, 0) => String::new(),
        (safe, 0) => format!("; {safe} can be fixed with --fix"),
        (0, guessed) => format!("; {guessed} can be fixed with --fix --unsafe-fixes, which guesses names"),
        (safe, guessed) => format!(
            "; {safe} can be fixed with --fix, {guessed} more with --unsafe-fixes, which guesses names"
        ),
    }
}

/// A count with its noun: `1 error`, `2 errors`.
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn plain(finding: &Finding<'_>, pen: Pen, out: &mut dyn Write) -> io::Result<()> {
    let tag = format!("{}[{}]", finding.severity, finding.rule);
    let message = format!(": {}", one_line(&finding.message));
    writeln!(out, "{}{}", pen.styled(&tag, finding.rank.style()), pen.styled(&message, BOLD))?;
    if let Some(path) = finding.full_path() {
        writeln!(out, "  in {}", one_line(&path))?;
    }
    if let Excerpt::Change(change) = finding.excerpt {
        self::change(&change, pen, out)?;
    }
    for note in finding.notes {
        writeln!(out, "  {} {}", pen.styled("=", DIM), one_line(note))?;
    }
    if let Some(help) = finding.help {
        writeln!(out, "  {} help: {}", pen.styled("=", DIM), one_line(help))?;
    }
    for section in finding.sections {
        writeln!(out, "  {} {}:", pen.styled("=", DIM), one_line(&section.title))?;
        for line in section.text.lines() {
            writeln!(out, "      {}", one_line(line))?;
        }
    }
    Ok(())
}

fn change(change: &Change<'_>, pen: Pen, out: &mut dyn Write) -> io::Result<()> {
    for (sign, place) in [("---", change.before), ("+++", change.after)] {
        if let Some((file, line)) = place {
            let place = format!("{sign} {}:{line}", one_line(file));
            writeln!(out, "  {}", pen.styled(&place, DIM))?;
        }
    }
    let width =
        change.lines.iter().filter_map(|line| line.number).max().unwrap_or_default().to_string().len();
    for line in change.lines {
        writeln!(out, "{}", line_text(line, width, pen))?;
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

/// Writes text with styles, if colours are enabled.
#[derive(Clone, Copy)]
pub struct Pen {
    /// `true` if the pen colours anything.
    pub color: bool,
}

impl Pen {
    /// Formats a text in a style, if colours are enabled.
    #[must_use]
    pub fn styled(self, text: &str, style: Style) -> String {
        if self.color && style != Style::new() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagnostics::findings;
    use super::*;
    use heat_yaml::Severity;

    fn check(diagnostics: &[Diagnostic], files: usize, expect: &str) {
        let report = Report { findings: findings(diagnostics), files, ..Report::default() };
        assert_eq!(summary(&report).1, expect);
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
