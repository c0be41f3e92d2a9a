//! The trait of the derived struct `Values`.

use super::Record;
use super::sequence::Reader;
use crate::names::Property;
use crate::schema::embedded::Schema;
use crate::update::Updatable;

/// The values of a type's properties: the derived struct `Values`.
pub trait PropertyValues: Record {
    /// The enum of the properties' names.
    type Property: Property;

    /// The enum of the properties that can be updated in place.
    type Updatable: Updatable;

    /// The same values as stored: the derived struct `StoredValues`.
    type Stored;

    /// The builder of data for them.
    type Builder;

    /// Whether all integers are read as 64-bit signed integers.
    #[doc(hidden)]
    const INTEGERS_FIT_I64: bool = true;

    /// The schema.
    #[doc(hidden)]
    fn schema() -> &'static Schema;

    /// A builder without data.
    fn builder() -> Self::Builder;

    /// Reads the values as stored, in schema order.
    #[doc(hidden)]
    fn read_stored(reader: &mut Reader<'_>) -> Self::Stored;
}
