//! Values: the contents of property data and attributes.
//!
//! [`Value`](crate::Value) is any of them. [`Map`] and [`List`] are its collections, shared when cloned; [`Integer`] has any
//! size, as in Python. [`Number`] and [`TextOr`] are the types of fields whose schema allows more than one kind of value.

mod number;
mod text_or;

pub use heat_model::value::{Integer, List, Map, NotJson, Place, ValueDeserializeError, ValueDeserializer};

pub use number::Number;
pub use text_or::TextOr;

/// Writes a [`Value`](crate::Value) in JSON syntax, with Rust expressions in it.
///
/// Everything that can be converted into a value can be used as one: strings, numbers, booleans, `Option`s,
/// lists, maps. A key is a string literal, a constant, or any expression in parentheses.
///
/// ```
/// use heat_plugin::value;
///
/// let (name, ports) = ("web", vec![80, 443]);
/// let server = value!({"name": name, "image": null, "networks": [{"ports": ports}], (format!("{name}-count")): 1 + 1});
/// assert_eq!(
///     server.to_string(),
///     r#"{"name": "web", "image": null, "networks": [{"ports": [80, 443]}], "web-count": 2}"#,
/// );
/// ```
// Not re-exported: an import would also import the module of the same name in `heat_model`.
#[macro_export]
macro_rules! value {
    ($($json:tt)+) => { $crate::__private::value!($($json)+) };
}
