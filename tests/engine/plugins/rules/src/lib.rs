//! Types of schemas that are read when the plug-in is loaded: see `tests/engine/rules.py`.
//!
//! The variable `RULES_SCHEMAS` names the folder with the schemas. Beside the types, the module has a function that asks the driver.

#![expect(unused_qualifications, reason = "the code that PyO3 generates names its crate")]

use std::path::PathBuf;
use std::{env, fs};

use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_plugin::engine::{Call, Class, Handler, Hook, Host, Plan, ResourceClass, Started};
use heat_plugin::life_cycle::{Failure, Progress, Signalled, TemplateChanges};
use heat_plugin::value::Map;
use heat_plugin::{Value, json, testing};
use heat_plugin_python::pyo3::exceptions::PyValueError;
use heat_plugin_python::pyo3::prelude::*;
use heat_plugin_python::{ExportedType, Plugin, fill};
use heat_yaml::Source;

/// A type that exists, and checks what its schema says.
struct Loaded(ResourceType);

impl Class for Loaded {
    fn schema(&self) -> &ResourceType {
        &self.0
    }

    fn defines(&self, hook: Hook) -> bool {
        matches!(
            hook,
            Hook::Validate
                | Hook::Attribute
                | Hook::Handle(Handler::Create | Handler::Update | Handler::Delete)
        )
    }

    fn handle(&self, _: Call<'_>, _: &dyn Host) -> Result<Started, Failure> {
        Ok(Progress::Done)
    }

    fn validate(&self, plan: Plan<'_>, _: &dyn Host) -> Result<(), Failure> {
        plan.check(&self.0)
    }

    fn attribute(&self, _: &str, _: &dyn Host) -> Result<Value, Failure> {
        Ok(Value::Null)
    }

    fn show(&self, _: &dyn Host) -> Result<Option<Value>, Failure> {
        Ok(None)
    }

    fn reference_id(&self, _: &dyn Host) -> Result<Option<String>, Failure> {
        Ok(None)
    }

    fn restore(&self, properties: Map, _: &Value, _: &dyn Host) -> Result<Map, Failure> {
        Ok(properties)
    }

    fn signal(&self, _: &Value, _: &dyn Host) -> Result<Signalled, Failure> {
        Ok(Signalled::NothingToDo)
    }

    fn preempt(&self, _: &dyn Host) -> Result<(), Failure> {
        Ok(())
    }

    fn needs_replace(&self, _: &Value, _: &dyn Host) -> Result<bool, Failure> {
        Ok(false)
    }

    fn needs_replace_failed(&self, _: &dyn Host) -> Result<bool, Failure> {
        Ok(false)
    }

    fn needs_replace_with_prop_diff(
        &self,
        _: &[String],
        _: &Value,
        _: &Value,
        _: &dyn Host,
    ) -> Result<bool, Failure> {
        Ok(false)
    }

    fn needs_replace_with_tmpl_diff(&self, _: &TemplateChanges, _: &dyn Host) -> Result<bool, Failure> {
        Ok(false)
    }

    fn prepare_for_replace(&self, _: &dyn Host) -> Result<(), Failure> {
        Ok(())
    }

    fn restore_prev_rsrc(&self, _: bool, _: &dyn Host) -> Result<(), Failure> {
        Ok(())
    }

    fn live_state(&self, _: &Value, _: &dyn Host) -> Result<Map, Failure> {
        Ok(Map::new())
    }
}

/// The types of all schemas in the folder.
fn types() -> Vec<ResourceType> {
    let folder = env::var_os("RULES_SCHEMAS").map(PathBuf::from).unwrap_or_default();
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let texts = files.filter_map(|path| Some((path.display().to_string(), fs::read_to_string(path).ok()?)));
    texts.filter_map(|(name, text)| Some(load_schema(&Source::new(name, text)).file?.schema)).collect()
}

fn class(schema: ResourceType) -> ResourceClass {
    ResourceClass::from_class(Loaded(schema))
}

fn exported() -> Plugin {
    Plugin {
        types: types().into_iter().map(|schema| ExportedType { class: class(schema), names: &[] }).collect(),
        constraints: Vec::new(),
        finders: Vec::new(),
        available: None,
    }
}

/// Returns why the driver refuses each set of properties of a type, in JSON; nothing for those that it accepts.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 extracts lists into vectors")]
#[pyo3(crate = "heat_plugin_python::pyo3")]
fn driven(name: &str, sets: Vec<String>) -> PyResult<Vec<Option<String>>> {
    let schema = types().into_iter().find(|schema| schema.name == name);
    let class = class(schema.ok_or_else(|| PyValueError::new_err(format!("there is no type {name}")))?);
    let asked = sets.iter().map(|properties| {
        let properties = json::parse(properties).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let validated = testing::Resource::new(class.clone()).validate(properties, &[]);
        Ok(validated.err().map(|exception| exception.message))
    });
    asked.collect()
}

#[pymodule]
#[pyo3(crate = "heat_plugin_python::pyo3")]
fn rules(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fill(module, exported)?;
    module.add_function(heat_plugin_python::pyo3::wrap_pyfunction!(driven, module)?)?;
    // Heat keeps the modules of plug-ins for itself.
    module.py().import("sys")?.getattr("modules")?.set_item("engine_rules", module)
}
