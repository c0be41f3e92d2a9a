//! Parameters of reading that the caller provides.

use super::resolver::Resolver;
use super::wording::{PropertyInput, Wording};
use crate::Value;
use crate::custom_constraint::CustomConstraints;

/// Parameters of reading that the caller provides.
///
/// [`new`](Self::new) takes the required parameter; the other functions add to it. Every field can also be assigned.
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
    /// Answers `resolve` rules. Without a resolver, those rules are skipped, and results of translation are not kept from one
    /// property to the next, as in Heat before there are clients (`client_resolve=False`).
    pub resolver: Option<&'a dyn Resolver>,
    /// `true` if a value that cannot be resolved is left unchanged instead of being an error.
    pub ignore_resolve_errors: bool,
    /// API version of a client plug-in, for `api_versions` groups. If it is not known, they are not checked.
    pub api_version: &'a dyn Fn(&str) -> Option<String>,
    /// Name of the resource, for messages of its plug-in.
    pub resource_name: Option<&'a str>,
    /// Description of the resource, used for an updatable property `description` that is not set.
    pub resource_description: Option<&'a str>,
    /// Function that decides whether a value is not known yet, such as a call of `get_resource`. Such a value is accepted
    /// unchanged.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
    /// Function that decides whether a value is there, but its content is not known yet, such as the ID of a resource. Conditions know that
    /// it is not empty.
    pub is_opaque: &'a dyn Fn(&Value) -> bool,
    /// `true` if an integer must fit in 64 bits. Heat's integers have any size; the fields of Rust structs do not.
    pub integers_fit_i64: bool,
    /// Function that tells how a top-level property is set. Without it, all are set by their values.
    pub given: Option<&'a dyn Fn(&str) -> PropertyInput>,
    /// Wording of errors; the built-in wording if omitted.
    pub wording: Option<Wording<'a>>,
}

impl<'a> Context<'a> {
    /// Returns a context without a resolver, deferred values or known API versions.
    #[must_use]
    pub fn new(custom_constraints: &'a dyn CustomConstraints) -> Self {
        Self {
            custom_constraints,
            resolver: None,
            ignore_resolve_errors: false,
            api_version: &|_| None,
            resource_name: None,
            resource_description: None,
            is_deferred: &|_| false,
            is_opaque: &|_| false,
            integers_fit_i64: false,
            given: None,
            wording: None,
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

    /// Sets the function that decides which values are there, with contents that are not known yet.
    #[must_use]
    pub fn with_opaque(self, is_opaque: &'a dyn Fn(&Value) -> bool) -> Self {
        Self { is_opaque, ..self }
    }

    /// Sets the name of the resource, for messages of its plug-in.
    #[must_use]
    pub fn with_resource_name(self, name: &'a str) -> Self {
        Self { resource_name: Some(name), ..self }
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
