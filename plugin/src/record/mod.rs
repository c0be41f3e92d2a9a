//! The traits of derived structs and of the types of their fields.
//!
//! The derive implements them. They are named in code that is written once for many types, and [`Field`] is there to be
//! implemented for types of your own.

pub(crate) mod data;
pub(crate) mod field;
pub(crate) mod run;
pub(crate) mod sequence;

use crate::names::Property;
use crate::schema::embedded::Schema;
use crate::schema::info::PropertyInfo;
use crate::update::Updatable;
use sequence::{Checker, Reader, Writer};

pub use data::IntoData;
pub use field::Field;

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

/// The values of a type's properties: the derived struct `Values`.
pub trait PropertyValues: Record {
    /// The enum of the properties' names.
    type Property: Property;

    /// The enum of those that can be updated in place.
    type Updatable: Updatable;

    /// The same values as they were stored: the derived struct `StoredValues`.
    type Stored;

    /// What gathers data for them.
    type Builder;

    /// Whether all integers are read into 64 bits with a sign.
    #[doc(hidden)]
    const INTEGERS_FIT_I64: bool = true;

    /// The schema.
    #[doc(hidden)]
    fn schema() -> &'static Schema;

    /// A builder without data.
    fn builder() -> Self::Builder;

    /// Reads the values as they were stored, in schema order.
    #[doc(hidden)]
    fn read_stored(reader: &mut Reader<'_>) -> Self::Stored;
}
