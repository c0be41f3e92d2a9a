//! Recorded changes of a type.

use heat_model::{Status, Value};

use crate::rule::rule_facts;
use crate::rule::{Severity, Verb};

/// Change of a type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Change {
    /// Id of the diff rule that reports the change.
    pub rule: String,
    /// Path in the type's new schema, or in the old one if the item was removed; empty for the type itself.
    pub path: String,
    /// Old path, if it is different.
    pub old_path: Option<String>,
    /// Old value.
    pub before: Option<Value>,
    /// New value.
    pub after: Option<Value>,
}

/// Kind of a change, for readers who want to know the effects of a release on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The item was removed.
    Removed,
    /// The type became a placeholder: Heat still registers it, but accepts any property and does nothing.
    Placeholder,
    /// The item became HIDDEN.
    Hidden,
    /// The item became DEPRECATED.
    Deprecated,
    /// The item behaves differently or was renamed.
    Changed,
    /// The item was added.
    Added,
}

impl Change {
    /// Kind of the change to the item at the path.
    #[must_use]
    pub fn kind(&self) -> Kind {
        if self.is_of_status() {
            return match (status(self.before.as_ref()), status(self.after.as_ref())) {
                (before, after) if before == after => Kind::Changed,
                (_, Status::Hidden) => Kind::Hidden,
                (_, Status::Deprecated) => Kind::Deprecated,
                _ => Kind::Changed,
            };
        }
        match self.verb() {
            Some(Verb::Retired) if self.is_of_thing() => Kind::Placeholder,
            Some(verb) if self.is_of_thing() && verb.is_removal() => Kind::Removed,
            Some(verb) if self.is_of_thing() && (verb.is_addition() || verb == Verb::Revived) => Kind::Added,
            _ => Kind::Changed,
        }
    }

    /// Verb of the change's rule; `None` if the rule is unknown.
    fn verb(&self) -> Option<Verb> {
        rule_facts(&self.rule).map(|rule| rule.verb)
    }

    /// Returns whether the change is to the current support status, and not just to its history.
    #[must_use]
    pub fn is_step_of_life(&self) -> bool {
        self.is_of_status() && status(self.before.as_ref()) != status(self.after.as_ref())
    }

    /// Severity of the change; `None` if the rule is unknown.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        rule_facts(&self.rule).map(|rule| rule.severity)
    }

    /// Path of the item that changed, without the key that changed: `properties.size` for `properties.size.default`.
    #[must_use]
    pub fn thing(&self) -> &str {
        thing(&self.path)
    }

    /// Key that changed, such as `default`; empty for the item as a whole.
    #[must_use]
    pub fn aspect(&self) -> &str {
        self.path[self.thing().len()..].trim_start_matches('.')
    }

    fn is_of_thing(&self) -> bool {
        self.aspect().is_empty()
    }

    /// Returns whether the change is to a support status.
    #[must_use]
    pub fn is_of_status(&self) -> bool {
        self.aspect() == "support_status"
    }
}

/// Returns the current status of a recorded history, whose steps are written `HIDDEN 13.0.0`, newest first.
pub(super) fn status(history: Option<&Value>) -> Status {
    let newest = match history {
        Some(Value::List(steps)) => steps.first(),
        other => other,
    };
    let words = newest.and_then(Value::as_str).unwrap_or_default();
    match words.split(' ').next().filter(|word| !word.is_empty()) {
        Some(word) => word.parse().unwrap_or(Status::Unknown),
        None => Status::Supported,
    }
}

/// Returns the part of a path that leads to a type, a property, a field or an attribute.
fn thing(path: &str) -> &str {
    let mut end = 0;
    let mut rest = path;
    let mut sections: &[&str] = &["properties", "attributes", "update_policy"];
    while let Some((section, after)) = rest.split_once('.')
        && sections.contains(&section)
    {
        let name = after.split_once('.').map_or(after, |(name, _)| name);
        end = path.len() - after.len() + name.len();
        rest = after.strip_prefix(name).unwrap_or_default().trim_start_matches('.');
        sections = &["schema"];
    }
    &path[..end]
}

/// Effect of a change on the existence of an item.
pub(super) enum Fate {
    Appears,
    Goes,
}

