//! Resolvers, which answer the `resolve` rules of a schema, for example with the ID for a name.
//!
//! A [`Resolver`] is a closure, or a type of your own that queries a cloud. [`IdentityResolver`] does not
//! need one.
//!
//! ```
//! use heat_plugin::Value;
//! use heat_plugin::resolve::{Query, ResolveError, Resolver};
//!
//! fn neutron(query: &Query<'_>) -> Result<Value, ResolveError> {
//!     match (query.entity, query.value.as_str()) {
//!         (Some("network"), Some("web")) => Ok(Value::from("7c1f-of-web")),
//!         _ => Err(ResolveError::new(format!("{} was not found", query.value))),
//!     }
//! }
//!
//! let name = Value::from("web");
//! let mut query = Query::new(&name);
//! query.entity = Some("network");
//! assert_eq!(neutron.resolve(&query), Ok(Value::from("7c1f-of-web")));
//! ```

use heat_model::Value;

pub use heat_model::evaluate::{Query, ResolveError, Resolver};

/// A resolver that returns every name unchanged: for tests, and for types whose rules resolve nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IdentityResolver;

impl Resolver for IdentityResolver {
    fn resolve(&self, query: &Query<'_>) -> Result<Value, ResolveError> {
        Ok(query.value.clone())
    }
}
