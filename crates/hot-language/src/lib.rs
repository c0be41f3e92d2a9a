//! The language of OpenStack Heat's templates, as tables: versions, the functions of each, and the names of sections and keys.
//!
//! Whoever writes templates, or looks only at the names in one, needs no more. `heat-hot` reads templates with these tables.

mod availability;
mod environment;
mod functions;
mod keys;
mod maker;
mod news;
mod parameter;
mod variant;
mod version;

pub use environment::{
    EVENT_SINK_ARGUMENTS, EVENT_SINK_TYPE, Hook, MERGE_STRATEGIES, RestrictedAction, Section,
};
pub use functions::{FUNCTIONS, Function, Variant, function};
pub use keys::{DeletionPolicy, Keys, ResourceKeys};
pub use maker::{Maker, MemberTypes, RESOURCE_DEFINITION};
pub use parameter::{Dialect, ParameterKeys, ParameterType};
pub use version::{HotVersion, TemplateVersion};
