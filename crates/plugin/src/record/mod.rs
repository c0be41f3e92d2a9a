//! The traits of derived structs and of the types of their fields.
//!
//! The derive implements them. Use them in code that is generic over types; implement [`Field`] for types of
//! your own.

pub(crate) mod data;
pub(crate) mod derived_names;
pub(crate) mod field;
mod nested;
pub(crate) mod run;
pub(crate) mod sequence;
mod text_or;
mod values;
pub(crate) mod whole;

use sequence::{Checker, Reader, Writer};

use crate::schema::info::PropertyInfo;

pub use data::IntoData;
pub use field::Field;
pub use values::{Buildable, PropertyValues};

/// A derived struct, with a field for each property of a map.
pub trait Record: Sized {
    /// The metadata of the struct's members, in schema order.
    const MEMBERS: &'static [PropertyInfo];

    /// Set if the struct contains a type of the plug-in's own.
    #[doc(hidden)]
    const HAS_OWN_TYPES: bool = false;

    /// Lets the plug-in's own types check their values.
    #[doc(hidden)]
    fn check(_checker: &mut Checker<'_>) {}

    /// Reads all fields, in schema order.
    #[doc(hidden)]
    fn read(reader: &mut Reader<'_>) -> Self;

    /// Writes all fields, in schema order.
    #[doc(hidden)]
    fn write(&self, writer: &mut Writer);
}
