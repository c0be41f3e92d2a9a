//! A resource of the engine, for the handlers that work on it.

use heat_plugin::Value;
use heat_plugin::engine::{ContextHost, Facts, Host};
use heat_plugin::indexmap::IndexMap;
use heat_plugin::life_cycle::{
    Action, ContextFacts, Endpoint, Failure, FailureKind, Interface, State, Status, Token,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::context::{PythonContext, failure, services};
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

    /// The context of the clients that Heat gives to the resource.
    fn context(&self) -> Result<PythonContext, Failure> {
        self.with(|resource| Ok(PythonContext::new(&resource.getattr("stack")?.getattr("context")?)))
    }

    fn with<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T, Failure> {
        Python::attach(|py| call(self.resource.bind(py)).map_err(|error| failure(py, &error)))
    }
}

/// Tells apart what Heat's clients raise: a resource that is gone, a conflict, and all else.
fn treated(resource: &Bound<'_, PyAny>, error: &PyErr) -> Failure {
    let py = resource.py();
    let mut failure = failure(py, error);
    let exception = failure.exception().to_owned();
    let word = services(py, "treated", (resource, error.value(py))).and_then(|word| word.extract::<String>());
    failure.kind = match word.as_deref() {
        Ok("EntityNotFound") => FailureKind::Gone,
        Ok("Conflict") => FailureKind::Conflict,
        _ => FailureKind::Failed,
    };
    failure.with_exception(exception)
}

/// The context of the resource's stack, which Heat can replace: it is read each time.
impl ContextHost for PythonResource {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        self.context()?.context_facts()
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        self.context()?.token(was_refused)
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        self.context()?.endpoint(service_type, interface)
    }
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

    fn delete_entity(&self) -> Result<Option<String>, Failure> {
        Python::attach(|py| {
            let resource = self.resource.bind(py);
            let deleted = services(py, "delete_entity", (resource,)).and_then(|id| id.extract());
            deleted.map_err(|error| treated(resource, &error))
        })
    }
}
