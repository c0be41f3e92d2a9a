//! Plug-ins in a process of their own: `isolation.py` in the engine, and `worker.py` in the process.

use heat_plugin::engine::{MAX_DEPTH, too_deep_message};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};

use crate::call::FAILURE;
use crate::context::SERVICES;
use crate::logs;
use crate::parts::{Parts, submodule};

const FRAMES: &str = include_str!("python/frames.py");
const WORKER: &str = include_str!("python/worker.py");

/// Returns the module `worker.py` if this process is that of an isolated plug-in.
pub(crate) fn worker(py: Python<'_>) -> PyResult<Option<Bound<'_, PyModule>>> {
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?;
    let worker = modules.get_item("heat_plugin_worker")?;
    Ok(worker.map(Bound::cast_into::<PyModule>).transpose()?)
}

/// Passes the parts of the plug-in to the process that calls them.
pub(crate) fn serve<'py>(
    worker: &Bound<'py, PyModule>,
    parts: impl FnOnce() -> PyResult<Parts<'py>>,
) -> PyResult<()> {
    let py = worker.py();
    logs::begin(worker.clone(), false)?;
    FAILURE.get_or_try_init(py, || worker.getattr("failure").map(Bound::unbind))?;
    // Heat is not here: its functions ask the engine.
    SERVICES.get_or_init(py, || worker.clone().unbind());
    let parts = parts()?;
    let others = PyDict::new(py);
    if let Some(available) = parts.available {
        others.set_item("available", available)?;
    }
    let arguments = PyDict::new(py);
    arguments.set_item("types", parts.types)?;
    arguments.set_item("finders", parts.finders)?;
    arguments.set_item("constraints", parts.constraints)?;
    arguments.set_item("others", others)?;
    worker.call_method("begin", (), Some(&arguments)).map(drop)
}

/// The process of a plug-in as the engine calls it.
pub(crate) struct Isolated<'py>(Bound<'py, PyAny>);

impl<'py> Isolated<'py> {
    /// Returns the process of a plug-in, or `None` if its configuration does not isolate it.
    pub(crate) fn begin(
        module: &Bound<'py, PyModule>,
        logs: &Bound<'py, PyModule>,
        failures: &Bound<'py, PyModule>,
        services: &Bound<'py, PyModule>,
        options: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Self>> {
        let py = module.py();
        let part = |name, code| submodule(module, name, code);
        let host = part("host", include_str!("python/host.py"))?;
        host.setattr("max_depth", MAX_DEPTH)?;
        host.setattr("too_deep", too_deep_message())?;
        host.setattr("services", services)?;
        let code = PyDict::new(py);
        code.set_item("frames", FRAMES)?;
        code.set_item("worker", WORKER)?;
        let process = part("process", include_str!("python/process.py"))?;
        process.setattr("code", code)?;
        process.setattr("frames", part("frames", FRAMES)?)?;
        process.setattr("logs", logs)?;
        let isolation = part("isolation", include_str!("python/isolation.py"))?;
        isolation.setattr("process", &process)?;
        for needs in [&process, &isolation] {
            needs.setattr("failures", failures)?;
            needs.setattr("host", &host)?;
        }
        let plugin =
            isolation.call_method1("begin", (module.name()?, module.getattr("__file__")?, options))?;
        Ok((!plugin.is_none()).then_some(Self(plugin)))
    }

    /// Returns parts whose calls go to the process.
    pub(crate) fn replace(&self, parts: &Parts<'py>) -> PyResult<Parts<'py>> {
        let types = parts.types.iter().enumerate();
        let types = types.map(|numbered| self.0.call_method1("type", numbered));
        Ok(Parts {
            types: types.collect::<PyResult<_>>()?,
            finders: self.replace_each("finder", &parts.finders)?,
            constraints: self.replace_each("constraint", &parts.constraints)?,
            available: match parts.available {
                Some(_) => Some(self.0.getattr("is_available")?),
                None => None,
            },
        })
    }

    fn replace_each(&self, method: &str, parts: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
        let replaced = PyDict::new(parts.py());
        for name in parts.keys() {
            let part = self.0.call_method1(method, (&name,))?;
            replaced.set_item(name, part)?;
        }
        Ok(replaced)
    }

    /// Ends the process. The next call starts another one.
    pub(crate) fn stop(&self) -> PyResult<()> {
        self.0.call_method0("stop").map(drop)
    }
}
