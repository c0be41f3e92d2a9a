//! The list of all families.

use crate::family::schemas::{constraints, diff, properties, schema_validity, support_status};
use crate::family::stacks::{
    created_stacks, group_updates, life_cycle, service_rules, software, type_updates, update, update_effects,
    update_preview, validation_rules,
};
use crate::family::templates::{
    environment_files, environments, functions, language, parameters, template_text, whole_templates,
};
use crate::family::{Family, yaql};

/// All families, in the order in which they are reported.
pub static FAMILIES: [&Family; 31] = [
    &properties::FAMILY,
    &constraints::FAMILY,
    &schema_validity::SCHEMA_VALIDITY,
    &support_status::FAMILY,
    &schema_validity::PROPERTIES_GROUPS,
    &validation_rules::FAMILY,
    &update::FAMILY,
    &life_cycle::FAMILY,
    &parameters::FAMILY,
    &language::INTRINSIC_FUNCTIONS,
    &functions::FAMILY,
    &yaql::SYNTAX,
    &yaql::EVALUATION,
    &language::LANGUAGE,
    &template_text::FAMILY,
    &environments::FAMILY,
    &environment_files::ENVIRONMENT_FILES,
    &whole_templates::TEMPLATES,
    &whole_templates::STACKS,
    &created_stacks::FAMILY,
    &update_preview::FAMILY,
    &group_updates::FAMILY,
    &type_updates::FAMILY,
    &update_effects::FAMILY,
    &update_effects::SERVICES,
    &service_rules::FAMILY,
    &update_effects::REMOVALS,
    &update_preview::DEPENDENCIES,
    &software::FAMILY,
    &environment_files::VERDICTS,
    &diff::FAMILY,
];

/// The family of this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Family> {
    FAMILIES.into_iter().find(|family| family.name == name)
}
