//! Resolved templates, as data.

use std::borrow::Cow;
use std::rc::Rc;

use heat_hot_language::{DeletionPolicy, GroupKind, MemberTypes, SERVERS};
use heat_model::{ResourceType, Value};
use heat_yaml::Span;
use indexmap::IndexMap;

use crate::template::Template;
use crate::template::known::KnownAttributes;
use crate::template::order::Dependencies;
use crate::template::removal::{DeployedGroup, RemovedNames};
use crate::{Data, Fault};

/// Template with its functions resolved.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// Values of the conditions.
    pub conditions: IndexMap<String, Data>,
    /// Resources whose condition is not false, in the order of the template.
    pub resources: IndexMap<String, ResolvedResource>,
    /// Values of the outputs; null if the condition is false.
    pub outputs: IndexMap<String, Data>,
    /// Names of the resources, in the order in which Heat creates them; empty if they form a cycle.
    pub order: Vec<String>,
    /// Dependencies between the resources.
    pub dependencies: Dependencies,
    /// Names of required parameters without a value. Heat refuses the template without them; here their values are unknown.
    pub missing: Vec<String>,
    /// All other errors that validation finds, in Heat's order.
    pub faults: Vec<Fault>,
    /// Errors that occur when a value is resolved or a nested stack is created: Heat accepts the template, and fails later.
    pub resolution_faults: Vec<Fault>,
}

/// Resource with its functions resolved.
#[derive(Debug, Clone)]
pub struct ResolvedResource {
    /// Type of the resource.
    pub resource_type: String,
    /// Implementation of the resource; `None` if it is not known.
    pub implementation: Option<ImplementedBy>,
    /// Properties of the resource.
    pub properties: Option<Data>,
    /// Metadata of the resource.
    pub metadata: Option<Data>,
    /// Names of the resources that each property refers to, if any; references of the metadata are under
    /// [`METADATA`](ResolvedResource::METADATA).
    pub references: IndexMap<String, Vec<String>>,
    /// Description of the resource.
    pub description: Option<String>,
    /// Names under the key `depends_on` of the resource; `None` if it has no such key.
    pub depends_on: Option<Vec<String>>,
    /// Deletion policy of the resource; `None` if it is unknown.
    pub deletion_policy: Option<DeletionPolicy>,
    /// `true` if the template sets the deletion policy, even if it is the default.
    pub has_deletion_policy: bool,
    /// Update policy of the resource.
    pub update_policy: Option<Data>,
    /// ID of the existing resource, if the template refers to one.
    pub external_id: Option<Data>,
    /// Condition of the resource, by name or by value.
    pub condition: Option<Data>,
    /// `true` if the resource depends on an unknown condition.
    pub is_conditional: bool,
    /// Names that no member has, if the resource is a resource group; `None` if they are not known.
    pub removed: Option<RemovedNames>,
    /// Stack that the resource creates, as far as it is known.
    pub nested: Option<Box<NestedStack>>,
    /// Span of the definition of the resource.
    pub span: Span,
}

impl Resolved {
    /// The state of the stack before an update, as far as it is known: its groups, with their members, which keep their names.
    /// Groups that the update replaces, by their path, are left out.
    #[must_use]
    pub fn as_deployed(&self, is_replaced: &dyn Fn(&[String]) -> bool) -> KnownAttributes {
        self.deployed_at(&[], is_replaced).with_stand_ins()
    }

    fn deployed_at(&self, path: &[String], is_replaced: &dyn Fn(&[String]) -> bool) -> KnownAttributes {
        let mut known = KnownAttributes::new();
        for (name, resource) in &self.resources {
            let path: Vec<String> = path.iter().chain([name]).cloned().collect();
            if (resource.nested.is_none() && resource.removed.is_none()) || is_replaced(&path) {
                continue;
            }
            let group = resource
                .removed
                .as_ref()
                .map(|removed| DeployedGroup { members: resource.members(), removed: removed.names.clone() });
            let nested =
                resource.nested.as_ref().map(|nested| nested.resolved.deployed_at(&path, is_replaced));
            known.insert_deployed(name, group, nested);
        }
        known
    }
}

impl ResolvedResource {
    /// Key for the references of the metadata; no property has this name.
    pub const METADATA: &'static str = "";

    /// The names of the members of a group; `None` if they are not known.
    fn members(&self) -> Option<Vec<String>> {
        match &self.nested {
            Some(nested) => Some(nested.resolved.resources.keys().cloned().collect()),
            None => (self.property("count")?.as_known() == Some(&Value::from(0))).then(Vec::new),
        }
    }

    /// Kind of the group that the resource is, if its members are not known.
    #[must_use]
    pub fn unknown_group(&self) -> Option<GroupKind> {
        if self.nested.is_some() || self.external_id.is_some() {
            return None;
        }
        let kind = GroupKind::of(self.implementing_type()?)?;
        let Some(properties) = &self.properties else { return None };
        // A group without members has no stack, nor does one that Heat refuses.
        let is_unknown = |data: &Data| data.as_known().is_none();
        let property = |name: &str| properties.get(name).is_some_and(|data| is_unknown(&data));
        let is_sized_by_unknown = kind.sizing().is_some_and(|sizing| {
            property(sizing.number)
                || sizing.limits.is_some_and(|(least, most)| property(least) || property(most))
        });
        let is_open = match kind.member_types() {
            MemberTypes::Definition(name) => properties.get(name).is_some_and(|definition| {
                matches!(&*definition, Data::Unknown(_))
                    || definition.get("type").is_some_and(|of| is_unknown(&of))
            }),
            MemberTypes::Types { types, .. } => property(types),
            MemberTypes::Fixed(_) => property(SERVERS),
            MemberTypes::Launched => false,
        };
        (matches!(properties, Data::Unknown(_)) || is_sized_by_unknown || is_open).then_some(kind)
    }

    /// Name of the type that Heat creates for the resource; `None` if it is not known, or a nested template implements it.
    #[must_use]
    pub fn implementing_type(&self) -> Option<&str> {
        match self.implementation.as_ref()? {
            ImplementedBy::Catalogue(name) => Some(name),
            ImplementedBy::Made(schema) => Some(&schema.name),
            ImplementedBy::Template(_) => None,
        }
    }

    fn property(&self, name: &str) -> Option<Data> {
        self.properties.as_ref()?.get(name).map(Cow::into_owned)
    }
}

/// Implementation of a resource.
#[derive(Debug, Clone)]
pub enum ImplementedBy {
    /// A type of the catalogue, by name.
    Catalogue(String),
    /// A type with a schema that was created for the resource.
    Made(Rc<ResourceType>),
    /// A nested template, with the schema derived from its parameters and outputs.
    Template(Rc<ResourceType>),
}

/// Stack that a resource creates.
#[derive(Debug, Clone)]
pub struct NestedStack {
    /// Template of the nested stack.
    pub template: Template,
    /// Result of resolving the template. Its errors are included in those of the outermost stack.
    pub resolved: Resolved,
}
