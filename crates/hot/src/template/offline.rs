//! The stack of a template without a cloud, in the state that it will have after deployment.
//!
//! Parameters without a value, the IDs of resources and their attributes are unknown, unless the caller provides them. Outputs of
//! a nested stack are known once that stack is resolved.

use std::borrow::Cow;
use std::cell::OnceCell;

use heat_hot_language::ParameterType;
use heat_model::{AttributeType, ResourceType, Value, python};
use indexmap::{IndexMap, IndexSet};

use super::Template;
use super::implementation::{Implementation, Schema};
use super::known::{KnownAttributes, MEMBER};
use super::type_environment::{TypeEnvironment, unknown_content};
use crate::data::{Identity, Shape, Unknown};
use crate::fault::{Exception, Help};
use crate::function::select_from_attribute;
use crate::parameter::{ParameterSet, ParameterValue, StackIdentity};
use crate::plain::{key_of, plain_value};
use crate::stack::{FacadeField, FileName, NameKind, Readiness, Resource, Stack};
use crate::stand_in::DeploymentValue;
use crate::{Data, Fault};

/// Values that a nested stack inherits from the resource that creates it, and from the stack around it.
#[derive(Debug, Clone, Default)]
pub struct Inheritance {
    /// Values of parameters that are not completely known, by name.
    pub values: IndexMap<String, Data>,
    /// Fields for `resource_facade`.
    pub facade: Facade,
}

/// Fields for `resource_facade`: parts of the resource that creates the stack.
#[derive(Debug, Clone)]
pub struct Facade {
    /// Metadata of the resource.
    pub metadata: Data,
    /// Deletion policy of the resource.
    pub deletion_policy: Data,
    /// Update policy of the resource.
    pub update_policy: Data,
}

impl Default for Facade {
    fn default() -> Self {
        let unknown = |shape, what| {
            Data::unknown(shape, format!("the {what} of the resource that the stack implements"))
        };
        Self {
            metadata: unknown(Shape::Map, "metadata"),
            deletion_policy: unknown(Shape::Text, "deletion policy"),
            update_policy: unknown(Shape::Map, "update policy"),
        }
    }
}

/// Inputs of an offline stack, in addition to its template.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Identity of the stack, if it is known; in that case, the parameters have been read with it.
    pub stack: Option<&'a StackIdentity>,
    /// Parameters with their values.
    pub parameters: &'a ParameterSet,
    /// Implementations of the resources, and the files.
    pub surroundings: &'a dyn TypeEnvironment,
    /// Known values of the resources.
    pub attributes: &'a KnownAttributes,
    /// Inherited values of a nested stack; `None` if the stack is not nested.
    pub inherited: Option<&'a Inheritance>,
}

/// Stack of a template without a cloud.
pub struct Offline<'a> {
    inputs: Inputs<'a>,
    mappings: IndexMap<String, Value>,
    resources: IndexMap<String, OfflineResource<'a>>,
    has_definitions: OnceCell<()>,
}

struct OfflineResource<'a> {
    name: String,
    known: Option<&'a IndexMap<String, Value>>,
    all_known: &'a KnownAttributes,
    /// Schema of the implementation, if it is known; not set while the condition of the resource may be false.
    schema: OnceCell<Option<Schema<'a>>>,
    /// Attributes from the nested stack of the resource.
    nested: OnceCell<NestedAttributes>,
}

/// Function that returns the value of an attribute at a path, computed from a nested stack.
pub(crate) type NestedAttributes = Box<dyn Fn(&str, &[Value]) -> NestedAttribute>;

/// Attribute of a resource that creates a stack.
pub(crate) enum NestedAttribute {
    /// The value that the outputs of the stack determine.
    Known(Data),
    /// Unknown: the attribute does not come from the outputs, or they are not known.
    Unknown,
    /// Missing: the stack has no such output, and Heat fails.
    None,
    /// Reference to a resource that the template of the stack does not have, at which Heat fails.
    NoMember {
        /// Name of the resource.
        member: String,
        /// Names of the resources that the stack has.
        members: Vec<String>,
    },
}

