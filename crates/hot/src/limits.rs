//! How much of this program one template may take.
//!
//! [`Scope`](crate::Scope) counts; here are the numbers alone, because data are weighed and errors worded without a scope.

/// How much text and how many values functions may write for one template, in bytes, before they are stopped.
///
/// Heat has no such bound but the memory of its engine; a stack whose template and data are larger than what its database
/// takes fails later.
pub const MAX_RESULT: usize = 32 << 20;

/// What a value counts for beside its text: about what it takes in memory.
pub(crate) const NODE: usize = 64;

/// How many mistakes of functions and values in one template are recorded in full: with the path that leads to them, and with
/// what helps to understand them. Of the others, which nobody is shown, Heat's words and the place are recorded, so that they
/// are counted.
pub(crate) const MAX_EXPLAINED: usize = 4_000;

/// How long the paths of these mistakes may be together, in bytes: a single one can be most of a template.
pub(crate) const MAX_PATHS: usize = 6 << 20;

/// How many resources the nested stacks of a template may have together before no more of them are looked into.
///
/// In Heat, `max_resources_per_stack` bounds them: 1,000 by default, but many clouds allow more.
pub const MAX_NESTED_RESOURCES: usize = 10_000;
