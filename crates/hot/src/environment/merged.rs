//! What the files of an environment merge to.

use std::sync::Arc;

use heat_model::Value;
use indexmap::IndexMap;

use super::location::EntryLocation;
use super::registry::Registry;
use crate::{Exception, Fault};

/// The value of a parameter.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The value, merged if several files have one.
    pub value: Value,
    /// Where the value stands: in the last file that contributes to it. None if it was given otherwise.
    pub place: Option<EntryLocation>,
}

/// What the files of an environment merge to.
#[derive(Debug, Clone)]
pub struct Environment {
    /// The values of parameters. Unknown names are kept where Heat keeps them: see [`Environment::unknown_parameters`].
    pub parameters: IndexMap<String, Setting>,
    /// The values that replace the defaults of parameters, in nested templates too.
    pub parameter_defaults: IndexMap<String, Setting>,
    /// What resource types stand for.
    pub registry: Registry,
    /// The names of parameters that are stored encrypted: a list, but Heat does not check that.
    pub encrypted_param_names: Value,
    /// Where events are sent.
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
    /// The parameters that the template does not declare, which is an error.
    ///
    /// Heat only keeps unknown names of the first file that has parameters, and only if no parameters were given otherwise.
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
