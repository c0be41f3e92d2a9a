//! The traits of derived structs and of the types of their fields.
//!
//! The derive implements them. They are named in code that is written once for many types, and [`Field`] is there to be
//! implemented for types of your own.

pub(crate) mod data;
pub(crate) mod field;
mod nested;
pub(crate) mod run;
pub(crate) mod sequence;
mod values;

use sequence::{Checker, Reader, Writer};

use crate::schema::info::PropertyInfo;

pub use data::IntoData;
pub use field::Field;
pub use values::PropertyValues;

/// A derived struct: a field for each property of a map.
pub trait Record: Sized {
    /// What is known of them, in schema order.
    const MEMBERS: &'static [PropertyInfo];

    /// Whether a type of the plug-in's own is in it.
    #[doc(hidden)]
    const HAS_OWN_TYPES: bool = false;

    /// Asks the plug-in's own types about their values.
    #[doc(hidden)]
    fn check(_checker: &mut Checker<'_>) {}

    /// Reads all fields, in schema order.
    #[doc(hidden)]
    fn read(reader: &mut Reader<'_>) -> Self;

    /// Writes all fields, in schema order.
    #[doc(hidden)]
    fn write(&self, writer: &mut Writer);
}
