//! How a fault gets its explanation: what the code that finds an error adds to it.

use std::ops::Range;

use heat_yaml::Span;

use super::{Explanation, Fault, Help};

impl Fault {
    fn explanation(&mut self) -> &mut Explanation {
        self.explanation.get_or_insert_default()
    }

    /// The fault with what to write instead.
    #[must_use]
    pub fn with_help(self, help: impl Into<Help>) -> Self {
        self.or_help(|| Some(help))
    }

    /// The fault with what to write instead, unless that is known.
    #[must_use]
    pub(crate) fn or_help<H: Into<Help>>(mut self, help: impl FnOnce() -> Option<H>) -> Self {
        let is_known = self.explanation.as_ref().is_some_and(|explanation| explanation.help.is_some());
        if !is_known && let Some(help) = help() {
            self.explanation().help = Some(help.into());
        }
        self
    }

    /// The fault with something else to write instead.
    #[must_use]
    pub(crate) fn instead_of_help(mut self, help: Help) -> Self {
        self.explanation().help = Some(help);
        self
    }

    /// The fault with the place of the name that its help is about, unless that is known.
    #[must_use]
    pub(crate) fn about_name_at(mut self, span: Span) -> Self {
        let help = self.explanation.as_mut().and_then(|explanation| explanation.help.take());
        if let Some(help) = help {
            self.explanation().help = Some(help.or_at(span));
        }
        self
    }

    /// The fault with a reason.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.explanation().notes.push(note.into());
        self
    }

    /// The fault about a value that is given for a parameter: it stands in an environment or on the command line.
    #[must_use]
    pub(crate) fn about_given_value(mut self, parameter: &str) -> Self {
        self.explanation().given_value = Some(parameter.to_owned());
        self
    }

    /// The fault about some bytes of the scalar at its place, which has this text.
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

    /// The fault with the places that take part, the place of the error first.
    #[must_use]
    pub(crate) fn at_places(mut self, places: impl Iterator<Item = (Span, String)>) -> Self {
        let places: Vec<(Span, String)> = places.collect();
        self.span = places.first().map(|(span, _)| *span).or(self.span);
        self.explanation().places = places;
        self
    }
}
