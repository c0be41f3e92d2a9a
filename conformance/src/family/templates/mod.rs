//! Families about templates and environments: how they are read, and what they give, before there is a stack.
//!
//! Expressions in them are asked about in `yaql`.

pub(crate) mod environment;
pub(crate) mod environment_files;
pub(crate) mod environments;
pub(crate) mod functions;
pub(crate) mod intrinsic_functions;
pub(crate) mod language;
pub(crate) mod parameters;
mod recorded_stack;
pub(crate) mod template_text;
pub(crate) mod verdicts;
pub(crate) mod whole_templates;
