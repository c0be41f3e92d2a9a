//! What is known of a rule or of an error of Heat, for readers in a terminal and for programs.
//!
//! A rule is named by its id, an error of Heat by the text that a command showed, or by the id of its page.

mod error_page;
mod rule_page;
mod terminal_text;

use heat_errors::{ErrorPage, ErrorPages, FoundPages};
use heat_report::{RuleDocs, RuleSet};

use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Explains what a text names: a rule, or an error of Heat.
///
/// # Errors
/// If nothing is known of it, or the output is closed.
pub fn run(text: &str, as_json: bool, session: &mut Session) -> CommandResult {
    let text = text.trim();
    let rules = rule_page::with_id(text);
    if !rules.is_empty() {
        return if as_json {
            rule_page::write_json(&rules, session)
        } else {
            rule_page::write(text, &rules, session)
        };
    }
    let pages = ErrorPages::built_in();
    let found = match pages.get(text) {
        Some(page) => FoundPages { pages: vec![page], is_exact: true },
        None if is_id(text) => return Err(unknown(text, &pages)),
        None => pages.find(text),
    };
    if found.pages.is_empty() {
        return Err(Failure::refused("no message of Heat has these words")
            .with_note(format!("{} messages are known, with gaps for names and values", pages.list.len()))
            .with_help("paste the message as it was shown, without what is before it; `heat-codegen explain -` reads it from a pipe"));
    }
    if as_json { error_page::write_json(&found, session) } else { error_page::write(&found, session) }
}

/// Whether a text is the name of a rule or of a page, rather than a message.
fn is_id(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// There is neither a rule nor a page with this id.
fn unknown(id: &str, pages: &ErrorPages) -> Failure {
    let sets = [RuleSet::Schemas, RuleSet::Changes, RuleSet::Templates];
    let rules: Vec<RuleDocs> = sets.into_iter().flat_map(RuleSet::rules).collect();
    let known =
        rules.iter().map(|rule| rule.id).chain(pages.list.iter().map(|page: &ErrorPage| page.id.as_str()));
    let else_ = "`heat-codegen rules`, `heat-codegen rules --diff` and `heat-codegen rules --templates` list all rules; \
                 a message of Heat is given in quotes";
    Failure::unknown("rule", id, known, else_)
}
