//! The Python module of a plug-in.

use std::any::Any;
use std::ffi::{CStr, CString};

use heat_plugin::Value;
use heat_plugin::engine::ResourceClass;
use heat_plugin::life_cycle::Failure;
use heat_plugin::resolve::{Query, ResolveError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule, PyTuple};

use crate::call::FAILURE;
use crate::green::is_patched;
use crate::isolation::{self, Isolated};
use crate::logs;
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

/// Creates the Python module of a plug-in, in a library of the kind `cdylib` with the same name.
///
/// ```ignore
/// // `libmy_plugin.so`, to be installed as `my_plugin.so`
/// heat_plugin_python::export!(my_plugin, [Token]);
/// // what the handlers share, made when a process first needs it, and two names
/// heat_plugin_python::export!(my_plugin, [Token, Volume = Volume::connect() => ["My::Volume", "My::Old::Volume"]]);
/// // custom constraints: functions of a value that return why it is refused
/// heat_plugin_python::export!(my_plugin, [Token], constraints: ["my.zone" = check_zone]);
/// // finders for the `resolve` rules of the schemas, and a function that decides which types are registered
/// heat_plugin_python::export!(my_plugin, [Token], finders: ["find_zone" = find_zone], available: is_available);
/// ```
#[macro_export]
macro_rules! export {
    ($module:ident, [$($type:ident $(= $make:expr)? $(=> [$($name:literal),+ $(,)?])?),* $(,)?]
        $(, constraints: [$($constraint:literal = $check:expr),* $(,)?])?
        $(, finders: [$($finder:literal = $find:expr),* $(,)?])?
        $(, available: $available:expr)? $(,)?) => {
        const _: () = {
            fn exported() -> $crate::Plugin {
                $crate::Plugin {
                    types: ::std::vec![$($crate::ExportedType {
                        class: $crate::heat_plugin::resource_class!($type = $crate::export!(@make $type $($make)?)),
                        names: &[$($($name),+)?],
                    }),*],
                    constraints: ::std::vec![$($(($constraint, $check)),*)?],
                    finders: ::std::vec![$($(($finder, $find)),*)?],
                    available: $crate::export!(@available $($available)?),
                }
            }
            // PyO3 generates a module of this name. It must not hide a module of the plug-in, so it is in a block of its own.
            const _: () = {
                #[$crate::pyo3::pymodule]
                #[pyo3(crate = "::heat_plugin_python::pyo3")]
                fn $module(
                    module: &$crate::pyo3::Bound<'_, $crate::pyo3::types::PyModule>,
                ) -> $crate::pyo3::PyResult<()> {
                    $crate::fill(module, exported)
                }
            };
        };
    };
    (@available) => { ::std::option::Option::None };
    (@available $available:expr) => { ::std::option::Option::Some($available) };
    (@make $type:ident) => { $type };
    (@make $type:ident $make:expr) => { $make };
}

/// Fills the module. If anything fails, it is logged, and nothing is registered.
///
/// # Errors
/// Python cannot create the functions of a module, or the process of an isolated plug-in cannot load it.
pub fn fill(module: &Bound<'_, PyModule>, plugin: fn() -> Plugin) -> PyResult<()> {
    let py = module.py();
    if let Some(worker) = isolation::worker(py)? {
        return isolation::serve(&worker, || Parts::new(py, plugin));
    }
    let mappings = load(module, plugin).or_else(|error| {
        log(module, &error)?;
        Ok::<_, PyErr>(Mappings { resources: PyDict::new(py), available: None, constraints: PyDict::new(py) })
    })?;
    module.add("resource_mapping", function(c"resource_mapping", mappings.resources)?)?;
    if let Some(available) = mappings.available {
        module.add("available_resource_mapping", function(c"available_resource_mapping", available)?)?;
    }
    module.add("constraint_mapping", function(c"constraint_mapping", mappings.constraints)?)
}

/// The mappings that Heat reads from a module.
struct Mappings<'py> {
    resources: Bound<'py, PyDict>,
    /// The resource types that are registered, if the plug-in selects them.
    available: Option<Bound<'py, PyDict>>,
    constraints: Bound<'py, PyDict>,
}

