//! The stack before its resources are created, as functions see it while Heat validates a template.

use std::cell::{Cell, OnceCell};

use heat_model::{EarlyReference, ResourceType, Value};
use indexmap::IndexMap;

use crate::stack::{FacadeField, FileName, NameKind, Readiness, Resource, Stack};
use crate::template::implementation::{Implementation, Schema};
use crate::template::offline::{Inputs, Offline, visible_attributes};
use crate::{Data, Fault};

/// Stack before its creation: the ID of a resource is usually its name, and its attributes are null.
pub(super) struct PlannedStack<'o, 'a> {
    offline: &'o Offline<'a>,
    inputs: Inputs<'a>,
    /// `true` if parameters without a value have already been reported, so that they are not reported where they are read.
    are_values_checked: bool,
    /// Resources by name, while their implementations are not known.
    defined: OnceCell<IndexMap<String, PlannedResource<'a>>>,
    resources: OnceCell<IndexMap<String, PlannedResource<'a>>>,
}

/// Resource that is not created yet.
struct PlannedResource<'a> {
    name: String,
    /// ID of the resource while the definitions of the resources are validated.
    reference: Value,
    /// True if the stack is stored: until the resource is created, its ID is then its name.
    is_stored: Cell<bool>,
    /// Schema of the resource; `None` if it accepts any attribute.
    schema: Option<Schema<'a>>,
}

impl<'o, 'a> PlannedStack<'o, 'a> {
    pub(super) fn new(offline: &'o Offline<'a>, inputs: Inputs<'a>, are_values_checked: bool) -> Self {
        Self { offline, inputs, are_values_checked, defined: OnceCell::new(), resources: OnceCell::new() }
    }

    /// Sets the names of the resources. Nothing else is known about them; the names are also their IDs for now.
    pub(super) fn name<'n>(&self, names: impl Iterator<Item = &'n str>) {
        let defined = names.map(|name| (name.to_owned(), PlannedResource::new(name, name.into(), None)));
        let _ = self.defined.set(defined.collect());
    }

    /// Sets the implementations of the resources, as far as they are known.
    pub(super) fn define<'i>(
        &self,
        resources: impl Iterator<Item = (&'i str, Option<&'i Implementation<'a>>)>,
    ) where
        'a: 'i,
    {
        let resources = resources.map(|(name, implementation)| {
            let known = implementation.filter(|implementation| !implementation.schema.any_attribute);
            let schema = known.map(|known| known.schema.clone());
            let reference = match implementation.and_then(|known| known.schema.reference_before_creation) {
                None => Value::from(name),
                Some(EarlyReference::None) => Value::Null,
                Some(EarlyReference::NoneText) => Value::from("None"),
            };
            (name.to_owned(), PlannedResource::new(name, reference, schema))
        });
        let _ = self.resources.set(resources.collect());
    }
}

impl PlannedStack<'_, '_> {
    /// Sets whether the stack is stored, as it is when convergence computes the order of creation.
    pub(super) fn set_stored(&self, is_stored: bool) {
        for resource in self.resources.get().into_iter().flat_map(IndexMap::values) {
            resource.is_stored.set(is_stored);
        }
    }
}

impl<'a> PlannedResource<'a> {
    fn new(name: &str, reference: Value, schema: Option<Schema<'a>>) -> Self {
        Self { name: name.to_owned(), reference, is_stored: Cell::new(false), schema }
    }
}

impl Stack for PlannedStack<'_, '_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        if let Some(exception) = self.offline.missing(name).filter(|_| !self.are_values_checked) {
            return Err(exception.into());
        }
        self.offline.parameter(name)
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        match self.resources.get().or_else(|| self.defined.get()) {
            Some(resources) => resources.get(name).map(|resource| resource as &dyn Resource),
            None => self.offline.resource(name),
        }
    }

    fn is_removed(&self, name: &str) -> bool {
        self.resource(name).is_none() && self.offline.has_name(NameKind::Resource, name)
    }

    fn names_of(&self, kind: NameKind) -> Vec<&str> {
        match self.resources.get().filter(|_| kind == NameKind::Resource) {
            Some(resources) => resources.keys().map(String::as_str).collect(),
            None => self.offline.names_of(kind),
        }
    }

    fn has_name(&self, kind: NameKind, name: &str) -> bool {
        match self.resources.get().filter(|_| kind == NameKind::Resource) {
            Some(resources) => resources.contains_key(name),
            None => self.offline.has_name(kind, name),
        }
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        self.inputs.surroundings.file(name)
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.offline.mapping(name)
    }

    fn availability_zones(&self) -> Data {
        self.offline.availability_zones()
    }

    fn facade(&self, field: FacadeField) -> Option<Data> {
        // A stack that is validated on its own is not nested in a resource.
        self.inputs.inherited?;
        self.offline.facade(field)
    }
}

impl Resource for PlannedResource<'_> {
    fn reference_id(&self) -> Data {
        Data::Known(if self.is_stored.get() { self.name.as_str().into() } else { self.reference.clone() })
    }

    fn has_attribute(&self, name: &str) -> Result<bool, Fault> {
        let Some(schema) = &self.schema else { return Ok(true) };
        Ok(name == ResourceType::BASE_ATTRIBUTE || schema.attributes.contains_key(name))
    }

    fn attribute_names(&self) -> Vec<&str> {
        self.schema.as_ref().map(|schema| visible_attributes(schema)).unwrap_or_default()
    }

    fn readiness(&self) -> Readiness {
        Readiness::None
    }

    fn attribute(&self, _name: &Value, _path: &[Value]) -> Result<Data, Fault> {
        Ok(Data::NULL)
    }

    fn attributes(&self) -> Data {
        Data::NULL
    }
}
