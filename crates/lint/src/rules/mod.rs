//! Lint rules: the table of those about [`reading`], one file for each of the others, and the one list of all.

mod reading;

use std::slice::from_ref;

use heat_yaml::docs::{count, joined};

use super::Rule;

pub(super) use missing_description::{RULE as MISSING_DESCRIPTION, undescribed_constraints};
pub(super) use unused_acceptance::RULE as UNUSED_ACCEPTANCE;

/// Declares a module for each rule, and lists the rules: a new rule is one line. rustfmt does not find modules that a macro
/// declares, so `.ci/run` passes their files to it.
macro_rules! rules {
    ($($name:ident,)*) => {
        $(mod $name;)*

        /// Rules in the order of the docs: first those about unreadable input, then by topic.
        const PARTS: &[&[Rule]] = &[reading::RULES, $(from_ref(&$name::RULE),)*];
    };
}

rules! {
    // Properties.
    type_file_mismatch,
    required_with_default,
    update_allowed_and_immutable,
    effect_without_update,
    effect_without_reason,
    effect_property_unknown,
    effect_case_never_applies,
    nested_schema_on_scalar,
    nested_schema_mismatch,
    default_not_of_type,
    default_on_any,
    default_violates_constraint,
    unwritable_value,
    // Constraints.
    invalid_constraint,
    constraint_not_for_type,
    unsatisfiable_constraint,
    contradicting_constraints,
    unreachable_allowed_value,
    unreachable_length,
    duplicate_allowed_value,
    pattern_invalid,
    pattern_never_matches_default,
    pattern_backtracks,
    unknown_custom_constraint,
    // Support status.
    unknown_release,
    missing_version,
    version_decreases,
    version_disagrees_with_history,
    status_order,
    deprecated_without_message,
    unknown_substitute_class,
    // Translation rules.
    invalid_translation_rule,
    incomplete_translation_rule,
    translation_path_unknown,
    translation_cycle,
    add_rule_on_non_list,
    replaced_by_other_type,
    hidden_without_translation,
    // Dependencies by value.
    unknown_dependency,
    // Validation rules.
    validation_rule_path_unknown,
    // Properties groups.
    group_path_unknown,
    group_unsatisfiable,
    empty_group,
    // Documentation.
    missing_description,
    description_not_a_sentence,
    redundant_keyword,
    says_name_but_takes_id,
    says_id_but_takes_name,
    example_invalid,
    // Accepted findings.
    unused_acceptance,
}

/// All lint rules in the order of the docs.
pub static RULES: &[&Rule] = &joined::<_, { count(PARTS) }>(PARTS);

/// Finds the lint rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
