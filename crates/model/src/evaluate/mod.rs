//! The engine that reads property data with a schema and reports all errors in it.
//!
//! It follows `heat.engine.properties` and `heat.engine.translation` of Heat 27 exactly, including the order of evaluation: a
//! value is translated, converted to its property's type, read member by member, and checked against its constraints. Heat stops
//! at the first error; here all errors are collected, Heat's first one first. Everything that needs a cloud (custom constraints,
//! `resolve` rules, API versions) is requested from the caller, through [`Context`].
//!
//! [`update`](crate::update) decides the effect of an update of the values.

mod checks;
mod conditions;
mod context;
mod conversion;
mod entry;
mod evaluator;
mod fast_path;
mod groups;
mod nested;
mod position;
mod prepare;
mod properties;
mod reading;
mod resolved;
mod resolver;
mod service_rules;
mod translate;
mod validation_rules;
mod validator;
mod wording;

pub use crate::value::MAX_DEPTH;
pub use context::Context;
pub use evaluator::{Evaluator, Evaluators};
pub use properties::Properties;
pub use resolved::{Resolved, members_to_map};
pub use resolver::{Query, ResolveError, Resolver};
pub use service_rules::ServiceViolation;
pub use validation_rules::RuleVerdict;
pub use validator::{Validator, convert, nothing_deferred};
pub use wording::{Problem, PropertyInput, Wording};

pub use conversion::convert_whole;
