//! The contents of the file of accepted changes.

use std::sync::Arc;

use heat_catalogue::glob::Glob;
use heat_diff::{RULES, Rule, Severities, Severity};
use heat_yaml::{Diagnostic, Source, Span};

use crate::diff::report::Entry;

/// The contents of the file.
#[derive(Debug)]
pub(in crate::diff) struct Allowances {
    pub(super) source: Arc<Source>,
    pub(in crate::diff) min_deprecated_releases: Option<usize>,
    pub(in crate::diff) fail_on: Option<Vec<Severity>>,
    /// The severities that the project sets for rules.
    pub(in crate::diff) severities: Severities,
    pub(super) entries: Vec<Allowance>,
    /// All problems in the file.
    pub(in crate::diff) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug)]
pub(super) struct Allowance {
    pub(super) what: FindingMatcher,
    /// The span of the part of the entry that says what it accepts.
    pub(super) what_span: Span,
    pub(super) reason: String,
    pub(super) expires: String,
    pub(super) expires_span: Span,
}

/// The findings that an entry accepts.
#[derive(Debug, PartialEq)]
pub(super) enum FindingMatcher {
    /// The finding with this fingerprint.
    Fingerprint(String),
    /// The findings of rules at or inside a path.
    Place { rules: Glob, path: Glob },
}

impl FindingMatcher {
    pub(super) fn is_match(&self, entry: &Entry) -> bool {
        match self {
            Self::Fingerprint(fingerprint) => *fingerprint == entry.fingerprint,
            Self::Place { rules, path } => {
                let is_place =
                    path.is_match_or_around(&entry.subject()) || path.is_match_or_around(&entry.path);
                rules.is_match(entry.rule.id) && is_place
            }
        }
    }
}

/// The rules that a glob matches.
pub(super) fn rules_of(glob: &Glob) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().filter(move |rule| glob.is_match(rule.id))
}
