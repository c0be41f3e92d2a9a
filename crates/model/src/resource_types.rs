//! The resource types that templates can use, by their current names and by their old ones.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::evaluate::{Evaluator, Evaluators};
use crate::{CustomConstraintTable, ResourceType};

/// Old names of types with their current names, from the registry that Heat ships (`environment.d/default.yaml` of its
/// configuration).
const OLD_NAMES: [(&str, &str); 6] = [
    ("OS::Ceilometer::Alarm", "OS::Aodh::Alarm"),
    ("OS::Ceilometer::CombinationAlarm", "OS::Aodh::CombinationAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByMetricsAlarm", "OS::Aodh::GnocchiAggregationByMetricsAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByResourcesAlarm", "OS::Aodh::GnocchiAggregationByResourcesAlarm"),
    ("OS::Ceilometer::GnocchiResourcesAlarm", "OS::Aodh::GnocchiResourcesAlarm"),
    ("OS::Metering::Alarm", "OS::Aodh::Alarm"),
];

/// The only wildcard of that registry: the prefix of the old names, and of the current ones.
const WILDCARD: (&str, &str) = ("OS::Quantum", "OS::Neutron");

/// Returns the current name of the type that Heat's own registry maps this old name to.
#[must_use]
pub fn current_name(old: &str) -> Option<String> {
    let listed = OLD_NAMES.iter().find(|(name, _)| *name == old).map(|(_, current)| (*current).to_owned());
    listed.or_else(|| Some(format!("{}{}", WILDCARD.1, old.strip_prefix(WILDCARD.0)?)))
}

/// The resource types that a template can use.
pub trait ResourceTypes {
    /// Returns the schema of the type with this name, if it is known.
    fn find(&self, name: &str) -> Option<&ResourceType>;

    /// Returns the schema of the type with this name, or with this old name: Heat's own environment maps such names, among them
    /// `OS::Quantum::*`. Other environments can map names, too; the reader of templates applies those.
    fn find_by_any_name(&self, name: &str) -> Option<&ResourceType> {
        self.find(name).or_else(|| self.find(&current_name(name)?))
    }

    /// Names of the types that are not hidden, for suggestions about an unknown name.
    fn names(&self) -> Vec<&str>;

    /// Known custom constraints; `None` if not all names are known.
    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        None
    }

    /// Returns the prepared evaluator of the type with this name, if it is kept. Otherwise it is prepared for every template.
    fn prepared(&self, _name: &str) -> Option<Arc<Evaluator<'_>>> {
        None
    }

    /// Returns the evaluator of a schema: the [prepared](Self::prepared) one if these types keep it. A type can also have a schema of its
    /// own for a resource.
    fn evaluator<'t>(&'t self, schema: &'t ResourceType) -> Arc<Evaluator<'t>> {
        let is_kept = self.find(&schema.name).is_some_and(|kept| std::ptr::eq(kept, schema));
        let kept = is_kept.then(|| self.prepared(&schema.name)).flatten();
        kept.unwrap_or_else(|| Arc::new(Evaluator::new(schema)))
    }
}

/// Resource types that are prepared once to read data for many resources or templates.
pub struct PreparedTypes<'a, T: ?Sized = dyn ResourceTypes + Sync> {
    types: &'a T,
    evaluators: Evaluators<'a>,
}

impl<T: ResourceTypes + ?Sized> fmt::Debug for PreparedTypes<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PreparedTypes").field("types", &self.types.names()).finish_non_exhaustive()
    }
}

impl<'a, T: ResourceTypes + ?Sized> PreparedTypes<'a, T> {
    /// Wraps types, none of which is prepared yet.
    #[must_use]
    pub fn new(types: &'a T) -> Self {
        Self { types, evaluators: Evaluators::default() }
    }
}

impl<T: ResourceTypes + ?Sized> ResourceTypes for PreparedTypes<'_, T> {
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
        let kept = self.types.prepared(name);
        kept.or_else(|| self.types.find(name).map(|schema| self.evaluators.of(schema)))
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
