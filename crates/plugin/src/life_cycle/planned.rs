//! Properties while a template is validated: values that depend on other resources are not known yet.

use std::fmt;
use std::ops::Deref;

use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Resolved};
use heat_model::value::Map;

use crate::error::InvalidProperties;
use crate::properties::{map_of, typed};
use crate::record::run::Run;
use crate::record::sequence::Reader;
use crate::record::{Field, PropertyValues};

/// The value of a property while a template is validated.
///
/// ```
/// use heat_plugin::life_cycle::Planned;
///
/// fn is_too_small(size: &Planned<i64>) -> bool {
///     matches!(size, Planned::Known(size) if *size < 8) // nothing can be said of what is not known
/// }
/// assert!(is_too_small(&Planned::Known(1)) && !is_too_small(&Planned::Unknown));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planned<T> {
    /// The template contains the value.
    Known(T),
    /// The value depends on a resource that does not exist yet.
    Unknown,
}

impl<T> Planned<T> {
    /// The value, if it is known.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }
}

/// The properties of a resource while its template is validated. They dereference to a struct with a field for each property,
/// like [`Properties`](crate::Properties), but of [`Planned`] values.
pub struct PlannedProperties<T: PropertyValues> {
    values: T::Planned,
    unknown: Vec<String>,
}

impl<T: PropertyValues> PlannedProperties<T> {
    /// Reads property data that Heat has read. The properties named in `unknown` are not known yet.
    ///
    /// # Errors
    /// The data are not a map.
    pub fn from_translated(data: &Value, unknown: &[String]) -> Result<Self, InvalidProperties> {
        Ok(Self::of_map(&map_of::<T>(data)?, unknown))
    }

    pub(crate) fn of_map(data: &Map, unknown: &[String]) -> Self {
        let constraints = WithoutCloud::timeless();
        let mut values = T::schema().evaluator().convert_stored(data, &Context::new(&constraints));
        let mut run = Run { unknown: unknown.to_vec(), ..Run::default() };
        let values = T::read_planned(&mut Reader::new(&mut values, T::MEMBERS, &mut run));
        Self { values, unknown: run.unknown }
    }

    /// The names of the properties that are not known yet.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

impl<T: PropertyValues> Deref for PlannedProperties<T> {
    type Target = T::Planned;

    fn deref(&self) -> &T::Planned {
        &self.values
    }
}

impl<T: PropertyValues> fmt::Debug for PlannedProperties<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedProperties").field("unknown", &self.unknown).finish_non_exhaustive()
    }
}

/// Reads the value of the next field. A value that does not have its type is not known: Heat has validated those that are.
pub fn next_planned<T: Field>(reader: &mut Reader<'_>) -> Planned<T> {
    let Some((name, value)) = reader.advance() else { return Planned::Unknown };
    let mut value = std::mem::replace(value, Resolved::NULL);
    if reader.is_unknown(name) {
        return Planned::Unknown;
    }
    typed::<T>(&mut value).map_or(Planned::Unknown, Planned::Known)
}
