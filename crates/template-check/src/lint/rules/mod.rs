//! The rules, one per file, and the one list of them.

use heat_hot::fault::Problem;

use super::Rule;

pub(super) use suppression_without_reason::RULE as SUPPRESSION_WITHOUT_REASON;
pub(super) use unknown_suppressed_rule::RULE as UNKNOWN_SUPPRESSED_RULE;
pub(super) use unused_suppression::RULE as UNUSED_SUPPRESSION;

/// Declares a module for each rule, and lists the rules: a new rule is one line. rustfmt does not find modules that a macro
/// declares, so `.ci/run` names their files to it.
macro_rules! rules {
    ($($name:ident,)*) => {
        $(mod $name;)*

        /// All rules, by family.
        pub static RULES: &[&Rule] = &[$(&$name::RULE),*];
    };
}

rules! {
    // YAML.
    syntax,
    several_documents,
    duplicate_key,
    unhashable_key,
    invalid_merge,
    unknown_tag,
    unknown_alias,
    recursive_alias,
    duplicate_anchor,
    invalid_value,
    surprising_boolean,
    surprising_number,
    // Structure.
    unknown_template_version,
    unknown_section,
    invalid_section,
    unused_mapping,
    ignored_key,
    // Parameters.
    invalid_parameter,
    unknown_parameter_key,
    missing_parameter_type,
    unknown_parameter_type,
    invalid_parameter_constraint,
    constraint_not_for_parameter_type,
    invalid_default,
    invalid_parameter_value,
    missing_parameter,
    unknown_parameter,
    value_for_unknown_parameter,
    invalid_parameter_group,
    unknown_grouped_parameter,
    parameter_in_several_groups,
    immutable_parameter,
    unused_parameter,
    undescribed_parameter,
    visible_secret,
    ignored_constraint,
    blank_after_comma,
    missing_path,
    secret_with_default,
    // Conditions.
    invalid_condition,
    unknown_condition,
    circular_condition,
    unused_condition,
    conditional_reference,
    never_equal,
    // Resources and their properties.
    invalid_resource,
    unknown_resource_key,
    missing_resource_type,
    unknown_resource_type,
    invalid_resource_name,
    duplicate_name,
    invalid_deletion_policy,
    unsupported_snapshot,
    unknown_resource,
    unknown_attribute,
    circular_dependency,
    external_dependency,
    unknown_property,
    missing_property,
    invalid_property_value,
    property_constraint,
    conflicting_properties,
    validation_rule,
    unimplemented_property,
    computed_properties,
    hidden_type,
    placeholder_type,
    deprecated_type,
    hidden_property,
    deprecated_property,
    deprecated_attribute,
    show_without_record,
    ignored_properties,
    null_required_property,
    impossible_address,
    missing_attribute_path,
    missing_group_member,
    // Functions.
    invalid_arguments,
    invalid_argument_value,
    function_in_condition,
    removed_function,
    invalid_yaql,
    failing_yaql,
    unknown_yaql_function,
    yaql_arguments,
    missing_yaql_data,
    unused_yaql_data,
    yaql_near_limit,
    replaceable_yaql,
    missing_file,
    later_function,
    misspelt_function,
    computed_file_name,
    unused_replacement,
    // Outputs.
    invalid_output,
    missing_output_value,
    secret_in_output,
    // Environments and nested templates.
    invalid_environment,
    unknown_environment_section,
    invalid_registry,
    unknown_hook,
    unknown_restricted_action,
    invalid_merge_strategy,
    conflicting_merge_strategy,
    unmergeable_value,
    invalid_nested_template,
    provider_mismatch,
    unknown_file,
    missing_registry_file,
    misspelt_parameter_default,
    // Software components.
    deployment_to_unprepared_server,
    unused_config,
    misspelt_input,
    unset_input,
    unknown_component_action,
    empty_component_config,
    unsignalled_wait_condition,
    // Limits.
    nested_too_deep,
    nested_stack_limit,
    too_many_resources,
    result_too_large,
    // What templates say about rules.
    unused_suppression,
    unknown_suppressed_rule,
    suppression_without_reason,
}

