//! `explain`: prints the page of a rule in a terminal.

use clap::Args;
use heat_diff::Mirror;
use heat_report::{RuleDocs, RuleSet};

use crate::commands::candidates;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// An example, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Example:
  heat-codegen explain missing-description";

/// The arguments of `explain`.
#[derive(Debug, Clone, Args)]
pub struct ExplainArgs {
    /// The id of the rule, as shown by `rules`, `check` and `diff`.
    #[arg(add = candidates::rules())]
    rule: String,
}

const BOLD: anstyle::Style = anstyle::Style::new().bold();
const DIM: anstyle::Style = anstyle::Style::new().dimmed();

/// Runs `explain`.
///
/// # Errors
/// If there is no such rule, or the output is closed.
pub fn run(args: &ExplainArgs, session: &mut Session) -> CommandResult {
    let id = args.rule.as_str();
    let pages = pages(id);
    if pages.is_empty() {
        let sets = [RuleSet::Schemas, RuleSet::Changes, RuleSet::Templates];
        let known: Vec<RuleDocs> = sets.into_iter().flat_map(RuleSet::rules).collect();
        let else_ = "`heat-codegen rules templates`, `rules schemas` and `rules changes` list all rules";
        return Err(Failure::unknown("rule", id, known.iter().map(|rule| rule.id), else_));
    }
    let color = session.color_out;
    let is_one = pages.len() == 1;
    for (index, (set, rule)) in pages.iter().enumerate() {
        let off = if rule.is_off_by_default { ", off by default" } else { "" };
        let about = if is_one { String::new() } else { format!(", in {}", set.subject()) };
        let title = format!("{id} ({}{off}{about})", rule.severity);
        let line = if index > 0 { "\n" } else { "" };
        writeln!(session.out, "{line}{}\n{}.", styled(&title, BOLD, color), rule.summary)?;
        write!(session.out, "{}", plain(&rule.page, color))?;
        if let Some(mirror) = rule.mirror {
            let other_way = match mirror {
                Mirror::Rule(id) => format!("`{id}` reports it."),
                Mirror::None(reason) => reason.to_owned(),
            };
            writeln!(session.out, "\n{}\n{other_way}", styled("Opposite change", BOLD, color))?;
        }
    }
    Ok(Outcome::Done)
}

/// The rules with this id, each with its set. Schemas and templates are both YAML, so that a rule about YAML is in both sets.
fn pages(id: &str) -> Vec<(RuleSet, RuleDocs)> {
    RuleSet::ALL.into_iter().filter_map(|set| Some((set, set.rule(id)?))).collect()
}

/// Formats Markdown for a terminal: headings are bold, code is indented, the rest is unchanged.
fn plain(markdown: &str, color: bool) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in markdown.trim_end().lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let line = match line.strip_prefix("## ") {
            _ if in_code && line.is_empty() => String::new(),
            _ if in_code => format!("    {}", styled(line, DIM, color)),
            Some(heading) => styled(heading, BOLD, color),
            None => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn styled(text: &str, style: anstyle::Style, color: bool) -> String {
    if color { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use heat_template_check::Check;

    use super::*;

    #[test]
    fn ids_are_unique() {
        for rule in heat_diff::RULES {
            assert!(heat_lint::rule(rule.id).is_none(), "{}", rule.id);
        }
        for rule in heat_template_check::RULES {
            let id = rule.id;
            assert!(heat_diff::rule(id).is_none(), "{id}");
            let is_about_yaml = matches!(rule.check, Check::Reading(_));
            assert_eq!(heat_lint::rule(id).is_some(), is_about_yaml, "{id}");
        }
    }

    #[test]
    fn code_is_indented_and_headings_have_no_marks() {
        let markdown = "\n## Why\nBecause.\n\n```yaml\na: 1\n\nb: 2\n```\nEnd.\n";
        assert_eq!(plain(markdown, false), "\nWhy\nBecause.\n\n    a: 1\n\n    b: 2\nEnd.\n");
        assert!(plain(markdown, true).contains("\u{1b}[1mWhy\u{1b}[0m"));
    }
}
