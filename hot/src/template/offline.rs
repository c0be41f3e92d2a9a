//! The stack that a template makes without a cloud.
//!
//! Parameters without a value, the IDs of resources and their attributes are unknown, unless somebody says what they are.

use std::cell::OnceCell;

use heat_model::{AttributeType, ResourceType, Value, python};
use indexmap::{IndexMap, IndexSet};

use super::Template;
use crate::data::Shape;
use crate::fault::Exception;
use crate::parameter::{ParameterSet, ParameterType, ParameterValue, StackIdentity};
use crate::plain::{key_of, plain_value};
use crate::stack::{FacadeField, Readiness, Resource, Stack};
use crate::{Data, Fault};

/// The resource types that a template can use.
pub trait ResourceTypes {
    /// The schema of the type of this name, if it is known.
    fn find(&self, name: &str) -> Option<&ResourceType>;
}

impl ResourceTypes for IndexMap<String, ResourceType> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.get(name)
    }
}

/// What is known about resources before they are deployed: by name, the attributes; under `get_resource`, the ID.
pub type KnownAttributes = IndexMap<String, IndexMap<String, Value>>;

/// What an offline stack is given, beside its template.
pub struct Surroundings<'a> {
    /// The identity of the stack, if it is known; then the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// The parameters, with their values.
    pub parameters: &'a ParameterSet,
    /// The content of a file, by the argument of `get_file`; none if it is unknown.
    pub files: &'a dyn Fn(&str) -> Option<String>,
    /// The types of the resources.
    pub types: &'a dyn ResourceTypes,
    /// What is known about the resources.
    pub attributes: &'a KnownAttributes,
}

/// A stack without a cloud.
pub struct Offline<'a> {
    surroundings: Surroundings<'a>,
    mappings: IndexMap<String, Value>,
    resources: IndexMap<String, OfflineResource<'a>>,
    /// The resources whose condition is not false, once that is known.
    enabled: OnceCell<IndexSet<String>>,
}

struct OfflineResource<'a> {
    name: String,
    schema: Option<&'a ResourceType>,
    known: Option<&'a IndexMap<String, Value>>,
}

impl<'a> Offline<'a> {
    /// The stack of a template.
    #[must_use]
    pub fn new(template: &Template, surroundings: Surroundings<'a>) -> Self {
        let keys = template.keys();
        let mappings = keys.mappings.and_then(|section| template.entries(section));
        let mappings =
            mappings.into_iter().flatten().map(|entry| (key_of(&entry.key), plain_value(&entry.value)));
        let resources = template.entries(keys.resources).into_iter().flatten().map(|entry| {
            let name = key_of(&entry.key);
            let word =
                entry.value.as_mapping().and_then(|map| map.get(keys.resource.resource_type)?.as_str());
            let schema = word.and_then(|word| surroundings.types.find(word));
            let known = surroundings.attributes.get(&name);
            (name.clone(), OfflineResource { name, schema, known })
        });
        Self {
            mappings: mappings.collect(),
            resources: resources.collect(),
            surroundings,
            enabled: OnceCell::new(),
        }
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &ParameterSet {
        self.surroundings.parameters
    }

    /// What Heat gives a stack when it is created. `OS::region` has a name alone: reading it fails.
    fn pseudo_parameter(&self, name: &str) -> Result<Data, Fault> {
        match self.surroundings.stack {
            Some(_) => {
                let parameter = self.surroundings.parameters.get(name);
                let missing = || Exception::UserParameterMissing(name.to_owned());
                Ok(Data::Known(parameter.ok_or_else(missing)?.value()?))
            }
            None if name == "OS::region" => Err(Exception::UserParameterMissing(name.to_owned()).into()),
            None => Ok(Data::unknown(Shape::Text, format!("parameter {name}"))),
        }
    }

    /// The names of all resources, whatever their conditions.
    #[must_use]
    pub fn names(&self) -> IndexSet<String> {
        self.resources.keys().cloned().collect()
    }

    /// Says which resources there are. Until then, references find all of them.
    pub fn enable(&self, names: IndexSet<String>) {
        let _ = self.enabled.set(names);
    }
}

impl Stack for Offline<'_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        let parameters = self.surroundings.parameters;
        if parameters.is_reserved(name) {
            return self.pseudo_parameter(name).map(Some);
        }
        let Some(parameter) = parameters.get(name) else {
            // One whose definition is wrong is reported there.
            let unknown = || Data::unknown(Shape::Any, format!("parameter {name}"));
            return Ok(parameters.is_declared(name).then(unknown));
        };
        match parameter.resolved()? {
            ParameterValue::Given(value) | ParameterValue::Default(value) => Ok(Some(Data::Known(value))),
            ParameterValue::Missing => {
                let shape = match parameter.definition.parameter_type {
                    ParameterType::String => Shape::Text,
                    ParameterType::Number => Shape::Number,
                    ParameterType::Boolean => Shape::Boolean,
                    ParameterType::CommaDelimitedList => Shape::List(None),
                    ParameterType::Json => Shape::Any,
                };
                Ok(Some(Data::unknown(shape, format!("parameter {name}"))))
            }
        }
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        let is_enabled = self.enabled.get().is_none_or(|enabled| enabled.contains(name));
        self.resources.get(name).filter(|_| is_enabled).map(|resource| resource as &dyn Resource)
    }

    fn file(&self, name: &str) -> Option<Data> {
        let unknown = || Data::unknown(Shape::Text, format!("content of {name}"));
        Some((self.surroundings.files)(name).map_or_else(unknown, Data::from))
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.mappings.get(name)
    }

    fn availability_zones(&self) -> Data {
        Data::unknown(Shape::List(None), "the availability zones")
    }

    fn facade(&self, field: FacadeField) -> Option<Data> {
        let (shape, what) = match field {
            FacadeField::Metadata => (Shape::Map, "metadata"),
            FacadeField::DeletionPolicy => (Shape::Text, "deletion policy"),
            FacadeField::UpdatePolicy => (Shape::Map, "update policy"),
        };
        Some(Data::unknown(shape, format!("the {what} of the resource that the stack implements")))
    }
}

