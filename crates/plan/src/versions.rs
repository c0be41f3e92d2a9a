//! What is compared.

use heat_hot::environment::Registry;
use heat_hot::parameter::ParameterSet;
use heat_hot::resolve::{ImplementedBy, Resolved, ResolvedResource};
use heat_hot::template::Template;
use heat_model::{ResourceType, ResourceTypes};

/// One of the two versions of a stack.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// The template.
    pub template: &'a Template,
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// The registry of the environment.
    pub registry: &'a Registry,
    /// What the template resolves to, with [stand-ins](heat_hot::template::known::KnownAttributes::stand_ins).
    pub resolved: &'a Resolved,
}

/// The new side, before it is resolved.
#[derive(Clone, Copy)]
pub struct Unresolved<'a> {
    /// The template.
    pub template: &'a Template,
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// The registry of the environment.
    pub registry: &'a Registry,
}

impl<'a> Unresolved<'a> {
    pub(crate) fn with(self, resolved: &'a Resolved) -> Version<'a> {
        let Self { template, parameters, registry } = self;
        Version { template, parameters, registry, resolved }
    }
}

/// The resource types that templates can use.
#[derive(Clone, Copy)]
pub struct Types<'a>(pub &'a dyn ResourceTypes);

impl<'a> Types<'a> {
    /// The schema of what implements a resource; none if that is not known.
    pub(crate) fn schema(self, resource: &'a ResolvedResource) -> Option<&'a ResourceType> {
        match resource.implementation.as_ref()? {
            ImplementedBy::Catalogue(name) => self.0.find(name),
            ImplementedBy::Made(schema) | ImplementedBy::Template(schema) => Some(schema),
        }
    }
}

/// What a resource is for Heat. If it is something else on the new side, the resource is replaced, whatever its properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class<'a> {
    /// The class of a type.
    Type(&'a str),
    /// The class of all resources that a template implements.
    Template,
}

impl<'a> Class<'a> {
    pub(crate) fn of(resource: &'a ResolvedResource) -> Self {
        match &resource.implementation {
            Some(ImplementedBy::Catalogue(name)) => Self::Type(name),
            Some(ImplementedBy::Made(schema)) => Self::Type(&schema.name),
            Some(ImplementedBy::Template(_)) => Self::Template,
            None => Self::Type(&resource.resource_type),
        }
    }
}
