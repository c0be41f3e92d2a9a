//! Stored properties, which can be read even if the schema has changed since.

use std::fmt;
use std::ops::Deref;

use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Resolved};
use heat_model::validate::ValueError;
use heat_model::value::Map;

use crate::error::InvalidProperties;
use crate::properties::{Properties, changes, map_of, typed};
use crate::record::run::Run;
use crate::record::sequence::Reader;
use crate::record::{Field, PropertyValues};
use crate::update::Changes;

/// A stored value: with the current type of its property, or as an older schema stored it.
///
/// A value that is no longer allowed, an integer that is too large, text where there is now a number, no
/// value where one is required: all of these are [`Other`](Self::Other), so that a `match` on the known
/// values stays exhaustive.
///
/// ```
/// use heat_plugin::{Stored, Value};
///
/// fn size_of(flavor: &Stored<i64>) -> i64 {
///     match flavor {
///         Stored::Known(size) => *size,
///         Stored::Other(value) => value.as_str().map_or(0, str::len) as i64, // it used to be text
///     }
/// }
/// assert_eq!(size_of(&Stored::Other("large".into())), 5);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Stored<T> {
    /// A value of the type.
    Known(T),
    /// A value that no longer has the type, as it was stored; null if there is none.
    Other(Value),
}

impl<T> Stored<T> {
    /// The value, if it has the type.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Other(_) => None,
        }
    }

    /// The value, if it has the type.
    pub fn into_known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Other(_) => None,
        }
    }

    /// The stored value, if it does not have the type.
    pub fn other(&self) -> Option<&Value> {
        match self {
            Self::Known(_) => None,
            Self::Other(value) => Some(value),
        }
    }

    /// The value, or the stored value as an error: for `?` and the other methods of `Result`.
    ///
    /// # Errors
    /// The stored value, if it does not have the type.
    pub fn as_result(&self) -> Result<&T, &Value> {
        match self {
            Self::Known(value) => Ok(value),
            Self::Other(value) => Err(value),
        }
    }
}

impl<T: Field> Stored<T> {
    /// Converts the value to property data; a value that does not have the type, as it was stored.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Known(value) => value.to_value(),
            Self::Other(value) => value.clone(),
        }
    }

    fn from_resolved(value: &mut Resolved, run: &mut Run) -> Self {
        let kept = value.clone();
        match typed::<T>(value) {
            Ok(known) => Self::Known(known),
            Err(problems) => {
                run.kept.extend(problems);
                Self::Other(T::plain(kept))
            }
        }
    }
}

impl<T: Field + Clone> Stored<Vec<T>> {
    /// The items one by one, so that an item that does not have its type does not affect the others. Empty if
    /// there is no list.
    #[must_use]
    pub fn items(&self) -> Vec<Stored<T>> {
        match self {
            Self::Known(items) => items.iter().cloned().map(Stored::Known).collect(),
            Self::Other(Value::List(items)) => {
                let read = |item: &Value| {
                    Stored::from_resolved(&mut Resolved::Plain(item.clone()), &mut Run::default())
                };
                items.iter().map(read).collect()
            }
            Self::Other(_) => Vec::new(),
        }
    }
}

/// Equal if the stored value has the type and equals the other value.
impl<T: PartialEq> PartialEq<T> for Stored<T> {
    fn eq(&self, other: &T) -> bool {
        self.known() == Some(other)
    }
}

impl<T: Field> Field for Stored<T> {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        let stored = Self::from_resolved(value, run);
        run.stored.push((stored.to_resolved(), stored.to_value()));
        stored
    }

    fn to_value(&self) -> Value {
        Self::to_value(self)
    }

    fn to_resolved(&self) -> Resolved {
        match self {
            Self::Known(value) => value.to_resolved(),
            Self::Other(value) => Resolved::Plain(value.clone()),
        }
    }
}

impl<T: PropertyValues> Properties<T> {
    /// Reads property data that were valid when they were stored, such as those of a resource before an
    /// update or a deletion. They can always be read, even if the schema has changed since: see
    /// [`StoredProperties`].
    ///
    /// # Errors
    /// The data are not a map.
    pub fn from_stored(
        data: &Value,
        context: &Context<'_>,
    ) -> Result<StoredProperties<T>, InvalidProperties> {
        StoredProperties::from_value(data, context)
    }
}

