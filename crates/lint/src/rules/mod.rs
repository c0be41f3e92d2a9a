//! Lint rules: the table of those about [`reading`], one file for each of the others, and the one list of all.

mod add_rule_on_non_list;
mod constraint_not_for_type;
mod contradicting_constraints;
mod default_not_of_type;
mod default_on_any;
mod default_violates_constraint;
mod deprecated_without_message;
mod description_not_a_sentence;
mod duplicate_allowed_value;
mod effect_case_never_applies;
mod effect_property_unknown;
mod effect_without_reason;
mod effect_without_update;
mod empty_group;
mod ends_before_it_begins;
mod example_invalid;
mod group_path_unknown;
mod group_unsatisfiable;
mod hidden_without_translation;
mod incomplete_translation_rule;
mod invalid_constraint;
mod invalid_translation_rule;
mod missing_description;
mod missing_version;
mod nested_schema_mismatch;
mod nested_schema_on_scalar;
mod pattern_backtracks;
mod pattern_invalid;
mod pattern_never_matches_default;
mod reading;
mod redundant_keyword;
mod replaced_by_other_type;
mod required_with_default;
mod rule_without_effect;
mod says_id_but_takes_name;
mod says_name_but_takes_id;
mod section_property_unknown;
mod service_property_unknown;
mod status_order;
mod translation_cycle;
mod translation_path_unknown;
mod type_file_mismatch;
mod unknown_custom_constraint;
mod unknown_dependency;
mod unknown_release;
mod unknown_service;
mod unknown_substitute_class;
mod unreachable_allowed_value;
mod unreachable_length;
mod unsatisfiable_constraint;
mod unused_acceptance;
mod unwritable_value;
mod update_allowed_and_immutable;
mod validation_rule_path_unknown;
mod version_decreases;
mod version_disagrees_with_history;

use std::slice::from_ref;

use heat_yaml::docs::{count, joined};

use super::Rule;

pub(super) use missing_description::{RULE as MISSING_DESCRIPTION, undescribed_constraints};
pub(super) use unused_acceptance::RULE as UNUSED_ACCEPTANCE;

/// Rules in the order of the docs: first those about unreadable input, then by topic.
const PARTS: &[&[Rule]] = &[
    reading::RULES,
    // Properties.
    from_ref(&type_file_mismatch::RULE),
    from_ref(&required_with_default::RULE),
    from_ref(&update_allowed_and_immutable::RULE),
    from_ref(&effect_without_update::RULE),
    from_ref(&service_property_unknown::RULE),
    from_ref(&unknown_service::RULE),
    from_ref(&ends_before_it_begins::RULE),
    from_ref(&effect_without_reason::RULE),
    from_ref(&effect_property_unknown::RULE),
    from_ref(&effect_case_never_applies::RULE),
    from_ref(&nested_schema_on_scalar::RULE),
    from_ref(&nested_schema_mismatch::RULE),
    from_ref(&default_not_of_type::RULE),
    from_ref(&default_on_any::RULE),
    from_ref(&default_violates_constraint::RULE),
    from_ref(&unwritable_value::RULE),
    // Constraints.
    from_ref(&invalid_constraint::RULE),
    from_ref(&constraint_not_for_type::RULE),
    from_ref(&unsatisfiable_constraint::RULE),
    from_ref(&contradicting_constraints::RULE),
    from_ref(&unreachable_allowed_value::RULE),
    from_ref(&unreachable_length::RULE),
    from_ref(&duplicate_allowed_value::RULE),
    from_ref(&pattern_invalid::RULE),
    from_ref(&pattern_never_matches_default::RULE),
    from_ref(&pattern_backtracks::RULE),
    from_ref(&unknown_custom_constraint::RULE),
    // Support status.
    from_ref(&unknown_release::RULE),
    from_ref(&missing_version::RULE),
    from_ref(&version_decreases::RULE),
    from_ref(&version_disagrees_with_history::RULE),
    from_ref(&status_order::RULE),
    from_ref(&deprecated_without_message::RULE),
    from_ref(&unknown_substitute_class::RULE),
    // Translation rules.
    from_ref(&invalid_translation_rule::RULE),
    from_ref(&incomplete_translation_rule::RULE),
    from_ref(&translation_path_unknown::RULE),
    from_ref(&translation_cycle::RULE),
    from_ref(&add_rule_on_non_list::RULE),
    from_ref(&replaced_by_other_type::RULE),
    from_ref(&hidden_without_translation::RULE),
    // Dependencies by value.
    from_ref(&unknown_dependency::RULE),
    // Validation rules.
    from_ref(&validation_rule_path_unknown::RULE),
    from_ref(&rule_without_effect::RULE),
    // Properties groups.
    from_ref(&group_path_unknown::RULE),
    from_ref(&group_unsatisfiable::RULE),
    from_ref(&empty_group::RULE),
    // Documentation.
    from_ref(&missing_description::RULE),
    from_ref(&description_not_a_sentence::RULE),
    from_ref(&redundant_keyword::RULE),
    from_ref(&section_property_unknown::RULE),
    from_ref(&says_name_but_takes_id::RULE),
    from_ref(&says_id_but_takes_name::RULE),
    from_ref(&example_invalid::RULE),
    // Accepted findings.
    from_ref(&unused_acceptance::RULE),
];

/// All lint rules in the order of the docs.
pub static RULES: &[&Rule] = &joined::<_, { count(PARTS) }>(PARTS);

/// Finds the lint rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
