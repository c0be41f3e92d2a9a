//! Parts of reading that a caller can decide: how top-level properties are set, and the wording of errors.

use crate::custom_constraint::CustomViolation;
use crate::{Constraint, PropertySchema, PropertyType, Value};

/// Way in which a top-level property is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyInput {
    /// The property has a value.
    Value,
    /// The property has a value that is not final: it is converted, and not validated.
    Preliminary,
    /// The property has no value, though its name is written.
    Omitted,
    /// The value could not be determined, for this reason.
    Failed(String),
}

/// A problem with a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Problem<'a> {
    /// A name that no property has.
    Unknown(&'a str),
    /// The property with this name is required.
    Missing(&'a str),
    /// Heat does not implement the property with this name.
    NotImplemented(&'a str),
    /// The value does not have the type of its schema.
    WrongType(&'a PropertySchema, &'a Value),
    /// The value, of this type, violates a constraint; a custom constraint has a reason.
    Violation(PropertyType, &'a Constraint, &'a Value, Option<&'a CustomViolation>),
    /// The new and the old path of a property are both set.
    Conflict(&'a str, &'a str),
    /// A rule adds items to a value that is not a list, at this path: names and indices joined with dots.
    NotExtensible(&'a str),
}

/// Function that formats a problem as a message.
pub type Wording<'a> = &'a dyn Fn(Problem<'_>) -> String;
