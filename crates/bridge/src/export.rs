//! The Python module of a plug-in.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyModule};

use crate::call::FAILURE;
use crate::context::SERVICES;
use crate::green::is_patched;
use crate::isolation::{self, Isolated};
use crate::logs;
use crate::parts::{Parts, Plugin, submodule};

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

fn load<'py>(module: &Bound<'py, PyModule>, plugin: fn() -> Plugin) -> PyResult<Mappings<'py>> {
    let py = module.py();
    let logs = submodule(module, "logs", include_str!("python/logs.py"))?;
    logs.setattr("plugin", module.name()?)?;
    logs::begin(logs.clone(), is_patched(py))?;
    let failures = submodule(module, "failures", include_str!("python/failures.py"))?;
    FAILURE.get_or_try_init(py, || failures.getattr("failure").map(Bound::unbind))?;
    let services = submodule(module, "services", include_str!("python/services.py"))?;
    SERVICES.get_or_init(py, || services.clone().unbind());
    let name = module.name()?.to_string();
    let name = name.rsplit('.').next().unwrap_or_default();
    let options = submodule(module, "options", include_str!("python/options.py"))?;
    let options = options.getattr("Options")?.call1((name,))?;
    let watch = watch(module, name, &logs, &options)?;
    let mappings = |parts| mappings(module, &watch, failures.clone(), parts);
    let parts = Parts::new(py, plugin)?;
    let Some(isolated) = Isolated::begin(module, &logs, &failures, &services, &options)? else {
        return mappings(parts);
    };
    let mappings = isolated.replace(&parts).and_then(mappings);
    // This process may only fork those that call the plug-in.
    isolated.stop()?;
    mappings
}

/// Creates what watches the calls of the plug-in, and adds them to the engine's report.
fn watch<'py>(
    module: &Bound<'py, PyModule>,
    name: &str,
    logs: &Bound<'py, PyModule>,
    options: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let calls = submodule(module, "calls", include_str!("python/calls.py"))?;
    calls.setattr("logs", logs)?;
    let watch = calls.getattr("Watch")?.call1((options.get_item("slow_call")?,))?;
    submodule(module, "report", include_str!("python/report.py"))?
        .call_method1("register", (name, &watch))?;
    Ok(watch)
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
