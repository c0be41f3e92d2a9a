//! A value that keeps its position in the source.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::Span;

// A name and fields that no type has by accident: the deserializer recognises the request by them.
const NAME: &str = "$__heat_yaml_Spanned";
pub(super) const FIELDS: [&str; 3] = ["$__heat_yaml_start", "$__heat_yaml_end", "$__heat_yaml_value"];

pub(super) fn is_spanned(name: &str, fields: &[&str]) -> bool {
    name == NAME && fields == FIELDS
}

/// A value with its position. It can only be read by [`from_node`](crate::de::from_node).
///
/// ```
/// use heat_yaml::de::{Spanned, from_node};
/// use heat_yaml::{ParseOptions, Source, parse};
///
/// #[derive(serde::Deserialize)]
/// struct Property {
///     description: Spanned<String>,
/// }
///
/// let source = Source::new("port.yaml", "description: The network.\n");
/// let root = parse(&source, &ParseOptions::default()).root.expect("it is a map");
/// let property: Property = from_node(&source, &root).expect("it has a description");
/// assert_eq!(property.description.value, "The network.");
/// assert_eq!(source.slice(property.description.span), "The network.");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The position of the value.
    pub span: Span,
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct(NAME, &FIELDS, SpannedVisitor(PhantomData))
    }
}

struct SpannedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value with its position")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Spanned<T>, A::Error> {
        let mut offset = |field: &str| match map.next_key::<&str>()? {
            Some(key) if key == field => map.next_value::<usize>(),
            _ => Err(A::Error::custom("positions are known only when reading from a node")),
        };
        let span = Span::new(offset(FIELDS[0])?, offset(FIELDS[1])?);
        match map.next_key::<&str>()? {
            Some(key) if key == FIELDS[2] => Ok(Spanned { value: map.next_value()?, span }),
            _ => Err(A::Error::custom("positions are known only when reading from a node")),
        }
    }
}
