//! Rules for templates: one file for each rule with code, [`tables`] of the others, and the one list of all.

mod blank_after_comma;
mod boolean_in_text;
mod computed_file_name;
mod conditional_reference;
mod deployment_to_unprepared_server;
mod deprecated_attribute;
mod deprecated_property;
mod deprecated_type;
mod duplicate_input;
mod hidden_property;
mod hidden_type;
mod ignored_constraint;
mod ignored_deployment_actions;
mod ignored_key;
mod impossible_address;
mod ineffective_removal;
mod invalid_input_default;
mod later_function;
mod missing_attribute_path;
mod missing_group_member;
mod missing_path;
mod missing_yaql_data;
mod misspelt_function;
mod misspelt_input;
mod misspelt_tool;
mod never_equal;
mod no_resources;
mod not_a_config;
mod null_required_property;
mod options_of_tool;
mod placeholder_type;
mod replaceable_yaql;
mod secret_in_output;
mod security_hidden_parameter_shown;
mod security_secret_attribute_in_output;
mod security_secret_from_visible_parameter;
mod service_race;
mod service_refuses;
mod service_takes_once;
mod show_without_record;
mod surprising_boolean;
mod surprising_number;
mod tables;
mod undeclared_input;
mod undeclared_output;
mod unknown_component_action;
mod unknown_constraint;
mod unknown_yaql_function;
mod unset_input;
mod unsignalled_wait_condition;
mod unsubstituted_input;
mod unused_condition;
mod unused_config;
mod unused_mapping;
mod unused_parameter;
mod unused_replacement;
mod unused_resource;
mod unused_yaql_data;
mod wrong_reference;
mod yaql_arguments;
mod yaql_near_limit;

use std::slice::from_ref;

use heat_yaml::docs::{count, joined};

pub(crate) use tables::suppressions;
use tables::{
    conditions, declared, environments, files, functions, limits, outputs, parameter_values, parameters,
    properties, resources, structure, yaml,
};

use super::{Check, Declared, Family, Rule};

/// Rules in the order of the docs.
const PARTS: &[&[Rule]] = &[
    // YAML.
    yaml::RULES,
    from_ref(&surprising_boolean::RULE),
    from_ref(&surprising_number::RULE),
    // Structure.
    structure::RULES,
    from_ref(&unused_mapping::RULE),
    from_ref(&ignored_key::RULE),
    from_ref(&no_resources::RULE),
    // Parameters.
    parameters::RULES,
    parameter_values::RULES,
    from_ref(&unused_parameter::RULE),
    declared::PARAMETERS,
    from_ref(&ignored_constraint::RULE),
    from_ref(&unknown_constraint::RULE),
    from_ref(&blank_after_comma::RULE),
    from_ref(&missing_path::RULE),
    // Conditions.
    conditions::RULES,
    from_ref(&unused_condition::RULE),
    from_ref(&conditional_reference::RULE),
    from_ref(&never_equal::RULE),
    // Resources and their properties.
    resources::RULES,
    properties::RULES,
    from_ref(&hidden_type::RULE),
    from_ref(&placeholder_type::RULE),
    from_ref(&deprecated_type::RULE),
    from_ref(&hidden_property::RULE),
    from_ref(&deprecated_property::RULE),
    from_ref(&deprecated_attribute::RULE),
    from_ref(&show_without_record::RULE),
    declared::RESOURCES,
    from_ref(&null_required_property::RULE),
    from_ref(&impossible_address::RULE),
    from_ref(&missing_attribute_path::RULE),
    from_ref(&missing_group_member::RULE),
    from_ref(&wrong_reference::RULE),
    from_ref(&unused_resource::RULE),
    from_ref(&ineffective_removal::RULE),
    // Functions.
    functions::RULES,
    from_ref(&unknown_yaql_function::RULE),
    from_ref(&yaql_arguments::RULE),
    from_ref(&missing_yaql_data::RULE),
    from_ref(&unused_yaql_data::RULE),
    from_ref(&yaql_near_limit::RULE),
    from_ref(&replaceable_yaql::RULE),
    functions::FILES,
    from_ref(&later_function::RULE),
    from_ref(&misspelt_function::RULE),
    from_ref(&computed_file_name::RULE),
    from_ref(&unused_replacement::RULE),
    from_ref(&boolean_in_text::RULE),
    // Outputs.
    outputs::RULES,
    from_ref(&secret_in_output::RULE),
    // Environments and nested templates.
    environments::RULES,
    files::RULES,
    // Software components.
    from_ref(&deployment_to_unprepared_server::RULE),
    from_ref(&not_a_config::RULE),
    from_ref(&unused_config::RULE),
    from_ref(&misspelt_input::RULE),
    from_ref(&unset_input::RULE),
    from_ref(&invalid_input_default::RULE),
    from_ref(&undeclared_input::RULE),
    from_ref(&unsubstituted_input::RULE),
    from_ref(&duplicate_input::RULE),
    declared::SOFTWARE,
    from_ref(&undeclared_output::RULE),
    from_ref(&unknown_component_action::RULE),
    from_ref(&misspelt_tool::RULE),
    from_ref(&ignored_deployment_actions::RULE),
    from_ref(&options_of_tool::RULE),
    from_ref(&unsignalled_wait_condition::RULE),
    // Refused by services.
    from_ref(&service_takes_once::RULE),
    from_ref(&service_refuses::RULE),
    from_ref(&service_race::RULE),
    // Security.
    declared::SECURITY,
    from_ref(&security_secret_from_visible_parameter::RULE),
    from_ref(&security_secret_attribute_in_output::RULE),
    from_ref(&security_hidden_parameter_shown::RULE),
    // Limits.
    limits::RULES,
    // Suppressions.
    suppressions::RULES,
];

/// Template rules, by family.
pub static RULES: &[&Rule] = &joined::<_, { count(PARTS) }>(PARTS);

/// Finds the template rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
