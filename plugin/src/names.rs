//! The derived enums of names, for code that is written once for all types.

use std::fmt::{Debug, Display, Formatter};
use std::str::FromStr;

use heat_model::Status;
use heat_model::update::UpdateBehaviour;

use crate::errors::UnknownName;
use crate::info::{AttributeInfo, PropertyInfo};
use crate::record::Record;

/// The names of a type's properties: the derived enum `Property`.
///
/// ```
/// use heat_plugin::{HeatResource, Property, UpdateBehaviour};
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

/// What types have in place of an enum `Updatable` none of whose properties can be updated in place. There is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotUpdatable {}

impl Display for NotUpdatable {
    fn fmt(&self, _: &mut Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl Updatable for NotUpdatable {
    const ALL: &'static [Self] = &[];
}

/// The properties that can be updated in place: the derived enum `Updatable`.
pub trait Updatable: Copy + Eq + Debug + Display + Send + Sync + 'static {
    /// All of them, in schema order.
    const ALL: &'static [Self];
}
