//! The resource registry: replacements of resource types, and the hooks and restricted actions of resources.
//!
//! A registry maps a type to another type or to a template; `Prefix::*` applies to all types with this prefix. Entries under
//! `resources` apply to a single resource, by its name. Three rules of Heat are surprising:
//!
//! - A wildcard has precedence over the exact name, and a shorter wildcard over a longer one: the entries that apply are tried in
//!   the order of their characters, and `*` comes before letters.
//! - Patterns under `resources` only apply to hooks and restricted actions, not to mappings.
//! - A mapping for one resource also applies to all resources that are looked up after it ([`Registry::resolve`]).

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

pub use entries::Registry;
pub(crate) use item::is_template_name;
pub use resolution::Resolution;
