//! Hooks and restricted actions.

use heat_model::{Value, python};

use super::super::pattern;
use super::entries::Registry;
use super::item::{Item, Level, no_attribute, not_iterable};
use crate::Exception;
use crate::fault::Problem;

/// When Heat pauses before or after it deals with a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its word")]
pub enum Hook {
    PreCreate,
    PreUpdate,
    PreDelete,
    PostCreate,
    PostUpdate,
    PostDelete,
}

impl Hook {
    /// The key of a resource's hooks in a registry.
    pub const KEY: &str = "hooks";

    /// All hooks, in Heat's order.
    pub const ALL: [Self; 6] = [
        Self::PreCreate,
        Self::PreUpdate,
        Self::PreDelete,
        Self::PostCreate,
        Self::PostUpdate,
        Self::PostDelete,
    ];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreCreate => "pre-create",
            Self::PreUpdate => "pre-update",
            Self::PreDelete => "pre-delete",
            Self::PostCreate => "post-create",
            Self::PostUpdate => "post-update",
            Self::PostDelete => "post-delete",
        }
    }
}

/// What Heat must not do with a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its word")]
pub enum RestrictedAction {
    Update,
    Replace,
}

impl RestrictedAction {
    /// The key of a resource's restricted actions in a registry.
    pub const KEY: &str = "restricted_actions";

    /// All actions that can be restricted.
    pub const ALL: [Self; 2] = [Self::Update, Self::Replace];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Replace => "replace",
        }
    }
}

const HOOKS: &str = Hook::KEY;
const ACTIONS: &str = RestrictedAction::KEY;

/// Checks a key that has hooks or restricted actions; none if it is another key.
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

/// Words as Python shows a tuple of them.
fn tuple(words: &[&str]) -> String {
    format!("('{}')", words.join("', '"))
}

impl Registry {
    /// Whether Heat pauses at a hook for a resource: whether one of the patterns under `resources` that match its name has it.
    ///
    /// # Errors
    /// `resources`, or an entry whose key matches, is no map.
    pub fn matches_hook(&self, resource_name: &str, hook: Hook) -> Result<bool, Exception> {
        Ok(self.words(resource_name, HOOKS)?.contains(&hook.as_str()))
    }

    /// What Heat must not do with a resource, by all patterns under `resources` that match its name.
    ///
    /// # Errors
    /// `resources`, or an entry whose key matches, is no map.
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

    /// The entries of `resources`.
    pub(super) fn resources(&self) -> Result<&Level, Exception> {
        match self.items.get(Registry::RESOURCES) {
            Some(Item::Level(level)) => Ok(level),
            Some(other) => Err(no_attribute(other.class(), "items")),
            // Null removes it.
            None => Err(Exception::key_error(Problem::InvalidRegistry, Registry::RESOURCES)),
        }
    }
}
