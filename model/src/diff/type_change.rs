//! What becomes of values when a property's type changes.

use crate::PropertyType;

/// How one type stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeChange {
    /// Every value of the old type is one of the new, and reads the same.
    Generalised,
    /// Some values of the old type are none of the new.
    Narrowed,
    /// Every value of the old type can be read as text.
    ToString,
    /// Values of the one are, for the most part, none of the other.
    Other,
}

impl TypeChange {
    /// The change from one type to another; none where they are the same.
    ///
    /// Follows the conversions of `heat.engine.properties.Property`: a string takes integers and booleans, and no numbers
    /// with a fraction.
    pub(super) fn between(before: PropertyType, after: PropertyType) -> Option<Self> {
        use PropertyType::{Any, Boolean, Integer, Number, String};
        (before != after).then_some(match (before, after) {
            (_, Any) | (Integer, Number) => Self::Generalised,
            (Any, _) | (Number, Integer) => Self::Narrowed,
            (Integer | Boolean, String) => Self::ToString,
            _ => Self::Other,
        })
    }
}