/// Help that lists the resources of a nested stack, if there are few.
fn resources(names: &[String]) -> Option<Help> {
    const MAX_LISTED: usize = 12;
    let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    (1..=MAX_LISTED)
        .contains(&names.len())
        .then(|| format!("the template of the nested stack has the resources {listed}").into())
}

impl From<Option<Data>> for NestedAttribute {
    fn from(data: Option<Data>) -> Self {
        data.map_or(Self::Unknown, Self::Known)
    }
}

impl<'a> Offline<'a> {
    /// Creates the stack of a template.
    #[must_use]
    pub fn new(template: &Template, inputs: Inputs<'a>) -> Self {
        let keys = template.keys();
        let mappings = keys.mappings.and_then(|section| template.entries(section));
        let mappings =
            mappings.into_iter().flatten().map(|entry| (key_of(&entry.key), plain_value(&entry.value)));
        let resources = template.entries(keys.resources).into_iter().flatten().map(|entry| {
            let name = key_of(&entry.key);
            let known = inputs.attributes.get(&name);
            let (schema, nested) = (OnceCell::new(), OnceCell::new());
            (name.clone(), OfflineResource { name, known, all_known: inputs.attributes, schema, nested })
        });
        Self {
            mappings: mappings.collect(),
            resources: resources.collect(),
            inputs,
            has_definitions: OnceCell::new(),
        }
    }

    /// The pseudo parameter that Heat sets when it creates a stack. `OS::region` is a reserved name without a value: reading it
    /// fails.
    fn pseudo_parameter(&self, name: &str) -> Result<Data, Fault> {
        match self.inputs.stack {
            Some(_) => {
                let parameter = self.inputs.parameters.get(name);
                let missing = || unknown_parameter(name);
                let value = parameter.ok_or_else(missing)?.value()?;
                // A part of the identity that is not known.
                if value.as_str() == Some("") {
                    return Ok(self.text_parameter(name));
                }
                Ok(Data::Known(value))
            }
            None if name == "OS::region" => Err(unknown_parameter(name).into()),
            None => Ok(self.text_parameter(name)),
        }
    }

    /// The value of a string parameter that is not set.
    fn text_parameter(&self, name: &str) -> Data {
        let stand_in = self.inputs.attributes.stand_in(|| DeploymentValue::Parameter(name.to_owned()));
        match stand_in {
            Some(stand_in) => stand_in.to_text().into(),
            None => Data::unknown(Shape::Text, format!("parameter {name}")),
        }
    }

    /// The exception of Heat for a parameter without a value.
    pub(crate) fn missing(&self, name: &str) -> Option<Exception> {
        let is_given = self.inputs.inherited.is_some_and(|inherited| inherited.values.contains_key(name));
        let parameter = self.inputs.parameters.get(name).filter(|_| !is_given)?;
        let is_missing = matches!(parameter.resolved(), Ok(ParameterValue::Missing));
        parameter.value().err().filter(|_| is_missing)
    }

    /// The names of all resources, whatever their conditions.
    #[must_use]
    pub fn names(&self) -> IndexSet<String> {
        self.resources.keys().cloned().collect()
    }

    /// Sets the implementations of the resources, as far as they are known. Before this call, references find all resources of
    /// the template.
    pub fn define<'i>(&self, resources: impl Iterator<Item = (&'i str, Option<&'i Implementation<'a>>)>)
    where
        'a: 'i,
    {
        for (name, implementation) in resources {
            let Some(resource) = self.resources.get(name) else { continue };
            let _ = resource.schema.set(implementation.map(|found| found.schema.clone()));
        }
        let _ = self.has_definitions.set(());
    }

    /// Sets the attributes that a resource gets from its nested stack.
    pub(crate) fn know(&self, name: &str, attributes: NestedAttributes) {
        if let Some(resource) = self.resources.get(name) {
            let _ = resource.nested.set(attributes);
        }
    }
}

