//! Parameters of templates: reading, checking and converting them as Heat does.
//!
//! A [`Definition`] describes a parameter in a template, in one of four [`Dialect`](heat_hot_language::Dialect)s. Together with the value
//! of the user and the default of an environment, it forms a [`Parameter`]. A [`ParameterSet`] contains all parameters of a template, and the
//! pseudo parameters that Heat adds.
//!
//! Heat stops at the first error. Here all errors are reported, with Heat's first.
//!
//! ```
//! use heat_hot_language::Dialect;
//! use heat_hot::parameter::{ParameterInputs, ParameterSet};
//! use heat_model::value;
//! use heat_yaml::{ParseOptions, Source, parse_template};
//!
//! let text = "parameters: {ports: {type: comma_delimited_list, default: '80,443'}, size: {type: number}}";
//! let root = parse_template(&Source::new("a.yaml", text), &ParseOptions::template()).root.unwrap();
//! let section = root.as_mapping().and_then(|map| map.get("parameters"));
//! let mut inputs = ParameterInputs::default();
//! inputs.values.insert("size".to_owned(), value!("3"));
//!
//! let (parameters, faults) = ParameterSet::read(Dialect::Hot20180302, section, None, &inputs);
//! assert!(faults.is_empty());
//! assert_eq!(parameters.value("ports"), Ok(value!(["80", "443"])));
//! assert_eq!(parameters.value("size"), Ok(value!(3)));
//! ```

mod check;
mod constraint;
mod convert;
mod custom;
mod definition;
mod failure;
mod flaw;
mod groups;
mod json_text;
mod limits;
mod pseudo;
mod set;
mod value;

pub(crate) use check::property_violation;
pub use constraint::ParameterConstraint;
pub use definition::{Definition, DefinitionSpans};
pub use pseudo::StackIdentity;
pub use set::{ParameterInputs, ParameterSet};
pub use value::{Parameter, ParameterValue};
