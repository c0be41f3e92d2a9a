//! Deserializes a tree into typed data with serde.
//!
//! [`from_node`] reads any `Deserialize` type. An error becomes a [`Diagnostic`] at the innermost value that
//! serde was reading. [`Spanned`] keeps the position of a value.

mod access;
mod error;
mod spanned;

use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, Unexpected, Visitor};

use crate::{Diagnostic, Node, Source, Value, code};
use access::{EnumAccess, MapEntries, SequenceItems, SpannedAccess};

pub use error::Error;
pub use spanned::Spanned;

/// Reads a value from a node of `source`.
///
/// # Errors
/// A diagnostic at the first value that does not fit.
pub fn from_node<'de, T: Deserialize<'de>>(source: &Arc<Source>, node: &'de Node) -> Result<T, Diagnostic> {
    T::deserialize(NodeDeserializer::new(node)).map_err(|error| {
        Diagnostic::error(code::WRONG_SHAPE, error.to_string()).with_label(
            source,
            error.span().unwrap_or(node.span),
            "",
        )
    })
}

/// Deserializer of a node for serde.
#[derive(Debug, Clone, Copy)]
pub struct NodeDeserializer<'de> {
    node: &'de Node,
}

impl<'de> NodeDeserializer<'de> {
    /// Creates a deserializer for a node.
    #[must_use]
    pub fn new(node: &'de Node) -> Self {
        Self { node }
    }

    fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.node.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Integer(value) => visitor.visit_i64(*value),
            Value::BigInteger(digits) => big_integer(digits, visitor),
            Value::Float(value) => visitor.visit_f64(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Binary(bytes) => visitor.visit_borrowed_bytes(bytes),
            Value::Sequence(items) | Value::Set(items) => {
                let mut access = SequenceItems::new(items);
                let value = visitor.visit_seq(&mut access)?;
                access.finish()?;
                Ok(value)
            }
            Value::Mapping(mapping) => {
                let mut access = MapEntries::new(mapping);
                let value = visitor.visit_map(&mut access)?;
                access.finish()?;
                Ok(value)
            }
        }
    }

    /// Sets the span of errors that have none yet to this node.
    fn here<T>(self, result: Result<T, Error>) -> Result<T, Error> {
        result.map_err(|error| error.or_at(self.node.span))
    }
}

fn big_integer<'de, V: Visitor<'de>>(digits: &str, visitor: V) -> Result<V::Value, Error> {
    if let Ok(value) = digits.parse::<u64>() {
        visitor.visit_u64(value)
    } else if let Ok(value) = digits.parse::<i128>() {
        visitor.visit_i128(value)
    } else if let Ok(value) = digits.parse::<u128>() {
        visitor.visit_u128(value)
    } else {
        Err(serde::de::Error::invalid_value(Unexpected::Other("a huge integer"), &visitor))
    }
}

impl<'de> Deserializer<'de> for NodeDeserializer<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.here(self.any(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.here(match &self.node.value {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.here(visitor.visit_newtype_struct(self))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if spanned::is_spanned(name, fields) {
            return self.here(visitor.visit_map(SpannedAccess::new(self.node)));
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.here(match &self.node.value {
            Value::String(_) => visitor.visit_enum(EnumAccess { variant: self.node, value: None }),
            Value::Mapping(mapping) => match mapping.entries() {
                [entry] => visitor.visit_enum(EnumAccess { variant: &entry.key, value: Some(&entry.value) }),
                _ => Err(serde::de::Error::invalid_value(Unexpected::Map, &"a map with one key")),
            },
            _ => self.any(visitor),
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map identifier
    }
}

#[cfg(test)]
mod tests;
