//! Validation of a template before Heat creates a stack: `Stack.validate`, without the checks that single plug-ins add.
//!
//! The steps are Heat's, in Heat's order: sections, parameters, groups of parameters, conditions, definitions, types, names,
//! references, resources in the order of creation (each with the stack that it creates), outputs. Heat stops at the first error;
//! here all are reported, with Heat's first.

mod child_environment;
mod facade;
mod generated;
mod implementations;
mod nested_stack;
mod nested_template;
mod nesting;
mod parameter_values;
mod planned_resource;
mod planned_stack;
mod properties;
mod property_help;
mod resource;
mod setting;
mod stack;
#[cfg(test)]
mod tests;
mod value_dependencies;

pub(crate) use self::generated::{AttributeUses, Members};
pub(crate) use self::implementations::Resource;
pub(crate) use self::nested_stack::Child;
pub use self::nested_stack::MAX_DEPTH;
pub(crate) use self::nested_template::nested_attributes;
pub(crate) use self::nesting::{Nesting, Parent};
pub(crate) use self::resource::property_faults_at_creation;
pub use self::setting::{NestedStacks, Setting};
pub(crate) use self::stack::check;
pub use self::stack::{Validated, validate};
