//! Rules that are off by default, and those of them that a project enables.
//!
//! Problems that Heat refuses, and those that are nearly always mistakes, are always reported. Other rules, such as one about a
//! style that some projects have, have a [`Check::Optional`](crate::Check::Optional): they run where an option or the settings of
//! a project enable them.

use std::collections::BTreeSet;

use crate::{Rule, rule};

/// Rules that are off by default and enabled.
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnabledRules(BTreeSet<&'static str>);

impl EnabledRules {
    /// Enables a rule. A rule that is on by default stays on.
    pub fn enable(&mut self, rule: &Rule) {
        if rule.is_off_by_default() {
            self.0.insert(rule.id);
        }
    }

    /// Rules that are off by default and enabled.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.0.iter().filter_map(|id| rule(id))
    }

    /// Whether a rule runs: it is on by default, or enabled.
    #[must_use]
    pub fn has(&self, rule: &Rule) -> bool {
        !rule.is_off_by_default() || self.0.contains(rule.id)
    }
}

impl<'r> Extend<&'r Rule> for EnabledRules {
    fn extend<T: IntoIterator<Item = &'r Rule>>(&mut self, rules: T) {
        rules.into_iter().for_each(|rule| self.enable(rule));
    }
}

impl<'r> FromIterator<&'r Rule> for EnabledRules {
    fn from_iter<T: IntoIterator<Item = &'r Rule>>(rules: T) -> Self {
        let mut enabled = Self::default();
        enabled.extend(rules);
        enabled
    }
}
