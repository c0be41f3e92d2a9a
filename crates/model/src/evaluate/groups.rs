//! Checks properties groups against the properties that are set.
//!
//! Heat's plug-in guide describes groups; its `heat.engine.properties_group` only checks that they are well-formed. A property is
//! treated as set if the data have a non-null value for it, possibly under an old name that a rule moves to the new one.

use super::properties::Properties;
use super::wording::PropertyInput;
use crate::group::ApiVersions;
use crate::validate::{Step, ValueError, ValuePath};
use crate::{PropertiesGroup, RuleKind, Value};

impl Properties<'_> {
    /// Returns an error for each group that the data violate.
    #[must_use]
    pub fn validate_groups(&mut self) -> Vec<ValueError> {
        self.check_groups();
        std::mem::take(&mut self.errors)
    }

    /// Adds an error for each group that the data violate.
    pub(super) fn check_groups(&mut self) {
        for group in self.evaluator.groups {
            match group {
                PropertiesGroup::Expression(group) => {
                    if !group.is_met(&|path| self.is_given(path)) {
                        self.group_error(ValuePath::default(), format!("{group} must be given"));
                    }
                }
                PropertiesGroup::ApiVersions(versions) => self.check_versions(versions),
            }
        }
    }

    fn check_versions(&mut self, group: &ApiVersions) {
        let Some(version) = (self.context.api_version)(&group.client_plugin) else { return };
        if group.versions.contains(&version) {
            return;
        }
        for path in &group.properties {
            if self.is_given(path) {
                let steps = path.iter().cloned().map(Step::Name).collect();
                let message = format!(
                    "requires version {} of the {} API, which has version {version}",
                    group.versions.join(" or "),
                    group.client_plugin
                );
                self.group_error(ValuePath(steps), message);
            }
        }
    }

    fn is_given(&self, path: &[String]) -> bool {
        let moved_here = |rule: usize| {
            self.evaluator
                .rules
                .all
                .get(rule)
                .is_some_and(|rule| rule.is(RuleKind::Replace) && self.has_value(&rule.source))
                && self.applies(rule)
        };
        self.has_value(path) || self.evaluator.rules.of(&path.join(".")).iter().any(|rule| moved_here(*rule))
    }

    /// Returns whether the data have a value at a path. If a property depends on other resources, null represents a value that is
    /// not known yet, and is treated as a value.
    fn has_value(&self, path: &[String]) -> bool {
        let Some((first, rest)) = path.split_first() else { return false };
        let null_counts = self.context.given.is_some_and(|given| given(first) == PropertyInput::Preliminary);
        self.data.get(first).is_some_and(|value| leads_to_value(value, rest, null_counts))
    }
}

/// Returns whether there is a value at a path; in a list, a value in any item is enough.
fn leads_to_value(value: &Value, path: &[String], null_counts: bool) -> bool {
    match (value, path.split_first()) {
        (Value::Null, _) => null_counts,
        (_, None) => true,
        (Value::Map(map), Some((name, rest))) => {
            map.get(name).is_some_and(|member| leads_to_value(member, rest, null_counts))
        }
        (Value::List(items), _) => items.iter().any(|item| leads_to_value(item, path, null_counts)),
        _ => false,
    }
}
