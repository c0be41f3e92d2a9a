//! The traits of the derived struct `Values`.

use super::Record;
use super::derived_names::Property;
use super::sequence::Reader;
use crate::schema::embedded::Schema;
use crate::update::Updatable;

/// The values of a type's properties: the derived struct `Values`.
pub trait PropertyValues: Record {
    /// The enum of the properties' names.
    type Property: Property;

    /// The enum of the properties that can be updated in place.
    type Updatable: Updatable;

    /// The values as they are stored: the derived struct `StoredValues`.
    type Stored;

    /// The values while a template is validated: the derived struct `PlannedValues`.
    type Planned;

    /// Set if all integers are read as 64-bit signed integers.
    #[doc(hidden)]
    const INTEGERS_FIT_I64: bool = true;

    /// The schema of the type.
    #[doc(hidden)]
    fn schema() -> &'static Schema;

    /// Reads the values as stored, in schema order.
    #[doc(hidden)]
    fn read_stored(reader: &mut Reader<'_>) -> Self::Stored;

    /// Reads the values as planned, in schema order.
    #[doc(hidden)]
    fn read_planned(reader: &mut Reader<'_>) -> Self::Planned;
}

/// Values with a builder of their property data. The derive implements it on request:
/// `#[heat(schema = "…", builders)]`.
///
/// ```
/// # use heat_plugin::HeatResource;
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml", builders)]
/// # pub struct Token;
/// use heat_plugin::Properties;
/// use heat_plugin::record::Buildable;
///
/// fn unset<T: Buildable>() -> T::Builder {
///     Properties::<T>::builder()
/// }
///
/// assert_eq!(unset::<token::Values>().length(16).build()?.length, 16);
/// # Ok::<(), heat_plugin::error::InvalidProperties>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "no builders are derived for `{Self}`",
    label = "there is no builder",
    note = "builders are derived on request: write `#[heat(schema = \"…\", builders)]`"
)]
pub trait Buildable: PropertyValues {
    /// The builder of property data: the derived struct `PropertiesBuilder`.
    type Builder;

    /// Creates a builder without data.
    fn builder() -> Self::Builder;
}
