//! The Python module of a plug-in.

use std::any::Any;
use std::ffi::{CStr, CString};

use heat_plugin::engine::ResourceClass;
use heat_plugin::life_cycle::Failure;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule};

use crate::call::FAILURE;
use crate::context::{LoadContext, SERVICES};
use crate::functions::{Available, Constraint, Finder, NativeConstraint, NativeFinder};
use crate::green::is_patched;
use crate::logs;
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

/// Creates the Python module of a plug-in, in a library of the kind `cdylib` with the same name.
///
/// ```ignore
/// // `libmy_plugin.so`, to be installed as `my_plugin.so`
/// heat_plugin_python::export!(my_plugin, [Token]);
/// // what the handlers share, made when a process first needs it, and two names
/// heat_plugin_python::export!(my_plugin, [Token, Volume = Volume::connect() => ["My::Volume", "My::Old::Volume"]]);
/// // custom constraints: functions of a value, and perhaps of the context, that return why it is refused
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
                    constraints: ::std::vec![$($(($constraint, $crate::Constraint::new($check))),*)?],
                    finders: ::std::vec![$($(($finder, $crate::Finder::new($find))),*)?],
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
    (@available $available:expr) => { ::std::option::Option::Some($crate::Available::new($available)) };
    (@make $type:ident) => { $type };
    (@make $type:ident $make:expr) => { $make };
}

/// Fills the module. If anything fails, it is logged, and nothing is registered.
///
/// # Errors
/// Python cannot create the functions of a module.
pub fn fill(module: &Bound<'_, PyModule>, plugin: fn() -> Plugin) -> PyResult<()> {
    let py = module.py();
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
fn submodule<'py>(module: &Bound<'py, PyModule>, part: &str, code: &str) -> PyResult<Bound<'py, PyModule>> {
    let name = module.name()?;
    let [code, file, full_name] =
        [code.to_owned(), format!("{name}/{part}.py"), format!("{name}.{part}")].map(CString::new);
    PyModule::from_code(module.py(), &code?, &file?, &full_name?)
}

fn load<'py>(module: &Bound<'py, PyModule>, plugin: fn() -> Plugin) -> PyResult<Mappings<'py>> {
    let py = module.py();
    let logs = submodule(module, "logs", include_str!("python/logs.py"))?;
    logs.setattr("plugin", module.name()?)?;
    logs::begin(logs, is_patched(py))?;
    let failures = submodule(module, "failures", include_str!("python/failures.py"))?;
    let facts = submodule(module, "facts", include_str!("python/facts.py"))?;
    facts.setattr("waiting", submodule(module, "waiting", include_str!("python/waiting.py"))?)?;
    let schema = submodule(module, "schema", include_str!("python/schema.py"))?;
    let resource = submodule(module, "resource", include_str!("python/resource.py"))?;
    let constraint = submodule(module, "constraint", include_str!("python/constraint.py"))?;
    FAILURE.get_or_try_init(py, || failures.getattr("failure").map(Bound::unbind))?;
    let services = submodule(module, "services", include_str!("python/services.py"))?;
    SERVICES.get_or_init(py, || services.unbind());
    resource.setattr("failures", failures)?;
    resource.setattr("facts", facts)?;
    resource.setattr("schema", schema)?;
    let plugin = std::panic::catch_unwind(plugin).map_err(panicked)?;
    let finders = PyDict::new(py);
    for (name, find) in plugin.finders {
        finders.set_item(name, NativeFinder(find).into_pyobject(py)?)?;
    }
    let types: Vec<Native> =
        plugin.types.into_iter().map(|exported| Native::new(exported.class, exported.names)).collect();
    let checks = PyDict::new(py);
    for (name, check) in plugin.constraints {
        checks.set_item(name, NativeConstraint(check).into_pyobject(py)?)?;
    }
    let resources = resource.call_method1("load", (types, finders))?.cast_into::<PyDict>()?;
    let available = plugin.available.map(|available| registered(&resources, &available)).transpose()?;
    Ok(Mappings {
        resources,
        available,
        constraints: constraint.call_method1("load", (checks,))?.cast_into()?,
    })
}

/// The types that the plug-in chooses to register.
fn registered<'py>(resources: &Bound<'py, PyDict>, selects: &Available) -> PyResult<Bound<'py, PyDict>> {
    let available = PyDict::new(resources.py());
    for (name, class) in resources {
        let text: String = name.extract()?;
        if selects.is_available(&text, &LoadContext).map_err(panicked)? {
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
