//! The type `Properties` of all resource types, and its methods.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::SystemTime;

use heat_model::Value;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Resolved, Resolver};
use heat_model::update::{self, UpdateBehaviour};
use heat_model::validate::{ErrorKind, ValueError, ValuePath};
use heat_model::value::Map;
use serde::{Serialize, Serializer};

use crate::error::InvalidProperties;
use crate::record::data::Data;
use crate::record::derived_names::Property;
use crate::record::run::Run;
use crate::record::sequence::{Checker, Reader, Writer};
use crate::record::{Buildable, Field, PropertyValues};
use crate::update::{Changes, Updatable};

/// The properties of a resource: their values, to which it dereferences, and the data from which they were read.
///
/// Two `Properties` are equal if their values are equal, however the templates wrote them.
///
/// ```
/// # use heat_plugin::resolve::IdentityResolver;
/// # use heat_plugin::{HeatResource, value};
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml")]
/// # pub struct Token;
/// # let (data, resolver) = (value!({"length": 16, "prefix": "web-"}), IdentityResolver);
/// let properties = token::Properties::from_value(&data, &resolver)?;
/// let length: i64 = properties.length;
/// let token::Values { prefix, .. } = properties.into_values();
/// # assert_eq!((length, prefix.as_deref()), (16, Some("web-")));
/// # Ok::<(), heat_plugin::error::InvalidProperties>(())
/// ```
#[derive(Clone)]
pub struct Properties<T> {
    values: T,
    raw: Map,
}

impl<T: PropertyValues> Properties<T> {
    /// Reads property data, which must be a map: validates, converts and translates it, and fills in
    /// defaults.
    ///
    /// Custom constraints that depend only on the value, such as `ip_addr`, are checked. Those that query a
    /// cloud are assumed to be satisfied: [`from_value_with`](Self::from_value_with) can check them.
    ///
    /// # Errors
    /// All errors in the data.
    pub fn from_value(data: &Value, resolver: &dyn Resolver) -> Result<Self, InvalidProperties> {
        Self::from_value_with(data, &Context::new(&without_cloud()).with_resolver(resolver))
    }

    /// Reads property data, which must be a map, in a [`Context`] with a resolver and custom constraints.
    ///
    /// # Errors
    /// All errors in the data.
    pub fn from_value_with(data: &Value, context: &Context<'_>) -> Result<Self, InvalidProperties> {
        Self::from_data(map_of::<T>(data)?, context)
    }

    /// Reads data that Heat has already read, such as the properties that it passes to a plug-in: types are converted and
    /// defaults filled in. No translation rule is applied a second time, and constraints and groups are not checked. Null
    /// means that there is no value, as in Heat's data.
    ///
    /// # Errors
    /// All values that do not have their type.
    pub fn from_translated(data: &Value) -> Result<Self, InvalidProperties> {
        let raw = map_of::<T>(data)?;
        let constraints = WithoutCloud::timeless();
        let mut context = Context::new(&constraints);
        context.integers_fit_i64 = T::INTEGERS_FIT_I64;
        let values = T::schema().evaluator().convert(&raw, &context).map_err(invalid::<T>)?;
        Self::typed(values, raw)
    }

    #[inline]
    fn from_data(raw: Map, context: &Context<'_>) -> Result<Self, InvalidProperties> {
        let mut context = *context;
        context.integers_fit_i64 = T::INTEGERS_FIT_I64;
        let values = T::schema().evaluator().resolve(&raw, &context).map_err(invalid::<T>)?;
        Self::typed(values, raw)
    }

    #[inline]
    fn typed(mut values: Vec<Resolved>, raw: Map) -> Result<Self, InvalidProperties> {
        let mut run = Run::default();
        if T::HAS_OWN_TYPES {
            T::check(&mut Checker::new(&values, T::MEMBERS, &mut run));
            if !run.errors.is_empty() {
                return Err(invalid::<T>(run.errors));
            }
        }
        let values = T::read(&mut Reader::new(&mut values, T::MEMBERS, &mut run));
        if run.errors.is_empty() { Ok(Self { values, raw }) } else { Err(invalid::<T>(run.errors)) }
    }

    /// Creates properties from values that were read before, all of which must be present.
    pub(crate) fn of_resolved(values: Vec<Resolved>, raw: Map) -> Result<Self, InvalidProperties> {
        match typed::<T>(&mut Resolved::Members(values)) {
            Ok(values) => Ok(Self { values, raw }),
            Err(errors) => Err(invalid::<T>(errors)),
        }
    }