impl Stack for Offline<'_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        let parameters = self.inputs.parameters;
        if parameters.is_reserved(name) {
            return self.pseudo_parameter(name).map(Some);
        }
        if let Some(data) = self.inputs.inherited.and_then(|inherited| inherited.values.get(name)) {
            return Ok(Some(data.clone()));
        }
        let Some(parameter) = parameters.get(name) else {
            // An invalid definition is reported there.
            let unknown = || Data::unknown(Shape::Any, format!("parameter {name}"));
            return Ok(parameters.is_declared(name).then(unknown));
        };
        match parameter.resolved()? {
            ParameterValue::Given(value) | ParameterValue::Default(value) => Ok(Some(Data::Known(value))),
            ParameterValue::Missing if parameter.definition.parameter_type == ParameterType::String => {
                Ok(Some(self.text_parameter(name)))
            }
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
        let resource = self.resources.get(name)?;
        let exists = self.has_definitions.get().is_none() || resource.schema.get().is_some();
        exists.then_some(resource as &dyn Resource)
    }

    fn is_removed(&self, name: &str) -> bool {
        self.resources.contains_key(name) && self.resource(name).is_none()
    }

    fn names_of(&self, kind: NameKind) -> Vec<&str> {
        match kind {
            NameKind::Parameter => self.inputs.parameters.iter().map(|(name, _)| name).collect(),
            NameKind::Resource => self.resources.keys().map(String::as_str).collect(),
            NameKind::Mapping => self.mappings.keys().map(String::as_str).collect(),
        }
    }

    fn has_name(&self, kind: NameKind, name: &str) -> bool {
        match kind {
            NameKind::Parameter => self.inputs.parameters.get(name).is_some(),
            NameKind::Resource => self.resources.contains_key(name),
            NameKind::Mapping => self.mappings.contains_key(name),
        }
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        // A missing file is reported when the template is validated.
        Some(self.inputs.surroundings.file(name).unwrap_or_else(|| unknown_content(name.as_str())))
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.mappings.get(name)
    }

    fn availability_zones(&self) -> Data {
        Data::unknown(Shape::List(None), "the availability zones")
    }

    fn facade(&self, field: FacadeField) -> Option<Data> {
        let facade = self.inputs.inherited.map(|inherited| inherited.facade.clone()).unwrap_or_default();
        Some(match field {
            FacadeField::Metadata => facade.metadata,
            FacadeField::DeletionPolicy => facade.deletion_policy,
            FacadeField::UpdatePolicy => facade.update_policy,
        })
    }
}

impl OfflineResource<'_> {
    /// An unknown value of the resource.
    fn unknown(&self, shape: Shape, origin: String, stood_for: impl FnOnce() -> DeploymentValue) -> Data {
        let Some(stand_in) = self.all_known.stand_in(stood_for) else { return Data::unknown(shape, origin) };
        match shape {
            Shape::Text | Shape::Any => stand_in.to_text().into(),
            shape => {
                let identity = Some(Identity::new(&stand_in, [stand_in.clone()]));
                Data::Unknown(Unknown { shape, origin, identity })
            }
        }
    }

    fn schema(&self) -> Option<&Schema<'_>> {
        self.schema.get()?.as_ref()
    }

    /// The known value of an attribute `resource.NAME` or `resource.NAME.ATTRIBUTE`, which Heat reads from a resource in the nested
    /// stack.
    fn known_of_member(&self, attribute: &str, path: &[Value]) -> Option<Data> {
        let mut stack = self.all_known.nested(&self.name)?;
        let (mut attribute, mut path) = (attribute.to_owned(), path);
        loop {
            let member = attribute.strip_prefix(MEMBER)?;
            let (name, own) = member.split_once('.').map_or((member, None), |(name, own)| (name, Some(own)));
            let own = match (own, path.split_first()) {
                (Some(own), _) => own.to_owned(),
                (None, Some((first, rest))) => {
                    path = rest;
                    python::str_of(first)
                }
                (None, None) => return stack.get(name)?.get("get_resource").cloned().map(Data::Known),
            };
            if let Some(value) = stack.get(name).and_then(|known| known.get(&own)) {
                let steps: Vec<Data> = path.iter().cloned().map(Data::Known).collect();
                return Some(select_from_attribute(value, &steps));
            }
            // An attribute of a resource in its own nested stack.
            stack = Cow::Owned(stack.nested(name)?.into_owned());
            attribute = own;
        }
    }
}

