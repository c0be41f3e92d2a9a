//! Changes as a comment on a pull request.
//!
//! The comment begins with a mark that identifies it, so that one comment can be kept up to date. It never exceeds the limits of
//! the services, and names no commit: the same findings result in the same text.

use std::fmt::Write as _;
use std::io::{self, Write};

use heat_diff::{Finding, Severity};
use heat_report::finding::Line;
use heat_report::markdown_text::{MAX_BYTES, block, code, html, prose};
use heat_yaml::Diagnostic;

use crate::diff::report::{Entry, Report, unread_place};
use crate::diff::side::SideName;
use crate::template_usage::Usage;

/// The mark at the beginning, which is not visible.
pub(super) const MARK: &str = "<!-- heat-codegen diff -->";

/// The space reserved for the last line, which says what is omitted.
const RESERVE: usize = 400;

/// The maximum length of a side's name in the comment.
const MAX_NAME: usize = 200;

/// Writes a report as Markdown.
///
/// # Errors
/// If the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(comment(report).as_bytes())
}

fn comment(report: &Report) -> String {
    let whole = filled(report, Extent::Whole);
    // Findings are more important than the templates that show them.
    let comment = if whole.left_out == 0 { whole } else { filled(report, Extent::Findings) };
    comment.finished()
}

/// The amount of detail that is written about findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    /// The findings without the texts that belong to them.
    Findings,
}

fn filled(report: &Report, extent: Extent) -> Comment {
    let mut comment = Comment { text: head(report), left_out: 0 };
    if extent == Extent::Findings && report.listed().any(|entry| !entry.sections.is_empty()) {
        comment.text.push_str("\nThe templates that demonstrate the changes are omitted because the comment would be too long.\n");
    }
    let unreadable = report.unreadable.iter().map(unreadable_text);
    comment.section("Could not be read", true, unreadable);
    for severity in Severity::ALL {
        let entries: Vec<&Entry> = report.listed().filter(|entry| entry.severity == severity).collect();
        let title = format!("{} {severity}", entries.len());
        let is_open = report.fail_on.contains(&severity);
        comment.section(&title, is_open, entries.into_iter().map(|entry| entry_text(entry, extent)));
    }
    if let Some(templates) = &report.templates {
        let lines = templates.usages.iter().map(|usage| use_text(usage, &templates.findings));
        let lines = lines.chain(templates.unreadable.iter().map(unreadable_text));
        comment.section(&html(&templates.summary()), true, lines);
    }
    if let Some(file) = &report.allowances {
        let title = format!("{} allowed by {}", report.allowed.len(), html(file));
        let allowed = report.allowed.iter().map(|allowed| {
            let entry = &allowed.entry;
            let reason = format!("{} (until {})", allowed.reason, allowed.expires);
            format!("- {} – {}: {}\n", code(&entry.subject()), prose(&entry.message), prose(&reason))
        });
        comment.section(&title, false, allowed);
    }
    comment
}

fn head(report: &Report) -> String {
    let [before, after] = [side(&report.before, "the base"), side(&report.after, "the head")];
    let mut text = format!("{MARK}\n### Schema changes\n\nFrom {before} to {after}: ");
    let counts: Vec<(Severity, usize)> = report.counts();
    if !report.unreadable.is_empty() {
        _ = writeln!(text, "{}.", report.verdict());
    } else if counts.is_empty() {
        text.push_str("nothing changed.\n");
    } else {
        _ = write!(text, "{}.", report.verdict());
        text.push_str("\n\n| Severity | Findings | What it means |\n|---|--:|---|\n");
        for (severity, count) in counts {
            let bold = if report.fail_on.contains(&severity) { "**" } else { "" };
            _ = writeln!(text, "| {bold}{severity}{bold} | {count} | {} |", meaning(severity));
        }
    }
    if report.unlisted() > 0 {
        text.push_str("\nChanges of descriptions and examples are counted but not listed.\n");
    }
    text
}

/// The name of a side, unless it is a commit id.
fn side(side: &SideName, otherwise: &str) -> String {
    if side.commit.as_ref().is_some_and(|id| id.starts_with(&side.name)) {
        return otherwise.to_owned();
    }
    let name: String = side.name.chars().take(MAX_NAME).collect();
    code(&name)
}

