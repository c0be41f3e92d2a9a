//! A recorded stack, in place of one in a cloud.

use std::collections::HashMap;

use heat_hot::Template;
use heat_hot::data::Data;
use heat_hot::fault::{Exception, Fault, Problem, PythonClass};
use heat_hot::function::select_from_attribute;
use heat_hot::parameter::{ParameterInputs, ParameterSet, StackIdentity};
use heat_hot::stack::{FacadeField, FileName, Readiness, Resource, Stack};
use heat_model::{Value, python};
use indexmap::IndexMap;

use crate::data_folder::DataFolder;
use crate::vector::{Fields, Unanswerable, Vector};

/// A stack with the recorded attributes of its resources.
pub(crate) struct RecordedStack<'v> {
    template: &'v Value,
    files: Option<&'v Value>,
    stack: &'v Value,
    parameters: ParameterSet,
    resources: HashMap<String, RecordedResource<'v>>,
}

struct RecordedResource<'v> {
    name: String,
    attributes: Vec<String>,
    accepts_any: bool,
    data: Option<&'v Value>,
}

impl<'v> RecordedStack<'v> {
    /// The stack of a vector, whose template is `read`.
    pub(crate) fn new(
        vector: &'v Vector,
        read: &Template,
        stack: &'v Value,
        data: &DataFolder,
    ) -> Result<Self, Unanswerable> {
        let template = vector.input.required("template")?;
        let parameters = parameters(vector, read)?;
        let keys = read.keys();
        let section = template.field(keys.resources);
        let mut resources = HashMap::new();
        for (name, definition) in section.and_then(Value::as_map).into_iter().flatten() {
            let word = definition.field(keys.resource.resource_type).and_then(Value::as_str);
            // Only tests have types without a namespace. All attributes of the others are recorded.
            let of_tests = word.filter(|word| !word.contains("::"));
            let attributes = of_tests.map_or_else(|| Ok(Vec::new()), |word| data.attributes(word))?;
            let data = stack.field("resources").and_then(|all| all.field(name));
            let accepts_any = word == Some("OS::Heat::ResourceGroup");
            resources
                .insert(name.clone(), RecordedResource { name: name.clone(), attributes, accepts_any, data });
        }
        Ok(Self { template, files: vector.input.field("files"), stack, parameters, resources })
    }
}

/// The parameters of the template, with the values of the vector.
fn parameters(vector: &Vector, template: &Template) -> Result<ParameterSet, Unanswerable> {
    let map = |key: &str| match vector.input.field(key) {
        None => Ok(IndexMap::new()),
        Some(values) => values.map().cloned(),
    };
    let inputs = ParameterInputs { values: map("parameters")?, defaults: map("parameter_defaults")? };
    let [project, name, id] = super::parameters::STACK.map(str::to_owned);
    Ok(template.parameters(Some(&StackIdentity { project, name, id }), &inputs).0)
}

/// The values that are recorded for paths within attributes.
fn overrides(data: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let all = data.field("attribute_paths").and_then(Value::as_list);
    all.into_iter().flat_map(|items| items.iter()).filter_map(|item| Some((item.get(0)?, item.get(1)?)))
}

impl RecordedResource<'_> {
    fn is_in_schema(&self, name: &str) -> bool {
        self.accepts_any || name == "show" || self.attributes.iter().any(|known| known == name)
    }
}

impl Stack for RecordedStack<'_> {
    fn parameter(&self, name: &str) -> Result<Option<Data>, Fault> {
        if let Some(value) = self.stack.field("pseudo").and_then(|pseudo| pseudo.field(name)) {
            return Ok(Some(Data::Known(value.clone())));
        }
        self.parameters.get(name).map(|parameter| Ok(Data::Known(parameter.value()?))).transpose()
    }

    fn resource(&self, name: &str) -> Option<&dyn Resource> {
        self.resources.get(name).map(|resource| resource as &dyn Resource)
    }

    fn has_definitions(&self) -> bool {
        false
    }

    fn file(&self, name: FileName<'_>) -> Option<Data> {
        self.files?.field(name.as_str()).cloned().map(Data::Known)
    }

    fn mapping(&self, name: &str) -> Option<&Value> {
        self.template.field("Mappings")?.field(name)
    }

    fn availability_zones(&self) -> Data {
        self.stack.field("availability_zones").cloned().map_or_else(|| vec!["nova"].into(), Data::Known)
    }

    fn facade(&self, field: FacadeField) -> Option<Data> {
        let parent = self.stack.field("parent")?;
        let key = match field {
            FacadeField::Metadata => "metadata",
            FacadeField::DeletionPolicy => "deletion_policy",
            FacadeField::UpdatePolicy => "update_policy",
        };
        Some(parent.field(key).cloned().map_or(Data::NULL, Data::Known))
    }
}

