//! Values: what property data and attributes are made of.
//!
//! [`Value`](crate::Value) is any of them. [`Map`] and [`List`] are its collections, shared when cloned; [`Integer`] has any
//! size, as in Python. [`Number`] and [`TextOr`] are the types of fields whose schema leaves more than one kind of value.

mod number;
mod text_or;

pub use heat_model::value::{Integer, List, Map, Place, ValueDeserializeError, ValueDeserializer};

pub use number::Number;
pub use text_or::TextOr;