pub(super) fn meaning(severity: Severity) -> &'static str {
    match severity {
        Severity::Breaking => "a template or a stack that worked now fails, or a resource is destroyed",
        Severity::Dangerous => "everything works, but behaves differently",
        Severity::Policy => "a life cycle rule is violated",
        Severity::Safe => "nothing that worked is affected",
        Severity::Docs => "only documentation changed",
    }
}

/// A text of limited length.
struct Comment {
    text: String,
    left_out: usize,
}

impl Comment {
    /// A collapsed part with as many of its texts as there is space for.
    fn section(&mut self, title: &str, is_open: bool, texts: impl Iterator<Item = String>) {
        let open = if is_open { " open" } else { "" };
        let head = format!("\n<details{open}><summary><b>{title}</b></summary>\n");
        let end = "\n</details>\n";
        let mut body = String::new();
        for text in texts {
            let length = self.text.len() + head.len() + body.len() + 1 + text.len() + end.len();
            // The texts are in order: those after an omitted text are not more important.
            if self.left_out > 0 || length > MAX_BYTES - RESERVE {
                self.left_out += 1;
            } else {
                body.push('\n');
                body.push_str(&text);
            }
        }
        if !body.is_empty() {
            self.text.extend([head.as_str(), &body, end]);
        }
    }

    fn finished(mut self) -> String {
        if self.left_out > 0 {
            let rest = match self.left_out {
                1 => "One more finding is".to_owned(),
                more => format!("{more} more findings are"),
            };
            _ = write!(
                self.text,
                "\n{rest} omitted because comments have a maximum length: `heat-codegen diff` with the same arguments and `--format text` shows all.\n"
            );
        }
        self.text
    }
}

fn entry_text(entry: &Entry, extent: Extent) -> String {
    let mut text =
        format!("**{}**\\\n{}, {}\n", prose(&entry.message), code(&entry.subject()), code(entry.rule.id));
    if let Some((path, line)) = entry.place().and_then(|place| Some((&place.path, place.region?.line))) {
        text.insert_str(text.len() - 1, &format!(", {}", code(&format!("{path}:{line}"))));
    }
    if !entry.lines.is_empty() {
        let lines: Vec<String> = entry.lines.iter().map(diff_line).collect();
        text.push_str(&block("diff", &lines.join("\n")));
    }
    if !entry.notes.is_empty() {
        text.push('\n');
    }
    for note in &entry.notes {
        _ = writeln!(text, "- {}", prose(note));
    }
    let sections = if extent == Extent::Whole { entry.sections.as_slice() } else { &[] };
    for section in sections {
        _ = writeln!(text, "\n<details><summary>{}</summary>", html(&section.title));
        text.push_str(&block(section.language.unwrap_or_default(), section.text.trim_end()));
        text.push_str("\n</details>\n");
    }
    text
}

/// A file that could not be read, in one line.
fn unreadable_text(diagnostic: &Diagnostic) -> String {
    format!("- {} – **could not be read**: {}\n", code(&unread_place(diagnostic)), prose(&diagnostic.message))
}

/// A use of a change in a template, in one line.
fn use_text(usage: &Usage, findings: &[Finding]) -> String {
    let place = code(&format!("{}:{}", usage.file, usage.line));
    let message = findings.get(usage.finding).map_or("", |finding| finding.message.as_str());
    let mut text =
        format!("- {place} – **{}**: {}: {}", usage.severity, prose(&usage.words()), prose(message));
    if let Some(words) = usage.impact.words() {
        _ = write!(text, " ({})", prose(&words));
    }
    text.push('\n');
    text
}

fn diff_line(line: &Line) -> String {
    format!("{}{}", line.mark.character(), line.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_never_too_long() {
        let mut comment = Comment { text: String::new(), left_out: 0 };
        comment.section("many", true, (0..100).map(|_| "x".repeat(5_000)));
        comment.section("more", false, (0..3).map(|_| "y".to_owned()));
        let text = comment.finished();
        assert!(text.len() < MAX_BYTES, "{}", text.len());
        assert!(text.ends_with("`--format text` shows all.\n"), "{}", &text[text.len() - 200..]);
        let shown = text.matches(&"x".repeat(5_000)).count();
        assert!(text.contains(&format!("\n{} more findings are omitted", 103 - shown)));
        assert!(!text.contains("more</b></summary>"));
    }
}
