//! Heat's context, for code that acts as the user.

use heat_plugin::engine::ContextHost;
use heat_plugin::life_cycle::{ContextFacts, Endpoint, Failure, Interface, Token};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::value;

/// The module `services.py` of this plug-in.
pub(crate) static SERVICES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// Calls a function of `services.py`.
pub(crate) fn services<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let module = SERVICES.get(py).ok_or_else(|| PyValueError::new_err("the plug-in is not loaded"))?;
    module.bind(py).call_method1(function, arguments)
}

/// The failure for an exception of the engine during a request of a handler, with its class and its text.
pub(crate) fn failure(py: Python<'_>, error: &PyErr) -> Failure {
    let class = error.get_type(py).name().map_or_else(|_| "Exception".to_owned(), |name| name.to_string());
    Failure::failed(error.value(py).to_string()).with_exception(class)
}

/// Converts plain data from Python, from which serde reads a struct.
fn data(found: &Bound<'_, PyAny>) -> PyResult<serde_json::Value> {
    serde_json::Value::try_from(&value::from_stored(found)?).map_err(unreadable)
}

fn unreadable(error: impl std::error::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A context of Heat: `heat.common.context.RequestContext`. Its methods take Python's lock for as long as they need it, but not
/// while Python waits for Keystone.
pub(crate) struct PythonContext(Py<PyAny>);

impl PythonContext {
    pub(crate) fn new(context: &Bound<'_, PyAny>) -> Self {
        Self(context.clone().unbind())
    }

    fn with<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T, Failure> {
        Python::attach(|py| call(self.0.bind(py)).map_err(|error| failure(py, &error)))
    }
}

impl ContextHost for PythonContext {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        self.with(|context| {
            let facts = data(&services(context.py(), "facts", (context,))?)?;
            serde_json::from_value(facts).map_err(unreadable)
        })
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        self.with(|context| {
            let token = services(context.py(), "token", (context, was_refused))?;
            Ok(token.extract::<Option<String>>()?.map(Token::new))
        })
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        self.with(|context| {
            let asked = (context, service_type, interface.name());
            let endpoint = data(&services(context.py(), "endpoint", asked)?)?;
            serde_json::from_value(endpoint).map_err(unreadable)
        })
    }
}

/// The context of functions that are called without one: there is no request.
pub(crate) struct WithoutContext;

impl ContextHost for WithoutContext {}

/// The context while the plug-in is loaded, which is created when it is first asked.
pub(crate) struct LoadContext;

impl LoadContext {
    fn ask<T>(ask: impl FnOnce(&PythonContext) -> Result<T, Failure>) -> Result<T, Failure> {
        let context = Python::attach(|py| {
            let context = services(py, "at_load", ());
            context.map(|context| PythonContext::new(&context)).map_err(|error| failure(py, &error))
        });
        ask(&context?)
    }
}

impl ContextHost for LoadContext {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        Self::ask(PythonContext::context_facts)
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        Self::ask(|context| context.token(was_refused))
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        Self::ask(|context| context.endpoint(service_type, interface))
    }
}
