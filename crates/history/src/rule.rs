//! The kinds of change that a history names by the ids of diff rules: what changed, how, and how severe that is.
//!
//! How a change is found, and what its page says, is in `heat-diff`, whose tests compare its rules with the table here.

use std::fmt;

/// A diff rule, as far as a history needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleFacts {
    /// Id of the rule, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// Severity of its findings.
    pub severity: Severity,
    /// The thing that changed.
    pub object: Object,
    /// The key of the schema language that changed; `None` for the object as a whole.
    pub aspect: Option<&'static str>,
    /// The way in which it changed.
    pub verb: Verb,
    /// Whether stacks or templates notice the change.
    pub has_effect: bool,
}

/// How severe a change is, most severe first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A template or a stack that worked now fails, or a resource is destroyed.
    Breaking,
    /// Everything works, but behaves differently.
    Dangerous,
    /// The change violates the life cycle rules.
    Policy,
    /// Nothing that worked is affected.
    Safe,
    /// Only documentation changed.
    Docs,
}

impl Severity {
    /// All severities, most severe first.
    pub const ALL: [Self; 5] = [Self::Breaking, Self::Dangerous, Self::Policy, Self::Safe, Self::Docs];

    /// The severity's name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Dangerous => "dangerous",
            Self::Policy => "policy",
            Self::Safe => "safe",
            Self::Docs => "docs",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Object {
    /// A resource type.
    ResourceType,
    /// A property, or a field of a map in a property.
    Property,
    /// The items of a list.
    Item,
    /// An attribute.
    Attribute,
    /// Anything that has a support status.
    Thing,
    /// A custom constraint in the custom constraint table.
    ConstraintDefinition,
    /// A release in the release table.
    Release,
    /// A file of records next to the schemas.
    Records,
}

/// How something changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The object is new.
    Added,
    /// The object is new, and HIDDEN.
    AddedHidden,
    /// The object is gone.
    Removed,
    /// The object is gone, and was HIDDEN before.
    RemovedAfterHidden,
    /// The object was renamed.
    Renamed,
    /// The object accepts less.
    Narrowed,
    /// The object accepts more.
    Widened,
    /// The object is different.
    Changed,
    /// The object's parts are the same in another order.
    Reordered,
    /// The object became a placeholder.
    Retired,
    /// The object is no longer a placeholder.
    Revived,
    /// Heat can no longer load it.
    Unloadable,
    /// Heat can now load it.
    Loadable,
    /// The object's support status became SUPPORTED.
    Supported,
    /// The object's support status became UNSUPPORTED.
    Unsupported,
    /// The object's support status became DEPRECATED.
    Deprecated,
    /// The object's support status became HIDDEN.
    Hidden,
    /// Something that was accepted is now refused.
    Refused,
    /// An update in place became a replacement.
    Replaced,
}

impl Verb {
    /// Whether something was added.
    #[must_use]
    pub fn is_addition(self) -> bool {
        matches!(self, Self::Added | Self::AddedHidden)
    }

    /// Whether something was removed.
    #[must_use]
    pub fn is_removal(self) -> bool {
        matches!(self, Self::Removed | Self::RemovedAfterHidden)
    }
}

/// The rule for the opposite change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// The rule that reports the opposite change.
    Rule(&'static str),
    /// No rule, with the reason.
    None(&'static str),
}
