//! The errors in Markdown: the list of them, and the page of each.

use heat_errors::{ErrorPage, Provocation};

use super::{AreaText, ErrorContent, ErrorLink, ErrorList};
use crate::pages::frame::twin::{InMarkdown, Line, TwinWriter};

impl InMarkdown for ErrorList {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&Line::text(&self.count.to_string()).then(
            " messages of Heat, by what they are about. Each page says what the message means and what usually causes it; most have a template that provokes it and the fixed one, both tried in Heat.",
        ));
        for AreaText { title, about, errors, .. } in &self.areas {
            twin.heading(2, &Line::words(title));
            let about = twin.sentence(about);
            twin.paragraph(&about);
            list(errors, twin);
        }
    }
}

impl ErrorLink {
    fn in_markdown(&self, twin: &TwinWriter<'_>) -> Line {
        twin.link(&Line::code(&self.message), &self.url)
    }
}

fn list(errors: &[ErrorLink], twin: &mut TwinWriter<'_>) {
    for error in errors {
        let link = error.in_markdown(twin);
        twin.item(0, &link);
    }
}

impl InMarkdown for ErrorContent<'_> {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        let (error, page) = (&self.error, self.page);
        for message in &page.messages {
            twin.item(0, &Line::code(message));
        }
        for message in &page.earlier {
            twin.item(0, &Line::code(message).then(" (in other releases or programs)"));
        }
        let (intro, sections) = match page.text.split_once("\n## ") {
            Some((intro, sections)) => (intro, format!("## {sections}")),
            None => (page.text.as_str(), String::new()),
        };
        twin.document(intro);
        for fact in facts(page, twin) {
            twin.item(0, &fact);
        }
        if !error.rules.is_empty() {
            let rule = |rule: &super::RuleLink| twin.link(&Line::code(rule.id), &rule.url);
            let rules = Line::join(error.rules.iter().map(rule), ", ");
            twin.item(0, &Line::words("Checked by: ").and(&rules));
        }
        twin.document(&sections);
        if !error.similar.is_empty() {
            twin.heading(2, &Line::words("Similar errors"));
            list(&error.similar, twin);
        }
    }
}

/// The data of an error besides its text.
fn facts(page: &ErrorPage, twin: &TwinWriter<'_>) -> Vec<Line> {
    let http = page.http.map(|code| Line::words("HTTP ").and(&Line::text(&code.to_string())));
    let class = page.class.as_deref().map(Line::code);
    let answer = match (class, http) {
        (Some(class), Some(http)) => {
            Some(Line::words("Exception: ").and(&class).then(", answered as ").and(&http))
        }
        (Some(class), None) => Some(Line::words("Exception: ").and(&class)),
        (None, http) => http.map(|http| Line::words("Answer: ").and(&http)),
    };
    let shown = Line::join(page.shown.iter().map(|shown| twin.sentence(shown.in_words())), "; ");
    let command = page.command.as_deref().map(|command| twin.sentence(command)).unwrap_or_default();
    let untried = match &page.provocation {
        Provocation::Untried { reason, .. } => Some(Line::words("No example: ").and(&twin.sentence(reason))),
        _ => None,
    };
    let quoted = page.quoted_from.as_deref().map(|whose| Line::words("Words of: ").and(&Line::text(whose)));
    let shown = Line::words("Shown by: ").and(&Line::join([shown, command], ": "));
    [answer, Some(shown), quoted, untried].into_iter().flatten().collect()
}
