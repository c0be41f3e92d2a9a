//! The pages that explain a message of Heat.

use std::fmt::Write as _;

use heat_errors::{ErrorPage, FoundPages, Role, UnknownReason};
use heat_report::program::NAME;
use serde::Serialize;

use super::terminal_text::{BOLD, plain, styled};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// The JSON about an error.
#[derive(Serialize)]
struct ErrorEntry<'a> {
    id: &'a str,
    /// `true` if the text contains one of the messages; otherwise it resembles one.
    is_exact: bool,
    messages: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    earlier_messages: &'a [String],
    about: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    http: Option<u16>,
    shown_by: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'a str>,
    rules: &'a [String],
    text: &'a str,
    /// The words of the text that no page explains, if the page is only about the words around them, or about similar ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown_reason: Option<&'a str>,
    /// The service that the unknown words are from.
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileEntry<'a>>,
}

/// A file of an example.
#[derive(Serialize)]
struct FileEntry<'a> {
    name: &'a str,
    /// `true` if the file is a fixed one, rather than one that causes the error.
    is_fixed: bool,
    text: &'a str,
}

/// Writes the first page, and names the others.
pub(super) fn write(found: &FoundPages<'_>, session: &mut Session) -> CommandResult {
    let color = session.color_out;
    write!(session.out, "{}", layers(found, color))?;
    if let Some(reason) = &found.unknown {
        writeln!(session.out, "{}", unknown_reason(reason, color))?;
    }
    let Some((first, others)) = found.pages.split_first() else { return Ok(Outcome::Done) };
    match (&found.unknown, found.is_exact) {
        (None, true) => {}
        (None, false) => {
            writeln!(session.out, "No message of Heat has exactly these words. The most similar one:\n")?;
        }
        (Some(_), true) => writeln!(session.out, "What is known is the message around it:\n")?,
        (Some(_), false) => writeln!(session.out, "The most similar message that is known:\n")?,
    }
    for message in &first.messages {
        writeln!(session.out, "{}", styled(message, BOLD, color))?;
    }
    for message in &first.earlier {
        writeln!(session.out, "{} (in other releases or programs)", styled(message, BOLD, color))?;
    }
    write!(session.out, "{}", facts(first))?;
    write!(session.out, "\n{}", plain(&first.text, color))?;
    if !first.rules.is_empty() {
        let rules: Vec<String> = first.rules.iter().map(|rule| format!("`{rule}`")).collect();
        writeln!(
            session.out,
            "\n{}\n`heat-codegen validate` reports it as {}.",
            styled("Template rules", BOLD, color),
            rules.join(" or ")
        )?;
    }
    if !others.is_empty() {
        let title = if found.is_exact { "Also in this text" } else { "Or one of these" };
        writeln!(session.out, "\n{}", styled(title, BOLD, color))?;
        for page in others {
            writeln!(session.out, "- {} (`heat-codegen explain {}`)", page.message(), page.id)?;
        }
    }
    Ok(Outcome::Done)
}

/// Writes the messages of an exception class.
pub(super) fn write_class(class: &str, pages: &[&ErrorPage], session: &mut Session) -> CommandResult {
    writeln!(
        session.out,
        "{class} is the class of {} errors. What follows it says which one:\n",
        pages.len()
    )?;
    for page in pages {
        writeln!(session.out, "- {} (`{NAME} explain {}`)", page.message(), page.id)?;
    }
    Ok(Outcome::Done)
}

/// The layers around the message, outermost first; empty if there is only a single word of a client or the like.
fn layers(found: &FoundPages<'_>, color: bool) -> String {
    if found.layers.len() < 2 {
        return String::new();
    }
    let mut text = format!("{}\n", styled("Around the message", BOLD, color));
    for layer in &found.layers {
        let page = layer.page.filter(|id| found.pages.first().is_none_or(|first| first.id != *id));
        let page = page.map(|id| format!(" (`{NAME} explain {id}`)")).unwrap_or_default();
        let _ = writeln!(text, "- {}: {}{page}", layer.text, layer.about);
    }
    text + "\n"
}

/// Advice about a reason that no page explains.
fn unknown_reason(reason: &UnknownReason, color: bool) -> String {
    let mut text = format!("{}\n{}\n\n", styled("Unknown reason", BOLD, color), reason.text);
    let resource = reason.resource.as_deref();
    match (reason.service, resource) {
        (Some(service), _) => {
            let _ = write!(text, "No page explains these words. They are from {service}: ask that service");
        }
        (None, Some(resource)) => {
            let _ = write!(
                text,
                "No page explains these words. They are about `{resource}`: ask the service that its type belongs to"
            );
        }
        (None, None) => {
            let _ = write!(
                text,
                "No page explains these words. They may be the `description` of a constraint in the template or in a nested one"
            );
        }
    }
    match (&reason.request, reason.service.or(resource)) {
        (Some(request), _) => {
            let _ = writeln!(text, "; operators find `{request}` in its log.");
        }
        (None, Some(_)) => text.push_str("; its log has the request.\n"),
        (None, None) => text.push_str(".\n"),
    }
    text
}

/// The facts about an error, in two lines.
fn facts(page: &ErrorPage) -> String {
    let mut text = String::new();
    let http = page.http.map(|code| format!("HTTP {code}"));
    let what: Vec<String> = page.class.clone().into_iter().chain(http).collect();
    if !what.is_empty() {
        let _ = writeln!(text, "{}", what.join(", "));
    }
    let shown: Vec<&str> = page.shown.iter().map(|shown| shown.in_words()).collect();
    let command = page.command.as_ref().map_or_else(String::new, |command| format!(" ({command})"));
    let _ = writeln!(text, "Shown by {}{command}.", shown.join("; "));
    text
}

/// Writes the pages for programs.
pub(super) fn write_json<'f>(found: &'f FoundPages<'f>, session: &mut Session) -> CommandResult {
    let entry = |page: &&'f ErrorPage| entry(page, found.is_exact, found.unknown.as_ref());
    let entries: Vec<ErrorEntry<'_>> = found.pages.iter().map(entry).collect();
    session.write_json(&entries)?;
    Ok(Outcome::Done)
}

fn entry<'a>(page: &'a ErrorPage, is_exact: bool, unknown: Option<&'a UnknownReason>) -> ErrorEntry<'a> {
    ErrorEntry {
        id: &page.id,
        is_exact,
        messages: &page.messages,
        earlier_messages: &page.earlier,
        about: page.area.title(),
        class: page.class.as_deref(),
        http: page.http,
        shown_by: page.shown.iter().map(|shown| shown.in_words()).collect(),
        command: page.command.as_deref(),
        rules: &page.rules,
        text: &page.text,
        unknown_reason: unknown.map(|reason| reason.text.as_str()),
        service: unknown.and_then(|reason| reason.service),
        files: page
            .files
            .iter()
            .map(|file| FileEntry { name: &file.name, is_fixed: file.role == Role::Fixed, text: &file.text })
            .collect(),
    }
}
