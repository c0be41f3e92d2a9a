//! Rules for templates: one file for each rule with code, [`tables`] of the others, and the one list of all.

mod tables;

use std::slice::from_ref;

use heat_yaml::docs::{count, joined};

pub(crate) use tables::suppressions;
use tables::{
    conditions, environments, files, functions, limits, outputs, parameter_values, parameters, properties,
    resources, structure, yaml,
};

use super::Rule;

/// Lists the rules: first the tables of a family, in brackets, then its rules that have code, each of which is a module. rustfmt
/// does not find modules that a macro declares, so `.ci/run` passes their files to it.
macro_rules! rules {
    ($([$($table:path),*] $($name:ident,)*)*) => {
        $($(mod $name;)*)*

        /// Rules in the order of the docs.
        const PARTS: &[&[Rule]] = &[$($($table,)* $(from_ref(&$name::RULE),)*)*];
    };
}

rules! {
    // YAML.
    [yaml::RULES]
    surprising_boolean,
    surprising_number,
    // Structure.
    [structure::RULES]
    unused_mapping,
    ignored_key,
    no_resources,
    // Parameters.
    [parameters::RULES, parameter_values::RULES]
    unused_parameter,
    undescribed_parameter,
    visible_secret,
    ignored_constraint,
    unknown_constraint,
    blank_after_comma,
    missing_path,
    secret_with_default,
    // Conditions.
    [conditions::RULES]
    unused_condition,
    conditional_reference,
    never_equal,
    // Resources and their properties.
    [resources::RULES, properties::RULES]
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
    wrong_reference,
    unused_resource,
    ineffective_removal,
    // Functions.
    [functions::RULES]
    unknown_yaql_function,
    yaql_arguments,
    missing_yaql_data,
    unused_yaql_data,
    yaql_near_limit,
    replaceable_yaql,
    [functions::FILES]
    later_function,
    misspelt_function,
    computed_file_name,
    unused_replacement,
    boolean_in_text,
    // Outputs.
    [outputs::RULES]
    secret_in_output,
    // Environments and nested templates.
    [environments::RULES, files::RULES]
    // Software components.
    deployment_to_unprepared_server,
    not_a_config,
    unused_config,
    misspelt_input,
    unset_input,
    invalid_input_default,
    undeclared_input,
    unsubstituted_input,
    duplicate_input,
    reserved_input,
    undeclared_output,
    unknown_component_action,
    empty_component_config,
    misspelt_tool,
    ignored_deployment_actions,
    options_of_tool,
    unsignalled_wait_condition,
    // Limits.
    [limits::RULES]
    // Suppressions.
    [suppressions::RULES]
}

/// Template rules, by family.
pub static RULES: &[&Rule] = &joined::<_, { count(PARTS) }>(PARTS);

/// Finds the template rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
