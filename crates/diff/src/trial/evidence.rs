//! Property data that demonstrate a change.

use heat_model::Value;
use indexmap::IndexMap;

/// Property data that were accepted before and demonstrate a change.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The data that are now refused, or that the stack was created with.
    pub data: IndexMap<String, Value>,
    /// The data that the stack is updated with, if the change only shows in an update.
    pub update: Option<IndexMap<String, Value>>,
}
