//! The exports of a plug-in, and what Python calls of them.

use std::any::Any;
use std::ffi::CString;

use heat_plugin::engine::ResourceClass;
use heat_plugin::life_cycle::Failure;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule, PyTuple};

use crate::context::LoadContext;
use crate::functions::{Available, Constraint, Finder, NativeConstraint, NativeFinder};
use crate::native::Native;

/// A resource type that a plug-in exports, with the names under which it is registered: its own, if `names` is empty.
#[derive(Debug)]
pub struct ExportedType {
    /// The class.
    pub class: ResourceClass,
    /// The type's names.
    pub names: &'static [&'static str],
}

/// The exports of a plug-in: resource types, custom constraints and finders.
#[derive(Debug)]
pub struct Plugin {
    /// The plug-in's resource types.
    pub types: Vec<ExportedType>,
    /// The plug-in's custom constraints.
    pub constraints: Vec<(&'static str, Constraint)>,
    /// The plug-in's finders.
    pub finders: Vec<(&'static str, Finder)>,
    /// Function that decides by name whether a type is registered; all types are, if there is none.
    pub available: Option<Available>,
}

/// The parts of a plug-in that Python calls.
pub(crate) struct Parts<'py> {
    /// The types, in the order in which they are exported.
    pub(crate) types: Vec<Bound<'py, PyAny>>,
    /// The finders, by name.
    pub(crate) finders: Bound<'py, PyDict>,
    /// The custom constraints, by name.
    pub(crate) constraints: Bound<'py, PyDict>,
    /// The function that selects the types to be registered.
    pub(crate) available: Option<Bound<'py, PyAny>>,
}

impl<'py> Parts<'py> {
    /// Creates the parts of a plug-in.
    ///
    /// # Errors
    /// The plug-in panicked.
    pub(crate) fn new(py: Python<'py>, plugin: fn() -> Plugin) -> PyResult<Self> {
        let plugin = std::panic::catch_unwind(plugin).map_err(panicked)?;
        let types = plugin
            .types
            .into_iter()
            .map(|exported| Ok(Native::new(exported.class, exported.names).into_pyobject(py)?.into_any()));
        let finders = PyDict::new(py);
        for (name, find) in plugin.finders {
            finders.set_item(name, NativeFinder(find).into_pyobject(py)?)?;
        }
        let constraints = PyDict::new(py);
        for (name, check) in plugin.constraints {
            constraints.set_item(name, NativeConstraint(check).into_pyobject(py)?)?;
        }
        Ok(Self {
            types: types.collect::<PyResult<_>>()?,
            finders,
            constraints,
            available: plugin.available.map(|selects| selection(py, selects)).transpose()?,
        })
    }
}

/// Creates the function that selects types.
fn selection(py: Python<'_>, selects: Available) -> PyResult<Bound<'_, PyAny>> {
    let select = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        let name: String = arguments.get_item(0)?.extract()?;
        arguments.py().detach(|| selects.is_available(&name, &LoadContext)).map_err(panicked)
    };
    PyCFunction::new_closure(py, Some(c"is_available"), None, select).map(Bound::into_any)
}

/// The exception for a panic while the plug-in is loaded.
fn panicked(payload: Box<dyn Any + Send>) -> PyErr {
    PyRuntimeError::new_err(format!(
        "the plug-in panicked while it was loaded: {}",
        Failure::panicked(payload).message
    ))
}

/// Creates a module of this crate, under the name of the plug-in: two plug-ins may have different versions of it.
pub(crate) fn submodule<'py>(
    module: &Bound<'py, PyModule>,
    part: &str,
    code: &str,
) -> PyResult<Bound<'py, PyModule>> {
    let name = module.name()?;
    let [code, file, full_name] =
        [code.to_owned(), format!("{name}/{part}.py"), format!("{name}.{part}")].map(CString::new);
    PyModule::from_code(module.py(), &code?, &file?, &full_name?)
}
