//! Resource types without their Rust types, as engines call them.
//!
//! [`resource_class!`](crate::resource_class) creates a [`ResourceClass`] from a type with a
//! [`LifeCycle`](crate::life_cycle::LifeCycle). An engine calls it through the trait [`Class`], with plain
//! [`Value`](crate::Value)s, and offers it a [`Host`]. The bridge to Heat and the test driver are such engines; the code of a
//! plug-in does not need this module, except for [`Handler`], the names of the handlers that can be cancelled.

mod call;
mod class;
mod plan;
pub(crate) mod probe;
mod typed;

pub use call::{Call, Hook};
pub use class::{Class, IntoInstance, PendingAction, ResourceClass, Started};
pub use plan::Plan;

pub use crate::life_cycle::context::ContextHost;
pub use crate::life_cycle::handler::Handler;
pub use crate::life_cycle::host::{Facts, Host};

/// Maximum nesting depth of a value from or for Python. Heat's own limit for templates is far below, and nesting that Python
/// cannot follow would end the engine.
pub const MAX_DEPTH: usize = 500;

/// Text of the exception for a value that is nested more deeply than [`MAX_DEPTH`].
#[must_use]
pub fn too_deep_message() -> String {
    format!("a value is nested more than {MAX_DEPTH} levels deep")
}
