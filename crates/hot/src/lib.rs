//! Reads HOT templates as Heat does, without a cloud.
//!
//! The crate reads no files and contacts no service: text goes in, data and [`Fault`]s come out. Schemas of resource types and
//! the engine that validates property values are in `heat-model`, the YAML parser is in `heat-yaml`.
//!
//! - [`snippet`] finds the functions in a part of a template, checks and resolves them; [`function`] implements each.
//! - [`data`] is the result, with unknown values for everything that is only known after deployment, or with texts that
//!   [represent them](stand_in) if two templates are compared.
//! - [`stack`] is the interface between functions and the stack around them, [`conditions`] the section of that name.
//! - [`parameter`] has the parameters of a template: definitions, values and constraints.
//! - [`template`] reads templates, [`resolve`](mod@resolve) resolves one as a whole.
//! - [`environment`] reads and merges environments, looks up types in their registry, and collects files as the client does.
//! - [`fault`] has the errors, with Heat's classes and messages.
//! - [`limits`] has the limits on the time and memory that one template may use.
//!
//! The tables of the language (versions, functions, sections and keys) are in `heat-hot-language`.

pub mod conditions;
pub mod data;
pub mod environment;
pub mod fault;
pub mod function;
#[cfg(test)]
mod hostile;
pub mod limits;
pub mod parameter;
mod percent;
pub mod plain;
pub mod resolve;
pub mod scope;
pub mod snippet;
pub mod stack;
pub mod stand_in;
pub mod template;

pub use conditions::Conditions;
pub use data::Data;
pub(crate) use data::{data_text, data_value};
pub use environment::{Environment, EnvironmentFile};
pub use fault::{Exception, Fault};
pub use parameter::{Parameter, ParameterSet};
pub use scope::Scope;
pub use snippet::Snippet;
pub use stack::Stack;
pub use template::Template;
