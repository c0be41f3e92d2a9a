//! Inputs for reading a template: the implementations of its resources, and the files that it refers to.

use std::rc::Rc;

use heat_model::{ResourceTypes, Value};
use indexmap::IndexMap;

use super::implementation::{Implementation, NestedTemplate};
use crate::Data;
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::stack::FileName;

/// Sections that a resource adds to the environment of its nested stack.
#[derive(Debug, Clone, Copy)]
pub struct AddedSections<'a> {
    /// Value of the section `resource_registry`.
    pub registry: Option<&'a Value>,
    /// Values of the section `parameter_defaults`.
    pub defaults: &'a IndexMap<String, Value>,
}

/// Inputs for reading a template. For a nested stack, they are derived from those of the stack around it.
pub trait TypeEnvironment {
    /// The implementation of a resource, by its type and its name.
    ///
    /// # Errors
    /// The exception that Heat raises if there is no implementation, or it cannot be used at all.
    fn implementation(
        &self,
        resource_type: &str,
        resource_name: &str,
    ) -> Result<Implementation<'_>, Exception>;

    /// The names of the types of the catalogue that are not hidden.
    fn type_names(&self) -> Vec<&str>;

    /// The implementation that a nested template replaces: the type with which the template has to be compatible.
    fn facade(
        &self,
        resource_type: &str,
        resource_name: &str,
        template: &NestedTemplate,
    ) -> Option<Implementation<'_>>;

    /// The content of a file, by the argument of `get_file`; `None` if there is no such file.
    fn file(&self, name: FileName<'_>) -> Option<Data>;

    /// A template in a file, by the name of the file; `None` if it is not known.
    fn template(&self, name: &str) -> Option<Rc<NestedTemplate>>;

    /// Values that replace the defaults of parameters.
    fn parameter_defaults(&self) -> &IndexMap<String, Value>;

    /// The surroundings of the stack that a resource creates, from a template in a file or from its properties.
    ///
    /// # Errors
    /// The registry has a form that Heat cannot use there.
    fn nested<'s>(
        &'s self,
        resource_name: &str,
        template: Option<&NestedTemplate>,
        added: AddedSections<'_>,
    ) -> Result<Box<dyn TypeEnvironment + 's>, Exception>;
}

/// Type environment with only the types of a catalogue: without an environment and nested templates, and with unknown files.
#[derive(Clone)]
pub struct TypesAlone<'a> {
    types: &'a dyn ResourceTypes,
    defaults: IndexMap<String, Value>,
}

impl<'a> TypesAlone<'a> {
    /// Creates the surroundings from the types of a catalogue.
    #[must_use]
    pub fn new(types: &'a dyn ResourceTypes) -> Self {
        Self { types, defaults: IndexMap::new() }
    }
}

impl TypeEnvironment for TypesAlone<'_> {
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
    ) -> Result<Box<dyn TypeEnvironment + 's>, Exception> {
        Ok(Box::new(self.clone()))
    }
}

/// The content of a file that is not known.
#[must_use]
pub fn unknown_content(name: &str) -> Data {
    Data::unknown(Shape::Text, format!("content of {name}"))
}

/// The exception of Heat for a type without an implementation.
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
