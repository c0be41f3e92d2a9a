//! Findings in a template, up to the limits of a report.

use std::collections::HashMap;

use heat_hot::template::refusal::RefusedBy;
use heat_yaml::{Diagnostic, Severity};

/// Maximum number of Heat's faults that become diagnostics. A template of the largest size can have thirty thousand, each of
/// which repeats a long path.
const MAX_FAULTS: usize = 1_000;

/// Maximum number of findings of one rule that are shown for a file. A generated template can have tens of thousands of them, and
/// nobody reads the second thousand.
const MAX_SHOWN: usize = 1_000;

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

/// Findings of resolving a template, with Heat's verdicts.
#[derive(Debug, Default)]
pub struct StackFindings {
    /// Findings that are reported.
    pub findings: Vec<StackFinding>,
    /// Number of further faults that are not reported.
    pub omitted: usize,
}

/// Finding of resolving a template.
#[derive(Debug, Clone)]
pub struct StackFinding {
    /// The finding in words, with its spans.
    pub diagnostic: Diagnostic,
    /// Verdict of Heat; `None` if the template was resolved for its values, without asking for verdicts.
    pub verdict: Option<Verdict>,
}

/// Verdict of Heat on a template with the finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Heat accepts the template.
    Accepted,
    /// Requests fail.
    Refused(RefusedBy),
    /// Requests fail as long as a parameter has no value.
    MissingParameter(RefusedBy),
    /// Heat accepts the template, and fails when a value is resolved or a nested stack is created.
    FailsLater,
}

impl Verdict {
    /// Returns whether the request that validates a template fails.
    #[must_use]
    pub fn fails_validation(self) -> bool {
        matches!(self, Self::Refused(by) | Self::MissingParameter(by) if by != RefusedBy::Creation)
    }

    /// Returns whether the request that creates a stack fails.
    #[must_use]
    pub fn fails_creation(self) -> bool {
        matches!(self, Self::Refused(by) | Self::MissingParameter(by) if by != RefusedBy::Validation)
    }

    /// Tags of the finding in reports.
    const fn tags(self) -> &'static [&'static str] {
        match self {
            Self::Accepted => &[],
            Self::Refused(by) | Self::MissingParameter(by) => match by {
                RefusedBy::Both => &["refused-by-template-validate", "refused-by-stack-create"],
                RefusedBy::Validation => &["refused-by-template-validate"],
                RefusedBy::Creation => &["refused-by-stack-create"],
            },
            Self::FailsLater => &["fails-later"],
        }
    }
}

impl StackFinding {
    /// A finding of reading: an error keeps both requests from succeeding.
    pub(crate) fn of_reading(diagnostic: Diagnostic) -> Self {
        let is_error = diagnostic.severity == Severity::Error;
        let verdict = if is_error { Verdict::Refused(RefusedBy::Both) } else { Verdict::Accepted };
        Self { diagnostic, verdict: Some(verdict) }
    }

    /// Returns whether a parameter has no value.
    #[must_use]
    pub fn is_missing_parameter(&self) -> bool {
        matches!(self.verdict, Some(Verdict::MissingParameter(_)))
    }
}

impl From<StackFinding> for Diagnostic {
    /// The diagnostic with its verdict as tags.
    fn from(StackFinding { diagnostic, verdict }: StackFinding) -> Self {
        Self { tags: verdict.map_or(&[], Verdict::tags), ..diagnostic }
    }
}

impl From<Vec<Diagnostic>> for StackFindings {
    /// The findings about a template that cannot be read.
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Self { findings: diagnostics.into_iter().map(StackFinding::of_reading).collect(), omitted: 0 }
    }
}

impl From<StackFindings> for TemplateFindings {
    fn from(StackFindings { findings, omitted }: StackFindings) -> Self {
        Self { diagnostics: findings.into_iter().map(Diagnostic::from).collect(), omitted }
    }
}

