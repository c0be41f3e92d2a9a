//! The environments of templates, as far as the vectors need them: parameters, their defaults, and the registry of types.

use heat_hot::fault::Exception;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::Template;
use heat_hot::template::implementation::{Implementation, Implementations, unknown_type};
use heat_model::{ResourceType, Value};
use heat_yaml::Source;
use indexmap::IndexMap;

use super::parameters::inputs;
use crate::vector::{Fields, Unanswerable};

/// How many types of the registry can lead from one to the next.
const MAX_STEPS: usize = 8;

/// Heat's own registry, as it is installed.
const GLOBAL: [(&str, &str); 8] = [
    ("AWS::CloudWatch::Alarm", "heat:alarm.yaml"),
    ("AWS::RDS::DBInstance", "heat:database.yaml"),
    ("OS::Ceilometer::Alarm", "OS::Aodh::Alarm"),
    ("OS::Ceilometer::CombinationAlarm", "OS::Aodh::CombinationAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByMetricsAlarm", "OS::Aodh::GnocchiAggregationByMetricsAlarm"),
    ("OS::Ceilometer::GnocchiAggregationByResourcesAlarm", "OS::Aodh::GnocchiAggregationByResourcesAlarm"),
    ("OS::Ceilometer::GnocchiResourcesAlarm", "OS::Aodh::GnocchiResourcesAlarm"),
    ("OS::Metering::Alarm", "OS::Aodh::Alarm"),
];

/// The parameters and outputs of the templates in Heat's own registry.
const BUILT_IN: [(&str, &str); 2] = [
    ("heat:alarm.yaml", include_str!("built_in/alarm.yaml")),
    ("heat:database.yaml", include_str!("built_in/database.yaml")),
];

/// An environment, with the files that come with a template.
pub(super) struct Environment<'v> {
    registry: Option<&'v Value>,
    files: Option<&'v Value>,
    types: &'v IndexMap<String, ResourceType>,
    /// The values of parameters, and their defaults.
    pub(super) inputs: ParameterInputs,
}

impl<'v> Environment<'v> {
    pub(super) fn read(
        environment: Option<&'v Value>,
        files: Option<&'v Value>,
        types: &'v IndexMap<String, ResourceType>,
    ) -> Result<Self, Unanswerable> {
        const SECTIONS: [&str; 5] =
            ["parameter_defaults", "resource_registry", "encrypted_param_names", "event_sinks", "parameters"];
        let part = |name: &str| environment.and_then(|environment| environment.field(name));
        // Without the section, what is no section is a parameter.
        let flat: Value = environment
            .and_then(Value::as_map)
            .into_iter()
            .flatten()
            .filter(|(name, _)| !SECTIONS.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        let inputs = inputs(Some(part("parameters").unwrap_or(&flat)), part("parameter_defaults"))?;
        Ok(Self { registry: part("resource_registry"), files, types, inputs })
    }

    /// What the registries say of a type: that of the environment first, then Heat's own.
    fn mapped(&self, resource_type: &str, resource_name: &str) -> Option<String> {
        let own = self.mapped_here(resource_type, resource_name);
        own.or_else(|| {
            let rest = resource_type.strip_prefix("OS::Quantum");
            let global = GLOBAL.iter().find(|(known, _)| *known == resource_type);
            let global = global.map(|(_, mapped)| (*mapped).to_owned());
            rest.map(|rest| format!("OS::Neutron{rest}")).or(global)
        })
    }

    /// What the registry says of a type: its own mapping for a resource of this name, for all, or for names that begin so.
    fn mapped_here(&self, resource_type: &str, resource_name: &str) -> Option<String> {
        let registry = self.registry?;
        let own = registry.field("resources").and_then(|all| all.field(resource_name)?.field(resource_type));
        if let Some(Value::String(mapped)) = own.or_else(|| registry.field(resource_type)) {
            return Some(mapped.clone());
        }
        registry.as_map()?.iter().find_map(|(pattern, mapped)| {
            let rest = resource_type.strip_prefix(pattern.strip_suffix('*')?)?;
            let mapped = mapped.as_str().filter(|mapped| *mapped != resource_type)?;
            Some(mapped.strip_suffix('*').map_or_else(|| mapped.to_owned(), |start| format!("{start}{rest}")))
        })
    }

    /// A nested template.
    fn template(&self, resource_type: &str, file: &str) -> Result<Implementation<'_>, Exception> {
        let built_in = BUILT_IN.iter().find(|(name, _)| *name == file).map(|(_, text)| Value::from(*text));
        let given = self.files.and_then(|files| files.field(file));
        let Some(text) = given.or(built_in.as_ref()) else {
            let why = match file.split_once("://") {
                Some(("http" | "https", _)) => "network disabled".to_owned(),
                scheme => format!("Invalid URL scheme {}", scheme.map_or("", |(scheme, _)| scheme)),
            };
            let reason = format!("Could not fetch remote template \"{file}\": {why}");
            return Ok(Implementation::unreadable(resource_type, reason));
        };
        let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
        let read = Template::read(&Source::new(file, text));
        if let Some(fault) = read.fault {
            return Err(fault.exception);
        }
        let Some(template) = read.template else {
            let reason = read.diagnostics.first().map_or("", |found| found.message.as_str());
            return Ok(Implementation::unreadable(resource_type, reason.to_owned()));
        };
        Implementation::of_template(resource_type, &template, &self.inputs.defaults)
            .map_err(|faults| faults.into_iter().next().map_or(Exception::TooLarge, |fault| fault.exception))
    }
}

fn is_template(name: &str) -> bool {
    [".yaml", ".template"].iter().any(|end| name.ends_with(end))
}

impl Implementations for Environment<'_> {
    fn find(&self, resource_type: &str, resource_name: &str) -> Result<Implementation<'_>, Exception> {
        let mut found = resource_type.to_owned();
        for _ in 0..MAX_STEPS {
            if is_template(&found) {
                return self.template(resource_type, &found);
            }
            let Some(mapped) = self.mapped(&found, resource_name) else {
                break;
            };
            found = mapped;
        }
        let schema = self.types.get(&found);
        schema.map(Implementation::of_type).ok_or_else(|| unknown_type(resource_type, resource_name))
    }
}
