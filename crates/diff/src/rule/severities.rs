//! Severities that a project overrides.

use std::collections::BTreeMap;

use crate::{Finding, Rule, Severity};

/// Severity of a rule's findings, or `Ignore`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The findings have this severity.
    Severity(Severity),
    /// The findings are not reported.
    Ignore,
}

impl Level {
    /// All levels, most severe first.
    pub const ALL: [Self; 6] = [
        Self::Severity(Severity::Breaking),
        Self::Severity(Severity::Dangerous),
        Self::Severity(Severity::Policy),
        Self::Severity(Severity::Safe),
        Self::Severity(Severity::Docs),
        Self::Ignore,
    ];

    /// The name of the level.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Severity(severity) => severity.as_str(),
            Self::Ignore => "ignore",
        }
    }
}

/// The levels of rules whose severity is overridden.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Severities {
    levels: BTreeMap<&'static str, Level>,
}

impl Severities {
    /// Overrides the severity of a rule.
    pub fn set(&mut self, rule: &'static Rule, level: Level) {
        self.levels.insert(rule.id, level);
    }

    /// The level of a rule.
    #[must_use]
    pub fn level(&self, rule: &'static Rule) -> Level {
        self.levels.get(rule.id).copied().unwrap_or(Level::Severity(rule.severity))
    }

    /// Sets the severity of a finding; returns `false` if it is not reported.
    pub(crate) fn apply(&self, finding: &mut Finding) -> bool {
        match self.levels.get(finding.rule.id) {
            Some(Level::Severity(severity)) => {
                finding.severity = *severity;
                true
            }
            Some(Level::Ignore) => false,
            None => true,
        }
    }
}