/// The stored properties of a resource, which can always be read.
///
/// They dereference to a struct with a field for each property, like [`Properties`], but of [`Stored`] values.
///
/// ```
/// # use heat_plugin::constraints::WithoutCloud;
/// # use heat_plugin::resolve::IdentityResolver;
/// # use heat_plugin::{Context, HeatResource, Stored, value};
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml")]
/// # pub struct Token;
/// # use token::Kind;
/// # let new = token::Properties::from_value(&value!({}), &IdentityResolver)?;
/// # let constraints = WithoutCloud::timeless();
/// # let context = Context::new(&constraints);
/// let data = value!({"kind": "octal"}); // which an older schema allowed
/// let old = token::StoredProperties::from_value(&data, &context)?;
/// match &old.kind {
///     Stored::Known(Kind::Hex | Kind::Letters) => {}
///     Stored::Other(kind) => println!("made when {kind} was allowed"),
/// }
/// let changes = old.changes(&new);
/// assert_eq!(changes.changed, [token::Property::Kind]);
/// # Ok::<(), heat_plugin::error::InvalidProperties>(())
/// ```
pub struct StoredProperties<T: PropertyValues> {
    values: T::Stored,
    /// The values in the form that is compared.
    resolved: Vec<Resolved>,
    /// The values as property data, without those that are null.
    data: Map,
    problems: Vec<ValueError>,
    raw: Map,
}

impl<T: PropertyValues> StoredProperties<T> {
    /// Reads property data that were valid when they were stored, as templates contain them: they are translated and
    /// converted, with defaults, but not validated. A value that cannot be read stays as stored, and a name that cannot be
    /// resolved stays a name.
    ///
    /// # Errors
    /// The data are not a map.
    pub fn from_value(data: &Value, context: &Context<'_>) -> Result<Self, InvalidProperties> {
        let raw = map_of::<T>(data)?;
        let mut context = context.ignoring_resolve_errors();
        context.integers_fit_i64 = false;
        let values = T::schema().evaluator().read_stored(&raw, &context);
        Ok(Self::new(values, raw))
    }

    /// Like [`from_value`](Self::from_value), for values that Heat had read before they were stored: types
    /// are converted and defaults filled in, and no translation rule is applied a second time.
    ///
    /// # Errors
    /// The data are not a map.
    pub fn from_translated(data: &Value) -> Result<Self, InvalidProperties> {
        let raw = map_of::<T>(data)?;
        let values = T::schema().evaluator().convert_stored(&raw, &Context::new(&WithoutCloud::timeless()));
        Ok(Self::new(values, raw))
    }

    fn new(mut values: Vec<Resolved>, raw: Map) -> Self {
        let mut run = Run::default();
        let values = T::read_stored(&mut Reader::new(&mut values, T::MEMBERS, &mut run));
        let (resolved, data): (Vec<_>, Vec<_>) = run.stored.into_iter().unzip();
        let named = T::MEMBERS.iter().zip(data).filter(|(_, value)| !value.is_null());
        let data = named.map(|(member, value)| (member.name.to_owned(), value)).collect();
        Self { values, resolved, data, problems: run.kept, raw }
    }

    /// The reasons why values no longer have their types, each with its path: for a log.
    #[must_use]
    pub fn problems(&self) -> &[ValueError] {
        &self.problems
    }

    /// The data from which the properties were read.
    #[must_use]
    pub fn raw(&self) -> &Map {
        &self.raw
    }

    /// The properties that an update to `after` changes, and the effect on the resource. A value that no longer has its type
    /// is treated as changed, as in Heat.
    #[must_use]
    pub fn changes(&self, after: &Properties<T>) -> Changes<T::Property, T::Updatable> {
        changes::<T>(&self.resolved, &after.resolved())
    }

    /// Converts the properties to their current types.
    ///
    /// # Errors
    /// The values that no longer have their types.
    pub fn to_properties(&self) -> Result<Properties<T>, InvalidProperties> {
        Properties::of_resolved(self.resolved.clone(), self.raw.clone())
    }

    /// Converts the values to property data. Properties without a value are omitted.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::from(self.data.clone())
    }
}

impl<T: PropertyValues> Deref for StoredProperties<T> {
    type Target = T::Stored;

    fn deref(&self) -> &T::Stored {
        &self.values
    }
}

impl<T: PropertyValues> Clone for StoredProperties<T> {
    fn clone(&self) -> Self {
        Self::new(self.resolved.clone(), self.raw.clone())
    }
}

#[expect(clippy::missing_fields_in_debug, reason = "the data are shown; the rest follows from them")]
impl<T: PropertyValues> fmt::Debug for StoredProperties<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("StoredProperties");
        for (name, value) in &self.data {
            shown.field(name, &format_args!("{value}"));
        }
        shown.finish()
    }
}

impl<T: PropertyValues> From<Properties<T>> for StoredProperties<T> {
    /// Converts valid properties to stored ones, so that one function can accept both.
    fn from(properties: Properties<T>) -> Self {
        Self::new(properties.resolved(), properties.raw().clone())
    }
}
