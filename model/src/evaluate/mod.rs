//! The engine that reads property data with a schema and reports all errors in it.
//!
//! It follows `heat.engine.properties` and `heat.engine.translation` of Heat 27 exactly, including the order
//! of evaluation: a value is translated, converted to its property's type, read member by member, and checked
//! against its constraints. Heat stops at the first error; here all errors are collected, Heat's first one
//! first. Whatever needs a cloud (custom constraints, `resolve` rules, API versions) is requested from the
//! caller, through [`Context`].
//!
//! [`update`](crate::update) decides what an update of the values means.

mod checks;
mod conditions;
mod conversion;
mod fast_path;
mod groups;
mod nested;
mod place;
mod prepare;
mod properties;
mod reading;
mod resolved;
mod translate;

use indexmap::IndexMap;

pub use properties::Properties;
pub use resolved::{Resolved, members_to_map};

use crate::custom_constraint::CustomConstraints;
pub use crate::value::MAX_DEPTH;

use prepare::{Members, Rules};

use crate::validate::ValueError;
use crate::{PropertiesGroup, PropertySchema, ResourceType, Value};

/// A value as its property's type, with the default in place of null; members and items are left unchanged.
pub(crate) fn convert_whole(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    let value = if matches!(value, Value::Null) { conversion::value_for_null(schema) } else { value.clone() };
    conversion::convert(schema, value)
}

/// The properties, translation rules and groups of a resource type, prepared once to read many sets of data.
pub struct Evaluator<'a> {
    schemas: &'a IndexMap<String, PropertySchema>,
    root: Members<'a>,
    rules: Rules<'a>,
    groups: &'a [PropertiesGroup],
}

impl<'a> Evaluator<'a> {
    /// Prepares the properties, the translation rules and the groups of a type.
    #[must_use]
    pub fn new(resource_type: &'a ResourceType) -> Self {
        let rules = Rules::new(&resource_type.translation_rules, &resource_type.properties);
        Self {
            schemas: &resource_type.properties,
            root: Members::new(&resource_type.properties, "", &rules),
            rules,
            groups: &resource_type.properties_groups,
        }
    }

    /// Prepares properties alone, such as those of an update policy.
    #[must_use]
    pub fn of_properties(properties: &'a IndexMap<String, PropertySchema>) -> Self {
        let rules = Rules::default();
        Self { schemas: properties, root: Members::new(properties, "", &rules), rules, groups: &[] }
    }

    /// The schemas of the properties, in order.
    #[must_use]
    pub fn schemas(&self) -> &'a IndexMap<String, PropertySchema> {
        self.schemas
    }

    /// One set of data, to be read property by property: Heat's `Properties`.
    #[must_use]
    pub fn properties<'e>(
        &'e self,
        data: &'e IndexMap<String, Value>,
        context: &'e Context<'e>,
    ) -> Properties<'e> {
        Properties::new(self, data, context)
    }

    /// Validates everything, then reads every property, in schema order.
    ///
    /// A property without a value is null, and so is one whose value was taken by translation.
    ///
    /// # Errors
    /// All errors, in the order in which Heat would find them; at most the first 10,000.
    ///
    /// ```
    /// use heat_model::custom_constraint::ConstraintRegistry;
    /// use heat_model::evaluate::{Context, Evaluator};
    /// use heat_model::{ResourceType, Value};
    ///
    /// let schema: ResourceType = serde_json::from_str(
    ///     r#"{"type": "My::Custom::Token", "properties": {"length": {"type": "integer", "default": 32}}}"#,
    /// ).unwrap();
    /// let constraints = ConstraintRegistry::at(std::time::SystemTime::now());
    /// let data = [("length".to_owned(), Value::from("16"))].into_iter().collect();
    /// let values = Evaluator::new(&schema).resolve(&data, &Context::new(&constraints)).unwrap();
    /// assert_eq!(values[0].to_value(&schema.properties["length"]), Value::from(16));
    /// ```
    pub fn resolve(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).resolve()
    }
}

impl Evaluator<'_> {
    /// Reads every property, in schema order, without checking constraints or groups: stored data were valid
    /// when they were stored, and Heat reads them unchecked.
    ///
    /// # Errors
    /// All values that cannot be read.
    pub fn read(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).read()
    }

    /// Reads every property of stored data, in schema order, whatever has changed in the schema since: a
    /// value that cannot be read is returned as stored, and a missing one as null.
    #[must_use]
    pub fn read_stored(&self, data: &IndexMap<String, Value>, context: &Context<'_>) -> Vec<Resolved> {
        Properties::new(self, data, context).stored()
    }

    /// Reads every property of data that Heat has already read, in schema order: types are converted and
    /// defaults filled in, but no rule is applied a second time, and constraints and groups are not checked.
    /// Null means that there is no value, as in the data that Heat gives a plug-in.
    ///
    /// All values that do not have their type.
    /// All that is not of its type.
    pub fn convert(
        &self,
        data: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Result<Vec<Resolved>, Vec<ValueError>> {
        Properties::new(self, data, context).translated().read()
    }

    /// Like [`convert`](Self::convert), for data that were stored after Heat had read them: see
    /// [`read_stored`](Self::read_stored).
    #[must_use]
    pub fn convert_stored(&self, data: &IndexMap<String, Value>, context: &Context<'_>) -> Vec<Resolved> {
        Properties::new(self, data, context).translated().stored()
    }
}

