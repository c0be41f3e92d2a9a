//! Rules that a project enables: those that are off by default, and its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use heat_yaml::{Diagnostic, Severity};

use super::rule::{Family, Rule};
use super::rules::rule;

/// Rules that are off by default and enabled, by an option or the settings of a project: those with a [`Check::Optional`](crate::Check::Optional), such as
/// one about a style that some projects have.
///
/// ```
/// use heat_template_check::{EnabledRules, rule};
///
/// let unused = rule("unused-parameter").unwrap();
/// let mut enabled = EnabledRules::default();
/// assert!(!enabled.has(unused) && enabled.has(rule("visible-secret").unwrap()));
/// enabled.enable(unused);
/// assert!(enabled.has(unused));
/// ```
#[derive(Debug, Clone, Default)]
pub struct EnabledRules {
    optional: BTreeSet<&'static str>,
    /// Rules of the project, by id.
    pub(super) own: Arc<BTreeMap<&'static str, &'static Rule>>,
    /// `true` if a declared rule is also reported where its verdict depends on a value that is not known.
    pub tells_open: bool,
}

impl EnabledRules {
    /// Enables a rule: one that is off by default, or one of a project. A rule that is on by default stays on.
    pub fn enable(&mut self, rule: &'static Rule) {
        if rule.family == Family::Project {
            Arc::make_mut(&mut self.own).insert(rule.id, rule);
        } else if rule.is_off_by_default() {
            self.optional.insert(rule.id);
        }
    }

    /// Rules that are enabled: those that are off by default, and those of the project.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.optional.iter().filter_map(|id| rule(id)).chain(self.own.values().copied())
    }

    /// Returns whether a rule runs: it is on by default, or enabled.
    #[must_use]
    pub fn has(&self, rule: &Rule) -> bool {
        self.own.contains_key(rule.id) || !rule.is_off_by_default() || self.optional.contains(rule.id)
    }

    /// Finds a rule by its id, among those of this program and of the project.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        rule(id).or_else(|| self.own.get(id).copied())
    }

    /// Returns whether a finding can be allowed, by a comment or the settings: Heat refuses errors of other rules all the same.
    #[must_use]
    pub fn can_allow(&self, finding: &Diagnostic) -> bool {
        finding.severity != Severity::Error || self.own.contains_key(finding.code)
    }
}

impl Extend<&'static Rule> for EnabledRules {
    fn extend<T: IntoIterator<Item = &'static Rule>>(&mut self, rules: T) {
        rules.into_iter().for_each(|rule| self.enable(rule));
    }
}

impl FromIterator<&'static Rule> for EnabledRules {
    fn from_iter<T: IntoIterator<Item = &'static Rule>>(rules: T) -> Self {
        let mut enabled = Self::default();
        enabled.extend(rules);
        enabled
    }
}
