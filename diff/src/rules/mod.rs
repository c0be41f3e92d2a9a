//! The rules, one a file.

mod allowed_pattern_added;
mod allowed_pattern_changed;
mod allowed_pattern_narrowed;
mod allowed_pattern_removed;
mod allowed_pattern_widened;
mod allowed_values_added;
mod allowed_values_changed;
mod allowed_values_narrowed;
mod allowed_values_removed;
mod allowed_values_widened;
mod api_versions_added;
mod api_versions_changed;
mod api_versions_narrowed;
mod api_versions_removed;
mod api_versions_widened;
mod attribute_added;
mod attribute_added_hidden;
mod attribute_cache_mode_changed;
mod attribute_description_changed;
mod attribute_removed;
mod attribute_removed_after_hidden;
mod attribute_renamed;
mod attribute_type_changed;
mod attribute_type_declared;
mod attribute_type_undeclared;
mod constraint_definition_added;
mod constraint_definition_changed;
mod constraint_definition_documented;
mod constraint_definition_narrowed;
mod constraint_definition_removed;
mod constraint_definition_widened;
mod constraint_description_changed;
mod constraints_admit_nothing;
mod constraints_admit_something;
mod custom_constraint_added;
mod custom_constraint_changed;
mod custom_constraint_narrowed;
mod custom_constraint_removed;
mod custom_constraint_widened;
mod item_required_changed;
mod length_added;
mod length_changed;
mod length_narrowed;
mod length_removed;
mod length_widened;
mod modulo_added;
mod modulo_changed;
mod modulo_narrowed;
mod modulo_removed;
mod modulo_widened;
mod nested_schema_added;
mod nested_schema_added_compatibly;
mod nested_schema_changed;
mod nested_schema_removed;
mod properties_group_added;
mod properties_group_changed;
mod properties_group_narrowed;
mod properties_group_removed;
mod properties_group_widened;
mod property_added;
mod property_added_hidden;
mod property_added_required;
mod property_added_with_default;
mod property_allow_conversion_added;
mod property_allow_conversion_removed;
mod property_default_added;
mod property_default_added_while_required;
mod property_default_changed;
mod property_default_removed;
mod property_default_removed_while_required;
mod property_description_changed;
mod property_immutable_added;
mod property_immutable_changed_to_update_allowed;
mod property_immutable_removed;
mod property_implemented_added;
mod property_implemented_removed;
mod property_removed;
mod property_removed_after_hidden;
mod property_renamed;
mod property_renamed_with_translation;
mod property_required_added;
mod property_required_added_with_default;
mod property_required_lifted;
mod property_required_lifted_with_default;
mod property_required_removed;
mod property_type_changed;
mod property_type_changed_compatibly;
mod property_type_changed_from_any;
mod property_type_changed_to_any;
mod property_type_changed_to_string;
mod property_type_generalised;
mod property_type_narrowed;
mod property_update_allowed_added;
mod property_update_allowed_changed_to_immutable;
mod property_update_allowed_removed;
mod property_update_rule_changed;
mod property_with_default_removed;
mod range_added;
mod range_changed;
mod range_narrowed;
mod range_removed;
mod range_widened;
mod release_added;
mod release_documented;
mod release_order_changed;
mod release_removed;
mod release_version_changed;
mod resource_type_added;
mod resource_type_added_hidden;
mod resource_type_class_changed;
mod resource_type_default_client_changed;
mod resource_type_description_changed;
mod resource_type_examples_changed;
mod resource_type_handling_changed;
mod resource_type_keywords_changed;
mod resource_type_loadable;
mod resource_type_name_limit_lowered;
mod resource_type_name_limit_raised;
mod resource_type_removed;
mod resource_type_removed_after_hidden;
mod resource_type_renamed;
mod resource_type_required_service_extension_added;
mod resource_type_required_service_extension_changed;
mod resource_type_required_service_extension_removed;
mod resource_type_retired;
mod resource_type_revived;
mod resource_type_substitute_class_added;
mod resource_type_substitute_class_removed;
mod resource_type_unloadable;
mod status_changed_without_version;
mod status_deprecated;
mod status_deprecated_without_message;
mod status_details_changed;
mod status_hidden;
mod status_hidden_too_early;
mod status_hidden_without_deprecation;
mod status_hidden_without_translation_rule;
mod status_history_rewritten;
mod status_message_changed;
mod status_new_without_version;
mod status_supported_again;
mod status_unknown;
mod status_unsupported;
mod status_version_decreased;
mod status_version_not_current;
mod templates_refused;
mod translation_rule_added;
mod translation_rule_changed;
mod translation_rule_removed;
mod unimplemented_property_changed;
mod unimplemented_property_removed;
mod update_replaces_resource;

use super::Rule;

