//! Serde support: values in serde's formats, and other types from values.

use std::fmt;

use indexmap::IndexMap;
use serde::de::value::{MapDeserializer, SeqDeserializer, StringDeserializer};
use serde::de::{self, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};

use super::integer::Repr;
use super::nested::AtDepth;
use super::{Integer, List, Map, Value};
use crate::evaluate::MAX_DEPTH;

/// Serializes a value; an integer beyond 128 bits, and a value nested more than [`MAX_DEPTH`] levels deep, is an error.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AtDepth::top(self).serialize(serializer)
    }
}

impl Serialize for AtDepth<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            _ if self.is_too_deep() => {
                Err(serde::ser::Error::custom(format!("nested more than {MAX_DEPTH} levels deep")))
            }
            Value::Null => serializer.serialize_unit(),
            Value::Bool(flag) => serializer.serialize_bool(*flag),
            Value::Integer(integer) => match (&integer.0, integer.to_string().parse::<i128>()) {
                (Repr::Small(small), _) => serializer.serialize_i64(*small),
                (Repr::Big(_), Ok(wide)) => serializer.serialize_i128(wide),
                (Repr::Big(_), Err(_)) => Err(serde::ser::Error::custom(format!(
                    "the integer {integer} is too large to be written"
                ))),
            },
            Value::Float(float) => serializer.serialize_f64(*float),
            Value::String(text) => serializer.serialize_str(text),
            Value::List(items) => serializer.collect_seq(items.iter().map(|item| self.below(item))),
            Value::Map(map) => {
                serializer.collect_map(map.iter().map(|(key, value)| (key, self.below(value))))
            }
        }
    }
}

macro_rules! as_value {
    ($($type:ident: $what:literal;)*) => {$(
        /// Serializes it as [`Value`] is serialized.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Value::$type(self.clone()).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match Value::deserialize(deserializer)? {
                    Value::$type(found) => Ok(found),
                    other => Err(de::Error::custom(format!(concat!("expected ", $what, ", found {}"), other.kind()))),
                }
            }
        }
    )*};
}

as_value! {
    Map: "a map";
    List: "a list";
    Integer: "an integer";
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;

        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = Value;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_none<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
                Value::deserialize(deserializer)
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
                Ok(Value::Bool(flag))
            }

            fn visit_i64<E>(self, small: i64) -> Result<Value, E> {
                Ok(Value::Integer(small.into()))
            }

            fn visit_u64<E: de::Error>(self, large: u64) -> Result<Value, E> {
                self.visit_i128(large.into())
            }

            fn visit_i128<E: de::Error>(self, wide: i128) -> Result<Value, E> {
                Integer::from_decimal(&wide.to_string())
                    .map(Value::Integer)
                    .ok_or_else(|| E::custom("not an integer"))
            }

            /// Reads the digits of an integer that does not fit in any format: see
            /// [`ValueDeserializer`](super::ValueDeserializer).
            fn visit_bytes<E: de::Error>(self, digits: &[u8]) -> Result<Value, E> {
                std::str::from_utf8(digits)
                    .ok()
                    .and_then(Integer::from_decimal)
                    .map(Value::Integer)
                    .ok_or_else(|| E::custom("not an integer"))
            }

            fn visit_f64<E>(self, float: f64) -> Result<Value, E> {
                Ok(Value::Float(float))
            }

            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::String(text.to_owned()))
            }

            fn visit_string<E>(self, text: String) -> Result<Value, E> {
                Ok(Value::String(text))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                Ok(Value::List(list.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
                let mut map = IndexMap::new();
                while let Some((key, value)) = entries.next_entry()? {
                    map.insert(key, value);
                }
                Ok(Value::from(map))
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

/// Error of reading a type from a value.
pub type ValueDeserializeError = de::value::Error;

/// Deserializes a type from a value. Integers of any size are passed on unchanged.
///
/// ```
/// use heat_model::{PropertySchema, json, value::ValueDeserializer};
/// use serde::Deserialize;
///
/// let value = json::parse(r#"{"type": "number", "default": 123456789012345678901234567890}"#).unwrap();
/// let schema = PropertySchema::deserialize(ValueDeserializer(value)).unwrap();
/// assert_eq!(schema.default.unwrap().to_string(), "123456789012345678901234567890");
/// ```
pub struct ValueDeserializer(pub Value);

impl<'de> Deserializer<'de> for ValueDeserializer {
    type Error = ValueDeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Integer(integer) => match integer.0 {
                Repr::Small(small) => visitor.visit_i64(small),
                Repr::Big(digits) => visitor.visit_bytes(digits.as_bytes()),
            },
            Value::Float(float) => visitor.visit_f64(float),
            Value::String(text) => visitor.visit_string(text),
            Value::List(items) => {
                SeqDeserializer::new(items.into_iter().map(ValueDeserializer)).deserialize_any(visitor)
            }
            Value::Map(map) => {
                let entries = map.into_iter().map(|(key, value)| (key, ValueDeserializer(value)));
                MapDeserializer::new(entries).deserialize_any(visitor)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::String(word) => StringDeserializer::new(word).deserialize_enum(name, variants, visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, ValueDeserializeError> for ValueDeserializer {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
