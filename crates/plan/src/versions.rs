//! The versions of a stack that are compared.

use std::sync::Arc;

use heat_hot::environment::Registry;
use heat_hot::parameter::ParameterSet;
use heat_hot::resolve::{ImplementedBy, Resolved, ResolvedResource};
use heat_hot::template::Template;
use heat_model::evaluate::Evaluator;
use heat_model::{ResourceType, ResourceTypes};

/// A version of a stack: the old or the new side.
#[derive(Clone, Copy)]
pub struct Version<'a> {
    /// Template of this version.
    pub template: &'a Template,
    /// Parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// Registry of the environment.
    pub registry: &'a Registry,
    /// The resolved template, with [stand-ins](heat_hot::template::known::KnownAttributes::stand_ins).
    pub resolved: &'a Resolved,
}

/// The new side before it is resolved.
#[derive(Clone, Copy)]
pub struct Unresolved<'a> {
    /// Template of the new side.
    pub template: &'a Template,
    /// Parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// Registry of the environment.
    pub registry: &'a Registry,
}

impl<'a> Unresolved<'a> {
    pub(crate) fn with(self, resolved: &'a Resolved) -> Version<'a> {
        let Self { template, parameters, registry } = self;
        Version { template, parameters, registry, resolved }
    }
}

/// Resource types that templates can use.
#[derive(Clone, Copy)]
pub struct Types<'a>(pub &'a dyn ResourceTypes);

impl<'a> Types<'a> {
    /// Schema of a type, by its name.
    pub(crate) fn named(self, name: &str) -> Option<&'a ResourceType> {
        self.0.find(name)
    }

    /// Evaluator of a schema.
    pub(crate) fn evaluator(self, schema: &'a ResourceType) -> Arc<Evaluator<'a>> {
        self.0.evaluator(schema)
    }

    /// Schema of the implementation of a resource; `None` if it is not known.
    pub(crate) fn schema(self, resource: &'a ResolvedResource) -> Option<&'a ResourceType> {
        match resource.implementation.as_ref()? {
            ImplementedBy::Catalogue(name) => self.0.find(name),
            ImplementedBy::Made(schema) | ImplementedBy::Template(schema) => Some(schema),
        }
    }
}

/// Class of a resource in Heat. If it differs on the new side, the resource is replaced, regardless of its properties.
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
