//! What is known of a rule, of an error of Heat and of the program itself, for readers in a terminal and for programs.
//!
//! A rule, or a message of the program, is named by its id, an error of Heat by the text that a command showed, or by the id of its page.

mod error_page;
mod program_messages;
pub mod program_version;
mod rule_page;
mod terminal_text;

use heat_errors::{ErrorPages, FoundPages};
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

/// Whether there is a page for this id: that of a rule, of a message of the program, or of an error of Heat.
#[must_use]
pub fn knows(id: &str) -> bool {
    !rule_page::with_id(id).is_empty() || ErrorPages::built_in().get(id).is_some()
}

/// Whether a text is the name of a rule or of a page, rather than a message.
fn is_id(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// There is neither a rule nor a page with this id.
fn unknown(id: &str, pages: &ErrorPages) -> Failure {
    let sets = [RuleSet::Schemas, RuleSet::Changes, RuleSet::Templates];
    let rules: Vec<RuleDocs> = sets.into_iter().flat_map(RuleSet::rules).collect();
    let pages = pages.list.iter().map(|page| page.id.as_str());
    let known = rules.iter().map(|rule| rule.id).chain(pages).chain(program_messages::ids());
    let else_ = "`heat-codegen rules`, `heat-codegen rules schemas` and `heat-codegen rules changes` list all rules; \
                 a message of Heat is given in quotes";
    Failure::unknown("rule", id, known, else_)
}
