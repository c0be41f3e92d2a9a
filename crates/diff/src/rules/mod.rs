//! The rules, by topic. The compiler reports a function that no row names as unused.

mod attribute_types;
mod attributes;
mod capabilities;
mod constraint_definitions;
mod constraints;
mod contradictions;
mod defaults;
mod dependencies;
mod documentation;
mod groups;
mod handling;
mod hidden_properties;
mod hiding;
mod loading;
mod presence;
mod reading;
mod records;
mod releases;
mod renames;
mod required;
mod service_facts;
mod services;
mod status;
mod status_versions;
mod translation;
mod trials;
mod types;
mod update_effects;
mod updates;
mod validation_rules;
mod value_types;

use heat_yaml::docs::{count, joined};

use crate::Rule;

/// The rules of all topics, in the order of the docs.
const TOPICS: &[&[Rule]] = &[
    updates::RULES,
    update_effects::RULES,
    service_facts::RULES,
    types::RULES,
    loading::RULES,
    presence::RULES,
    hidden_properties::RULES,
    required::RULES,
    defaults::RULES,
    reading::RULES,
    value_types::RULES,
    attributes::RULES,
    attribute_types::RULES,
    capabilities::RULES,
    constraints::RANGE,
    constraints::LENGTH,
    constraints::ALLOWED_VALUES,
    constraints::ALLOWED_PATTERN,
    constraints::MODULO,
    constraints::CUSTOM_CONSTRAINT,
    contradictions::RULES,
    trials::RULES,
    status::RULES,
    hiding::RULES,
    renames::RULES,
    services::RULES,
    translation::RULES,
    dependencies::RULES,
    validation_rules::RULES,
    groups::PROPERTIES_GROUP,
    groups::API_VERSIONS,
    status_versions::RULES,
    handling::RULES,
    documentation::RULES,
    constraint_definitions::RULES,
    releases::RULES,
    records::RULES,
];

/// All rules, by topic.
pub static RULES: &[&Rule] = &joined::<_, { count(TOPICS) }>(TOPICS);

/// The rule with this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == id).copied()
}
