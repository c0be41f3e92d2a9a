//! The prepared form of a schema.

use indexmap::IndexMap;

use super::prepare::{Members, Rules};
use crate::{PropertiesGroup, PropertySchema, ResourceType, ValidationRule};

/// The properties, translation rules and groups of a resource type, prepared once to read many sets of data.
pub struct Evaluator<'a> {
    pub(super) schemas: &'a IndexMap<String, PropertySchema>,
    pub(super) root: Members<'a>,
    pub(super) rules: Rules<'a>,
    pub(super) groups: &'a [PropertiesGroup],
    pub(super) validation_rules: &'a [ValidationRule],
}

impl<'a> Evaluator<'a> {
    /// Prepares the properties, the translation rules and the groups of a type.
    #[must_use]
    pub fn new(resource_type: &'a ResourceType) -> Self {
        let rules = Rules::new(&resource_type.translation_rules, &resource_type.properties);
        Self {
            schemas: &resource_type.properties,
            root: Members::new(&resource_type.properties, "", &rules),
            rules,
            groups: &resource_type.properties_groups,
            validation_rules: &resource_type.validation_rules,
        }
    }

    /// Prepares properties alone, such as those of an update policy.
    #[must_use]
    pub fn of_properties(properties: &'a IndexMap<String, PropertySchema>) -> Self {
        let rules = Rules::default();
        Self {
            schemas: properties,
            root: Members::new(properties, "", &rules),
            rules,
            groups: &[],
            validation_rules: &[],
        }
    }

    /// The schemas of the properties, in order.
    #[must_use]
    pub fn schemas(&self) -> &'a IndexMap<String, PropertySchema> {
        self.schemas
    }
}
