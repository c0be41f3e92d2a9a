//! The rules, one a file.

mod add_rule_on_non_list;
mod alias_expansion;
mod constraint_not_for_type;
mod contradicting_constraints;
mod control_character;
mod default_not_of_type;
mod default_on_any;
mod default_violates_constraint;
mod deprecated_without_message;
mod description_not_a_sentence;
mod duplicate_allowed_value;
mod duplicate_anchor;
mod duplicate_key;
mod duplicate_type;
mod empty_group;
mod example_invalid;
mod group_path_unknown;
mod group_unsatisfiable;
mod hidden_without_translation;
mod incomplete_translation_rule;
mod invalid_constraint;
mod invalid_group;
mod invalid_merge;
mod invalid_translation_rule;
mod invalid_type;
mod invalid_utf8;
mod invalid_value;
mod lone_surrogate;
mod missing_description;
mod missing_key;
mod missing_version;
mod nested_schema_mismatch;
mod nested_schema_on_scalar;
mod pattern_backtracks;
mod pattern_invalid;
mod pattern_never_matches_default;
mod recursive_alias;
mod redundant_keyword;
mod required_with_default;
mod says_id_but_takes_name;
mod says_name_but_takes_id;
mod several_documents;
mod status_order;
mod syntax;
mod too_deep;
mod too_large;
mod translation_cycle;
mod translation_path_unknown;
mod type_file_mismatch;
mod unhashable_key;
mod unknown_alias;
mod unknown_custom_constraint;
mod unknown_key;
mod unknown_release;
mod unknown_substitute_class;
mod unknown_tag;
mod unreachable_allowed_value;
mod unreachable_length;
mod unreadable_file;
mod unsatisfiable_constraint;
mod unused_acceptance;
mod unwritable_value;
mod update_allowed_and_immutable;
mod version_decreases;
mod version_disagrees_with_history;
mod wrong_shape;

use super::Rule;

pub(super) use unused_acceptance::RULE as UNUSED_ACCEPTANCE;

/// All rules, in the order in which they are listed: first those about what cannot be read, then by topic.
pub static RULES: &[&Rule] = &[
    // Files.
    &unreadable_file::RULE,
    &invalid_utf8::RULE,
    &duplicate_type::RULE,
    // YAML.
    &syntax::RULE,
    &several_documents::RULE,
    &duplicate_key::RULE,
    &unhashable_key::RULE,
    &invalid_merge::RULE,
    &unknown_tag::RULE,
    &unknown_alias::RULE,
    &recursive_alias::RULE,
    &duplicate_anchor::RULE,
    &control_character::RULE,
    &lone_surrogate::RULE,
    &alias_expansion::RULE,
    &too_deep::RULE,
    &too_large::RULE,
    &wrong_shape::RULE,
    // The schema language.
    &unknown_key::RULE,
    &missing_key::RULE,
    &invalid_type::RULE,
    &invalid_value::RULE,
    &invalid_group::RULE,
    // Properties.
    &type_file_mismatch::RULE,
    &required_with_default::RULE,
    &update_allowed_and_immutable::RULE,
    &nested_schema_on_scalar::RULE,
    &nested_schema_mismatch::RULE,
    &default_not_of_type::RULE,
    &default_on_any::RULE,
    &default_violates_constraint::RULE,
    &unwritable_value::RULE,
    // Constraints.
    &invalid_constraint::RULE,
    &constraint_not_for_type::RULE,
    &unsatisfiable_constraint::RULE,
    &contradicting_constraints::RULE,
    &unreachable_allowed_value::RULE,
    &unreachable_length::RULE,
    &duplicate_allowed_value::RULE,
    &pattern_invalid::RULE,
    &pattern_never_matches_default::RULE,
    &pattern_backtracks::RULE,
    &unknown_custom_constraint::RULE,
    // Support status.
    &unknown_release::RULE,
    &missing_version::RULE,
    &version_decreases::RULE,
    &version_disagrees_with_history::RULE,
    &status_order::RULE,
    &deprecated_without_message::RULE,
    &unknown_substitute_class::RULE,
    // Translation rules.
    &invalid_translation_rule::RULE,
    &incomplete_translation_rule::RULE,
    &translation_path_unknown::RULE,
    &translation_cycle::RULE,
    &add_rule_on_non_list::RULE,
    &hidden_without_translation::RULE,
    // Properties groups.
    &group_path_unknown::RULE,
    &group_unsatisfiable::RULE,
    &empty_group::RULE,
    // What people read.
    &missing_description::RULE,
    &description_not_a_sentence::RULE,
    &redundant_keyword::RULE,
    &says_name_but_takes_id::RULE,
    &says_id_but_takes_name::RULE,
    &example_invalid::RULE,
    // Accepted findings.
    &unused_acceptance::RULE,
];
