//! A plan as text for a terminal.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use heat_model::Value;
use heat_plan::{Action, Change, Difference, ResourcePlan};
use heat_yaml::one_line;

use super::leaves::{Leaf, leaves};
use super::report::{Placed, Report, shown_action};
use super::{lines, words};
use crate::report::text::{Pen, counted};

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
    let (unchanged, changed): (Vec<Placed<'_>>, Vec<Placed<'_>>) =
        report.resources().into_iter().partition(|placed| {
            shown_action(placed.resource) == Action::Unchanged && placed.resource.changes.is_empty()
        });
    for placed in &changed {
        text.resource(placed)?;
    }
    text.outputs()?;
    if !unchanged.is_empty() {
        let names: Vec<String> = unchanged.iter().map(|placed| one_line(&placed.path)).collect();
        text.line(0, &text.pen.styled(&format!("unchanged: {}", names.join(", ")), DIM))?;
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
                let refused = plan.immutable_parameters.contains(&change.name);
                let note = if refused { " (immutable: Heat refuses the update)" } else { "" };
                if change.is_hidden {
                    self.line(1, &format!("{}: a new secret value{note}", one_line(&change.name)))?;
                } else {
                    self.difference(1, &change.name, &change.difference, note)?;
                }
            }
            writeln!(self.out)?;
        }
        if !plan.conditions.is_empty() {
            self.line(0, &self.pen.styled("conditions", BOLD))?;
            for change in &plan.conditions {
                self.difference(1, &change.name, &change.difference, "")?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }

    fn resource(&mut self, placed: &Placed<'_>) -> io::Result<()> {
        let resource = placed.resource;
        let action = shown_action(resource);
        let sign = self.pen.styled(words::sign(action), style(action));
        let name = self.pen.styled(&one_line(&placed.path), BOLD);
        let verb = self.pen.styled(words::action(action), style(action));
        let head = format!("{sign} {name} {}  {verb}", one_line(resource.resource_type()));
        self.line(0, &head)?;
        for reason in words::reasons(resource) {
            self.line(2, &one_line(&reason))?;
        }
        if let Some(note) = words::appearance(resource.appearance) {
            self.line(2, note)?;
        }
        if let Some(deletion) = &resource.deletion
            && let Some(fate) = words::fate(deletion)
        {
            let style = if resource.loses_data() { RED } else { DIM };
            self.line(2, &self.pen.styled(&fate, style))?;
        }
        if let Some(note) = words::preview(resource) {
            self.line(2, &self.pen.styled(&note, DIM))?;
        }
        for change in &resource.changes {
            self.change(resource, change)?;
        }
        writeln!(self.out)
    }

    fn change(&mut self, resource: &ResourcePlan, change: &Change) -> io::Result<()> {
        let name = words::part(&change.part);
        let note = words::behaviour(resource, change);
        if heat_plan::is_same(&change.difference) {
            let news: Vec<String> =
                change.follows_from.iter().map(|one| format!("the {one} is a new one")).collect();
            return self.line(2, &one_line(&format!("{name}: {}{note}", news.join(", "))));
        }
        self.difference(2, name, &change.difference, &note)
    }

    fn difference(
        &mut self,
        depth: usize,
        name: &str,
        difference: &Difference,
        note: &str,
    ) -> io::Result<()> {
        let shown = |data: &Option<heat_hot::Data>| data.as_ref().map(|data| self.report.masked.value(data));
        let (old, new) = (shown(&difference.old), shown(&difference.new));
        let (leaves, more) = leaves(old.as_ref(), new.as_ref());
        if leaves.is_empty() {
            return self.line(depth, &format!("{}: another value{note}", one_line(name)));
        }
        for leaf in leaves {
            self.leaf(depth, name, &leaf, note)?;
        }
        if more > 0 {
            self.line(depth, &format!("… and {}", counted(more, "more difference")))?;
        }
        Ok(())
    }

    fn leaf(&mut self, depth: usize, name: &str, leaf: &Leaf, note: &str) -> io::Result<()> {
        let joint = if leaf.path.is_empty() || leaf.path.starts_with('[') { "" } else { "." };
        let name = one_line(&format!("{name}{joint}{}", leaf.path));
        if let (Some(Value::String(old)), Some(Value::String(new))) = (&leaf.old, &leaf.new)
            && (old.contains('\n') || new.contains('\n'))
        {
            self.line(depth, &format!("{name}:{note}"))?;
            for line in lines::changed(old, new) {
                let style = match line.sign {
                    '-' => AnsiColor::Red.on_default(),
                    '+' => AnsiColor::Green.on_default(),
                    _ => DIM,
                };
                let text = format!("{} {}", line.sign, one_line(&line.text));
                self.line(depth + 1, &self.pen.styled(&text, style))?;
            }
            return Ok(());
        }
        let (old, new) = (words::value(leaf.old.as_ref()), words::value(leaf.new.as_ref()));
        self.line(depth, &format!("{name}: {} → {}{note}", one_line(&old), one_line(&new)))
    }

    fn outputs(&mut self) -> io::Result<()> {
        let outputs = &self.report.plan.outputs;
        if outputs.is_empty() {
            return Ok(());
        }
        self.line(0, &self.pen.styled("outputs", BOLD))?;
        for output in outputs {
            if heat_plan::is_same(&output.difference) {
                let news: Vec<String> =
                    output.follows_from.iter().map(|one| format!("the {one} is a new one")).collect();
                self.line(1, &one_line(&format!("{}: {}", output.name, news.join(", "))))?;
            } else {
                self.difference(1, &output.name, &output.difference, "")?;
            }
        }
        writeln!(self.out)
    }

    fn summary(&mut self) -> io::Result<()> {
        let report = self.report;
        if !report.missing.is_empty() {
            let note = words::missing(&report.missing);
            self.line(0, &self.pen.styled(&one_line(&note), DIM))?;
        }
        let counts = report.counts().into_iter().map(|(action, count)| {
            self.pen.styled(&format!("{count} {}", words::action(action)), style(action))
        });
        let counts: Vec<String> = counts.collect();
        let counts = if counts.is_empty() { "no resources".to_owned() } else { counts.join(", ") };
        self.line(0, &counts)?;
        if report.refuses() {
            self.line(0, &self.pen.styled("Heat refuses this update", RED))?;
        }
        let lost = report.lost();
        if !lost.is_empty() {
            let text = format!("data are lost: {}", one_line(&lost.join(", ")));
            self.line(0, &self.pen.styled(&text, RED))?;
        }
        Ok(())
    }
}
