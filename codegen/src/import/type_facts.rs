//! What is known of one type.

use heat_model::ResourceType;

/// What is known of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeFacts {
    /// The facts, and the texts where they were asked for.
    pub schema: ResourceType,
    /// Whether the facts speak of properties groups. No class of Heat itself does.
    pub groups_known: bool,
    /// Whether the facts say which translation rules there are. Where they do not, nothing follows.
    pub rules_known: bool,
}
