//! YAQL, the query language of OpenStack templates, as Python's yaql 3.2.0 evaluates it in Heat.
//!
//! An [`Expression`] is parsed once and evaluated with data and [`Settings`]. The data are in `$`. An error has the class of the
//! exception that yaql raises, its message, and the part of the expression that it refers to.
//!
//! ```
//! use yaql::{Expression, ErrorClass, Settings, Value};
//!
//! let data = Value::map([("data", Value::map([("ports", Value::List(vec![80.into(), 443.into()]))]))]);
//! let expression = Expression::parse("$.data.ports.select($ + 8000)")?;
//! assert_eq!(expression.evaluate(&data, &Settings::default())?, Value::List(vec![8080.into(), 8443.into()]));
//!
//! let error = Expression::parse("$.data.ports.selct($)")?.evaluate(&data, &Settings::default()).unwrap_err();
//! assert_eq!(error.class, ErrorClass::NoMethod);
//! assert_eq!(error.span.map(|span| span.start), Some(13));
//! # Ok::<(), yaql::Error>(())
//! ```
//!
//! A value can be [`Value::Unknown`]: operations that only pass it on succeed, and operations that read it fail with
//! [`ErrorClass::Undecided`].
//!
//! The README lists the deviations from Python's yaql.

#![expect(
    clippy::unnecessary_box_returns,
    reason = "errors are boxed where they arise, so that results stay small"
)]

mod data;
mod error;
mod expression;
mod functions;
mod inspect;
mod int;
mod library;
mod run;
mod settings;
mod syntax;
mod value;

pub use error::{Error, ErrorClass, Span};
pub use expression::Expression;
pub use functions::{Function, functions};
pub use inspect::{CallSite, DataName, Inspection};
pub use settings::{Environment, Limits, NoSurroundings, Settings};
pub use value::{Integer, ObjectKind, Value};
