//! Explanations of errors, in addition to Heat's messages.
//!
//! Heat's messages say what it refuses; some are long and do not say what to do. An explanation answers the next questions: which
//! name was probably meant, how a function is called, in which version it was added, and which other spans are involved.

use std::ops::Range;
use std::sync::Arc;

use heat_yaml::{Diagnostic, Edit, Fix, Label, Source, Span};

use super::help::{Help, Rename};

/// Maximum number of spans that a diagnostic shows.
const MAX_PLACES: usize = 10;

/// Explanation of an error: help, notes and related spans.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Suggestion of a correction.
    pub help: Option<Help>,
    /// Reasons for the error.
    pub notes: Vec<String>,
    /// Related spans in the text, each with a short message. If there are any, the first is the span of the error.
    pub places: Vec<(Span, String)>,
    /// Parameter whose value is wrong, if the value is not set in the template.
    pub given_value: Option<String>,
    /// Part of the scalar at the span of the error that is wrong: the text of the scalar, and a range of its bytes.
    pub part: Option<(Arc<str>, Range<usize>)>,
}

impl Explanation {
    /// Adds the explanation to the diagnostic of an error in this text.
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
        // A fix needs a label, which says in which source it is.
        let span = diagnostic.labels.first().map(|label| label.span);
        diagnostic.fix = help.rename.as_ref().zip(span).and_then(|(rename, span)| fix(rename, span, source));
        diagnostic.help = diagnostic.help.take().or_else(|| Some(help.text.clone()));
    }
}

/// The edit that replaces the name with the one that was meant; `None` if the text at that span is not the name.
fn fix(rename: &Rename, span: Span, source: &Source) -> Option<Fix> {
    let Rename { span: own, name, meant } = rename;
    Edit::rename(source, own.unwrap_or(span), name, meant).map(Fix::guess)
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
