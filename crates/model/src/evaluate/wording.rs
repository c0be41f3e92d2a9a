//! What a caller can decide about the reading of a set of data: how the properties at the top are given, and
//! the words of errors.

use crate::custom_constraint::CustomViolation;
use crate::{Constraint, PropertySchema, PropertyType, Value};

/// How a property at the top is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyInput {
    /// By its value.
    Value,
    /// By a value that is not final: it is converted, and not validated.
    Preliminary,
    /// Not at all, though its name is written.
    Omitted,
    /// By something that has no value, with the reason.
    Failed(String),
}

/// What is wrong with a value.
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
    /// The value, of this type, violates a constraint; a custom one says why.
    Violation(PropertyType, &'a Constraint, &'a Value, Option<&'a CustomViolation>),
    /// The new and the old path of a property are both given.
    Conflict(&'a str, &'a str),
    /// A rule adds items to what is no list, at this place: names and indices joined with dots.
    NotExtensible(&'a str),
}

/// The words for a problem.
pub type Wording<'a> = &'a dyn Fn(Problem<'_>) -> String;
