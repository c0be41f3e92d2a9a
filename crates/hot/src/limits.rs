//! Limits on the time and memory that one template may use.
//!
//! [`Scope`](crate::Scope) keeps the counts. The numbers are here, because code without a scope also weighs data and words
//! errors.

/// Maximum output of the functions of one template, in bytes of text and values, before they are stopped.
///
/// Heat's only limit is the memory of its engine; a stack whose template and data are larger than its database accepts fails
/// later.
pub const MAX_RESULT: usize = 32 << 20;

/// Weight of a value besides its text, in bytes: about its size in memory.
pub(crate) const NODE: usize = 64;

/// Maximum number of errors in the functions and values of one template that are recorded in full, with path and explanation. The
/// others are not shown, but counted: only Heat's message and the span are recorded.
pub(crate) const MAX_EXPLAINED: usize = 4_000;

/// Maximum length of the paths of these errors together, in bytes: a single path can be as long as most of a template.
pub(crate) const MAX_PATHS: usize = 6 << 20;

/// Maximum number of resources in the nested stacks of a template together; no more of them are read.
///
/// Heat limits them with `max_resources_per_stack`: 1,000 by default, but many clouds allow more.
pub const MAX_NESTED_RESOURCES: usize = 10_000;
