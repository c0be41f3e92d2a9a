//! The page of a rule, or of a message of the program.

use std::borrow::Cow;
use std::fmt::Write as _;

use heat_diff::Mirror;
use heat_errors::{ErrorPage, ErrorPages};
use heat_report::program::NAME;
use heat_report::{RuleDocs, RuleSet};
use serde::Serialize;

use super::program_messages::{self, Message};
use super::terminal_text::{BOLD, plain, styled};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// The JSON about a rule.
#[derive(Serialize)]
struct RuleEntry<'a> {
    id: &'a str,
    about: &'static str,
    severity: &'a str,
    is_off_by_default: bool,
    summary: &'a str,
    /// The path of the rule's page on the published docs; `None` for a message of the program, which has no page there.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    /// The address of the page, if the address of the published docs is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// The ids of the errors of Heat that the rule also reports.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<&'a str>,
    text: &'a str,
}

/// Subject of an id: a rule about schemas, templates or changes, or a message that the program reports without a rule.
pub(super) struct Explained {
    id: &'static str,
    severity: &'static str,
    summary: &'static str,
    page: Cow<'static, str>,
    rule: Option<RuleDocs>,
}

impl From<RuleDocs> for Explained {
    fn from(rule: RuleDocs) -> Self {
        let RuleDocs { id, severity, summary, .. } = rule;
        Self { id, severity, summary, page: rule.page.clone(), rule: Some(rule) }
    }
}

impl From<&Message> for Explained {
    fn from(&Message { id, severity, summary, page }: &Message) -> Self {
        Self { id, severity, summary, page: page.into(), rule: None }
    }
}

impl Explained {
    fn subject(&self) -> &'static str {
        self.rule.as_ref().map_or(program_messages::SUBJECT, |rule| rule.set.subject())
    }

    fn is_off_by_default(&self) -> bool {
        self.rule.as_ref().is_some_and(|rule| rule.is_off_by_default)
    }

    /// The errors of Heat that a rule also reports.
    fn errors<'e>(&self, errors: &'e ErrorPages) -> Vec<&'e ErrorPage> {
        let rule = self.rule.as_ref().filter(|rule| rule.set == RuleSet::Templates);
        rule.map(|rule| errors.of_rule(rule.id).collect()).unwrap_or_default()
    }
}

/// The subjects of this id. Schemas and templates are both YAML, so a rule about YAML is in both sets.
pub(super) fn with_id(id: &str) -> Vec<Explained> {
    let rules = RuleSet::ALL.into_iter().filter_map(|set| heat_rules::rule(set, id)).map(Explained::from);
    rules.chain(program_messages::with_id(id).map(Explained::from)).collect()
}

/// Writes the pages of an id's subjects.
pub(super) fn write(id: &str, pages: &[Explained], session: &mut Session) -> CommandResult {
    let color = session.color_out;
    let errors = ErrorPages::built_in();
    let is_one = pages.len() == 1;
    for (index, explained) in pages.iter().enumerate() {
        let off = if explained.is_off_by_default() { ", off by default" } else { "" };
        let about = if is_one { String::new() } else { format!(", in {}", explained.subject()) };
        let title = format!("{id} ({}{off}{about})", explained.severity);
        let line = if index > 0 { "\n" } else { "" };
        writeln!(session.out, "{line}{}\n{}.", styled(&title, BOLD, color), explained.summary)?;
        write!(session.out, "{}", plain(&explained.page, color))?;
        let Some(rule) = &explained.rule else { continue };
        if let Some(mirror) = rule.mirror {
            let other_way = match mirror {
                Mirror::Rule(id) => format!("`{id}` reports it."),
                Mirror::None(reason) => reason.to_owned(),
            };
            writeln!(session.out, "\n{}\n{other_way}", styled("Opposite change", BOLD, color))?;
        }
        write!(session.out, "{}", prevented(&explained.errors(&errors), color))?;
        if let Some(docs_url) = session.docs_url {
            let title = styled("On the web", BOLD, color);
            writeln!(session.out, "\n{title}\n{docs_url}{}", rule.page_url())?;
        }
    }
    Ok(Outcome::Done)
}

/// The maximum number of errors of Heat that a page lists.
const MAX_ERRORS: usize = 8;

/// The section about the errors of Heat that a rule also reports; empty if there are none.
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
pub(super) fn write_json(pages: &[Explained], session: &mut Session) -> CommandResult {
    let errors = ErrorPages::built_in();
    let entries: Vec<RuleEntry<'_>> = pages
        .iter()
        .zip(pages.iter().map(|explained| explained.rule.as_ref().map(RuleDocs::page_url)))
        .map(|(explained, page)| RuleEntry {
            id: explained.id,
            about: explained.subject(),
            severity: explained.severity,
            is_off_by_default: explained.is_off_by_default(),
            summary: explained.summary,
            url: session.docs_url.zip(page.as_deref()).map(|(docs, page)| format!("{docs}{page}")),
            page,
            errors: explained.errors(&errors).into_iter().map(|page| page.id.as_str()).collect(),
            text: explained.page.trim(),
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
