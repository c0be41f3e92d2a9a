//! What a template is read with: what implements its resources, and the files that it names.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use heat_model::evaluate::{Evaluator, Evaluators};
use heat_model::{CustomConstraintTable, ResourceType, Value};
use indexmap::IndexMap;

use super::implementation::{Implementation, NestedTemplate};
use crate::Data;
use crate::data::Shape;
use crate::environment::Resolution;
use crate::environment::registry::installed;
use crate::fault::{Exception, Problem};
use crate::stack::FileName;

/// The resource types that a template can use.
pub trait ResourceTypes {
    /// The schema of the type of this name, if it is known.
    fn find(&self, name: &str) -> Option<&ResourceType>;

    /// The schema of the type of this name, or of the type that has it as an old name: Heat's own environment maps such names, among them
    /// `OS::Quantum::*`. Another environment can map names, too, which [`Registry::lookup`](crate::environment::Registry::lookup) finds.
    fn find_by_any_name(&self, name: &str) -> Option<&ResourceType> {
        self.find(name).or_else(|| match installed::resolution(name, &|name| self.find(name).is_some())? {
            Resolution::Type(name) => self.find(&name),
            Resolution::Template { .. } => None,
        })
    }

    /// The names of the types that are not hidden: one of them may be meant by another name.
    fn names(&self) -> Vec<&str>;

    /// The custom constraints that are known; none if the names of all are not known.
    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        None
    }

    /// The type of this name prepared to read data, if that is kept. Otherwise it is prepared for every template.
    fn prepared(&self, _name: &str) -> Option<Arc<Evaluator<'_>>> {
        None
    }
}

/// Types that are prepared to read data once for many templates.
pub struct PreparedTypes<'a> {
    types: &'a (dyn ResourceTypes + Sync),
    evaluators: Evaluators<'a>,
}

impl fmt::Debug for PreparedTypes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PreparedTypes").field("types", &self.types.names()).finish_non_exhaustive()
    }
}

impl<'a> PreparedTypes<'a> {
    /// Takes types, of which none is prepared yet.
    #[must_use]
    pub fn new(types: &'a (dyn ResourceTypes + Sync)) -> Self {
        Self { types, evaluators: Evaluators::default() }
    }
}

impl ResourceTypes for PreparedTypes<'_> {
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
        self.types.find(name).map(|schema| self.evaluators.of(schema))
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
