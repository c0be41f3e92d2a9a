//! Checks of the table of custom constraints that belongs to a catalogue.

use std::sync::Arc;

use heat_model::CustomConstraintTable;
use heat_yaml::{Diagnostic, ParseOptions, Source, Span, parse};

use crate::rules::{MISSING_DESCRIPTION, undescribed_constraints};

/// Returns the findings of rules in a table of custom constraints that was read from a text, in the order of the names.
///
/// ```
/// use heat_lint::lint_custom_constraints;
/// use heat_model::load::load_custom_constraints;
/// use heat_yaml::Source;
///
/// let source = Source::new("constraints.yaml", "acme.zone: {description: ''}");
/// let (table, _) = load_custom_constraints(&source);
/// let findings = lint_custom_constraints(&source, &table);
/// assert_eq!(findings[0].message, "custom constraint `acme.zone` has no description");
/// ```
#[must_use]
pub fn lint_custom_constraints(source: &Arc<Source>, table: &CustomConstraintTable) -> Vec<Diagnostic> {
    let undescribed = undescribed_constraints(table);
    if undescribed.is_empty() {
        return Vec::new();
    }
    // The table does not contain spans, so the text is parsed again. It is small, and seldom has findings.
    let root = parse(source, &ParseOptions::default()).root;
    let diagnostics = undescribed.into_iter().map(|(name, message)| {
        let place = root.as_ref().and_then(|root| root.at(&[name.into(), "description".into()]));
        let span = place.map_or(Span::new(0, 0), |node| node.span);
        Diagnostic::new(MISSING_DESCRIPTION.severity, MISSING_DESCRIPTION.id, message)
            .with_label(source, span, "")
    });
    diagnostics.collect()
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_custom_constraints;

    use super::*;

    /// Compares the findings in a table, each as the text that it points at and its message.
    #[track_caller]
    fn check(text: &str, expect: &[(&str, &str)]) {
        let source = Source::new("constraints.yaml", text);
        let (table, unread) = load_custom_constraints(&source);
        assert_eq!(unread.len(), 0, "{unread:?}");
        let found = lint_custom_constraints(&source, &table);
        let said: Vec<(&str, &str)> = found
            .iter()
            .map(|found| {
                assert_eq!(found.code, "missing-description");
                let span = found.labels[0].span;
                (&text[span.start..span.end], found.message.as_str())
            })
            .collect();
        assert_eq!(said, expect);
    }

    #[test]
    fn constraints_have_descriptions() {
        check("acme.zone: {description: A zone of a cloud.}", &[]);
        check(
            "acme.zone:\n  description: Describe in a sentence what `acme.zone` accepts.\nacme.colour: {description: ' '}",
            &[
                ("' '", "custom constraint `acme.colour` has no description"),
                (
                    "Describe in a sentence what `acme.zone` accepts.",
                    "custom constraint `acme.zone` has no description: this is what `import` wrote",
                ),
            ],
        );
    }

    #[test]
    fn hidden_ones_need_none() {
        check("acme.zone: {description: '', support_status: [{status: HIDDEN}]}", &[]);
    }

    #[test]
    fn a_description_may_begin_like_the_sentence_of_import() {
        check("acme.zone: {description: Describe in a sentence what you want.}", &[]);
    }
}
