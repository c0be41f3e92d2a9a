//! The merged environment of a stack.

use std::sync::Arc;

use heat_model::Value;
use indexmap::IndexMap;

use super::location::EntryLocation;
use super::registry::Registry;
use crate::{Exception, Fault};

/// Value of a parameter, and its location.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The value; merged, if several files set it.
    pub value: Value,
    /// Location of the value, in the last file that contributes to it. `None` if it does not come from a file.
    pub place: Option<EntryLocation>,
}

/// Result of merging the environment files.
#[derive(Debug, Clone)]
pub struct Environment {
    /// Values of parameters. Unknown names are kept where Heat keeps them: see [`Environment::unknown_parameters`].
    pub parameters: IndexMap<String, Setting>,
    /// Values that replace the defaults of parameters, also in nested templates.
    pub parameter_defaults: IndexMap<String, Setting>,
    /// Replacements of resource types.
    pub registry: Registry,
    /// Names of the parameters that are stored encrypted: normally a list, but Heat does not check that.
    pub encrypted_param_names: Value,
    /// Destinations of events.
    pub event_sinks: Value,
}

impl Default for Environment {
    fn default() -> Self {
        let empty = || Value::List(Vec::new().into());
        Self {
            parameters: IndexMap::new(),
            parameter_defaults: IndexMap::new(),
            registry: Registry::default(),
            encrypted_param_names: empty(),
            event_sinks: empty(),
        }
    }
}

impl Environment {
    /// Returns an error for each parameter that the template does not declare.
    ///
    /// Heat only keeps unknown names of the first file that has parameters, and only if no parameters come from other sources.
    pub fn unknown_parameters(&self, is_declared: impl Fn(&str) -> bool) -> Vec<Fault> {
        let unknown = self.parameters.iter().filter(|(name, _)| !is_declared(name));
        let faults = unknown.map(|(name, setting)| Fault {
            span: setting.place.as_ref().map(|place| place.key),
            source: setting.place.as_ref().map(|place| Arc::clone(&place.source)),
            ..Fault::from(Exception::UnknownUserParameter(name.clone()))
        });
        faults.collect()
    }
}