/// What reading requests from its caller.
///
/// [`new`](Self::new) takes what is required; the other functions add to it. Every field can also be
/// assigned.
///
/// ```
/// use heat_model::Value;
/// use heat_model::custom_constraint::WithoutCloud;
/// use heat_model::evaluate::{Context, Query, ResolveError};
///
/// let constraints = WithoutCloud::at(std::time::SystemTime::now());
/// let neutron = |query: &Query<'_>| match query.value.as_str() {
///     Some("web") => Ok(Value::from("7c1f-of-web")),
///     _ => Err(ResolveError::new(format!("{} was not found", query.value))),
/// };
/// let context = Context::new(&constraints)
///     .with_resolver(&neutron)
///     .with_api_versions(&|client| (client == "nova").then(|| "2.1".to_owned()))
///     .with_resource_description("A server.");
/// assert_eq!(context.resource_description, Some("A server."));
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Context<'a> {
    /// Checks values against custom constraints.
    pub custom_constraints: &'a dyn CustomConstraints,
    /// Answers `resolve` rules. Without a resolver, those rules are skipped, and nothing that translation
    /// found is kept from one property to the next, as in Heat before there are clients
    /// (`client_resolve=False`).
    pub resolver: Option<&'a dyn Resolver>,
    /// Whether a value that cannot be resolved is left unchanged instead of being an error.
    pub ignore_resolve_errors: bool,
    /// The API version of a client plug-in, for `api_versions` groups. If it is not known, they are not
    /// checked.
    pub api_version: &'a dyn Fn(&str) -> Option<String>,
    /// The description of the resource, used for an updatable property `description` that is not given.
    pub resource_description: Option<&'a str>,
    /// Whether a value is not known yet, such as a call of `get_resource`: it is accepted unchanged.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
    /// Whether an integer must fit in 64 bits. Heat's integers have any size; the fields of Rust structs do
    /// not.
    pub integers_fit_i64: bool,
}

impl<'a> Context<'a> {
    /// A context without a resolver, deferred values or known API versions.
    #[must_use]
    pub fn new(custom_constraints: &'a dyn CustomConstraints) -> Self {
        Self {
            custom_constraints,
            resolver: None,
            ignore_resolve_errors: false,
            api_version: &|_| None,
            resource_description: None,
            is_deferred: &|_| false,
            integers_fit_i64: false,
        }
    }

    /// Sets the resolver.
    #[must_use]
    pub fn with_resolver(self, resolver: &'a dyn Resolver) -> Self {
        Self { resolver: Some(resolver), ..self }
    }

    /// Leaves values that cannot be resolved unchanged, instead of reporting errors.
    #[must_use]
    pub fn ignoring_resolve_errors(self) -> Self {
        Self { ignore_resolve_errors: true, ..self }
    }

    /// Sets the API version of each client plug-in, if it is known.
    #[must_use]
    pub fn with_api_versions(self, api_version: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { api_version, ..self }
    }

    /// Sets the description of the resource.
    #[must_use]
    pub fn with_resource_description(self, description: &'a str) -> Self {
        Self { resource_description: Some(description), ..self }
    }

    /// Sets the function that decides which values are not known yet.
    #[must_use]
    pub fn with_deferred(self, is_deferred: &'a dyn Fn(&Value) -> bool) -> Self {
        Self { is_deferred, ..self }
    }
}

impl std::fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context")
            .field("resolves", &self.resolver.is_some())
            .field("ignore_resolve_errors", &self.ignore_resolve_errors)
            .field("resource_description", &self.resource_description)
            .field("integers_fit_i64", &self.integers_fit_i64)
            .finish_non_exhaustive()
    }
}

/// Asks a client for the result of a `resolve` rule: the finders of Heat's client plug-ins.
pub trait Resolver {
    /// The value to put in place of the given one, such as the ID for a name.
    ///
    /// # Errors
    /// Why there is none: an error of the property, unless the [`Context`] ignores it.
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError>;
}

/// The question of a `resolve` rule.
///
/// The engine creates queries. A test of a resolver creates one with [`new`](Self::new) and assigns the other
/// fields it needs:
///
/// ```
/// use heat_model::Value;
/// use heat_model::evaluate::Query;
///
/// let name = Value::from("web");
/// let mut query = Query::new(&name);
/// query.entity = Some("network");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Query<'a> {
    /// The client plug-in to ask, such as `neutron`.
    pub client: Option<&'a str>,
    /// The method to ask, such as `find_resourceid_by_name_or_id`.
    pub finder: Option<&'a str>,
    /// What kind of thing to look for, such as `subnet`.
    pub entity: Option<&'a str>,
    /// The given name, ID or other value. Never empty; for a list, one item.
    pub value: &'a Value,
}

impl<'a> Query<'a> {
    /// A query for this value, from a rule that specifies nothing else.
    #[must_use]
    pub fn new(value: &'a Value) -> Self {
        Self { client: None, finder: None, entity: None, value }
    }
}

/// Why a value could not be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolveError {
    /// A message for the user.
    pub message: String,
}

impl ResolveError {
    /// An error with this message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

impl std::fmt::Display for ResolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ResolveError {}

impl From<String> for ResolveError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for ResolveError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl<F: Fn(&Query<'_>) -> Result<Value, ResolveError>> Resolver for F {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        self(query)
    }
}
