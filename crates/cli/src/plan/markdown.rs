//! A plan as a comment on a pull request.
//!
//! The comment begins with a mark that identifies it, so that one comment can be kept up to date, and never exceeds the limits of
//! the services.

use std::fmt::Write as _;
use std::io::{self, Write};

use heat_plan::Action;
use heat_report::markdown_text::{MAX_BYTES, block, code, prose};
use heat_yaml::{one_line, printable};

use super::changes::{self, ShownDifference};
use super::remarks::{Tone, remarks};
use super::report::{PlacedResource, Report};
use super::{members, phrases};

/// The mark at the beginning, which is not visible.
const MARK: &str = "<!-- heat-codegen plan -->";

/// The space that is reserved for the text after the table and the details.
const RESERVE: usize = 2_000;

/// The maximum number of resources that a sentence names.
const MAX_NAMED: usize = 20;

/// Writes a plan as Markdown.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(comment(report).as_bytes())
}

fn comment(report: &Report) -> String {
    let resources = report.resources();
    let changed: Vec<&PlacedResource<'_>> =
        resources.iter().filter(|placed| Report::is_listed(placed.resource)).collect();
    let mut text = head(report);
    let mut left_out = 0;
    if !changed.is_empty() {
        text.push_str("\n| | Resource | What happens |\n|---|---|---|\n");
        for placed in &changed {
            add(&mut text, &row(report, placed), &mut left_out);
        }
    }
    let mut details = String::new();
    for placed in changed {
        let section = section(&placed.path, &changes::of_resource(report, placed.resource));
        if text.len() + details.len() + section.len() > MAX_BYTES - RESERVE {
            left_out += usize::from(!section.is_empty());
        } else {
            details.push_str(&section);
        }
    }
    let around: String = changes::around(report).iter().map(|(title, shown)| section(title, shown)).collect();
    if text.len() + details.len() + around.len() < MAX_BYTES - RESERVE {
        details.push_str(&around);
    }
    if !details.is_empty() {
        _ = write!(text, "\n<details><summary><b>What changes</b></summary>\n{details}\n</details>\n");
    }
    text.push_str(&tail(report, left_out));
    text
}

/// Adds a text if there is space for it.
fn add(text: &mut String, part: &str, left_out: &mut usize) {
    if text.len() + part.len() > MAX_BYTES - RESERVE {
        *left_out += 1;
    } else {
        text.push_str(part);
    }
}

fn head(report: &Report) -> String {
    let [old, new] = report.names.each_ref().map(|name| code(&name.chars().take(200).collect::<String>()));
    let counts = report.counts().into_iter().map(|(action, words)| {
        let bold = if matches!(action, Action::Unchanged) { "" } else { "**" };
        format!("{bold}{words}{bold}")
    });
    let counts: Vec<String> = counts.collect();
    let counts = if counts.is_empty() { "no resources".to_owned() } else { counts.join(", ") };
    let mut text = format!("{MARK}\n### Update plan\n\nFrom {old} to {new}: {counts}.\n");
    let lost: Vec<String> = report.lost().iter().map(members::lost).collect();
    if !lost.is_empty() {
        _ = write!(text, "\n> [!CAUTION]\n> Data loss: {}.\n", named(&lost));
    }
    if report.refuses() {
        text.push_str("\n> [!WARNING]\n> This update fails.\n");
    }
    text
}

/// Lists some names, as code.
fn named(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_NAMED).map(|name| code(name)).collect();
    let more = names.len().saturating_sub(MAX_NAMED);
    let end = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{end}", shown.join(", "))
}

/// A row of the table. Nothing in it can end a cell.
fn row(report: &Report, placed: &PlacedResource<'_>) -> String {
    let resource = placed.resource;
    let action = resource.action;
    let mut cell = vec![format!("**{}**", phrases::action(action))];
    cell.extend(remarks(resource, &report.masked).iter().map(|remark| {
        let text = prose(&remark.text);
        match remark.tone {
            Tone::Plain | Tone::Dim => text,
            Tone::Interruption => format!("🟠 {text}"),
            Tone::Loss => format!("🔴 {text}"),
            Tone::Preview => format!("<sub>{text}</sub>"),
        }
    }));
    let name = code(&placed.path).replace('|', "\\|");
    let resource_type = code(resource.resource_type()).replace('|', "\\|");
    format!(
        "| {} | {name}<br>{resource_type} | {} |\n",
        phrases::sign(action),
        cell.join("<br>").replace('\n', " ")
    )
}

/// The changes of a resource, as a block in diff format; empty if there are none.
fn section(name: &str, shown: &[ShownDifference]) -> String {
    if shown.is_empty() {
        return String::new();
    }
    let mut lines = String::new();
    for one in shown {
        match one {
            ShownDifference::Words { name, words } => {
                _ = writeln!(lines, "  {}: {}", one_line(name), one_line(words));
            }
            ShownDifference::Values { name, old, new, note } => {
                _ = writeln!(lines, "  {}:{}", one_line(name), one_line(note));
                _ = writeln!(lines, "- {}\n+ {}", one_line(old), one_line(new));
            }
            ShownDifference::Lines { name, lines: texts, note } => {
                _ = writeln!(lines, "  {}:{}", one_line(name), one_line(note));
                for line in texts {
                    _ = writeln!(lines, "{} {}", line.sign, printable(&line.text));
                }
            }
        }
    }
    format!("\n**{}**\n{}", code(name), block("diff", lines.trim_end()))
}

fn tail(report: &Report, left_out: usize) -> String {
    let mut text = String::new();
    if !report.missing.is_empty() {
        let more = report.missing.len().saturating_sub(MAX_NAMED);
        let shown = &report.missing[..report.missing.len() - more];
        let end = if more > 0 { format!(" and {more} more") } else { String::new() };
        _ = writeln!(text, "\n{}{end}.", prose(&phrases::missing(shown)));
    }
    if let Some(note) = &report.for_both_sides {
        _ = writeln!(text, "\n{}.", prose(note));
    }
    if left_out > 0 {
        _ = writeln!(
            text,
            "\n{left_out} more parts are omitted because comments have a maximum length: `heat-codegen plan` with the same arguments shows all."
        );
    }
    text
}
