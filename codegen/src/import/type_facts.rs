//! The facts of one type.

use heat_model::ResourceType;

/// The facts of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeFacts {
    /// The facts, and the texts if requested.
    pub schema: ResourceType,
    /// Whether the facts contain properties groups. No class of Heat itself declares any.
    pub groups_known: bool,
    /// Whether the facts contain the translation rules. If not, their absence means nothing.
    pub rules_known: bool,
}
