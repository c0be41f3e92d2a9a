//! The prepared form of a schema.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::{fmt, ptr};

use indexmap::IndexMap;

use super::prepare::{Members, Rules};
use crate::{PropertiesGroup, PropertySchema, ResourceType, ValidationRule};

/// Evaluators of the types of a catalogue, each prepared on first use and kept for as long as the catalogue is borrowed.
#[derive(Debug, Default)]
pub struct Evaluators<'a> {
    /// By the address of the type, which no other type can have in the meantime.
    prepared: RwLock<HashMap<usize, Arc<Evaluator<'a>>>>,
}

impl<'a> Evaluators<'a> {
    /// Returns the evaluator of a type.
    pub fn of(&self, resource_type: &'a ResourceType) -> Arc<Evaluator<'a>> {
        let place = ptr::from_ref(resource_type).addr();
        let known = self.prepared.read().unwrap_or_else(PoisonError::into_inner).get(&place).map(Arc::clone);
        known.unwrap_or_else(|| {
            let prepared = Arc::new(Evaluator::new(resource_type));
            let mut all = self.prepared.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(place).or_insert(prepared))
        })
    }
}

/// The properties, translation rules and groups of a resource type, prepared once to read many sets of data.
pub struct Evaluator<'a> {
    pub(super) schemas: &'a IndexMap<String, PropertySchema>,
    pub(super) root: Members<'a>,
    pub(super) rules: Rules<'a>,
    pub(super) groups: &'a [PropertiesGroup],
    pub(super) validation_rules: &'a [ValidationRule],
}

impl fmt::Debug for Evaluator<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Evaluator").field("schemas", self.schemas).finish_non_exhaustive()
    }
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
