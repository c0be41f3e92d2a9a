//! Access to lists, maps and variants for serde.

use serde::de::value::{BorrowedStrDeserializer, UsizeDeserializer};
use serde::de::{
    DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::{Error, NodeDeserializer, spanned};
use crate::{Entry, Mapping, Node, Value};

/// The items of a list.
pub(super) struct SequenceItems<'de> {
    items: std::slice::Iter<'de, Node>,
    count: usize,
}

impl<'de> SequenceItems<'de> {
    pub(super) fn new(items: &'de [Node]) -> Self {
        Self { items: items.iter(), count: items.len() }
    }

    /// Reports items that a tuple did not consume.
    pub(super) fn finish(&self) -> Result<(), Error> {
        match self.items.as_slice().first() {
            None => Ok(()),
            Some(extra) => {
                let taken = self.count - self.items.len();
                Err(Error::invalid_length(self.count, &format!("{taken} items").as_str()).or_at(extra.span))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for &mut SequenceItems<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.items.next().map(|node| seed.deserialize(NodeDeserializer::new(node))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The entries of a map.
pub(super) struct MapEntries<'de> {
    entries: std::slice::Iter<'de, Entry>,
    value: Option<&'de Entry>,
}

impl<'de> MapEntries<'de> {
    pub(super) fn new(mapping: &'de Mapping) -> Self {
        Self { entries: mapping.iter(), value: None }
    }

    /// Reports entries that were not consumed.
    pub(super) fn finish(&self) -> Result<(), Error> {
        match self.entries.as_slice().first() {
            None => Ok(()),
            Some(entry) => Err(Error::custom("more keys than expected").or_at(entry.key.span)),
        }
    }
}

impl<'de> MapAccess<'de> for &mut MapEntries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.value = self.entries.next();
        let Some(entry) = self.value else { return Ok(None) };
        // An unknown field is reported while its key is read, so the error belongs to the key.
        seed.deserialize(NodeDeserializer::new(&entry.key))
            .map(Some)
            .map_err(|error| error.or_at(entry.key.span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.value.take() {
            Some(entry) => seed
                .deserialize(NodeDeserializer::new(&entry.value))
                .map_err(|error| error.or_at(entry.value.span)),
            None => Err(Error::custom("a value was requested before its key")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// A variant: its name and its content.
pub(super) struct EnumAccess<'de> {
    pub(super) variant: &'de Node,
    pub(super) value: Option<&'de Node>,
}

impl<'de> serde::de::EnumAccess<'de> for EnumAccess<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let variant = seed
            .deserialize(NodeDeserializer::new(self.variant))
            .map_err(|error| error.or_at(self.variant.span))?;
        Ok((variant, self))
    }
}

impl<'de> EnumAccess<'de> {
    fn content(&self, expected: &'static str) -> Result<&'de Node, Error> {
        self.value
            .ok_or_else(|| Error::invalid_type(Unexpected::UnitVariant, &expected).or_at(self.variant.span))
    }
}

impl<'de> VariantAccess<'de> for EnumAccess<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value {
            None | Some(Node { value: Value::Null, .. }) => Ok(()),
            Some(node) => {
                Err(Error::custom(format!("expected nothing here, but found {}", node.value.kind()))
                    .or_at(node.span))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(NodeDeserializer::new(self.content("a variant with a value")?))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        serde::Deserializer::deserialize_any(
            NodeDeserializer::new(self.content("a variant with a list")?),
            visitor,
        )
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        serde::Deserializer::deserialize_any(
            NodeDeserializer::new(self.content("a variant with a map")?),
            visitor,
        )
    }
}

/// A node as the fields of a [`super::Spanned`].
pub(super) struct SpannedAccess<'de> {
    node: &'de Node,
    field: usize,
}

impl<'de> SpannedAccess<'de> {
    pub(super) fn new(node: &'de Node) -> Self {
        Self { node, field: 0 }
    }
}

impl<'de> MapAccess<'de> for SpannedAccess<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(field) = spanned::FIELDS.get(self.field) else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(field)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        self.field += 1;
        let offset: UsizeDeserializer<Error> = match self.field {
            1 => self.node.span.start.into_deserializer(),
            2 => self.node.span.end.into_deserializer(),
            _ => return seed.deserialize(NodeDeserializer::new(self.node)),
        };
        seed.deserialize(offset)
    }
}
