//! The effect of an update on a resource.
//!
//! Follows `heat.engine.resource.Resource`: `update_template_diff_properties` for the properties,
//! `_needs_update` and `preview_update` for the resource as a whole. Only properties at the top decide; the
//! update rules of nested members have no effect. Rules that individual plug-ins implement in code
//! (`needs_replace_with_prop_diff`) are not part of the schema.

mod comparison;
mod definition;
mod outcome;

pub use comparison::can_be_compared;
pub use comparison::{changes_between, needs_update, preview};
pub use definition::{Definition, DefinitionDiff};
pub use outcome::{Changes, Decision, ResourceState, UpdateBehaviour, changes};
