//! What helps to understand an error, beside Heat's words.
//!
//! Heat says what it refuses; some of its messages are long and leave open what to do. Here is what a reader asks next: which name
//! was probably meant, how a function is called, since which version there is one, and which other places take part.

use std::ops::Range;
use std::sync::Arc;

use heat_yaml::{Diagnostic, Edit, Fix, Label, Source, Span};

use super::Fault;
use super::help::{Help, Rename};

/// The most places that a diagnostic shows.
const MAX_PLACES: usize = 10;

/// What helps to understand an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What to write instead.
    pub help: Option<Help>,
    /// Why it is wrong.
    pub notes: Vec<String>,
    /// The places in the text that take part, each with a short message. If there are any, the first is the place of the error.
    pub places: Vec<(Span, String)>,
    /// The parameter whose value is wrong, if the value does not stand in the template.
    pub given_value: Option<String>,
    /// The part of the scalar at the place of the error that is wrong: the text of the scalar, and bytes of it.
    pub part: Option<(Arc<str>, Range<usize>)>,
}

impl Explanation {
    /// Adds it to a diagnostic of an error in this text.
    pub(super) fn add_to(&self, diagnostic: &mut Diagnostic, source: &Arc<Source>) {
        if let (Some((text, part)), Some(label)) = (&self.part, diagnostic.labels.first_mut())
            && let Some(span) = source.part_of_scalar(label.span, text, part.clone())
        {
            label.span = span;
        }
        for (index, (span, message)) in self.places.iter().take(MAX_PLACES).enumerate() {
            match diagnostic.labels.first_mut().filter(|label| index == 0 && label.span == *span) {
                Some(label) => label.message.clone_from(message),
                None => diagnostic.labels.push(Label {
                    source: Arc::clone(source),
                    span: *span,
                    message: message.clone(),
                }),
            }
        }
        if self.places.len() > MAX_PLACES {
            diagnostic.notes.push(format!("{} more places are not shown", self.places.len() - MAX_PLACES));
        }
        diagnostic.notes.extend(self.notes.iter().cloned());
        let Some(help) = &self.help else { return };
        // A fix is in the source of the first place, so there has to be one.
        let span = diagnostic.labels.first().map(|label| label.span);
        diagnostic.fix = help.rename.as_ref().zip(span).and_then(|(rename, span)| fix(rename, span, source));
        diagnostic.help = diagnostic.help.take().or_else(|| Some(help.text.clone()));
    }
}

/// The edit that writes the name that was meant; none if the text at the place of the error says something else.
fn fix(rename: &Rename, span: Span, source: &Source) -> Option<Fix> {
    let Rename { span: own, name, meant } = rename;
    Edit::rename(source, own.unwrap_or(span), name, meant).map(Fix::guess)
}

impl Fault {
    fn explanation(&mut self) -> &mut Explanation {
        self.explanation.get_or_insert_default()
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn with_help(self, help: impl Into<Help>) -> Self {
        self.or_help(|| Some(help))
    }

    /// The same with what to write instead, unless that is known.
    #[must_use]
    pub(crate) fn or_help<H: Into<Help>>(mut self, help: impl FnOnce() -> Option<H>) -> Self {
        let is_known = self.explanation.as_ref().is_some_and(|explanation| explanation.help.is_some());
        if !is_known && let Some(help) = help() {
            self.explanation().help = Some(help.into());
        }
        self
    }

    /// The same with something else to write instead.
    #[must_use]
    pub(crate) fn instead_of_help(mut self, help: Help) -> Self {
        self.explanation().help = Some(help);
        self
    }

    /// The same with the place of the name that its help is about, unless that is known.
    #[must_use]
    pub(crate) fn about_name_at(mut self, span: Span) -> Self {
        let help = self.explanation.as_mut().and_then(|explanation| explanation.help.take());
        if let Some(help) = help {
            self.explanation().help = Some(help.or_at(span));
        }
        self
    }

    /// The same with a reason.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.explanation().notes.push(note.into());
        self
    }

    /// The same about a value that is given for a parameter: it stands in an environment or on the command line.
    #[must_use]
    pub(crate) fn about_given_value(mut self, parameter: &str) -> Self {
        self.explanation().given_value = Some(parameter.to_owned());
        self
    }

    /// The same about some bytes of the scalar at its place, which has this text.
    #[must_use]
    pub(crate) fn about_part(mut self, text: &str, part: Range<usize>) -> Self {
        self.explanation().part = Some((text.into(), part));
        self
    }

    /// The parameter whose given value is wrong.
    #[must_use]
    pub fn given_value(&self) -> Option<&str> {
        self.explanation.as_ref()?.given_value.as_deref()
    }

    /// The same with the places that take part, the place of the error first.
    #[must_use]
    pub(crate) fn at_places(mut self, places: impl Iterator<Item = (Span, String)>) -> Self {
        let places: Vec<(Span, String)> = places.collect();
        self.span = places.first().map(|(span, _)| *span).or(self.span);
        self.explanation().places = places;
        self
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Severity;

    use super::*;

    #[test]
    fn the_place_of_an_error_is_shown_once() {
        fn check(label: Option<usize>, expect: &[(usize, &str)]) {
            let source = Source::new("test", "a".repeat(100));
            let place = |index| (Span::new(index, index + 1), format!("place {index}"));
            let explanation = Explanation { places: [1, 2].map(place).into(), ..Explanation::default() };
            let mut diagnostic = Diagnostic::new(Severity::Error, "code", "message");
            if let Some(start) = label {
                diagnostic = diagnostic.with_label(&source, Span::new(start, start + 1), "");
            }
            explanation.add_to(&mut diagnostic, &source);
            let shown = diagnostic.labels.iter().map(|label| (label.span.start, label.message.as_str()));
            assert_eq!(shown.collect::<Vec<_>>(), expect);
        }
        check(None, &[(1, "place 1"), (2, "place 2")]);
        check(Some(1), &[(1, "place 1"), (2, "place 2")]);
        check(Some(2), &[(2, ""), (1, "place 1"), (2, "place 2")]);
    }

    #[test]
    fn places_beyond_the_last_that_is_shown_are_counted() {
        fn check(places: usize, labels: usize, notes: &[&str]) {
            let source = Source::new("test", "a".repeat(100));
            let place = |index| (Span::new(index, index + 1), "here".to_owned());
            let explanation =
                Explanation { places: (0..places).map(place).collect(), ..Explanation::default() };
            let mut diagnostic = Diagnostic::new(Severity::Error, "code", "message");
            explanation.add_to(&mut diagnostic, &source);
            assert_eq!(
                (diagnostic.labels.len(), diagnostic.notes),
                (labels, notes.iter().map(|note| (*note).to_owned()).collect())
            );
        }
        check(0, 0, &[]);
        check(MAX_PLACES, MAX_PLACES, &[]);
        check(MAX_PLACES + 2, MAX_PLACES, &["2 more places are not shown"]);
    }
}