impl Change {
    /// Returns whether the change adds or removes the item at this path, or an item that contains it; `None` if it does neither.
    pub(super) fn fate_of(&self, path: &str) -> Option<Fate> {
        let holds = |at: &str| {
            path.strip_prefix(at)
                .is_some_and(|rest| at.is_empty() || rest.is_empty() || rest.starts_with('.'))
        };
        if let Some(old) = &self.old_path
            && self.is_of_thing()
        {
            return match () {
                () if holds(&self.path) => Some(Fate::Appears),
                () if holds(old) => Some(Fate::Goes),
                () => None,
            };
        }
        // Most changes are at other paths, and the other conditions are slower to check.
        if !holds(&self.path) {
            return None;
        }
        let verb = self.verb();
        // A type still exists when it is a placeholder.
        if path.is_empty() && matches!(verb, Some(Verb::Retired | Verb::Revived)) {
            return None;
        }
        let is_container = self.aspect() == "schema";
        if !(self.is_of_thing() || is_container) {
            return None;
        }
        match self.kind() {
            Kind::Added => Some(Fate::Appears),
            Kind::Removed | Kind::Placeholder => Some(Fate::Goes),
            _ if is_container && verb.is_some_and(Verb::is_addition) => Some(Fate::Appears),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(rule: &str, path: &str) -> Change {
        Change { rule: rule.to_owned(), path: path.to_owned(), ..Change::default() }
    }

    #[test]
    fn paths_split_into_thing_and_key() {
        fn check(path: &str, expect: (&str, &str)) {
            let change = change("x", path);
            assert_eq!((change.thing(), change.aspect()), expect, "{path}");
        }
        check("", ("", ""));
        check("default_client_name", ("", "default_client_name"));
        check("properties.size", ("properties.size", ""));
        check("properties.size.default", ("properties.size", "default"));
        check("properties.schema.schema.*.schema.default", ("properties.schema.schema.*.schema.default", ""));
        check("properties.a.schema", ("properties.a", "schema"));
        check("attributes.show.support_status", ("attributes.show", "support_status"));
        check("translation_rules[0]", ("", "translation_rules[0]"));
    }

    #[test]
    fn kinds_depend_on_rule_and_path() {
        fn check(rule: &str, path: &str, expect: Kind) {
            assert_eq!(change(rule, path).kind(), expect, "{rule} {path}");
        }
        check("resource-type-removed-after-hidden", "", Kind::Removed);
        check("resource-type-retired", "", Kind::Placeholder);
        check("property-added-hidden", "properties.a", Kind::Added);
        check("property-update-allowed-added", "properties.a.update_allowed", Kind::Changed);
        check("property-renamed", "properties.a", Kind::Changed);
    }

    #[test]
    fn the_severity_is_that_of_the_rule() {
        fn check(rule: &str, expect: Option<Severity>) {
            assert_eq!(change(rule, "properties.a").severity(), expect, "{rule}");
        }
        check("property-removed", Some(Severity::Breaking));
        check("property-added", Some(Severity::Safe));
        check("a-rule-of-later", None);
    }

    #[test]
    fn status_changes_follow_from_the_histories() {
        fn check(before: &[&str], after: &[&str], expect: (Kind, bool)) {
            let steps = |steps: &[&str]| {
                Some(Value::from(steps.iter().map(|step| Value::from(*step)).collect::<Vec<_>>()))
            };
            let mut change = change("x", "attributes.a.support_status");
            (change.before, change.after) = (steps(before), steps(after));
            assert_eq!((change.kind(), change.is_step_of_life()), expect, "{before:?} {after:?}");
        }
        check(&["SUPPORTED 6.0.0"], &["HIDDEN 13.0.0", "SUPPORTED 6.0.0"], (Kind::Hidden, true));
        check(&[], &["DEPRECATED 13.0.0"], (Kind::Deprecated, true));
        check(&["HIDDEN 13.0.0"], &[], (Kind::Changed, true));
        check(&["DEPRECATED 13.0.0"], &["UNSUPPORTED 14.0.0"], (Kind::Changed, true));
        check(&["HIDDEN 13.0.0"], &["HIDDEN 13.0.0", "DEPRECATED 12.0.0"], (Kind::Changed, false));
        check(&[], &["SUPPORTED 12.0.0"], (Kind::Changed, false));
    }
}
