//! Families about templates and environments: reading them, and their results before there is a stack.
//!
//! Expressions in templates are the subject of `yaql`.

pub(crate) mod environment;
pub(crate) mod environment_files;
pub(crate) mod environments;
pub(crate) mod functions;
pub(crate) mod language;
pub(crate) mod parameters;
mod recorded_stack;
pub(crate) mod template_text;
pub(crate) mod whole_templates;
