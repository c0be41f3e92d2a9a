//! Explanations of rules, of errors of Heat and of the program itself, for readers in a terminal and for programs.
//!
//! A rule, or a message of the program, is named by its id. An error of Heat is named by the text that a command showed, by the
//! id of its page, or by the class of its exception.

mod error_page;
pub(crate) mod program_messages;
pub mod program_version;
mod rule_page;
mod schema_names;
mod terminal_text;

use heat_errors::{ErrorPage, ErrorPages, FoundPages};
use heat_report::{RuleDocs, RuleSet};

use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Explains the subject of a text: a rule, or an error of Heat.
///
/// # Errors
/// If there is no explanation, or the output is closed.
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
    let named = |pages| FoundPages { pages, is_exact: true, layers: Vec::new(), unknown: None };
    let of_class: Vec<&ErrorPage> = pages.of_class(text).collect();
    let found = match pages.get(&as_id(text)) {
        Some(page) => named(vec![page]),
        None if of_class.len() > 1 && !as_json => return error_page::write_class(text, &of_class, session),
        None if !of_class.is_empty() => named(of_class),
        None if is_id(text) && !schema_names::named(text).is_empty() => return Err(unknown(text, &pages)),
        None => pages.find(text),
    };
    if found.pages.is_empty() && is_id(text) {
        return Err(unknown(text, &pages));
    }
    if found.pages.is_empty() && (found.unknown.is_none() || as_json) {
        return Err(unknown_message(text, &found, pages.list.len()));
    }
    if as_json { error_page::write_json(&found, session) } else { error_page::write(&found, session) }
}

/// Returns whether there is a page for this id: that of a rule, of a message of the program, or of an error of Heat.
#[must_use]
pub fn knows(id: &str) -> bool {
    !rule_page::with_id(id).is_empty() || ErrorPages::built_in().get(id).is_some()
}

/// Converts a text to an id: three or more words with blanks between them may be one, or the class of an exception. Two words are
/// more likely a search.
fn as_id(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [_, _] => text.to_owned(),
        [class] => {
            let word = |char: char| {
                if char.is_uppercase() { format!("-{}", char.to_lowercase()) } else { char.into() }
            };
            class.chars().map(word).collect::<String>().trim_start_matches('-').to_owned()
        }
        words => words.join("-").to_lowercase(),
    }
}

/// Returns whether a text is the name of a rule or of a page, rather than a message.
fn is_id(text: &str) -> bool {
    !text.contains(char::is_whitespace)
}

/// The failure for a message whose words are on no page.
fn unknown_message(text: &str, found: &FoundPages<'_>, known: usize) -> Failure {
    let failure = Failure::refused("no message of Heat has these words")
        .with_note(format!("{known} messages are known, with gaps for names and values"));
    let names = schema_names::named(text);
    if !names.is_empty() {
        return failure.with_help(schema_names::help(&names));
    }
    match &found.unknown {
        Some(reason) => {
            let whom = reason.service.unwrap_or("the service that said so");
            failure.with_note(format!("the reason is: {}", reason.text)).with_help(format!("ask {whom}"))
        }
        // The text is a whole message, so there is nothing more to paste.
        None if text.split_whitespace().nth(WHOLE).is_some() => failure.with_help(
            "ask the service that said so: `openstack stack failures list --long STACK` shows the resource, and its type the service",
        ),
        None => failure.with_help(
            "paste the whole message as it was shown; `heat-codegen explain -` reads it from a pipe",
        ),
    }
}

/// The minimum number of words of a whole message.
const WHOLE: usize = 3;

/// The failure for an id of neither a rule nor a page.
fn unknown(id: &str, pages: &ErrorPages) -> Failure {
    let names = schema_names::named(id);
    if !names.is_empty() {
        return Failure::refused(format!("there is no rule or error `{id}`"))
            .with_help(schema_names::help(&names));
    }
    let sets = [RuleSet::Schemas, RuleSet::Changes, RuleSet::Templates];
    let rules: Vec<RuleDocs> = sets.into_iter().flat_map(heat_rules::rules).collect();
    let pages = pages.list.iter().map(|page| page.id.as_str());
    let known = rules.iter().map(|rule| rule.id).chain(pages).chain(program_messages::ids());
    let else_ = "`heat-codegen rules`, `heat-codegen rules schemas` and `heat-codegen rules changes` list all rules; \
                 a message of Heat is given in quotes";
    Failure::unknown("rule or error", id, known, else_)
}
