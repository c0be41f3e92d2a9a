//! The stack before anything of it is created, as functions see it while Heat validates a template.

use std::cell::OnceCell;

use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

use crate::stack::{FacadeField, Readiness, Resource, Stack};
use crate::template::implementation::Implementation;
use crate::template::offline::Offline;
use crate::template::type_facts;
use crate::{Data, Fault};

/// The stack before it is created: the ID of a resource is mostly its name, and its attributes are null.
pub(super) struct Planned<'a> {
    pub(super) offline: &'a Offline<'a>,
    pub(super) all_files: bool,
    resources: OnceCell<IndexMap<String, PlannedResource>>,
}

/// A resource that is not created yet.
struct PlannedResource {
    reference: Value,
    /// The attributes; none if it accepts any name.
    attributes: Option<Vec<String>>,
}

impl<'a> Planned<'a> {
    pub(super) fn new(offline: &'a Offline<'a>, all_files: bool) -> Self {
        Self { offline, all_files, resources: OnceCell::new() }
    }

    /// Says which resources there are, and what implements them, where that is known.
    pub(super) fn plan<'i>(
        &self,
        resources: impl Iterator<Item = (&'i str, Option<&'i Implementation<'i>>)>,
    ) {
        let resources = resources.map(|(name, implementation)| {
            let known = implementation.filter(|implementation| !implementation.any_attribute);
            let attributes = known.map(|known| known.schema.attributes.keys().cloned().collect());
            let reference = implementation.map_or_else(
                || Value::from(name),
                |known| type_facts::reference_before_creation(&known.schema, name),
            );
            (name.to_owned(), PlannedResource { reference, attributes })
        });
        let _ = self.resources.set(resources.collect());
    }
}

impl Stack for Planned<'_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        self.offline.parameter(name)
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        match self.resources.get() {
            Some(resources) => resources.get(name).map(|resource| resource as &dyn Resource),
            None => self.offline.resource(name),
        }
    }

    fn file(&self, name: &str) -> Option<Data> {
        let content = self.offline.file(name);
        content.filter(|content| !(self.all_files && content.is_unknown()))
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.offline.mapping(name)
    }

    fn availability_zones(&self) -> Data {
        self.offline.availability_zones()
    }

    fn facade(&self, _field: FacadeField) -> Option<Data> {
        // A stack that is validated on its own implements no resource.
        None
    }
}

impl Resource for PlannedResource {
    fn reference_id(&self) -> Data {
        Data::Known(self.reference.clone())
    }

    fn has_attribute(&self, name: &str) -> Result<bool, Fault> {
        let Some(attributes) = &self.attributes else { return Ok(true) };
        Ok(name == ResourceType::BASE_ATTRIBUTE || attributes.iter().any(|known| known == name))
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
