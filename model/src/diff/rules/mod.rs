//! The rules, one a file.

mod property_immutable_added;
mod property_immutable_removed;
mod property_update_allowed_added;
mod property_update_allowed_removed;

use super::Rule;

/// All rules, by topic.
pub static RULES: &[&Rule] = &[
    // Updates.
    &property_update_allowed_removed::RULE,
    &property_update_allowed_added::RULE,
    &property_immutable_added::RULE,
    &property_immutable_removed::RULE,
];
