//! Custom constraints: named checks of values, most of which query a cloud.
//!
//! Reading checks every value with a custom constraint by calling a [`CustomConstraints`], which the
//! [`Context`](crate::Context) provides:
//!
//! * [`WithoutCloud`], if there is no cloud to query: the twelve [built-in](BuiltIn) constraints, which
//!   depend only on the value, are checked; all others are assumed to be satisfied.
//!   [`from_value`](crate::Properties::from_value) uses it.
//! * [`ConstraintRegistry`]: the built-in ones and those that you add. Names that it does not know accept
//!   nothing, as in Heat.
//! * A type of your own.
//!
//! Each gets the present [`Moment`] from its caller, for the constraint `expiration`.
//!
//! ```
//! use heat_plugin::constraints::{ConstraintRegistry, CustomConstraints};
//! use std::time::SystemTime;
//!
//! let constraints = ConstraintRegistry::at(SystemTime::now())
//!     .with("neutron.network", |value| match value.as_str() {
//!         Some("7c1f-of-web") => Ok(()),
//!         _ => Err("there is no such network".to_owned()),
//!     })
//!     .accept(["nova.flavor", "glance.image"]);
//! assert!(constraints.check("neutron.network", &"elsewhere".into()).is_err());
//! assert!(constraints.check("ip_addr", &"192.0.2.1".into()).is_ok());
//! ```

pub use heat_model::custom_constraint::{
    BuiltIn, ConstraintRegistry, CustomConstraints, CustomViolation, Moment, WithoutCloud,
};
