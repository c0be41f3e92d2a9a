//! The page of a rule, or of a message of the program.

use heat_diff::Mirror;
use heat_report::{RuleDocs, RuleSet};
use serde::Serialize;

use super::program_messages;
use super::terminal_text::{BOLD, plain, styled};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// A rule as a program reads it.
#[derive(Serialize)]
struct RuleEntry<'a> {
    id: &'a str,
    about: &'static str,
    severity: &'a str,
    is_off_by_default: bool,
    summary: &'a str,
    text: &'a str,
}

/// The rules with this id, each with what it is about. Schemas and templates are both YAML, so that a rule about YAML is in both sets.
pub(super) fn with_id(id: &str) -> Vec<(&'static str, RuleDocs)> {
    let rules = RuleSet::ALL.into_iter().filter_map(|set| Some((set.subject(), set.rule(id)?)));
    rules.chain(program_messages::with_id(id).map(|message| (program_messages::SUBJECT, message))).collect()
}

/// Writes the pages of the rules with an id.
pub(super) fn write(id: &str, pages: &[(&'static str, RuleDocs)], session: &mut Session) -> CommandResult {
    let color = session.color_out;
    let is_one = pages.len() == 1;
    for (index, (subject, rule)) in pages.iter().enumerate() {
        let off = if rule.is_off_by_default { ", off by default" } else { "" };
        let about = if is_one { String::new() } else { format!(", in {subject}") };
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

/// Writes the rules for programs.
pub(super) fn write_json(pages: &[(&'static str, RuleDocs)], session: &mut Session) -> CommandResult {
    let entries: Vec<RuleEntry<'_>> = pages
        .iter()
        .map(|(subject, rule)| RuleEntry {
            id: rule.id,
            about: subject,
            severity: rule.severity,
            is_off_by_default: rule.is_off_by_default,
            summary: rule.summary,
            text: rule.page.trim(),
        })
        .collect();
    session.write_json(&entries)?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use heat_template_check::Check;

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
}
