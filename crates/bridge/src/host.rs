//! A resource of the engine, for the handlers that work on it.

use heat_plugin::Value;
use heat_plugin::engine::{Facts, Host};
use heat_plugin::indexmap::IndexMap;
use heat_plugin::life_cycle::{Action, Failure, State, Status};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::value;

/// A resource of the engine. Its methods take Python's lock for as long as they need it.
pub(crate) struct PythonResource {
    resource: Py<PyAny>,
    facts: Facts,
}

impl PythonResource {
    pub(crate) fn new(resource: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (stack, context) = (resource.getattr("stack")?, resource.getattr("context")?);
        let word = |name: &str| resource.getattr(name)?.extract::<String>();
        let state = State {
            action: Action::from_word(&word("action")?).unwrap_or(Action::Init),
            status: Status::from_word(&word("status")?).unwrap_or(Status::InProgress),
        };
        let facts = Facts {
            name: word("name")?,
            uuid: resource.getattr("uuid")?.extract()?,
            physical_resource_name: resource.call_method0("physical_resource_name")?.extract()?,
            state,
            stack_name: stack.getattr("name")?.extract()?,
            stack_id: stack.getattr("id")?.extract()?,
            project_id: context.getattr("project_id")?.extract()?,
            user_id: context.getattr("user_id")?.extract()?,
        };
        Ok(Self { resource: resource.clone().unbind(), facts })
    }

    fn with<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T, Failure> {
        Python::attach(|py| call(self.resource.bind(py)).map_err(|error| failure(py, &error)))
    }
}

/// The failure for an exception of the engine during a request of a handler: its class and its text.
fn failure(py: Python<'_>, error: &PyErr) -> Failure {
    let class = error.get_type(py).name().map_or_else(|_| "Exception".to_owned(), |name| name.to_string());
    Failure::failed(format!("{class}: {}", error.value(py)))
}

impl Host for PythonResource {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        self.with(|resource| resource.getattr("resource_id")?.extract()).unwrap_or_default()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        self.with(|resource| resource.call_method1("resource_id_set", (id,)).map(drop))
    }

    fn properties(&self) -> Result<Value, Failure> {
        self.with(|resource| value::from_stored(&resource.call_method0("stored_values")?))
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        self.with(|resource| {
            let data = resource.call_method0("data")?.cast_into::<PyDict>()?;
            data.iter().map(|(key, value)| Ok((key.extract()?, value.str()?.extract()?))).collect()
        })
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        self.with(|resource| resource.call_method1("data_set", (key, value, redact)).map(drop))
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        self.with(|resource| resource.call_method1("data_delete", (key,))?.is_truthy())
    }

    fn metadata(&self) -> Result<Value, Failure> {
        self.with(|resource| value::from_python(&resource.call_method0("metadata_get")?))
    }

    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        self.with(|resource| {
            let metadata = value::to_python(resource.py(), metadata)?;
            resource.call_method1("metadata_set", (metadata,)).map(drop)
        })
    }
}
