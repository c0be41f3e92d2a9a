//! The language of templates, as tables: the versions, the functions of each, and what sections and keys are called.
//!
//! This is all that is compiled without the feature `resolve`: whoever writes templates, or looks only at the names in one, needs
//! no more.

mod availability;
mod functions;
mod keys;
mod news;
mod variant;
mod version;

pub use functions::{FUNCTIONS, Function, Variant, function};
pub use keys::{DeletionPolicy, Keys, ResourceKeys};
pub use version::{HotVersion, TemplateVersion};
