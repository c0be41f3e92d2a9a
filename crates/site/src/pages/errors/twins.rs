//! The errors in Markdown: the list of them, and the page of each.

use heat_errors::{ErrorPage, Provocation};

use super::{AreaText, ErrorContent, ErrorLink, ErrorList};
use crate::pages::frame::twin::{InMarkdown, Line, TwinWriter, line};

impl InMarkdown for ErrorList {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        twin.paragraph(&line!(
            "{} messages of Heat, by what they are about. Each page says what the message means and what usually causes it; most have a template that provokes it and the fixed one, both tried in Heat.",
            &self.count.to_string()
        ));
        for AreaText { title, about, errors, .. } in &self.areas {
            twin.heading(2, &Line::words(title));
            twin.paragraph(&twin.sentence(about));
            list(errors, twin);
        }
    }
}

fn list(errors: &[ErrorLink], twin: &mut TwinWriter<'_>) {
    for error in errors {
        twin.item(0, &twin.code_link(&error.message, &error.url));
    }
}

impl InMarkdown for ErrorContent<'_> {
    fn write(&self, twin: &mut TwinWriter<'_>) {
        let (error, page) = (&self.error, self.page);
        for message in &page.messages {
            twin.item(0, &Line::code(message));
        }
        for message in &page.earlier {
            twin.item(0, &line!("{} (in other releases or programs)", Line::code(message)));
        }
        let (intro, sections) = match page.text.split_once("\n## ") {
            Some((intro, sections)) => (intro, format!("## {sections}")),
            None => (page.text.as_str(), String::new()),
        };
        twin.document(intro);
        for fact in facts(page, twin) {
            twin.item(0, &fact);
        }
        let rules = error.rules.iter().map(|rule| twin.code_link(rule.id, &rule.url));
        twin.item(0, &Line::join(rules, ", ").within("Checked by: ", ""));
        twin.document(&sections);
        if !error.similar.is_empty() {
            twin.heading(2, &line!("Similar errors"));
            list(&error.similar, twin);
        }
    }
}

/// The data of an error besides its text.
fn facts(page: &ErrorPage, twin: &TwinWriter<'_>) -> [Line; 4] {
    let sentence = |text: Option<&str>| text.map(|text| twin.sentence(text)).unwrap_or_default();
    let http = page.http.map(|code| line!("HTTP {}", &code.to_string())).unwrap_or_default();
    let answer = match page.class.as_deref() {
        Some(class) => Line::join([Line::code(class), http], ", answered as ").within("Exception: ", ""),
        None => http.within("Answer: ", ""),
    };
    let shown = Line::join(page.shown.iter().map(|shown| twin.sentence(shown.in_words())), "; ");
    let untried = match &page.provocation {
        Provocation::Untried { reason, .. } => Some(reason.as_str()),
        _ => None,
    };
    [
        answer,
        line!("Shown by: {}", Line::join([shown, sentence(page.command.as_deref())], ": ")),
        Line::text(page.quoted_from.as_deref().unwrap_or_default()).within("Words of: ", ""),
        sentence(untried).within("No example: ", ""),
    ]
}
