//! The rules, one a file.

mod duplicate_key;
mod missing_description;
mod required_with_default;
mod unused_acceptance;

use super::Rule;

pub(super) use unused_acceptance::RULE as UNUSED_ACCEPTANCE;

/// All rules, in the order in which they are listed.
pub static RULES: &[&Rule] = &[
    &duplicate_key::RULE,
    &required_with_default::RULE,
    &missing_description::RULE,
    &unused_acceptance::RULE,
];
