//! Values after conversion.

use indexmap::IndexMap;

use crate::value::List;
use crate::{NestedSchema, PropertySchema, Value};

/// A property's value after conversion, translation and defaults: the value that a plug-in in Heat reads from `properties[name]`.
///
/// Members are in schema order and without names, so that typed structs can read one field after the other;
/// [`to_value`](Self::to_value) adds the names.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolved {
    /// A scalar or null; a map or list without a nested schema; any value if the type is any.
    Plain(Value),
    /// A list whose items have a schema.
    Items(Vec<Resolved>),
    /// A map whose members have schemas: a value for each, null if it has none.
    Members(Vec<Resolved>),
}

impl Resolved {
    /// No value.
    pub const NULL: Self = Self::Plain(Value::Null);

    /// Returns whether there is no value.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Plain(Value::Null))
    }

    /// Returns the value as data, with the members' names from the schema that it was read with.
    #[must_use]
    pub fn to_value(&self, schema: &PropertySchema) -> Value {
        match self {
            Self::Plain(value) => value.clone(),
            Self::Items(items) => Value::List(match &schema.schema {
                Some(NestedSchema::Item(item)) => items.iter().map(|value| value.to_value(item)).collect(),
                _ => List::default(),
            }),
            Self::Members(members) => Value::from(match &schema.schema {
                Some(NestedSchema::Members(schemas)) => members_to_map(schemas, members),
                _ => IndexMap::new(),
            }),
        }
    }

    /// Python's equality, which decides whether an update changed a value: `1 == 1.0 == True`.
    #[must_use]
    pub fn python_eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain(left), Self::Plain(right)) => left.python_eq(right),
            (Self::Items(left), Self::Items(right)) | (Self::Members(left), Self::Members(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.python_eq(right))
            }
            _ => false,
        }
    }
}

/// Converts values in schema order to a map with their names.
#[must_use]
pub fn members_to_map(
    schemas: &IndexMap<String, PropertySchema>,
    members: &[Resolved],
) -> IndexMap<String, Value> {
    schemas
        .iter()
        .zip(members)
        .map(|((name, schema), value)| (name.clone(), value.to_value(schema)))
        .collect()
}
