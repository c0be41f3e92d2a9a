//! The resource types that templates can use, by their names of today and by their old ones.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::evaluate::{Evaluator, Evaluators};
use crate::{CustomConstraintTable, ResourceType};

/// Old names of types with today's names, from the registry that Heat comes with (`environment.d/default.yaml` of its configuration).
const OLD_NAMES: [(&str, &str); 6] = [
    ("OS::Ceilometer::Alarm", "OS::Aodh::Alarm"),
    ("OS::Ceilometer::CombinationAlarm", "OS::Aodh::CombinationAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByMetricsAlarm", "OS::Aodh::GnocchiAggregationByMetricsAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByResourcesAlarm", "OS::Aodh::GnocchiAggregationByResourcesAlarm"),
    ("OS::Ceilometer::GnocchiResourcesAlarm", "OS::Aodh::GnocchiResourcesAlarm"),
    ("OS::Metering::Alarm", "OS::Aodh::Alarm"),
];

/// The only wildcard of that registry: the beginning of old names, and of today's names.
const WILDCARD: (&str, &str) = ("OS::Quantum", "OS::Neutron");

/// Today's name of the type that Heat's own registry maps this old name to.
#[must_use]
pub fn current_name(old: &str) -> Option<String> {
    let listed = OLD_NAMES.iter().find(|(name, _)| *name == old).map(|(_, current)| (*current).to_owned());
    listed.or_else(|| Some(format!("{}{}", WILDCARD.1, old.strip_prefix(WILDCARD.0)?)))
}

/// The resource types that a template can use.
pub trait ResourceTypes {
    /// The schema of the type of this name, if it is known.
    fn find(&self, name: &str) -> Option<&ResourceType>;

    /// The schema of the type of this name, or of the type that has it as an old name: Heat's own environment maps such names, among them
    /// `OS::Quantum::*`. Another environment can map names, too, which is up to the reader of templates.
    fn find_by_any_name(&self, name: &str) -> Option<&ResourceType> {
        self.find(name).or_else(|| self.find(&current_name(name)?))
    }

    /// The names of the types that are not hidden: one of them may be meant by another name.
    fn names(&self) -> Vec<&str>;

    /// The custom constraints that are known; none if the names of all are not known.
    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        None
    }

    /// The type of this name prepared to read data, if that is kept. Otherwise it is prepared for every template.
    fn prepared(&self, _name: &str) -> Option<Arc<Evaluator<'_>>> {
        None
    }
}

/// Types that are prepared to read data once for many templates.
pub struct PreparedTypes<'a> {
    types: &'a (dyn ResourceTypes + Sync),
    evaluators: Evaluators<'a>,
}

impl fmt::Debug for PreparedTypes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PreparedTypes").field("types", &self.types.names()).finish_non_exhaustive()
    }
}

impl<'a> PreparedTypes<'a> {
    /// Takes types, of which none is prepared yet.
    #[must_use]
    pub fn new(types: &'a (dyn ResourceTypes + Sync)) -> Self {
        Self { types, evaluators: Evaluators::default() }
    }
}

impl ResourceTypes for PreparedTypes<'_> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name)
    }

    fn names(&self) -> Vec<&str> {
        self.types.names()
    }

    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        self.types.custom_constraints()
    }

    fn prepared(&self, name: &str) -> Option<Arc<Evaluator<'_>>> {
        self.types.find(name).map(|schema| self.evaluators.of(schema))
    }
}

impl ResourceTypes for IndexMap<String, ResourceType> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.get(name)
    }

    fn names(&self) -> Vec<&str> {
        self.values()
            .filter(|schema| !schema.support_status.is_hidden())
            .map(|schema| schema.name.as_str())
            .collect()
    }
}
