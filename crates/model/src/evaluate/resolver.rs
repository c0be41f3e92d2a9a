//! The queries of `resolve` rules, and the trait that answers them.

use crate::Value;

/// Asks a client for the result of a `resolve` rule: the finders of Heat's client plug-ins.
pub trait Resolver {
    /// Returns the value to put in place of the queried one, such as the ID for a name.
    ///
    /// If there is no such value. The error belongs to the property, unless the [`Context`](super::Context) ignores it.
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError>;
}

/// A query of a `resolve` rule.
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
    /// Kind of resource to look for, such as `subnet`.
    pub entity: Option<&'a str>,
    /// The name, ID or other value to resolve. Never empty; for a list, one item.
    pub value: &'a Value,
}

impl<'a> Query<'a> {
    /// Returns a query for this value, from a rule that specifies nothing else.
    #[must_use]
    pub fn new(value: &'a Value) -> Self {
        Self { client: None, finder: None, entity: None, value }
    }
}

/// Reason why a value could not be resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolveError {
    /// A message for the user.
    pub message: String,
}

impl ResolveError {
    /// Returns an error with this message.
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
