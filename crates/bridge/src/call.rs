//! Calls of Rust by the engine: without Python's lock, and with failures as Heat's exceptions.

use heat_plugin::engine::Host;
use heat_plugin::life_cycle::{Failure, FailureKind};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::green::{Remote, call_in_thread, is_patched};
use crate::host::PythonResource;
use crate::logs::{Scope, within};

/// The function of `failures.py` that creates exceptions.
pub(crate) static FAILURE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Calls a handler of a resource. The call owns all its data: see [`green`](crate::green).
pub(crate) fn run<T: Send + 'static>(
    resource: &Bound<'_, PyAny>,
    call: impl FnOnce(&dyn Host) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let py = resource.py();
    let host = PythonResource::new(resource)?;
    let called = if is_patched(py) {
        let facts = host.facts().clone();
        let host: &(dyn Host + 'static) = &host;
        let called =
            call_in_thread(py, Some(resource), host, move |requests| call(&Remote { facts, requests }))?;
        called.unwrap_or_else(|_| Err(Failure::failed("The handler's thread ended.")))
    } else {
        let scope = Scope::Resource(resource.clone().unbind());
        py.detach(|| within(scope, || call(&host)))
    };
    called.map_err(|failure| exception(resource, failure).unwrap_or_else(|error| error))
}

/// Creates the exception for a failure.
fn exception(resource: &Bound<'_, PyAny>, failure: Failure) -> PyResult<PyErr> {
    let py = resource.py();
    let (word, name) = (failure.kind.exception(), failure.exception().to_owned());
    let (status, path) = match failure.kind {
        FailureKind::InError { status } | FailureKind::UnknownStatus { status } => (Some(status), Vec::new()),
        FailureKind::Invalid { path } => (None, path),
        _ => (None, Vec::new()),
    };
    let Some(make) = FAILURE.get(py) else {
        return Err(pyo3::exceptions::PyRuntimeError::new_err(failure.message));
    };
    let exception = make.bind(py).call1((resource, word, failure.message, status, path, name))?;
    Ok(PyErr::from_value(exception))
}
