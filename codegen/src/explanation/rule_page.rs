//! The page of a rule.

use std::fmt::Write as _;

use heat_diff::Mirror;
use heat_errors::{ErrorPage, ErrorPages};
use heat_report::program::NAME;
use heat_report::{RuleDocs, RuleSet};
use serde::Serialize;

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
    /// The path of the rule's page on the published docs.
    page: String,
    /// The address of the page, if it is known where the docs are published.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// The ids of the errors of Heat that the rule reports as well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<&'a str>,
    text: &'a str,
}

/// The rules with this id, each with its set. Schemas and templates are both YAML, so that a rule about YAML is in both sets.
pub(super) fn with_id(id: &str) -> Vec<(RuleSet, RuleDocs)> {
    RuleSet::ALL.into_iter().filter_map(|set| Some((set, set.rule(id)?))).collect()
}

/// Writes the pages of the rules with an id.
pub(super) fn write(id: &str, pages: &[(RuleSet, RuleDocs)], session: &mut Session) -> CommandResult {
    let color = session.color_out;
    let errors = ErrorPages::built_in();
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
        write!(session.out, "{}", prevented(&errors_of(*set, rule, &errors), color))?;
        if let Some(docs_url) = session.docs_url {
            let title = styled("On the web", BOLD, color);
            writeln!(session.out, "\n{title}\n{docs_url}{}", rule.page_url())?;
        }
    }
    Ok(Outcome::Done)
}

/// The most errors of Heat that a page lists.
const MAX_ERRORS: usize = 8;

/// The errors of Heat that a rule reports as well.
fn errors_of<'e>(set: RuleSet, rule: &RuleDocs, errors: &'e ErrorPages) -> Vec<&'e ErrorPage> {
    if set == RuleSet::Templates { errors.of_rule(rule.id).collect() } else { Vec::new() }
}

/// The section about the errors of Heat that a rule reports as well; empty if there are none.
fn prevented(errors: &[&ErrorPage], color: bool) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", styled("Errors of Heat", BOLD, color));
    for page in errors.iter().take(MAX_ERRORS) {
        let _ = writeln!(text, "- {} (`{NAME} explain {}`)", page.message(), page.id);
    }
    if errors.len() > MAX_ERRORS {
        let _ = writeln!(text, "- and {} more", errors.len() - MAX_ERRORS);
    }
    text
}

/// Writes the rules for programs.
pub(super) fn write_json(pages: &[(RuleSet, RuleDocs)], session: &mut Session) -> CommandResult {
    let errors = ErrorPages::built_in();
    let entries: Vec<RuleEntry<'_>> = pages
        .iter()
        .map(|(set, rule)| RuleEntry {
            id: rule.id,
            about: set.subject(),
            severity: rule.severity,
            is_off_by_default: rule.is_off_by_default,
            summary: rule.summary,
            page: rule.page_url(),
            url: session.docs_url.map(|docs_url| format!("{docs_url}{}", rule.page_url())),
            errors: errors_of(*set, rule, &errors).into_iter().map(|page| page.id.as_str()).collect(),
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