    pub(crate) fn resolved(&self) -> Vec<Resolved> {
        Writer::resolved(&self.values)
    }

    /// Creates a builder for property data. Builders are derived on request: `#[heat(schema = "…", builders)]`.
    #[must_use]
    pub fn builder() -> T::Builder
    where
        T: Buildable,
    {
        T::builder()
    }

    /// The data from which the properties were read, as in the template.
    #[must_use]
    pub fn raw(&self) -> &Map {
        &self.raw
    }

    /// The properties that an update to `after` changes, and the effect on the resource.
    #[must_use]
    pub fn changes(&self, after: &Self) -> Changes<T::Property, T::Updatable> {
        changes::<T>(&self.resolved(), &after.resolved())
    }

    /// Converts the values to property data. Properties without a value are omitted.
    ///
    /// These are the values that the plug-in works with: values that rules moved are under their new names,
    /// and resolved names are IDs. They are valid data for a new resource if the schema accepts its own
    /// values; a schema that also requires the old name accepts only [`raw`](Self::raw).
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::from(Writer::data(&self.values))
    }
}

impl<T> Properties<T> {
    /// Returns the values, without the data from which they were read.
    #[must_use]
    pub fn into_values(self) -> T {
        self.values
    }
}

impl<T> Deref for Properties<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.values
    }
}

impl<T> DerefMut for Properties<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.values
    }
}

impl<T: PartialEq> PartialEq for Properties<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<T: fmt::Debug> fmt::Debug for Properties<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

/// Serializes the values as property data.
impl<T: PropertyValues> Serialize for Properties<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

/// Reads the data of a builder.
///
/// # Errors
/// All errors in the data.
pub fn build<T: PropertyValues>(data: Data) -> Result<Properties<T>, InvalidProperties> {
    Properties::from_data(data.0.unwrap_or_default(), &Context::new(&without_cloud()))
}

/// Reads a value in which everything must be present, or returns the reasons why it does not have its type.
pub(crate) fn typed<T: Field>(value: &mut Resolved) -> Result<T, Vec<ValueError>> {
    let mut run = Run { is_strict: true, ..Run::default() };
    T::check(value, &mut run);
    if !run.errors.is_empty() {
        return Err(run.errors);
    }
    let read = T::read(value, &mut run);
    if run.errors.is_empty() { Ok(read) } else { Err(run.errors) }
}

/// The differences between old and new values, and their effect on the resource.
pub(crate) fn changes<T: PropertyValues>(
    before: &[Resolved],
    after: &[Resolved],
) -> Changes<T::Property, T::Updatable> {
    let update::Changes { changed, decision } =
        update::changes(&T::schema().resource_type().properties, before, after);
    let updates = |at: usize| T::MEMBERS.get(at).map(|member| member.update);
    let name = |at: usize| T::Property::ALL.get(at).copied();
    let updatable = |at: usize| {
        let name = T::MEMBERS.get(at)?.name;
        T::Updatable::ALL.iter().copied().find(|updatable| updatable.to_string() == name)
    };
    let in_place = changed.iter().filter(|at| updates(**at) == Some(UpdateBehaviour::InPlace));
    let refused = changed.iter().filter(|at| updates(**at) == Some(UpdateBehaviour::Refused));
    Changes {
        in_place: in_place.filter_map(|at| updatable(*at)).collect(),
        refused: refused.filter_map(|at| name(*at)).collect(),
        changed: changed.iter().filter_map(|at| name(*at)).collect(),
        decision,
    }
}

/// Converts property data to a map; null becomes an empty map.
pub(crate) fn map_of<T: PropertyValues>(data: &Value) -> Result<Map, InvalidProperties> {
    match data {
        Value::Map(map) => Ok(map.clone()),
        Value::Null => Ok(Map::default()),
        other => {
            let message = format!("expected a map of properties, found {}", other.kind());
            Err(invalid::<T>(vec![ValueError::new(ValuePath::default(), ErrorKind::Invalid, message)]))
        }
    }
}

fn invalid<T: PropertyValues>(errors: Vec<ValueError>) -> InvalidProperties {
    InvalidProperties::new(&T::schema().resource_type().name, errors)
}

/// The check of custom constraints without a cloud: constraints that query one are assumed to be satisfied, and expirations
/// are compared with the moment at which reading begins.
#[expect(clippy::disallowed_methods, reason = "a value is checked at the moment at which it is given")]
fn without_cloud() -> WithoutCloud {
    WithoutCloud::at(SystemTime::now())
}
