//! Findings in a template, up to the limits of a report.

use heat_yaml::Diagnostic;

/// Maximum number of Heat's faults that become diagnostics. A template of the largest size can have thirty thousand, each of
/// which repeats a long path.
const MAX_FAULTS: usize = 1_000;

/// Findings in a template, its environments and its parameters.
#[derive(Debug, Default)]
pub struct TemplateFindings {
    /// Findings that are reported.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of further faults that are not reported.
    pub omitted: usize,
}

impl From<Vec<Diagnostic>> for TemplateFindings {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { diagnostics, omitted: 0 }
    }
}

/// Maximum size of the messages of all faults together, in bytes: a single path can be most of a template.
const MAX_WORDS: usize = 4 << 20;

/// Collects findings: those in `diagnostics`, Heat's faults up to the limits, and the others.
pub(crate) fn limited(
    mut diagnostics: Vec<Diagnostic>,
    faults: impl Iterator<Item = impl FnOnce() -> Diagnostic>,
    others: impl Iterator<Item = Diagnostic>,
) -> TemplateFindings {
    let (mut shown, mut words, mut omitted) = (0, 0, 0);
    for fault in faults {
        if shown >= MAX_FAULTS || words > MAX_WORDS {
            omitted += 1;
            continue;
        }
        let diagnostic = fault();
        (shown, words) = (shown + 1, words + diagnostic.message.len());
        diagnostics.push(diagnostic);
    }
    diagnostics.extend(others);
    TemplateFindings { diagnostics, omitted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_counted() {
        fn check(faults: usize, length: usize, expect: (usize, usize)) {
            let fault = || move || Diagnostic::error("x", "m".repeat(length));
            let others = [Diagnostic::error("y", "other")].into_iter();
            let found = limited(Vec::new(), (0..faults).map(|_| fault()), others);
            let shown = found.diagnostics.iter().filter(|found| found.code == "x").count();
            assert_eq!((shown, found.omitted), expect, "{faults} of {length}");
            assert_eq!(found.diagnostics.last().map(|found| found.code), Some("y"));
        }
        check(3, 10, (3, 0));
        check(1_500, 10, (1_000, 500));
        check(10, MAX_WORDS / 2, (3, 7));
        check(10, MAX_WORDS + 1, (1, 9));
    }
}