/// The rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// The rule that documents a problem.
#[must_use]
pub fn rule_of(problem: Problem) -> &'static Rule {
    match problem {
        Problem::UnknownVersion => &unknown_template_version::RULE,
        Problem::UnknownSection => &unknown_section::RULE,
        Problem::InvalidSection => &invalid_section::RULE,
        Problem::InvalidParameter => &invalid_parameter::RULE,
        Problem::UnknownParameterKey => &unknown_parameter_key::RULE,
        Problem::MissingParameterType => &missing_parameter_type::RULE,
        Problem::UnknownParameterType => &unknown_parameter_type::RULE,
        Problem::InvalidParameterConstraint => &invalid_parameter_constraint::RULE,
        Problem::ConstraintNotForType => &constraint_not_for_parameter_type::RULE,
        Problem::InvalidDefault => &invalid_default::RULE,
        Problem::InvalidParameterValue => &invalid_parameter_value::RULE,
        Problem::MissingParameter => &missing_parameter::RULE,
        Problem::UnknownParameter => &unknown_parameter::RULE,
        Problem::ValueForUnknownParameter => &value_for_unknown_parameter::RULE,
        Problem::InvalidParameterGroup => &invalid_parameter_group::RULE,
        Problem::UnknownGroupedParameter => &unknown_grouped_parameter::RULE,
        Problem::ParameterInSeveralGroups => &parameter_in_several_groups::RULE,
        Problem::ImmutableParameter => &immutable_parameter::RULE,
        Problem::InvalidCondition => &invalid_condition::RULE,
        Problem::UnknownCondition => &unknown_condition::RULE,
        Problem::CircularCondition => &circular_condition::RULE,
        Problem::InvalidResource => &invalid_resource::RULE,
        Problem::UnknownResourceKey => &unknown_resource_key::RULE,
        Problem::MissingResourceType => &missing_resource_type::RULE,
        Problem::UnknownType => &unknown_resource_type::RULE,
        Problem::InvalidResourceName => &invalid_resource_name::RULE,
        Problem::DuplicateName => &duplicate_name::RULE,
        Problem::InvalidDeletionPolicy => &invalid_deletion_policy::RULE,
        Problem::UnsupportedSnapshot => &unsupported_snapshot::RULE,
        Problem::UnknownResource => &unknown_resource::RULE,
        Problem::UnknownAttribute => &unknown_attribute::RULE,
        Problem::CircularDependency => &circular_dependency::RULE,
        Problem::ExternalDependency => &external_dependency::RULE,
        Problem::UnknownProperty => &unknown_property::RULE,
        Problem::MissingProperty => &missing_property::RULE,
        Problem::InvalidPropertyValue => &invalid_property_value::RULE,
        Problem::ViolatedPropertyConstraint => &property_constraint::RULE,
        Problem::ConflictingProperties => &conflicting_properties::RULE,
        Problem::ViolatedValidationRule => &validation_rule::RULE,
        Problem::UnimplementedProperty => &unimplemented_property::RULE,
        Problem::ComputedProperties => &computed_properties::RULE,
        Problem::FunctionArguments => &invalid_arguments::RULE,
        Problem::FunctionValue => &invalid_argument_value::RULE,
        Problem::FunctionInCondition => &function_in_condition::RULE,
        Problem::RemovedFunction => &removed_function::RULE,
        Problem::InvalidYaql => &invalid_yaql::RULE,
        Problem::FailingYaql => &failing_yaql::RULE,
        Problem::MissingFile => &missing_file::RULE,
        Problem::InvalidOutput => &invalid_output::RULE,
        Problem::MissingOutputValue => &missing_output_value::RULE,
        Problem::InvalidEnvironment => &invalid_environment::RULE,
        Problem::UnknownEnvironmentSection => &unknown_environment_section::RULE,
        Problem::InvalidRegistry => &invalid_registry::RULE,
        Problem::UnknownHook => &unknown_hook::RULE,
        Problem::UnknownRestrictedAction => &unknown_restricted_action::RULE,
        Problem::InvalidMergeStrategy => &invalid_merge_strategy::RULE,
        Problem::ConflictingMergeStrategy => &conflicting_merge_strategy::RULE,
        Problem::UnmergeableValue => &unmergeable_value::RULE,
        Problem::InvalidNestedTemplate => &invalid_nested_template::RULE,
        Problem::ProviderMismatch => &provider_mismatch::RULE,
        Problem::NestedTooDeep => &nested_too_deep::RULE,
        Problem::NestedStackLimit => &nested_stack_limit::RULE,
        Problem::TooManyResources => &too_many_resources::RULE,
        Problem::ResultTooLarge => &result_too_large::RULE,
    }
}