impl Resource for OfflineResource<'_> {
    fn reference_id(&self) -> Data {
        if let Some(id) = self.known.and_then(|known| known.get("get_resource")) {
            return Data::Known(id.clone());
        }
        self.unknown(Shape::Text, format!("ID of {}", self.name), || DeploymentValue::Id(self.name.clone()))
    }

    fn attribute_names(&self) -> Vec<&str> {
        let is_nested = self.nested.get().is_some();
        let names = self.schema().map(|schema| visible_attributes(schema)).unwrap_or_default();
        // A resource that creates a stack has no attributes except the outputs of the stack.
        names.into_iter().filter(|name| !is_nested || *name != ResourceType::BASE_ATTRIBUTE).collect()
    }

    fn readiness(&self) -> Readiness {
        Readiness::All
    }

    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault> {
        let text = python::str_of(name);
        if let Some(value) = self.known.and_then(|known| known.get(&text)) {
            let steps: Vec<Data> = path.iter().cloned().map(Data::Known).collect();
            return Ok(select_from_attribute(value, &steps));
        }
        let missing = |key: String| {
            Err(Exception::InvalidTemplateAttribute { resource: self.name.clone(), key }.into())
        };
        match self.nested.get().map(|nested| nested(&text, path)) {
            Some(NestedAttribute::Known(data)) => return Ok(data),
            Some(NestedAttribute::None) => return missing(text),
            Some(NestedAttribute::NoMember { member, members }) => {
                let group = self.name.clone();
                return Err(
                    Fault::from(Exception::MemberNotFound { member, group }).or_help(|| resources(&members))
                );
            }
            Some(NestedAttribute::Unknown) | None => {
                if let Some(known) = self.known_of_member(&text, path) {
                    return Ok(known);
                }
            }
        }
        let origin = |path: &[Value]| {
            let steps = path.iter().map(|step| format!(".{}", python::str_of(step)));
            format!("attribute {text}{} of {}", steps.collect::<String>(), self.name)
        };
        let unknown = |shape: Shape| {
            let steps = [text.clone()].into_iter().chain(path.iter().map(python::str_of));
            let stood_for =
                || DeploymentValue::Attribute { resource: self.name.clone(), path: steps.collect() };
            Ok(self.unknown(shape, origin(path), stood_for))
        };
        let Some(schema) = self.schema().filter(|_| path.is_empty()) else {
            return unknown(Shape::Any);
        };
        match schema.attributes.get(&text) {
            Some(attribute) => unknown(shape(attribute.attribute_type)),
            None if text == ResourceType::BASE_ATTRIBUTE => unknown(Shape::Map),
            None if schema.any_attribute => unknown(Shape::Any),
            None => missing(text),
        }
    }

    fn attributes(&self) -> Data {
        let Some(schema) = self.schema() else {
            let all = || DeploymentValue::Attribute { resource: self.name.clone(), path: Vec::new() };
            return self.unknown(Shape::Map, format!("attributes of {}", self.name), all);
        };
        let values = schema.attributes.keys().map(|name| {
            let value = self.attribute(&Value::from(name.as_str()), &[]);
            (name.clone(), value.unwrap_or(Data::NULL))
        });
        Data::map(values.collect())
    }
}

/// The names of the attributes that are not hidden, including the base attribute.
pub(crate) fn visible_attributes(schema: &ResourceType) -> Vec<&str> {
    let visible = schema.attributes.iter().filter(|(_, attribute)| !attribute.support_status.is_hidden());
    let base =
        [ResourceType::BASE_ATTRIBUTE].into_iter().filter(|name| !schema.attributes.contains_key(*name));
    visible.map(|(name, _)| name.as_str()).chain(base).collect()
}

/// The shape of values of this type.
fn shape(attribute_type: Option<AttributeType>) -> Shape {
    match attribute_type {
        Some(AttributeType::String) => Shape::Text,
        Some(AttributeType::Integer) => Shape::Number,
        Some(AttributeType::Boolean) => Shape::Boolean,
        Some(AttributeType::List) => Shape::List(None),
        Some(AttributeType::Map) => Shape::Map,
        None => Shape::Any,
    }
}

/// The exception of Heat for a pseudo parameter that no stack has.
fn unknown_parameter(name: &str) -> Exception {
    Exception::UserParameterMissing { name: name.to_owned(), is_declared: false }
}
