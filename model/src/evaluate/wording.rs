//! What a caller can decide about the reading of a set of data: how the properties at the top are given, and
//! the words of errors.

use super::properties::Properties;
use crate::custom_constraint::CustomViolation;
use crate::{Constraint, PropertySchema, PropertyType, Value};

/// How a property at the top is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
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
    /// There is no property with this name.
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
}

/// The words for a problem.
pub type Wording<'a> = &'a dyn Fn(Problem<'_>) -> String;

impl Properties<'_> {
    /// The words for a problem: the caller's, or else our own.
    pub(super) fn say(&self, problem: Problem<'_>, own: impl FnOnce() -> String) -> String {
        self.context.wording.map_or_else(own, |wording| wording(problem))
    }

    /// How a property is given, which the caller only decides for those at the top.
    pub(super) fn how_given(&self, node: &super::prepare::Node<'_>) -> Given {
        let Some(given) = self.context.given else { return Given::Value };
        let is_top = self.evaluator.root.nodes.iter().any(|top| std::ptr::eq(top, node));
        if is_top { given(node.name) } else { Given::Value }
    }
}
