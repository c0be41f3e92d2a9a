//! Kinds of change that a history names by the ids of diff rules, with the object, the verb and the severity of each.
//!
//! `heat-diff` has the code that finds a change, and the page about it. Its tests write the table from its rules.

use std::fmt;

/// Facts about a diff rule that a history needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleFacts {
    /// Id of the rule, such as `property-update-allowed-removed`.
    pub id: &'static str,
    /// Severity of the rule's findings.
    pub severity: Severity,
    /// Object that changed.
    pub object: Object,
    /// Key of the schema language that changed; `None` for the object as a whole.
    pub aspect: Option<&'static str>,
    /// Way in which the object changed.
    pub verb: Verb,
    /// `true` if stacks or templates notice the change.
    pub has_effect: bool,
}

/// Facts about the diff rules, in the order of the docs.
pub const RULE_FACTS: &[RuleFacts] = include!("rule_facts.in");

/// Returns the facts about a rule, by its id.
#[must_use]
pub fn rule_facts(id: &str) -> Option<&'static RuleFacts> {
    RULE_FACTS.iter().find(|rule| rule.id == id)
}

/// Severity of a change, most severe first.
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

    /// Name of the severity.
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

/// Object of a diff rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Object {
    /// Resource type of the catalogue.
    ResourceType,
    /// Property, or a field of a map in a property.
    Property,
    /// Items of a list.
    Item,
    /// Attribute of a resource type.
    Attribute,
    /// Any item that has a support status.
    Thing,
    /// Custom constraint in the custom constraint table.
    ConstraintDefinition,
    /// Release in the release table.
    Release,
    /// File of records next to the schemas.
    Records,
}

/// Way in which an object, or one of its keys, changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The object, or the key, was added.
    Added,
    /// The object was added, and is HIDDEN.
    AddedHidden,
    /// The object, or the key, was removed.
    Removed,
    /// The object was removed, and was HIDDEN before.
    RemovedAfterHidden,
    /// The object was renamed.
    Renamed,
    /// The object accepts fewer values.
    Narrowed,
    /// The object accepts more values.
    Widened,
    /// The object changed in another way.
    Changed,
    /// The object's parts changed their order.
    Reordered,
    /// The object became a placeholder.
    Retired,
    /// The object is no longer a placeholder.
    Revived,
    /// Heat can no longer load the object.
    Unloadable,
    /// Heat can now load the object.
    Loadable,
    /// The object's support status became SUPPORTED.
    Supported,
    /// The object's support status became UNSUPPORTED.
    Unsupported,
    /// The object's support status became DEPRECATED.
    Deprecated,
    /// The object's support status became HIDDEN.
    Hidden,
    /// A value or template that was accepted is now refused.
    Refused,
    /// A change that was updated in place now replaces the resource.
    Replaced,
}

impl Verb {
    /// Returns whether the verb means that something was added.
    #[must_use]
    pub fn is_addition(self) -> bool {
        matches!(self, Self::Added | Self::AddedHidden)
    }

    /// Returns whether the verb means that something was removed.
    #[must_use]
    pub fn is_removal(self) -> bool {
        matches!(self, Self::Removed | Self::RemovedAfterHidden)
    }
}

/// Rule for the opposite change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// Rule that reports the opposite change.
    Rule(&'static str),
    /// No such rule exists, for this reason.
    None(&'static str),
}
