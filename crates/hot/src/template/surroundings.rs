//! What a template is read with: what implements its resources, and the files that it names.

use std::rc::Rc;

use heat_model::{ResourceTypes, Value};
use indexmap::IndexMap;

use super::implementation::{Implementation, NestedTemplate};
use crate::Data;
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::stack::FileName;

/// What the resource that creates a nested stack adds to its environment.
#[derive(Debug, Clone, Copy)]
pub struct AddedSections<'a> {
    /// A section `resource_registry`.
    pub registry: Option<&'a Value>,
    /// A section `parameter_defaults`.
    pub defaults: &'a IndexMap<String, Value>,
}

/// What a template is read with. Those of a nested stack come from those of the stack around it.
pub trait Surroundings {
    /// What implements a resource, by its type and its name.
    ///
    /// # Errors
    /// What Heat raises if there is nothing, or what there is cannot be used at all.
    fn implementation(
        &self,
        resource_type: &str,
        resource_name: &str,
    ) -> Result<Implementation<'_>, Exception>;

    /// The names of the types of the catalogue that are not hidden.
    fn type_names(&self) -> Vec<&str>;

    /// What would implement a resource without the nested template that does: the type that the template stands for, and has to
    /// be compatible with.
    fn facade(
        &self,
        resource_type: &str,
        resource_name: &str,
        template: &NestedTemplate,
    ) -> Option<Implementation<'_>>;

    /// The content of a file, by the argument of `get_file`; none if there is no such file.
    fn file(&self, name: FileName<'_>) -> Option<Data>;

    /// A template in a file, by the name of the file; none if it is not known.
    fn template(&self, name: &str) -> Option<Rc<NestedTemplate>>;

    /// The values that replace the defaults of parameters.
    fn parameter_defaults(&self) -> &IndexMap<String, Value>;

    /// What the stack is read with that a resource creates, from a template of its own or from its properties.
    ///
    /// # Errors
    /// The registry has no form that Heat could use there.
    fn nested<'s>(
        &'s self,
        resource_name: &str,
        template: Option<&NestedTemplate>,
        added: AddedSections<'_>,
    ) -> Result<Box<dyn Surroundings + 's>, Exception>;
}

/// The types of a catalogue alone: without an environment and without nested templates; files are unknown.
#[derive(Clone)]
pub struct TypesAlone<'a> {
    types: &'a dyn ResourceTypes,
    defaults: IndexMap<String, Value>,
}

impl<'a> TypesAlone<'a> {
    /// Takes the types of a catalogue.
    #[must_use]
    pub fn new(types: &'a dyn ResourceTypes) -> Self {
        Self { types, defaults: IndexMap::new() }
    }
}

impl Surroundings for TypesAlone<'_> {
    fn implementation(
        &self,
        resource_type: &str,
        resource_name: &str,
    ) -> Result<Implementation<'_>, Exception> {
        let schema = self.types.find(resource_type);
        let found = schema.map(|schema| Implementation {
            prepared: self.types.prepared(resource_type),
            ..Implementation::of_type(schema)
        });
        found.ok_or_else(|| unknown_type(resource_type, resource_name))
    }

    fn type_names(&self) -> Vec<&str> {
        self.types.names()
    }

    fn facade(&self, _: &str, _: &str, _: &NestedTemplate) -> Option<Implementation<'_>> {
        None
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        Some(unknown_content(name.as_str()))
    }

    fn template(&self, _name: &str) -> Option<Rc<NestedTemplate>> {
        None
    }

    fn parameter_defaults(&self) -> &IndexMap<String, Value> {
        &self.defaults
    }

    fn nested<'s>(
        &'s self,
        _resource_name: &str,
        _template: Option<&NestedTemplate>,
        _added: AddedSections<'_>,
    ) -> Result<Box<dyn Surroundings + 's>, Exception> {
        Ok(Box::new(self.clone()))
    }
}

/// The content of a file that is not known.
#[must_use]
pub fn unknown_content(name: &str) -> Data {
    Data::unknown(Shape::Text, format!("content of {name}"))
}

/// What Heat raises for a type that nothing implements.
#[must_use]
pub fn unknown_type(resource_type: &str, resource_name: &str) -> Exception {
    Exception::validation(
        Problem::UnknownType,
        Vec::new(),
        if resource_type.is_empty() {
            format!("Resource \"{resource_name}\" has no type")
        } else {
            format!("The Resource Type ({resource_type}) could not be found.")
        },
    )
}
