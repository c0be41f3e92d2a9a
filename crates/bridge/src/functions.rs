//! Functions of a plug-in that belong to no resource: custom constraints, finders, and the one that selects types. Each can
//! take the context of the request as a second argument.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use heat_plugin::Value;
use heat_plugin::engine::ContextHost;
use heat_plugin::life_cycle::{Failure, RequestContext};
use heat_plugin::resolve::{Query, ResolveError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::context::{PythonContext, WithoutContext};
use crate::green::{call_in_thread, is_patched};
use crate::value::{from_python, to_python};

/// Marks a function without a context.
#[derive(Debug)]
pub struct Plain;

/// Marks a function that takes a context as its last argument.
#[derive(Debug)]
pub struct InContext;

/// A function of a plug-in, with the same signature for both forms.
pub struct Function<C: ?Sized> {
    call: Arc<C>,
    takes_context: bool,
}

impl<C: ?Sized> fmt::Debug for Function<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("takes_context", &self.takes_context).finish_non_exhaustive()
    }
}

macro_rules! function {
    ($(#[$docs:meta])* $name:ident, $trait:ident: Fn($argument:ty) -> $result:ty) => {
        $(#[$docs])*
        pub type $name = Function<dyn Fn($argument, RequestContext<'_>) -> $result + Send + Sync>;

        /// A function in one of its two forms.
        pub trait $trait<Form> {
            /// Converts the function.
            fn into_function(self) -> $name;
        }

        impl<F: Fn($argument) -> $result + Send + Sync + 'static> $trait<Plain> for F {
            fn into_function(self) -> $name {
                Function { call: Arc::new(move |argument, _| self(argument)), takes_context: false }
            }
        }

        impl<F> $trait<InContext> for F
        where
            F: Fn($argument, &RequestContext<'_>) -> $result + Send + Sync + 'static,
        {
            fn into_function(self) -> $name {
                Function { call: Arc::new(move |argument, context| self(argument, &context)), takes_context: true }
            }
        }

        impl $name {
            /// Wraps a function, which may take a context as a second argument.
            pub fn new<Form>(function: impl $trait<Form>) -> Self {
                function.into_function()
            }
        }
    };
}

function! {
    /// A custom constraint: a function that returns the reason if it refuses a value.
    Constraint, ConstraintFunction: Fn(&Value) -> Result<(), String>
}

function! {
    /// A finder, for the `resolve` rules that name it.
    Finder, FinderFunction: Fn(&Query<'_>) -> Result<Value, ResolveError>
}

function! {
    /// A function that decides by name whether a type is registered.
    Available, AvailableFunction: Fn(&str) -> bool
}

impl Available {
    /// Returns whether a type is registered, or the payload of a panic.
    pub(crate) fn is_available(&self, name: &str, host: &dyn ContextHost) -> std::thread::Result<bool> {
        catch_unwind(AssertUnwindSafe(|| (self.call)(name, RequestContext::new(host))))
    }
}

/// Calls a function with the context of Heat. What asks for a context may wait for services: it does so without Python's lock,
/// and in a thread of its own if the engine's threads are green.
fn called<T: Send + 'static>(
    context: &Bound<'_, PyAny>,
    takes_context: bool,
    call: impl FnOnce(RequestContext<'_>) -> T + Send + 'static,
) -> PyResult<std::thread::Result<T>> {
    let py = context.py();
    let guarded =
        move |host: &dyn ContextHost| catch_unwind(AssertUnwindSafe(|| call(RequestContext::new(host))));
    if !takes_context || context.is_none() {
        return Ok(py.detach(|| guarded(&WithoutContext)));
    }
    let host = PythonContext::new(context);
    if is_patched(py) {
        let in_thread =
            call_in_thread(py, None, &host as &dyn ContextHost, move |requests| guarded(&requests))?;
        return Ok(in_thread.and_then(|called| called));
    }
    Ok(py.detach(|| guarded(&host)))
}

/// A reason that Heat shows: it is cut, and its control characters are escaped, as in the failures of handlers.
fn presentable(reason: String) -> String {
    Failure::failed(reason).into()
}

/// The text of a panic.
fn panicked(payload: Box<dyn Any + Send>, during: &str) -> String {
    format!("the plug-in panicked while it {during}: {}", Failure::panicked(payload).message)
}

/// A finder as a method of a client plug-in, called with a name, or with a name and an entity.
#[pyclass(frozen, module = "heat_plugin_python")]
pub(crate) struct NativeFinder(pub(crate) Finder);

#[pymethods]
impl NativeFinder {
    #[pyo3(signature = (value, context, entity=None))]
    fn find<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        context: &Bound<'py, PyAny>,
        entity: Option<String>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, name, finder) = (value.py(), from_python(value)?, Arc::clone(&self.0.call));
        let found = called(context, self.0.takes_context, move |context| {
            let mut query = Query::new(&name);
            query.entity = entity.as_deref();
            finder(&query, context)
        })?;
        match found {
            Ok(Ok(found)) => to_python(py, &found),
            Ok(Err(error)) => Err(PyValueError::new_err(presentable(error.to_string()))),
            Err(payload) => Err(PyRuntimeError::new_err(presentable(panicked(payload, "resolved a name")))),
        }
    }
}

/// A custom constraint as `constraint.py` calls it.
#[pyclass(frozen, module = "heat_plugin_python")]
pub(crate) struct NativeConstraint(pub(crate) Constraint);

#[pymethods]
impl NativeConstraint {
    /// Returns the reason why the value is refused, or `None`. A panic refuses the value.
    fn refuses(&self, value: &Bound<'_, PyAny>, context: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let (value, check) = (from_python(value)?, Arc::clone(&self.0.call));
        let checked = called(context, self.0.takes_context, move |context| check(&value, context))?;
        let refused = checked.unwrap_or_else(|payload| Err(panicked(payload, "checked the value"))).err();
        Ok(refused.map(presentable))
    }
}
