//! A template whatever its stacks are given: every parameter, condition and attribute is unknown.

use heat_model::Value;
use indexmap::{IndexMap, IndexSet};

use super::Template;
use crate::conditions::Conditions;
use crate::data::Shape;
use crate::language::TemplateVersion;
use crate::plain::{key_of, plain_value};
use crate::scope::Scope;
use crate::stack::{FacadeField, FileName, Readiness, Resource, Stack};
use crate::template::surroundings::unknown_content;
use crate::{Data, Fault};

/// What functions in a template ask of their surroundings, whatever its stacks are given.
pub struct Undecided {
    version: TemplateVersion,
    conditions: Conditions<'static>,
    resources: IndexSet<String>,
    mappings: IndexMap<String, Value>,
}

/// A resource of which only the existence is known.
struct AnyResource;

impl Undecided {
    /// The surroundings in this template.
    #[must_use]
    pub fn new(template: &Template) -> Self {
        let keys = template.keys();
        let resources = template.entries(keys.resources).into_iter().flatten();
        let mappings = keys.mappings.and_then(|section| template.entries(section)).into_iter().flatten();
        Self {
            version: template.version(),
            conditions: Conditions::unknown(),
            resources: resources.map(|entry| key_of(&entry.key)).collect(),
            mappings: mappings.map(|entry| (key_of(&entry.key), plain_value(&entry.value))).collect(),
        }
    }

    /// The scope of the snippets in the template.
    #[must_use]
    pub fn scope(&self) -> Scope<'_> {
        Scope::new(self.version, Some(self), &self.conditions)
    }
}

impl Stack for Undecided {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        Ok(Some(Data::unknown(Shape::Any, format!("parameter {name}"))))
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        self.resources.contains(name).then_some(&AnyResource)
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        Some(unknown_content(name.as_str()))
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.mappings.get(name)
    }

    fn availability_zones(&self) -> Data {
        Data::unknown(Shape::List(None), "the availability zones")
    }

    fn facade(&self, _field: FacadeField) -> Option<Data> {
        Some(Data::unknown(Shape::Any, "something of the resource that the stack implements"))
    }
}

impl Resource for AnyResource {
    fn reference_id(&self) -> Data {
        Data::unknown(Shape::Text, "the ID of a resource")
    }

    fn has_attribute(&self, _name: &str) -> Result<bool, Fault> {
        Ok(true)
    }

    fn readiness(&self) -> Readiness {
        Readiness::All
    }

    fn attribute(&self, _name: &Value, _path: &[Value]) -> Result<Data, Fault> {
        Ok(Data::unknown(Shape::Any, "an attribute"))
    }

    fn attributes(&self) -> Data {
        Data::unknown(Shape::Map, "the attributes of a resource")
    }
}
