//! Hooks and restricted actions.

use heat_hot_language::{Hook, RestrictedAction};
use heat_model::{Value, python};

use super::super::pattern;
use super::entries::Registry;
use super::item::{Item, Level, no_attribute, not_iterable};
use crate::Exception;
use crate::fault::Problem;

const HOOKS: &str = Hook::KEY;
const ACTIONS: &str = RestrictedAction::KEY;

/// Checks a key that has hooks or restricted actions; `None` if it is another key.
pub(super) fn check(key: &str, value: &Value) -> Option<Result<(), Exception>> {
    let accepted = |words: &[&str]| match value {
        Value::String(word) => words.contains(&word.as_str()),
        Value::List(items) => {
            items.iter().all(|item| item.as_str().is_some_and(|word| words.contains(&word)))
        }
        _ => false,
    };
    let shown = || python::str_of(value);
    match key {
        HOOKS if accepted(&Hook::ALL.map(Hook::as_str)) => Some(Ok(())),
        ACTIONS if accepted(&RestrictedAction::ALL.map(RestrictedAction::as_str)) => Some(Ok(())),
        HOOKS => Some(Err(Exception::InvalidBreakPointHook(format!(
            "Invalid hook type \"{}\" for resource breakpoint, acceptable hook types are: {}",
            shown(),
            tuple(&Hook::ALL.map(Hook::as_str)),
        )))),
        ACTIONS => Some(Err(Exception::InvalidRestrictedAction(format!(
            "Invalid restricted_action type \"{}\" for resource, acceptable restricted_action types are: {}",
            shown(),
            tuple(&RestrictedAction::ALL.map(RestrictedAction::as_str)),
        )))),
        _ => None,
    }
}

/// The words in the form in which Python shows a tuple.
fn tuple(words: &[&str]) -> String {
    format!("('{}')", words.join("', '"))
}

impl Registry {
    /// Returns whether Heat pauses at a hook for a resource: whether a pattern under `resources` that matches the name of the
    /// resource has it.
    ///
    /// # Errors
    /// `resources`, or an entry whose key matches, is not a map.
    pub fn matches_hook(&self, resource_name: &str, hook: Hook) -> Result<bool, Exception> {
        Ok(self.words(resource_name, HOOKS)?.contains(&hook.as_str()))
    }

    /// The actions that Heat must not perform on a resource, from all patterns under `resources` that match its name.
    ///
    /// # Errors
    /// `resources`, or an entry whose key matches, is not a map.
    pub fn restricted_actions(&self, resource_name: &str) -> Result<Vec<RestrictedAction>, Exception> {
        let words = self.words(resource_name, ACTIONS)?;
        Ok(RestrictedAction::ALL.into_iter().filter(|action| words.contains(&action.as_str())).collect())
    }

    /// The words under a key in all entries that match the name of a resource.
    fn words(&self, resource_name: &str, key: &str) -> Result<Vec<&str>, Exception> {
        let mut found = Vec::new();
        for (pattern, item) in self.resources()? {
            if !pattern::matches(pattern, resource_name) {
                continue;
            }
            match item {
                Item::Level(level) => {
                    if let Some(Item::Words(words)) = level.get(key) {
                        let list = words.as_list().into_iter().flatten().filter_map(Value::as_str);
                        found.extend(words.as_str().into_iter().chain(list));
                    }
                }
                Item::Info(info) => return Err(not_iterable(info.class())),
                Item::Words(_) => {}
            }
        }
        Ok(found)
    }

    /// The entries under `resources`.
    pub(super) fn resources(&self) -> Result<&Level, Exception> {
        match self.items.get(Registry::RESOURCES) {
            Some(Item::Level(level)) => Ok(level),
            Some(other) => Err(no_attribute(other.class(), "items")),
            // A null in the environment removes the key.
            None => Err(Exception::key_error(Problem::InvalidRegistry, Registry::RESOURCES)),
        }
    }
}
