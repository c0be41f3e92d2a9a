//! Which templates use what changed: by file and line, worst first.
//!
//! A template uses
//!
//! - a type, where a resource is of it;
//! - a property, member or item, where a resource gives it. Where a change is about what can be given (its type, its
//!   constraints, its members), and the value is written out and is still accepted and read as before, it is not mentioned;
//! - the lack of a property, where a default, or whether it has to be given, changed: then those are meant that leave it out;
//! - an attribute, where `get_attr` or `Fn::GetAtt` asks for it, be it of a member of a group of resources;
//! - a translation rule, where a resource gives what the rule reads or writes; a properties group, where what a resource
//!   gives breaks it, or may break it.
//!
//! Of functions, `if` is looked into, as is `repeat`, and a parameter counts as the values that it allows, or else as its
//! default. What any other function gives is not known: then the template [may](Impact::May) be affected. Resources that
//! others define in their properties (`resource_def` and the like) are resources. Types that an environment maps to others,
//! and templates that are written out as text in another, are not followed.

mod changes;
mod function;
mod given;
mod group;
mod impact;
mod judge;
mod place;
mod resource;
mod target;
mod templates;
mod text;
mod usage;
mod value;
mod walk;

pub use changes::Changes;
pub use impact::Impact;
pub use templates::Templates;
pub use text::{Entry, entries, summary, write};
pub use usage::{Usage, What};

use crate::threads;

/// Where templates use what changed: worst first, then by file and line.
#[must_use]
pub fn usages(templates: &Templates, changes: &Changes<'_>) -> Vec<Usage> {
    let changes = usage::Sorted::of(changes);
    let found = threads::map(&templates.templates, |template| usage::of_template(template, &changes));
    let mut usages: Vec<Usage> = found.into_iter().flatten().collect();
    usages.sort_by(|left, right| left.order().cmp(&right.order()));
    usages.dedup();
    usages
}

#[cfg(test)]
mod tests;
