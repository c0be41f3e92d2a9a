//! HOT templates as Heat reads them, without a cloud.
//!
//! The crate reads no files and asks no service: a text comes in, data and [`Fault`]s go out. Schemas of resource types and
//! the engine that validates property values are in `heat-model`, the reader of YAML in `heat-yaml`.
//!
//! - [`snippet`] finds the functions in a part of a template, checks and resolves them; [`function`] has what each does.
//! - [`data`] is what comes out, with unknown values for what only a deployment knows, or texts that
//!   [stand for them](stand_in) where two templates are compared.
//! - [`stack`] is what functions ask of their surroundings, [`conditions`] the section of that name.
//! - [`parameter`] has the parameters of a template: definitions, values and constraints.
//! - [`template`] reads templates, [`resolve`](mod@resolve) resolves one as a whole.
//! - [`environment`] reads and merges environments, looks types up in their registry, and collects files as the client does.
//! - [`fault`] has the errors, in Heat's classes and words.
//! - [`limits`] has how much one template may take of this program.
//!
//! The tables of the language, versions, functions, sections and keys, are in `heat-hot-language`.

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
mod plain;
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
