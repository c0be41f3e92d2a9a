//! Custom constraints: named checks of values, most of which ask a cloud.
//!
//! Reading asks a [`CustomConstraints`] about every value that has one, by way of the [`Context`](crate::Context):
//!
//! * [`WithoutCloud`], where nobody can ask a cloud: the twelve [built-in](BuiltIn) constraints, which look at the value
//!   alone, are checked, all others are taken to be met. This is what [`from_value`](crate::Properties::from_value) uses.
//! * [`ConstraintRegistry`]: the built-in ones and those that you add. Names that it does not know accept nothing, as in
//!   Heat.
//! * A type of your own.
//!
//! Each takes the present [`Moment`] from its caller, for the constraint `expiration`.
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
