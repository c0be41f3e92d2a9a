//! Effect of a changed property type on the property's values.
//!
//! Values are compared as templates write them, before Heat converts them: an integer property accepts `5`, `"5"` and `5.9`, which
//! reads as 5. A type and its constraints are therefore evaluated together, on values near the limits of both sides. If no tested
//! value is lost, a change is only treated as safe if it can be proved that none is.

use heat_admit::{loses_nothing, lost_value};
use heat_model::{PropertyType, Value};

use super::PropertyPair;

/// Relation of the new type to the old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeChange {
    /// Integers became numbers; every previous value is still accepted.
    Generalised,
    /// Every value is accepted now, as written.
    ToAny,
    /// Every value used to be accepted, as written.
    FromAny,
    /// Numbers became integers.
    Narrowed,
    /// Every previous value is still accepted, as a string.
    ToString,
    /// Every previous value is still accepted, but converted to another type.
    Compatible,
    /// Some previous values are refused, or may be.
    Other,
}

/// The effect of a type change on values.
pub(crate) struct TypeVerdict {
    pub(crate) change: TypeChange,
    /// A value that was accepted and is now refused.
    pub(crate) lost: Option<Value>,
}

impl TypeVerdict {
    /// The verdict on a property whose type changed; `None` if it did not change, or if no data could reach the
    /// property.
    pub(crate) fn of(pair: &PropertyPair<'_>) -> Option<Self> {
        use PropertyType::{Any, Integer, Number, String};
        let (before, after) = (pair.before, pair.after);
        if before.property_type == after.property_type || pair.is_closed {
            return None;
        }
        let lost = lost_value(before, after);
        let is_safe = lost.is_none() && loses_nothing(before, after);
        let change = match (before.property_type, after.property_type) {
            (Any, _) => TypeChange::FromAny,
            (_, Any) if is_safe => TypeChange::ToAny,
            (Integer, Number) if is_safe => TypeChange::Generalised,
            (_, String) if is_safe => TypeChange::ToString,
            _ if is_safe => TypeChange::Compatible,
            (Number, Integer) => TypeChange::Narrowed,
            _ => TypeChange::Other,
        };
        Some(Self { change, lost })
    }
}