impl Resource for RecordedResource<'_> {
    fn reference_id(&self) -> Data {
        self.data
            .and_then(|data| data.field("ref_id"))
            .cloned()
            .map_or_else(|| self.name.as_str().into(), Data::Known)
    }

    fn has_attribute(&self, name: &str) -> Result<bool, Fault> {
        let no_data = || {
            Exception::Python(
                Problem::FunctionValue,
                PythonClass::AssertionError,
                "Resource data not available".to_owned(),
            )
        };
        let data = self.data.ok_or_else(no_data)?;
        let is_recorded = data.field("attributes").is_some_and(|all| all.field(name).is_some())
            || overrides(data).any(|(path, _)| path.get(0).and_then(Value::as_str) == Some(name));
        Ok(is_recorded || self.is_in_schema(name))
    }

    fn readiness(&self) -> Readiness {
        let word =
            |key| self.data.and_then(|data| data.field(key)).and_then(Value::as_str).unwrap_or_default();
        let is_done = matches!(word("status"), "IN_PROGRESS" | "COMPLETE");
        match word("action") {
            "CREATE" | "ADOPT" | "SUSPEND" | "RESUME" | "UPDATE" | "CHECK" | "SNAPSHOT" if is_done => {
                Readiness::All
            }
            "CREATE" | "ADOPT" | "SUSPEND" | "RESUME" | "UPDATE" | "CHECK" | "SNAPSHOT" | "ROLLBACK" => {
                Readiness::Single
            }
            _ => Readiness::None,
        }
    }

    fn attribute(&self, name: &Value, path: &[Value]) -> Result<Data, Fault> {
        let Some(data) = self.data else { return Ok(Data::NULL) };
        let whole: Vec<Value> = std::iter::once(name.clone()).chain(path.iter().cloned()).collect();
        if let Some(odd) = whole.iter().find(|step| matches!(step, Value::List(_) | Value::Map(_))) {
            let kind = python::type_name(odd);
            return Err(Exception::Python(
                Problem::FunctionValue,
                PythonClass::TypeError,
                format!("unhashable type: '{kind}'"),
            )
            .into());
        }
        let overridden =
            overrides(data).find(|(at, _)| at.as_list().is_some_and(|at| at.iter().eq(whole.iter())));
        if let Some((_, value)) = overridden {
            return Ok(Data::Known(value.clone()));
        }
        let missing = || {
            let steps: Vec<String> = whole.iter().map(python::repr_of).collect();
            let key = if path.is_empty() { python::str_of(name) } else { format!("({})", steps.join(", ")) };
            Exception::InvalidTemplateAttribute { resource: self.name.clone(), key }
        };
        let attribute = data.field("attributes").zip(name.as_str()).and_then(|(all, name)| all.field(name));
        let attribute = match attribute {
            Some(attribute) => attribute,
            None if name.as_str().is_some_and(|name| self.is_in_schema(name)) => return Ok(Data::NULL),
            None => return Err(missing().into()),
        };
        let path: Vec<Data> = path.iter().cloned().map(Data::Known).collect();
        Ok(select_from_attribute(attribute, &path))
    }

    fn attributes(&self) -> Data {
        let all = self.data.and_then(|data| data.field("attributes")).and_then(Value::as_map);
        let all = all.into_iter().flatten().filter(|(name, _)| *name != "show");
        Data::Known(all.map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}
