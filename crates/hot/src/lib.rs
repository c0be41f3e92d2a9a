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
//! - [`language`] has the tables: versions, functions, sections and keys.
//! - [`limits`] has how much one template may take of this program.
//!
//! Without the feature `resolve`, which is on by default, the crate is [`language`] alone and needs no other crate. The lint
//! rules use it so, which the derive of a plug-in compiles.

#[cfg(feature = "resolve")]
pub mod conditions;
#[cfg(feature = "resolve")]
pub mod data;
#[cfg(feature = "resolve")]
pub mod environment;
#[cfg(feature = "resolve")]
pub mod fault;
#[cfg(feature = "resolve")]
pub mod function;
#[cfg(feature = "resolve")]
#[cfg(test)]
mod hostile;
pub mod language;
#[cfg(feature = "resolve")]
pub mod limits;
#[cfg(feature = "resolve")]
pub mod parameter;
#[cfg(feature = "resolve")]
mod percent;
#[cfg(feature = "resolve")]
mod plain;
#[cfg(feature = "resolve")]
pub mod resolve;
#[cfg(feature = "resolve")]
pub mod scope;
#[cfg(feature = "resolve")]
pub mod snippet;
#[cfg(feature = "resolve")]
pub mod stack;
#[cfg(feature = "resolve")]
pub mod stand_in;
#[cfg(feature = "resolve")]
pub mod template;

#[cfg(feature = "resolve")]
pub use conditions::Conditions;
#[cfg(feature = "resolve")]
pub use data::Data;
#[cfg(feature = "resolve")]
pub(crate) use data::{data_text, data_value};
#[cfg(feature = "resolve")]
pub use environment::{Environment, EnvironmentFile};
#[cfg(feature = "resolve")]
pub use fault::{Exception, Fault};
#[cfg(feature = "resolve")]
pub use parameter::{Parameter, ParameterSet};
#[cfg(feature = "resolve")]
pub use scope::Scope;
#[cfg(feature = "resolve")]
pub use snippet::Snippet;
#[cfg(feature = "resolve")]
pub use stack::Stack;
#[cfg(feature = "resolve")]
pub use template::Template;
