//! Rules that are off unless a project asks for them.
//!
//! What Heat refuses, and what is nearly always a mistake, is always reported. A rule of which that is not true, such as one about a
//! style that some projects have, has a [`Check::Optional`](crate::Check::Optional): it runs where it is switched on, by an option or by
//! the settings of a project.

use std::collections::BTreeSet;

use crate::{Rule, rule};

/// The rules that are off by default and switched on.
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
    /// Switches a rule on. One that is on by default stays on.
    pub fn enable(&mut self, rule: &Rule) {
        if rule.is_off_by_default() {
            self.0.insert(rule.id);
        }
    }

    /// The rules that are off by default and switched on.
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