/// All rules, by topic.
pub static RULES: &[&Rule] = &[
    // Updates.
    &property_immutable_changed_to_update_allowed::RULE,
    &property_update_allowed_changed_to_immutable::RULE,
    &property_update_allowed_removed::RULE,
    &property_update_allowed_added::RULE,
    &property_immutable_added::RULE,
    &property_immutable_removed::RULE,
    &property_update_rule_changed::RULE,
    // Types.
    &resource_type_renamed::RULE,
    &resource_type_added::RULE,
    &resource_type_removed::RULE,
    &resource_type_removed_after_hidden::RULE,
    &resource_type_added_hidden::RULE,
    &resource_type_revived::RULE,
    &resource_type_retired::RULE,
    &resource_type_unloadable::RULE,
    &resource_type_loadable::RULE,
    // Properties that come and go.
    &property_added::RULE,
    &property_added_with_default::RULE,
    &property_with_default_removed::RULE,
    &property_added_required::RULE,
    &property_required_removed::RULE,
    &property_removed::RULE,
    // Properties that were hidden.
    &property_removed_after_hidden::RULE,
    &property_added_hidden::RULE,
    &unimplemented_property_removed::RULE,
    &unimplemented_property_changed::RULE,
    // Properties that have to be given.
    &property_required_added::RULE,
    &property_required_lifted::RULE,
    &property_required_added_with_default::RULE,
    &property_required_lifted_with_default::RULE,
    &item_required_changed::RULE,
    // Defaults.
    &property_default_added::RULE,
    &property_default_removed::RULE,
    &property_default_changed::RULE,
    &property_default_removed_while_required::RULE,
    &property_default_added_while_required::RULE,
    // Types of values.
    &property_implemented_removed::RULE,
    &property_implemented_added::RULE,
    &property_allow_conversion_removed::RULE,
    &property_allow_conversion_added::RULE,
    &nested_schema_added::RULE,
    &nested_schema_removed::RULE,
    &nested_schema_changed::RULE,
    &nested_schema_added_compatibly::RULE,
    &property_type_changed::RULE,
    &property_type_narrowed::RULE,
    &property_type_generalised::RULE,
    &property_type_changed_to_string::RULE,
    &property_type_changed_to_any::RULE,
    &property_type_changed_from_any::RULE,
    &property_type_changed_compatibly::RULE,
    // Attributes.
    &attribute_renamed::RULE,
    &attribute_description_changed::RULE,
    &attribute_added::RULE,
    &attribute_removed::RULE,
    &attribute_removed_after_hidden::RULE,
    &attribute_added_hidden::RULE,
    &attribute_type_changed::RULE,
    &attribute_type_declared::RULE,
    &attribute_type_undeclared::RULE,
    &attribute_cache_mode_changed::RULE,
    // Constraints.
    &range_added::RULE,
    &range_removed::RULE,
    &range_changed::RULE,
    &range_narrowed::RULE,
    &range_widened::RULE,
    &length_added::RULE,
    &length_removed::RULE,
    &length_changed::RULE,
    &length_narrowed::RULE,
    &length_widened::RULE,
    &allowed_values_added::RULE,
    &allowed_values_removed::RULE,
    &allowed_values_changed::RULE,
    &allowed_values_narrowed::RULE,
    &allowed_values_widened::RULE,
    &allowed_pattern_added::RULE,
    &allowed_pattern_removed::RULE,
    &allowed_pattern_changed::RULE,
    &allowed_pattern_narrowed::RULE,
    &allowed_pattern_widened::RULE,
    &modulo_added::RULE,
    &modulo_removed::RULE,
    &modulo_changed::RULE,
    &modulo_narrowed::RULE,
    &modulo_widened::RULE,
    &custom_constraint_added::RULE,
    &custom_constraint_removed::RULE,
    &custom_constraint_changed::RULE,
    &custom_constraint_narrowed::RULE,
    &custom_constraint_widened::RULE,
    &constraints_admit_nothing::RULE,
    &constraints_admit_something::RULE,
    &templates_refused::RULE,
    &update_replaces_resource::RULE,
    // Support status.
    &status_deprecated::RULE,
    &status_supported_again::RULE,
    &status_unsupported::RULE,
    &status_details_changed::RULE,
    &status_unknown::RULE,
    &status_hidden::RULE,
    &status_hidden_without_deprecation::RULE,
    &status_hidden_too_early::RULE,
    &status_history_rewritten::RULE,
    &status_message_changed::RULE,
    &status_changed_without_version::RULE,
    // New names.
    &property_renamed::RULE,
    &property_renamed_with_translation::RULE,
    // Types as a whole.
    &resource_type_required_service_extension_added::RULE,
    &resource_type_required_service_extension_removed::RULE,
    &resource_type_required_service_extension_changed::RULE,
    &resource_type_default_client_changed::RULE,
    &resource_type_substitute_class_added::RULE,
    &resource_type_substitute_class_removed::RULE,
    // Translation.
    &translation_rule_added::RULE,
    &translation_rule_removed::RULE,
    &translation_rule_changed::RULE,
    // Properties groups.
    &properties_group_added::RULE,
    &properties_group_removed::RULE,
    &properties_group_narrowed::RULE,
    &properties_group_widened::RULE,
    &properties_group_changed::RULE,
    &api_versions_added::RULE,
    &api_versions_removed::RULE,
    &api_versions_narrowed::RULE,
    &api_versions_widened::RULE,
    &api_versions_changed::RULE,
    // Support status: versions and messages.
    &status_new_without_version::RULE,
    &status_version_not_current::RULE,
    &status_version_decreased::RULE,
    &status_deprecated_without_message::RULE,
    &status_hidden_without_translation_rule::RULE,
    // Types as a whole: names and handling.
    &resource_type_name_limit_lowered::RULE,
    &resource_type_name_limit_raised::RULE,
    &resource_type_handling_changed::RULE,
    // Words.
    &resource_type_description_changed::RULE,
    &resource_type_keywords_changed::RULE,
    &property_description_changed::RULE,
    &constraint_description_changed::RULE,
    &resource_type_examples_changed::RULE,
    &resource_type_class_changed::RULE,
    // Tables.
    &constraint_definition_removed::RULE,
    &constraint_definition_added::RULE,
    &constraint_definition_changed::RULE,
    &constraint_definition_narrowed::RULE,
    &constraint_definition_widened::RULE,
    &constraint_definition_documented::RULE,
    &release_added::RULE,
    &release_removed::RULE,
    &release_version_changed::RULE,
    &release_order_changed::RULE,
    &release_documented::RULE,
];

/// The rule of this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id).copied()
}
