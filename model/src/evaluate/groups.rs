//! Checks properties groups against the given properties.
//!
//! Heat's plug-in guide describes groups; its `heat.engine.properties_group` only checks that they are
//! well-formed. A property counts as given if the data have a non-null value for it, possibly under an old
//! name that a rule moves to the new one.

use super::properties::Properties;
use crate::group::ApiVersions;
use crate::validate::{Step, ValuePath};
use crate::{PropertiesGroup, RuleKind, Value};

impl Properties<'_> {
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
                .is_some_and(|rule| rule.is(RuleKind::Replace) && has_value(self.data, &rule.source))
                && self.applies(rule)
        };
        has_value(self.data, path)
            || self.evaluator.rules.of(&path.join(".")).iter().any(|rule| moved_here(*rule))
    }
}

/// Whether the data have a value at a path; in a list, a value in any item is enough.
fn has_value(data: &indexmap::IndexMap<String, Value>, path: &[String]) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    data.get(first).is_some_and(|value| leads_to_value(value, rest))
}

fn leads_to_value(value: &Value, path: &[String]) -> bool {
    match value {
        Value::Null => false,
        _ if path.is_empty() => true,
        Value::Map(map) => has_value(map, path),
        Value::List(items) => items.iter().any(|item| leads_to_value(item, path)),
        _ => false,
    }
}
