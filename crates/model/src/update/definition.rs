//! The definition of a resource, limited to the parts that an update compares.

use indexmap::IndexMap;

use crate::Value;

/// The parts of a resource definition that an update compares (`rsrc_defn.ResourceDefinition`).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Definition {
    /// The resource type.
    pub resource_type: String,
    /// The description. Changing only the description is not an update, unless the type has an updatable property `description`
    /// that is not set, which takes its value from it.
    pub description: Option<String>,
    /// The property data.
    pub properties: Option<IndexMap<String, Value>>,
    /// The metadata.
    pub metadata: Option<Value>,
    /// Names of the resources that the resource depends on.
    pub depends: Option<Value>,
    /// Policy for the physical resource when the resource is deleted.
    pub deletion_policy: Option<Value>,
    /// The update policy.
    pub update_policy: Option<Value>,
    /// ID of an existing physical resource.
    pub external_id: Option<Value>,
    /// Condition under which the resource is created.
    pub condition: Option<Value>,
}

/// The parts of a definition that differ (`ResourceDefinition.Diff`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionDiff {
    /// `true` if the property data differ, as written.
    pub properties: bool,
    /// `true` if the metadata differ.
    pub metadata: bool,
    /// `true` if the update policies differ.
    pub update_policy: bool,
}

impl Definition {
    /// Returns the parts that differ, among those that a plug-in is notified of.
    #[must_use]
    pub fn diff(&self, before: &Self) -> DefinitionDiff {
        DefinitionDiff {
            properties: !same_properties(self.properties.as_ref(), before.properties.as_ref()),
            metadata: !same(self.metadata.as_ref(), before.metadata.as_ref()),
            update_policy: !same(self.update_policy.as_ref(), before.update_policy.as_ref()),
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        let DefinitionDiff { properties, metadata, update_policy } = self.diff(other);
        let rest = |definition: &Self| {
            [&definition.depends, &definition.deletion_policy, &definition.external_id, &definition.condition]
                .map(Clone::clone)
        };
        !(properties || metadata || update_policy)
            && self.resource_type == other.resource_type
            && rest(self).iter().zip(&rest(other)).all(|(left, right)| same(left.as_ref(), right.as_ref()))
    }
}

fn same(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => left.python_eq(right),
        (None, None) => true,
        _ => false,
    }
}

fn same_properties(left: Option<&IndexMap<String, Value>>, right: Option<&IndexMap<String, Value>>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(name, value)| right.get(name).is_some_and(|other| value.python_eq(other)))
        }
        (None, None) => true,
        _ => false,
    }
}