impl Resource for OfflineResource<'_> {
    fn reference_id(&self) -> Data {
        match self.known.and_then(|known| known.get("get_resource")) {
            Some(id) => Data::Known(id.clone()),
            None => Data::unknown(Shape::Text, format!("ID of {}", self.name)),
        }
    }

    fn has_attribute(&self, name: &str) -> Result<bool, Fault> {
        let Some(schema) = self.schema else { return Ok(true) };
        let is_known = self.known.is_some_and(|known| known.contains_key(name));
        Ok(is_known || name == ResourceType::BASE_ATTRIBUTE || schema.attributes.contains_key(name))
    }

    fn readiness(&self) -> Readiness {
        Readiness::All
    }

    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault> {
        let text = python::str_of(name);
        if let Some(value) = self.known.and_then(|known| known.get(&text)) {
            let path: Vec<Data> = path.iter().cloned().map(Data::Known).collect();
            return Ok(crate::function::select_from_attribute(Data::Known(value.clone()), &path));
        }
        let origin = |path: &[Value]| {
            let steps = path.iter().map(|step| format!(".{}", python::str_of(step)));
            format!("attribute {text}{} of {}", steps.collect::<String>(), self.name)
        };
        if !path.is_empty() {
            return Ok(Data::unknown(Shape::Any, origin(path)));
        }
        let Some(schema) = self.schema else { return Ok(Data::unknown(Shape::Any, origin(path))) };
        match schema.attributes.get(&text) {
            Some(attribute) => Ok(Data::unknown(shape(attribute.attribute_type), origin(path))),
            None if text == ResourceType::BASE_ATTRIBUTE => Ok(Data::unknown(Shape::Map, origin(path))),
            None => {
                Err(Exception::InvalidTemplateAttribute { resource: self.name.clone(), key: text }.into())
            }
        }
    }

    fn attributes(&self) -> Data {
        let Some(schema) = self.schema else {
            return Data::unknown(Shape::Map, format!("attributes of {}", self.name));
        };
        let values = schema.attributes.keys().map(|name| {
            let value = self.attribute(&Value::from(name.as_str()), &[]);
            (name.clone(), value.unwrap_or(Data::NULL))
        });
        Data::map(values.collect())
    }
}

/// What the value of an attribute of this type will be.
fn shape(attribute_type: Option<AttributeType>) -> Shape {
    match attribute_type.map(AttributeType::as_str) {
        Some("string") => Shape::Text,
        Some("integer" | "number") => Shape::Number,
        Some("boolean") => Shape::Boolean,
        Some("list") => Shape::List(None),
        Some("map") => Shape::Map,
        _ => Shape::Any,
    }
}
