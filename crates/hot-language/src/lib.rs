//! Tables of the language of OpenStack Heat's templates: versions, the functions of each, and the names of sections and keys.
//!
//! They are enough for code that writes templates, or only looks at the names in one. `heat-hot` reads templates with these
//! tables.

mod availability;
mod environment;
mod functions;
mod group_kind;
mod keys;
mod news;
mod parameter;
mod variant;
mod version;

pub use environment::{
    EVENT_SINK_ARGUMENTS, EVENT_SINK_TYPE, Hook, MERGE_STRATEGIES, RestrictedAction, Section,
};
pub use functions::{FUNCTIONS, Function, Variant, function};
pub use group_kind::{GroupKind, GroupSizing, MemberTypes, RESOURCE_DEFINITION, SERVERS};
pub use keys::{DeletionPolicy, Keys, ResourceKeys};
pub use parameter::{Dialect, ParameterKeys, ParameterType};
pub use version::{HotVersion, TemplateVersion};