/// Maximum size of the messages of all faults together, in bytes: a single path can be most of a template.
const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// Collects findings: those of reading, Heat's faults up to the limits, and the others.
pub(crate) fn limited(
    of_reading: Vec<Diagnostic>,
    faults: impl Iterator<Item = impl FnOnce() -> StackFinding>,
    others: impl Iterator<Item = StackFinding>,
) -> StackFindings {
    let mut findings: Vec<StackFinding> = of_reading.into_iter().map(StackFinding::of_reading).collect();
    let (mut shown, mut bytes, mut omitted) = (0, 0, 0);
    for fault in faults {
        if shown >= MAX_FAULTS || bytes > MAX_MESSAGE_BYTES {
            omitted += 1;
            continue;
        }
        let finding = fault();
        (shown, bytes) = (shown + 1, bytes + finding.diagnostic.message.len());
        findings.push(finding);
    }
    findings.extend(others);
    StackFindings { findings, omitted }
}

/// Returns the findings that are shown to a reader, and the number of the others.
#[must_use]
pub fn shown(found: &[Diagnostic]) -> (Vec<&Diagnostic>, usize) {
    let mut counts: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut shown = Vec::new();
    for diagnostic in found {
        let file = diagnostic.labels.first().map(|label| label.source.name()).or(diagnostic.file.as_deref());
        let count = counts.entry((diagnostic.code, file)).or_default();
        *count += 1;
        if *count <= MAX_SHOWN {
            shown.push(diagnostic);
        }
    }
    let omitted = found.len() - shown.len();
    (shown, omitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_counted() {
        fn check(faults: usize, length: usize, expect: (usize, usize)) {
            let finding = |diagnostic| StackFinding { diagnostic, verdict: None };
            let fault = || move || finding(Diagnostic::error("x", "m".repeat(length)));
            let others = [finding(Diagnostic::error("y", "other"))].into_iter();
            let found = limited(Vec::new(), (0..faults).map(|_| fault()), others);
            let codes: Vec<&str> = found.findings.iter().map(|found| found.diagnostic.code).collect();
            let shown = codes.iter().filter(|code| **code == "x").count();
            assert_eq!((shown, found.omitted), expect, "{faults} of {length}");
            assert_eq!(codes.last(), Some(&"y"));
        }
        check(3, 10, (3, 0));
        check(1_500, 10, (1_000, 500));
        check(10, MAX_MESSAGE_BYTES / 2, (3, 7));
        check(10, MAX_MESSAGE_BYTES + 1, (1, 9));
    }

    #[test]
    fn the_first_findings_of_each_rule_are_shown() {
        fn check(counts: &[(&'static str, usize)], expect: &[(&str, usize)], omitted: usize) {
            let found = counts.iter().flat_map(|(code, count)| {
                (0..*count).map(move |number| Diagnostic::error(code, number.to_string()))
            });
            let found: Vec<Diagnostic> = found.collect();
            let (shown, left_out) = shown(&found);
            assert_eq!(left_out, omitted, "{counts:?}");
            for (code, count) in expect {
                let numbers: Vec<&str> = shown
                    .iter()
                    .filter(|each| each.code == *code)
                    .map(|each| each.message.as_str())
                    .collect();
                let first: Vec<String> = (0..*count).map(|number| number.to_string()).collect();
                assert_eq!(numbers, first, "{counts:?}");
            }
        }
        check(&[("a", 3), ("b", 1_000)], &[("a", 3), ("b", 1_000)], 0);
        check(&[("a", 1_001), ("b", 2), ("c", 3_000)], &[("a", 1_000), ("b", 2), ("c", 1_000)], 2_001);
    }

    #[test]
    fn files_have_findings_of_their_own() {
        let of_file = |file: &str| (0..800).map(|_| Diagnostic::error("a", "x").in_file(file)).collect();
        let found: Vec<Diagnostic> =
            ["one.yaml", "two.yaml"].map(of_file).into_iter().flat_map(|of: Vec<_>| of).collect();
        assert_eq!(shown(&found).1, 0);
    }
}