/// Creates a function that returns a mapping.
fn function<'py>(name: &'static CStr, mapping: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyCFunction>> {
    let (py, mapping) = (mapping.py(), mapping.unbind());
    PyCFunction::new_closure(py, Some(name), None, move |arguments, _| {
        Ok::<_, PyErr>(mapping.clone_ref(arguments.py()))
    })
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
    fn new(py: Python<'py>, plugin: fn() -> Plugin) -> PyResult<Self> {
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

fn load<'py>(module: &Bound<'py, PyModule>, plugin: fn() -> Plugin) -> PyResult<Mappings<'py>> {
    let py = module.py();
    let logs = submodule(module, "logs", include_str!("python/logs.py"))?;
    logs.setattr("plugin", module.name()?)?;
    logs::begin(logs.clone(), is_patched(py))?;
    let failures = submodule(module, "failures", include_str!("python/failures.py"))?;
    FAILURE.get_or_try_init(py, || failures.getattr("failure").map(Bound::unbind))?;
    let name = module.name()?.to_string();
    let name = name.rsplit('.').next().unwrap_or_default();
    let options = submodule(module, "options", include_str!("python/options.py"))?;
    let options = options.getattr("Options")?.call1((name,))?;
    let watch = watch(module, &logs, &options)?;
    let mappings = |parts| mappings(module, &watch, failures.clone(), parts);
    let parts = Parts::new(py, plugin)?;
    let Some(isolated) = Isolated::begin(module, &logs, &failures, &options)? else {
        return mappings(parts);
    };
    let mappings = isolated.replace(&parts).and_then(mappings);
    // This process may only fork those that call the plug-in.
    isolated.stop()?;
    mappings
}

/// Creates what watches the calls of the plug-in.
fn watch<'py>(
    module: &Bound<'py, PyModule>,
    logs: &Bound<'py, PyModule>,
    options: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let calls = submodule(module, "calls", include_str!("python/calls.py"))?;
    calls.setattr("logs", logs)?;
    calls.getattr("Watch")?.call1((options.get_item("slow_call")?,))
}

/// Creates Heat's classes, in modules that are not shared with other plug-ins.
fn mappings<'py>(
    module: &Bound<'py, PyModule>,
    watch: &Bound<'py, PyAny>,
    failures: Bound<'py, PyModule>,
    parts: Parts<'py>,
) -> PyResult<Mappings<'py>> {
    let facts = submodule(module, "facts", include_str!("python/facts.py"))?;
    facts.setattr("waiting", submodule(module, "waiting", include_str!("python/waiting.py"))?)?;
    let schema = submodule(module, "schema", include_str!("python/schema.py"))?;
    let resource = submodule(module, "resource", include_str!("python/resource.py"))?;
    let constraint = submodule(module, "constraint", include_str!("python/constraint.py"))?;
    resource.setattr("failures", failures)?;
    resource.setattr("facts", facts)?;
    resource.setattr("schema", schema)?;
    let types = watch.call_method1("types", (parts.types,))?;
    let resources = resource.call_method1("load", (types, parts.finders))?.cast_into::<PyDict>()?;
    let available = parts.available.map(|select| registered(&resources, &select)).transpose()?;
    let constraints = constraint.call_method1("load", (parts.constraints,))?.cast_into()?;
    Ok(Mappings { resources, available, constraints })
}

/// The types that the plug-in chooses to register.
fn registered<'py>(
    resources: &Bound<'py, PyDict>,
    select: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let available = PyDict::new(resources.py());
    for (name, class) in resources {
        if select.call1((&name,))?.is_truthy()? {
            available.set_item(name, class)?;
        }
    }
    Ok(available)
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

/// Logs the error because of which nothing is registered, in the engine's log.
fn log(module: &Bound<'_, PyModule>, error: &PyErr) -> PyResult<()> {
    let py = module.py();
    let name = module.name()?;
    let logger = py.import("logging")?.call_method1("getLogger", (&name,))?;
    let arguments = PyDict::new(py);
    arguments.set_item("exc_info", error.value(py))?;
    logger.call_method("error", ("The plug-in %s registers no resource types", &name), Some(&arguments))?;
    Ok(())
}
