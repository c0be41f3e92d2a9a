//! Validation of a template before Heat creates a stack: `Stack.validate`, without the checks that single plug-ins add.
//!
//! The steps are Heat's, in Heat's order: sections, parameters, groups of parameters, conditions, definitions, types, names,
//! references, resources in the order of creation (each with the stack that it creates), outputs. Heat stops at the first error;
//! here all are reported, with Heat's first.

mod by_value;
mod check;
mod child_environment;
mod facade;
mod generated;
mod implement;
mod nested;
mod origin;
mod parent;
mod planned_resource;
mod planned_stack;
mod properties;
mod property_help;
mod resource;
mod setting;
#[cfg(test)]
mod tests;
mod unfetched;

pub(crate) use self::check::check;
pub use self::check::{Validated, validate};
pub(crate) use self::generated::{AttributeUses, Members};
pub(crate) use self::implement::Resource;
pub(crate) use self::nested::Child;
pub(crate) use self::origin::nested_attributes;
pub(crate) use self::parent::{Nesting, Parent};
pub(crate) use self::resource::property_faults_at_creation;
pub use self::setting::{NestedStacks, Setting};
