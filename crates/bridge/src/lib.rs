//! The bridge to Heat: a plug-in in Rust as the Python module that an unmodified engine loads.
//!
//! [`export!`] creates the module: Heat's classes from the embedded schemas, with the methods that the author of each type
//! wrote. Handlers run without Python's lock, so a handler that blocks does not stop the engine, and a panic only fails its
//! resource.
//!
//! ```ignore
//! heat_plugin_python::export!(my_plugin, [Token]);
//! ```
//!
//! An error that is found when the module is loaded, such as a Heat that is too old, is logged, and nothing is registered: an
//! exception there would stop the engine.
//!
//! The life cycle of a resource is not implemented here but with [`heat_plugin::life_cycle`], and can be tested without
//! Python.

#[cfg(panic = "abort")]
compile_error!(
    "a plug-in needs `panic = \"unwind\"`: a panic that aborts would end Heat's engine instead of failing its resource; \
     `heat-codegen plugin build` compiles it so, whatever the profile says"
);

mod call;
mod context;
mod export;
mod functions;
mod green;
mod host;
mod isolation;
mod logs;
mod native;
mod parts;
mod pending;
mod value;

#[doc(hidden)]
pub use export::fill;
#[doc(hidden)]
pub use functions::{Available, Constraint, Finder};
#[doc(hidden)]
pub use heat_plugin;
#[doc(hidden)]
pub use parts::{ExportedType, Plugin};
#[doc(hidden)]
pub use pyo3;
