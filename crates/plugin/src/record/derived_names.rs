//! The derived enums of names, for code that is generic over all types.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use heat_model::Status;
use heat_model::update::UpdateBehaviour;

use super::Record;
use crate::error::UnknownName;
use crate::schema::info::{AttributeInfo, PropertyInfo};

/// The names of a type's properties: the derived enum `Property`.
///
/// ```
/// use heat_plugin::update::UpdateBehaviour;
/// use heat_plugin::{HeatResource, Property};
///
/// fn updated_in_place<R: HeatResource>() -> Vec<&'static str> {
///     let all = R::Property::ALL.iter();
///     all.filter(|property| property.info().update == UpdateBehaviour::InPlace)
///         .map(|property| property.info().name)
///         .collect()
/// }
/// ```
pub trait Property: Copy + Eq + Debug + Display + FromStr<Err = UnknownName> + Send + Sync + 'static {
    /// All properties, in schema order.
    const ALL: &'static [Self];

    /// The struct with a field for each property.
    #[doc(hidden)]
    type Values: Record;

    /// The metadata of the property.
    fn info(self) -> &'static PropertyInfo {
        &Self::Values::MEMBERS[place(&self, Self::ALL)]
    }

    /// The name of the property in templates.
    fn name(self) -> &'static str {
        self.info().name
    }

    /// The support status of the property.
    fn status(self) -> Status {
        self.info().status
    }

    /// The effect of an update that changes the property.
    fn update(self) -> UpdateBehaviour {
        self.info().update
    }
}

/// The names of a type's attributes: the derived enum `Attribute`.
pub trait Attribute:
    Copy + Eq + Debug + Display + FromStr<Err = UnknownName> + Send + Sync + 'static
{
    /// All attributes, in schema order, the base attribute last.
    const ALL: &'static [Self];

    /// The metadata of the attributes, in the order of [`ALL`](Self::ALL).
    #[doc(hidden)]
    const INFO: &'static [AttributeInfo];

    /// The metadata of the attribute.
    fn info(self) -> &'static AttributeInfo {
        &Self::INFO[place(&self, Self::ALL)]
    }

    /// The name of the attribute in templates.
    fn name(self) -> &'static str {
        self.info().name
    }

    /// The support status of the attribute.
    fn status(self) -> Status {
        self.info().status
    }
}

/// The index of a name in its enum. It is determined here and not in each enum: a separate function for each
/// of two hundred types would cost the compiler more time than searching a few names ever does.
fn place<N: PartialEq>(name: &N, all: &[N]) -> usize {
    all.iter().position(|one| one == name).unwrap_or_default()
}
