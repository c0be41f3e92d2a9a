//! Templates that use changed items: by file and line, most severe first.
//!
//! A template uses
//!
//! - a type, if a resource has it;
//! - a property, a field or an item, if a resource sets it. If a change concerns the accepted values (the type, the
//!   constraints, the fields), and the template contains the value, it is only reported if the value is now refused or read
//!   differently;
//! - the absence of a property, if its default changed, or if it is now required: then the resources that omit it are reported;
//! - an attribute, if `get_attr` or `Fn::GetAtt` reads it, including those of a member of a resource group;
//! - a translation rule, if a resource sets a property that the rule reads or writes; a properties group, if the properties of
//!   a resource violate it, or may violate it;
//! - the result of trying data, if the properties of a resource have the same result: they are now refused, or an update that
//!   changes them replaces the resource;
//! - a validation rule, if the properties of a resource violate it, or may violate it, and were accepted.
//!
//! Of the functions, only `if` and `repeat` are evaluated. A parameter has its allowed values, or else its default. The results
//! of other functions are unknown: then the template [may](Impact::May) be affected. Resources that others define in their
//! properties (`resource_def`, for example) are resources. Types that an environment maps to others, and templates that are
//! embedded as text in another, are not followed.

mod attribute;
mod case;
mod changes;
mod given;
mod group;
mod impact;
mod judge;
mod property_place;
mod rule;
mod target;
mod templates;
mod text;
mod trial;
mod usage;
mod value;
mod walk;

use heat_catalogue::threads;

pub use changes::Changes;
pub use impact::Impact;
pub use templates::Templates;
pub use text::{Entry, entries, summary, write};
pub use usage::{Usage, UsedItem};

/// The uses of changes in templates: most severe first, then by file and line.
#[must_use]
pub fn usages(templates: &Templates, changes: &Changes<'_>) -> Vec<Usage> {
    let changes = usage::FindingIndex::of(changes);
    let found = threads::map(&templates.templates, |template| usage::of_template(template, &changes));
    let mut usages: Vec<Usage> = found.into_iter().flatten().collect();
    usages.sort_by(|left, right| left.order().cmp(&right.order()));
    usages.dedup();
    usages
}

#[cfg(test)]
mod tests;
