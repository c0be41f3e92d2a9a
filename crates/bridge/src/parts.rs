//! The exports of a plug-in, and what Python calls of them.

use std::any::Any;
use std::ffi::CString;

use heat_plugin::Value;
use heat_plugin::engine::ResourceClass;
use heat_plugin::life_cycle::Failure;
use heat_plugin::resolve::{Query, ResolveError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule, PyTuple};

use crate::native::Native;
use crate::value::{from_python, to_python};

/// A resource type that a plug-in exports, with the names under which it is registered: its own, if `names` is empty.
#[derive(Debug)]
pub struct ExportedType {
    /// The class.
    pub class: ResourceClass,
    /// The type's names.
    pub names: &'static [&'static str],
}

/// A custom constraint that a plug-in exports: its name, and a function that returns the reason if it refuses a value.
pub type Constraint = (&'static str, fn(&Value) -> Result<(), String>);

/// A finder that a plug-in exports, for the `resolve` rules that name it.
pub type Finder = (&'static str, fn(&Query<'_>) -> Result<Value, ResolveError>);

/// The exports of a plug-in: resource types, custom constraints and finders.
#[derive(Debug)]
pub struct Plugin {
    /// The plug-in's resource types.
    pub types: Vec<ExportedType>,
    /// The plug-in's custom constraints.
    pub constraints: Vec<Constraint>,
    /// The plug-in's finders.
    pub finders: Vec<Finder>,
    /// Function that decides by name whether a type is registered; all types are, if there is none.
    pub available: Option<fn(&str) -> bool>,
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
            available: plugin.available.map(|is_available| selection(py, is_available)).transpose()?,
        })
    }
}

/// Creates the function that selects types.
fn selection(py: Python<'_>, is_available: fn(&str) -> bool) -> PyResult<Bound<'_, PyAny>> {
    let select = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
        let name: String = arguments.get_item(0)?.extract()?;
        arguments.py().detach(|| std::panic::catch_unwind(|| is_available(&name)).map_err(panicked))
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

/// A finder as a method of a client plug-in, called with a name, or with a name and an entity.
#[pyclass(frozen, module = "heat_plugin_python")]
struct NativeFinder(fn(&Query<'_>) -> Result<Value, ResolveError>);

#[pymethods]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 extracts texts into strings")]
impl NativeFinder {
    #[pyo3(signature = (value, entity=None))]
    fn find<'py>(&self, value: &Bound<'py, PyAny>, entity: Option<String>) -> PyResult<Bound<'py, PyAny>> {
        let (py, name, find) = (value.py(), from_python(value)?, self.0);
        let found = py.detach(|| {
            let mut query = Query::new(&name);
            query.entity = entity.as_deref();
            std::panic::catch_unwind(|| find(&query))
        });
        match found {
            Ok(Ok(found)) => to_python(py, &found),
            Ok(Err(error)) => Err(PyValueError::new_err(error.to_string())),
            Err(payload) => Err(PyRuntimeError::new_err(format!(
                "the plug-in panicked while it resolved a name: {}",
                Failure::panicked(payload).message
            ))),
        }
    }
}

/// A custom constraint as `constraint.py` calls it.
#[pyclass(frozen, module = "heat_plugin_python")]
struct NativeConstraint(fn(&Value) -> Result<(), String>);

#[pymethods]
impl NativeConstraint {
    /// Returns the reason why the value is refused, or `None`. A panic refuses the value.
    fn refuses(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let (value, check) = (from_python(value)?, self.0);
        let checked = py.detach(|| std::panic::catch_unwind(|| check(&value)));
        Ok(checked
            .unwrap_or_else(|payload| {
                let text = Failure::panicked(payload).message;
                Err(format!("the plug-in panicked while it checked the value: {text}"))
            })
            .err())
    }
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
