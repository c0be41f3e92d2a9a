//! A plan as text for a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_plan::Action;
use heat_report::text::Pen;
use heat_yaml::{one_line, printable};

use super::changes::{self, ShownDifference};
use super::remarks::{Remark, Tone, remarks};
use super::report::{PlacedResource, Report};
use super::{members, phrases};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();

fn style(action: Action) -> Style {
    match action {
        Action::Unchanged => DIM,
        Action::Created => AnsiColor::Green.on_default(),
        Action::Updated => AnsiColor::Yellow.on_default(),
        Action::Replaced => AnsiColor::Magenta.on_default(),
        Action::Deleted | Action::Refused => AnsiColor::Red.on_default(),
    }
}

/// Writes a plan as text.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Text { report, pen: Pen { color }, out };
    text.head()?;
    let [parameters, conditions, outputs] = changes::around(report);
    text.section(&parameters)?;
    text.section(&conditions)?;
    let (unchanged, changed): (Vec<PlacedResource<'_>>, Vec<PlacedResource<'_>>) =
        report.resources().into_iter().partition(|placed| !Report::is_listed(placed.resource));
    let (idle, unchanged): (Vec<PlacedResource<'_>>, Vec<PlacedResource<'_>>) =
        unchanged.into_iter().partition(|placed| placed.resource.is_idle());
    for placed in &changed {
        text.resource(placed)?;
    }
    text.section(&outputs)?;
    for (title, resources) in [(phrases::IDLE, &idle), ("unchanged", &unchanged)] {
        if !resources.is_empty() {
            let names: Vec<String> =
                resources.iter().map(|placed| one_line(&members::named(placed))).collect();
            text.line(0, &text.pen.styled(&format!("{title}: {}", names.join(", ")), DIM))?;
        }
    }
    if !(idle.is_empty() && unchanged.is_empty()) {
        writeln!(text.out)?;
    }
    text.summary()
}

struct Text<'r, 'o> {
    report: &'r Report,
    pen: Pen,
    out: &'o mut dyn Write,
}

impl Text<'_, '_> {
    fn line(&mut self, depth: usize, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}{text}", "  ".repeat(depth))
    }

    fn head(&mut self) -> io::Result<()> {
        let [old, new] = &self.report.names;
        writeln!(self.out, "{} → {}\n", one_line(old), one_line(new))
    }

    /// Differences under a title; nothing if there are none.
    fn section(&mut self, (title, shown): &(&str, Vec<ShownDifference>)) -> io::Result<()> {
        if shown.is_empty() {
            return Ok(());
        }
        self.line(0, &self.pen.styled(title, BOLD))?;
        self.shown(1, shown)?;
        writeln!(self.out)
    }

    fn resource(&mut self, placed: &PlacedResource<'_>) -> io::Result<()> {
        let resource = placed.resource;
        let action = resource.action;
        let sign = self.pen.styled(phrases::sign(action), style(action));
        let name = self.pen.styled(&one_line(&placed.path), BOLD);
        let verb = self.pen.styled(phrases::action(action), style(action));
        let head = format!("{sign} {name} {}  {verb}", one_line(resource.resource_type()));
        self.line(0, &head)?;
        for Remark { tone, text } in remarks(resource, &self.report.masked) {
            let style = match tone {
                Tone::Plain => Style::new(),
                Tone::Dim | Tone::Preview => DIM,
                Tone::Interruption => AnsiColor::Yellow.on_default(),
                Tone::Loss => RED,
            };
            self.line(2, &self.pen.styled(&one_line(&text), style))?;
        }
        self.shown(2, &changes::of_resource(self.report, resource))?;
        writeln!(self.out)
    }

    fn shown(&mut self, depth: usize, shown: &[ShownDifference]) -> io::Result<()> {
        for one in shown {
            match one {
                ShownDifference::Words { name, words } => {
                    self.line(depth, &one_line(&format!("{name}: {words}")))?;
                }
                ShownDifference::Values { name, old, new, note } => {
                    self.line(depth, &one_line(&format!("{name}: {old} → {new}{note}")))?;
                }
                ShownDifference::Lines { name, lines, note } => {
                    self.line(depth, &one_line(&format!("{name}:{note}")))?;
                    for line in lines {
                        let style = match line.sign {
                            '-' => AnsiColor::Red.on_default(),
                            '+' => AnsiColor::Green.on_default(),
                            _ => DIM,
                        };
                        let text = format!("{} {}", line.sign, printable(&line.text));
                        self.line(depth + 1, &self.pen.styled(&text, style))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn summary(&mut self) -> io::Result<()> {
        let report = self.report;
        if !report.missing.is_empty() {
            let note = phrases::missing(&report.missing);
            self.line(0, &self.pen.styled(&one_line(&note), DIM))?;
        }
        if let Some(note) = &report.for_both_sides {
            self.line(0, &self.pen.styled(note, DIM))?;
        }
        let counts =
            report.counts().into_iter().map(|(action, words)| self.pen.styled(&words, style(action)));
        let counts: Vec<String> = counts.collect();
        let counts = if counts.is_empty() { "no resources".to_owned() } else { counts.join(", ") };
        self.line(0, &counts)?;
        if report.refuses() {
            self.line(0, &self.pen.styled("this update fails", RED))?;
        }
        let interrupted: Vec<String> = report.interrupted().iter().map(members::named).collect();
        if !interrupted.is_empty() {
            let text = format!("interrupted: {}", one_line(&interrupted.join(", ")));
            self.line(0, &self.pen.styled(&text, AnsiColor::Yellow.on_default()))?;
        }
        let lost: Vec<String> = report.lost().iter().map(members::lost).collect();
        if !lost.is_empty() {
            let text = format!("data loss: {}", one_line(&lost.join(", ")));
            self.line(0, &self.pen.styled(&text, RED))?;
        }
        Ok(())
    }
}
