//! The rules, one per file, and the one list of them.

use super::Rule;

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
    surprising_boolean,
    surprising_number,
    // Parameters.
    unused_parameter,
    undescribed_parameter,
    visible_secret,
    ignored_constraint,
    blank_after_comma,
    // Conditions.
    unused_condition,
    // Resources and their properties.
    hidden_type,
    deprecated_type,
    hidden_property,
    deprecated_property,
    deprecated_attribute,
    deployment_to_unprepared_server,
    // Functions.
    later_function,
    misspelt_function,
    computed_file_name,
}

/// The rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}
