//! The resource registry: what resource types stand for, and the hooks and restricted actions of resources.
//!
//! A registry maps a type to another type or to a template; `Prefix::*` stands for all types that begin so. Under `resources`
//! it has the same for a single resource, by its name. Three things surprise, and are as in Heat:
//!
//! - A wildcard goes before the exact name, and the shorter wildcard before the longer one: entries that apply are tried in the
//!   order of their characters, and `*` comes before letters.
//! - Patterns under `resources` only apply to hooks and restricted actions, not to mappings.
//! - A mapping for one resource applies to all resources that are looked up after it ([`Registry::resolve`]).

mod entries;
mod hooks;
pub(crate) mod installed;
mod item;
mod load;
mod lookup;
mod nested;
mod resolution;
#[cfg(test)]
mod tests;
mod wildcards;

pub use entries::Registry;
pub(crate) use item::is_template_name;
pub use resolution::Resolution;
