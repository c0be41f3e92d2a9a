//! A plan as text for a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_model::EffectLevel;
use heat_plan::Action;
use heat_report::text::Pen;
use heat_yaml::{one_line, printable};

use super::changes::{self, ShownDifference};
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

fn cost_style(level: EffectLevel) -> Style {
    match level {
        EffectLevel::None => DIM,
        EffectLevel::Interrupts => AnsiColor::Yellow.on_default(),
        EffectLevel::LosesData | EffectLevel::Replaces | EffectLevel::Refused => RED,
    }
}

/// Writes a plan as text.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut text = Text { report, pen: Pen { color }, out };
    text.head()?;
    let (unchanged, changed): (Vec<PlacedResource<'_>>, Vec<PlacedResource<'_>>) =
        report.resources().into_iter().partition(|placed| !Report::is_listed(placed.resource));
    let (idle, unchanged): (Vec<PlacedResource<'_>>, Vec<PlacedResource<'_>>) =
        unchanged.into_iter().partition(|placed| placed.resource.is_idle());
    for placed in &changed {
        text.resource(placed)?;
    }
    text.outputs()?;
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
        writeln!(self.out, "{} → {}\n", one_line(old), one_line(new))?;
        let plan = &self.report.plan;
        if !plan.parameters.is_empty() {
            self.line(0, &self.pen.styled("parameters", BOLD))?;
            for change in &plan.parameters {
                let note = phrases::parameter_note(plan, &change.name);
                if change.is_hidden {
                    self.line(1, &format!("{}: a new secret value{note}", one_line(&change.name)))?;
                } else {
                    self.shown(
                        1,
                        &changes::difference(self.report, &change.name, &change.difference, &[], note),
                    )?;
                }
            }
            writeln!(self.out)?;
        }
        if !plan.conditions.is_empty() {
            self.line(0, &self.pen.styled("conditions", BOLD))?;
            for change in &plan.conditions {
                self.shown(1, &changes::difference(self.report, &change.name, &change.difference, &[], ""))?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn resource(&mut self, placed: &PlacedResource<'_>) -> io::Result<()> {
        let resource = placed.resource;
        let action = resource.action;
        let sign = self.pen.styled(phrases::sign(action), style(action));
        let name = self.pen.styled(&one_line(&placed.path), BOLD);
        let verb = self.pen.styled(phrases::action(action), style(action));
        let head = format!("{sign} {name} {}  {verb}", one_line(resource.resource_type()));
        self.line(0, &head)?;
        for reason in phrases::reasons(resource) {
            self.line(2, &one_line(&self.report.masked.text(&reason)))?;
        }
        for cost in phrases::costs(resource) {
            let style = cost_style(cost.level);
            self.line(2, &self.pen.styled(&one_line(&cost.text), style))?;
        }
        if let Some(note) = phrases::appearance(resource.appearance) {
            self.line(2, note)?;
        }
        if let Some(note) = phrases::stands_for(resource) {
            self.line(2, &note)?;
        }
        for sentence in members::sentences(resource) {
            let style = if resource.loses_data() { RED } else { Style::new() };
            self.line(2, &self.pen.styled(&sentence, style))?;
        }
        if let Some(fate) = phrases::fate(resource) {
            let style = if resource.loses_data() { RED } else { DIM };
            self.line(2, &self.pen.styled(&fate, style))?;
        }
        if let Some(note) = phrases::preview(resource) {
            self.line(2, &self.pen.styled(&note, DIM))?;
        }
        for change in &resource.changes {
            self.shown(2, &changes::of_resource(self.report, resource, change))?;
        }
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

    fn outputs(&mut self) -> io::Result<()> {
        let outputs = &self.report.plan.outputs;
        if outputs.is_empty() {
            return Ok(());
        }
        self.line(0, &self.pen.styled("outputs", BOLD))?;
        for output in outputs {
            let shown =
                changes::difference(self.report, &output.name, &output.difference, &output.follows_from, "");
            self.shown(1, &shown)?;
        }
        writeln!(self.out)
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
            self.line(0, &self.pen.styled("Heat refuses this update", RED))?;
        }
        for (words, resources) in report.costs() {
            let names: Vec<String> = resources.iter().map(members::named).collect();
            let text = format!("{words}: {}", one_line(&names.join(", ")));
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
