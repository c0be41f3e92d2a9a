//! The pages of a message of Heat.

use std::fmt::Write as _;

use heat_errors::{ErrorPage, FoundPages, Role};
use serde::Serialize;

use super::terminal_text::{BOLD, plain, styled};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// An error as a program reads it.
#[derive(Serialize)]
struct ErrorEntry<'a> {
    id: &'a str,
    /// Whether the text has one of the messages; otherwise it resembles one.
    is_exact: bool,
    messages: &'a [String],
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<FileEntry<'a>>,
}

/// A file of an example.
#[derive(Serialize)]
struct FileEntry<'a> {
    name: &'a str,
    /// Whether the file is as it should be, or provokes the error.
    is_fixed: bool,
    text: &'a str,
}

/// Writes the first page, and names the others.
pub(super) fn write(found: &FoundPages<'_>, session: &mut Session) -> CommandResult {
    let color = session.color_out;
    let Some((first, others)) = found.pages.split_first() else { return Ok(Outcome::Done) };
    if !found.is_exact {
        writeln!(session.out, "No message of Heat has exactly these words. The most similar one:\n")?;
    }
    for message in &first.messages {
        writeln!(session.out, "{}", styled(message, BOLD, color))?;
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

/// What an error is, in two lines.
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
pub(super) fn write_json(found: &FoundPages<'_>, session: &mut Session) -> CommandResult {
    let entries: Vec<ErrorEntry<'_>> = found.pages.iter().map(|page| entry(page, found.is_exact)).collect();
    session.write_json(&entries)?;
    Ok(Outcome::Done)
}

fn entry(page: &ErrorPage, is_exact: bool) -> ErrorEntry<'_> {
    ErrorEntry {
        id: &page.id,
        is_exact,
        messages: &page.messages,
        about: page.area.title(),
        class: page.class.as_deref(),
        http: page.http,
        shown_by: page.shown.iter().map(|shown| shown.in_words()).collect(),
        command: page.command.as_deref(),
        rules: &page.rules,
        text: &page.text,
        files: page
            .files
            .iter()
            .map(|file| FileEntry { name: &file.name, is_fixed: file.role == Role::Fixed, text: &file.text })
            .collect(),
    }
}
