//! The derived enums of names, for code that is written once for all types.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use heat_model::Status;
use heat_model::update::UpdateBehaviour;

use crate::error::UnknownName;
use crate::record::Record;
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
    /// All of them, in schema order.
    const ALL: &'static [Self];

    /// The struct that has a field for each.
    #[doc(hidden)]
    type Values: Record;

    /// All there is to know of it.
    fn info(self) -> &'static PropertyInfo {
        &Self::Values::MEMBERS[place(&self, Self::ALL)]
    }

    /// Its name in templates.
    fn name(self) -> &'static str {
        self.info().name
    }

    /// Its support status.
    fn status(self) -> Status {
        self.info().status
    }

    /// What an update that changes it does.
    fn update(self) -> UpdateBehaviour {
        self.info().update
    }
}

/// The names of a type's attributes: the derived enum `Attribute`.
pub trait Attribute:
    Copy + Eq + Debug + Display + FromStr<Err = UnknownName> + Send + Sync + 'static
{
    /// All of them, in schema order, the base attribute last.
    const ALL: &'static [Self];

    /// What is known of each, in that order.
    #[doc(hidden)]
    const INFO: &'static [AttributeInfo];

    /// All there is to know of it.
    fn info(self) -> &'static AttributeInfo {
        &Self::INFO[place(&self, Self::ALL)]
    }

    /// Its name in templates.
    fn name(self) -> &'static str {
        self.info().name
    }

    /// Its support status.
    fn status(self) -> Status {
        self.info().status
    }
}

/// Where a name stands among all of its enum. Found here, and not in each enum: a function of its own for each of two
/// hundred types would take the compiler longer than looking through a few names ever takes.
fn place<N: PartialEq>(name: &N, all: &[N]) -> usize {
    all.iter().position(|one| one == name).unwrap_or_default()
}
