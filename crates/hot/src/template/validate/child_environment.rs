//! Environment of a nested stack, whose parameters Heat treats as sections if they have the names of sections.
//!
//! Follows `get_child_environment` of `heat.engine.environment`.

use heat_hot_language::Section;
use heat_model::Value;
use heat_model::python::type_name;
use indexmap::IndexMap;

use super::parameter_values::ParameterValues;
use crate::Data;
use crate::fault::{Exception, Problem};

/// Environment of a nested stack, as far as the resource that creates the stack determines it.
#[derive(Debug, Default)]
pub(super) struct ChildEnvironment {
    /// Values of parameters.
    pub(super) known: IndexMap<String, Value>,
    /// Values of parameters that are unknown, completely or in part.
    pub(super) unknown: IndexMap<String, Data>,
    /// Values that replace the defaults of parameters, in addition to those of the stack around it.
    pub(super) defaults: IndexMap<String, Value>,
    /// Section that is added to the registry.
    pub(super) registry: Option<Value>,
}

impl ChildEnvironment {
    /// Creates the environment: from the parameters that are named like sections, or else from all parameters.
    ///
    /// # Errors
    /// Heat cannot use a section.
    pub(super) fn new(values: &ParameterValues) -> Result<Self, Exception> {
        let value = |section: Section| {
            let name = section.as_str();
            let known = values.known.get(name).cloned().map(Data::Known);
            known.or_else(|| values.unknown.get(name).cloned())
        };
        if Section::ALL.into_iter().all(|section| value(section).is_none()) {
            let (known, unknown) = (values.known.clone(), values.unknown.clone());
            return Ok(Self { known, unknown, ..Self::default() });
        }
        let mut environment = Self::default();
        if let Some(Data::Known(registry)) = value(Section::ResourceRegistry) {
            if registry.as_map().is_none() {
                return Err(Exception::attribute_error(Problem::InvalidEnvironment, &registry, "items"));
            }
            environment.registry = Some(registry);
        }
        for (name, data) in entries(value(Section::Parameters))? {
            match data {
                Data::Known(value) => _ = environment.known.insert(name, value),
                data => _ = environment.unknown.insert(name, data),
            }
        }
        for (name, data) in entries(value(Section::ParameterDefaults))? {
            environment.defaults.extend(data.into_known().map(|value| (name, value)));
        }
        match value(Section::EventSinks) {
            Some(Data::Known(sinks @ (Value::String(_) | Value::Map(_)))) if sinks.is_truthy() => {
                return Err(Exception::attribute_error(Problem::InvalidEnvironment, &"".into(), "copy"));
            }
            Some(Data::Known(sinks)) => iterable(&sinks)?,
            _ => {}
        }
        Ok(environment)
    }
}

/// The entries with which Python updates a dictionary from this data.
fn entries(section: Option<Data>) -> Result<Vec<(String, Data)>, Exception> {
    match section {
        Some(Data::Known(Value::String(text))) if !text.is_empty() => Err(Exception::value_error(
            Problem::InvalidEnvironment,
            "dictionary update sequence element #0 has length 1; 2 is required",
        )),
        Some(Data::Known(value)) if value.as_map().is_none() => iterable(&value).map(|()| Vec::new()),
        Some(data) => Ok(data.into_entries().into_iter().flatten().collect()),
        None => Ok(Vec::new()),
    }
}

fn iterable(value: &Value) -> Result<(), Exception> {
    match value {
        Value::String(_) | Value::List(_) | Value::Map(_) => Ok(()),
        other => Err(Exception::type_error(
            Problem::InvalidEnvironment,
            format!("'{}' object is not iterable", type_name(other)),
        )),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(given: &Value, expect: Result<&str, &str>) {
        let known = given.as_map().unwrap().clone();
        let values = ParameterValues { known, ..ParameterValues::default() };
        let environment = ChildEnvironment::new(&values).map(|environment| {
            let names = environment.known.keys().chain(environment.defaults.keys());
            let registry = environment.registry.iter().map(ToString::to_string);
            names.cloned().chain(registry).collect::<Vec<_>>().join(" ")
        });
        let environment = environment.map_err(|exception| exception.to_string());
        assert_eq!(environment.as_deref().map_err(String::as_str), expect, "{given}");
    }

    #[test]
    fn parameters_that_are_named_as_sections_are_sections() {
        check(&value!({"a": 1, "b": 2}), Ok("a b"));
        check(&value!({"a": 1, "parameters": {"c": 1}}), Ok("c"));
        check(&value!({"a": 1, "encrypted_param_names": "x"}), Ok(""));
        check(&value!({"parameter_defaults": {"c": 1}, "resource_registry": {}}), Ok("c {}"));
    }

    #[test]
    fn sections_have_to_be_what_heat_needs() {
        let update = "dictionary update sequence element #0 has length 1; 2 is required";
        check(&value!({"parameters": "text"}), Err(update));
        check(&value!({"parameters": ""}), Ok(""));
        check(&value!({"parameter_defaults": 5}), Err("'int' object is not iterable"));
        check(&value!({"resource_registry": "x"}), Err("'str' object has no attribute 'items'"));
        check(&value!({"event_sinks": {"type": "x"}}), Err("'str' object has no attribute 'copy'"));
    }
}
