//! The environments of templates in vectors.

use std::sync::Arc;

use heat_hot::Fault;
use heat_hot::data::Data;
use heat_hot::environment::{Environment, EnvironmentFile, MergeKinds, Registry};
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::environment_types::{EnvironmentTypes, StackFiles};
use heat_model::{ResourceType, Value};
use heat_yaml::Source;
use indexmap::IndexMap;

use super::parameters::inputs;
use crate::vector::{Fields, Unanswerable};

/// The files of a vector, by the names that the client uses for them.
pub(crate) struct VectorFiles<'v>(pub(crate) Option<&'v Value>);

impl StackFiles for VectorFiles<'_> {
    fn name(&self, _template: &Source, name: &str) -> String {
        name.to_owned()
    }

    fn content(&self, name: &str) -> Option<Data> {
        self.0?.field(name).cloned().map(Data::Known)
    }

    fn sent_as(&self, name: &str) -> Option<Data> {
        self.content(name)
    }

    fn template(&self, name: &str) -> Result<Arc<Source>, Option<String>> {
        if let Some(text) = self.0.and_then(|files| files.field(name)) {
            let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
            return Ok(Source::new(name, text));
        }
        let why = match name.split_once("://") {
            Some(("http" | "https", _)) => "network disabled".to_owned(),
            scheme => format!("Invalid URL scheme {}", scheme.map_or("", |(scheme, _)| scheme)),
        };
        Err(Some(format!("Could not fetch remote template \"{name}\": {why}")))
    }
}

/// The environment of a vector.
pub(crate) struct VectorEnvironment {
    registry: Registry,
    /// The values of parameters, and their defaults.
    pub(crate) inputs: ParameterInputs,
    /// The errors in the event sinks, which Heat creates first.
    pub(crate) faults: Vec<Fault>,
}

impl VectorEnvironment {
    pub(crate) fn read(environment: Option<&Value>) -> Result<Self, Unanswerable> {
        const SECTIONS: [&str; 5] =
            ["parameter_defaults", "resource_registry", "encrypted_param_names", "event_sinks", "parameters"];
        let part = |name: &str| environment.and_then(|environment| environment.field(name));
        // Without a section `parameters`, every key that is not a section is a parameter.
        let flat: Value = environment
            .and_then(Value::as_map)
            .into_iter()
            .flatten()
            .filter(|(name, _)| !SECTIONS.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let inputs = inputs(Some(part("parameters").unwrap_or(&flat)), part("parameter_defaults"))?;
        let merged = |name: &str| {
            let text = format!("{{\"{name}\": {}}}", part(name)?);
            let file = EnvironmentFile::read(&Source::new("environment", text));
            Some(Environment::merge(&[file], &IndexMap::new(), &MergeKinds::new()))
        };
        let registry = merged("resource_registry").map(|(environment, _)| environment.registry);
        let faults = merged("event_sinks").map(|(_, faults)| faults);
        Ok(Self { registry: registry.unwrap_or_default(), inputs, faults: faults.unwrap_or_default() })
    }

    /// The registry of resource types.
    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The types that the template is read with.
    pub(crate) fn types<'t>(
        &self,
        template: &Arc<Source>,
        types: &'t IndexMap<String, ResourceType>,
        files: &'t VectorFiles<'t>,
    ) -> EnvironmentTypes<'t> {
        let (registry, defaults) = (self.registry.clone(), self.inputs.defaults.clone());
        EnvironmentTypes::new(template, registry, defaults, types, files)
    }
}
