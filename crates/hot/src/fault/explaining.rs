//! Adding an explanation to a fault, in the code that finds the error.

use std::ops::Range;

use heat_yaml::Span;

use super::{Explanation, Fault, Help};

impl Fault {
    fn explanation(&mut self) -> &mut Explanation {
        self.explanation.get_or_insert_default()
    }

    /// Adds help, unless the fault has it.
    #[must_use]
    pub fn with_help(self, help: impl Into<Help>) -> Self {
        self.or_help(|| Some(help))
    }

    /// Adds help, which is only computed if the fault has none.
    #[must_use]
    pub(crate) fn or_help<H: Into<Help>>(mut self, help: impl FnOnce() -> Option<H>) -> Self {
        let is_known = self.explanation.as_ref().is_some_and(|explanation| explanation.help.is_some());
        if !is_known && let Some(help) = help() {
            self.explanation().help = Some(help.into());
        }
        self
    }

    /// Replaces the help of the fault.
    #[must_use]
    pub(crate) fn instead_of_help(mut self, help: Help) -> Self {
        self.explanation().help = Some(help);
        self
    }

    /// Sets the span of the name that the help is about, unless it is known.
    #[must_use]
    pub(crate) fn about_name_at(mut self, span: Span) -> Self {
        let help = self.explanation.as_mut().and_then(|explanation| explanation.help.take());
        if let Some(help) = help {
            self.explanation().help = Some(help.or_at(span));
        }
        self
    }

    /// Adds a note: a reason for the error.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.explanation().notes.push(note.into());
        self
    }

    /// Marks the error as one in the value that an environment or the command line sets for a parameter.
    #[must_use]
    pub(crate) fn about_given_value(mut self, parameter: &str) -> Self {
        self.explanation().given_value = Some(parameter.to_owned());
        self
    }

    /// Narrows the error to a range of bytes in the scalar at its span, which has this text.
    #[must_use]
    pub(crate) fn about_part(mut self, text: &str, part: Range<usize>) -> Self {
        self.explanation().part = Some((text.into(), part));
        self
    }

    /// The parameter whose value is wrong, if the value is set outside the template.
    #[must_use]
    pub fn given_value(&self) -> Option<&str> {
        self.explanation.as_ref()?.given_value.as_deref()
    }

    /// Adds the related spans, with the span of the error first.
    #[must_use]
    pub(crate) fn at_places(mut self, places: impl Iterator<Item = (Span, String)>) -> Self {
        let places: Vec<(Span, String)> = places.collect();
        self.span = places.first().map(|(span, _)| *span).or(self.span);
        self.explanation().places = places;
        self
    }
}
