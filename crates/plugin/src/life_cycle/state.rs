//! The state of a resource in Heat: its last action, and the status of that action.

use std::fmt;

macro_rules! words {
    ($(#[$docs:meta])* $name:ident { $($(#[$variant_docs:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$docs])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_docs])* $variant,)+ }

        impl $name {
            /// All values, in Heat's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Heat's word for the value.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Finds the value with this word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// The last action on a resource. Follows `heat.engine.status.ResourceStatus`.
    Action {
        /// No action was run on the resource yet.
        Init = "INIT",
        /// The resource was created.
        Create = "CREATE",
        /// The resource was deleted.
        Delete = "DELETE",
        /// The resource was updated.
        Update = "UPDATE",
        /// The resource was rolled back.
        Rollback = "ROLLBACK",
        /// The resource was suspended.
        Suspend = "SUSPEND",
        /// The resource was resumed.
        Resume = "RESUME",
        /// An existing resource was adopted.
        Adopt = "ADOPT",
        /// A snapshot was taken.
        Snapshot = "SNAPSHOT",
        /// The resource was checked.
        Check = "CHECK",
    }
}

words! {
    /// The status of the last action.
    Status {
        /// The action is not finished.
        InProgress = "IN_PROGRESS",
        /// The action failed.
        Failed = "FAILED",
        /// The action was successful.
        Complete = "COMPLETE",
    }
}

/// The state of a resource, as Heat shows it: `CREATE_COMPLETE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The last action.
    pub action: Action,
    /// The status of the last action.
    pub status: Status,
}

impl State {
    /// The state of a resource that was never created.
    pub const INIT: Self = Self { action: Action::Init, status: Status::Complete };

    /// Creates a state from an action and its status.
    #[must_use]
    pub const fn new(action: Action, status: Status) -> Self {
        Self { action, status }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}_{}", self.action, self.status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_heat() {
        assert_eq!(State::INIT.to_string(), "INIT_COMPLETE");
        assert_eq!(State::new(Action::Delete, Status::InProgress).to_string(), "DELETE_IN_PROGRESS");
        for action in Action::ALL {
            assert_eq!(Action::from_word(action.as_str()), Some(*action));
        }
        assert_eq!((Status::from_word("FAILED"), Status::from_word("failed")), (Some(Status::Failed), None));
    }
}
