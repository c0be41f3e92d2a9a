//! Recorded scripts: the results of each hook, call by call.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use heat_model::Value;
use heat_plugin::engine::Host;
use heat_plugin::life_cycle::{Failure, FailureKind};
use indexmap::IndexMap;

use crate::vector::{Fields, Unanswerable};

/// Prefix of the hooks of a script's other class.
pub(super) const OTHER: &str = "other.";

/// A script: the entries of each hook, and the calls so far.
#[derive(Debug)]
pub(super) struct Script {
    hooks: IndexMap<String, Value>,
    places: Mutex<HashMap<String, usize>>,
    calls: Mutex<Vec<Value>>,
}

/// Outcome of a hook.
pub(super) enum Act {
    Returns(Value),
    Delays(u64),
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

impl Script {
    /// Reads the hooks of both classes; those of the other class have a [prefix](OTHER).
    pub(super) fn of_input(input: &Value) -> Result<Self, Unanswerable> {
        let hooks = |of: Option<&Value>| {
            let hooks = of.and_then(|of| of.field("hooks"));
            hooks.map_or_else(|| Ok(IndexMap::new()), |hooks| hooks.map().cloned())
        };
        let mut all = hooks(Some(input))?;
        let others = hooks(input.field("other"))?;
        all.extend(others.into_iter().map(|(hook, entries)| (format!("{OTHER}{hook}"), entries)));
        Ok(Self::new(all))
    }

    fn new(hooks: IndexMap<String, Value>) -> Self {
        Self { hooks, places: Mutex::default(), calls: Mutex::default() }
    }

    pub(super) fn has(&self, hook: &str) -> bool {
        self.hooks.contains_key(hook)
    }

    /// Takes the calls since it was last called.
    pub(super) fn taken(&self) -> Vec<Value> {
        std::mem::take(&mut *self.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts calls in front of those that follow.
    pub(super) fn put_back(&self, calls: Vec<Value>) {
        *self.calls.lock().unwrap_or_else(PoisonError::into_inner) = calls;
    }

    /// The next entry of a hook; the last one repeats.
    fn next(&self, hook: &str) -> Value {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let place = places.entry(hook.to_owned()).or_default();
        let Some(Value::List(entries)) = self.hooks.get(hook) else { return Value::Null };
        let entry = entries.get(*place).or(entries.last()).cloned();
        *place += 1;
        entry.unwrap_or(Value::Null)
    }

    /// Calls a hook: records the call, runs the steps of the next entry, and returns its outcome.
    pub(super) fn call<const N: usize>(
        &self,
        hook: &str,
        given: [(&str, Value); N],
        host: &dyn Host,
    ) -> Result<Act, Failure> {
        let entry = self.next(hook);
        let mut call = map([("hook", hook.into())]);
        let steps = match entry.field("do") {
            Some(Value::List(steps)) => steps.to_vec(),
            _ => Vec::new(),
        };
        let mut did = Vec::new();
        let mut failed = None;
        for step in &steps {
            match take(step, host) {
                Ok(found) => did.push(found),
                Err(failure) => {
                    did.push(map([("message", failure.to_string().into())]));
                    failed = Some(failure);
                    break;
                }
            }
        }
        if let Some(call) = call.as_map_mut() {
            call.extend(given.into_iter().map(|(key, value)| (key.to_owned(), value)));
            if !did.is_empty() {
                call.insert("did".to_owned(), Value::List(did.into()));
            }
        }
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(call);
        failed.map_or_else(|| act(&entry), Err)
    }

    /// Calls a hook that answers a question.
    pub(super) fn ask<const N: usize>(
        &self,
        hook: &str,
        given: [(&str, Value); N],
        host: &dyn Host,
    ) -> Result<Value, Failure> {
        match self.call(hook, given, host)? {
            Act::Returns(value) => Ok(value),
            Act::Delays(_) => Ok(Value::Null),
        }
    }
}

/// Runs a step of an entry with the functions that Heat offers to a handler.
fn take(step: &Value, host: &dyn Host) -> Result<Value, Failure> {
    let Value::List(parts) = step else { return Ok(Value::Null) };
    let text = |place: usize| parts.get(place).and_then(Value::as_str).unwrap_or_default();
    let optional = |text: Option<String>| text.map_or(Value::Null, Value::String);
    let facts = host.facts();
    Ok(match text(0) {
        "resource_id_set" => {
            host.set_resource_id(parts.get(1).and_then(Value::as_str))?;
            Value::Null
        }
        "resource_id" => optional(host.resource_id()),
        "data" => host.data()?.into_iter().map(|(key, value)| (key, Value::String(value))).collect(),
        "data_set" => {
            host.set_data(text(1), text(2), parts.get(3).is_some_and(Value::is_truthy))?;
            Value::Null
        }
        "data_delete" => Value::Bool(host.delete_data(text(1))?),
        "metadata_get" => host.metadata()?,
        "metadata_set" => {
            host.set_metadata(parts.get(1).unwrap_or(&Value::Null))?;
            Value::Null
        }
        "physical_resource_name" => optional(facts.physical_resource_name.clone()),
        "name" => facts.name.as_str().into(),
        "uuid" => optional(facts.uuid.clone()),
        "state" => {
            [facts.state.action.as_str(), facts.state.status.as_str()].map(Value::from).into_iter().collect()
        }
        "stack" => {
            [Some(facts.stack_name.clone()), facts.stack_id.clone()].map(optional).into_iter().collect()
        }
        "project" => optional(facts.project_id.clone()),
        "stored_properties" => host.properties()?,
        _ => Value::Null,
    })
}

/// The steps that a class in Rust can run.
pub(super) const STEPS: [&str; 14] = [
    "resource_id_set",
    "resource_id",
    "data",
    "data_set",
    "data_delete",
    "metadata_get",
    "metadata_set",
    "physical_resource_name",
    "name",
    "uuid",
    "state",
    "stack",
    "project",
    "stored_properties",
];

fn act(entry: &Value) -> Result<Act, Failure> {
    if let Some(class) = entry.field("raise").and_then(Value::as_str) {
        return Err(failure(class, entry).unwrap_or_else(|| Failure::failed(class)));
    }
    if let Some(Value::Integer(delay)) = entry.field("delay") {
        return Ok(Act::Delays(
            delay.as_i64().and_then(|delay| u64::try_from(delay).ok()).unwrap_or_default(),
        ));
    }
    Ok(Act::Returns(entry.field("return").cloned().unwrap_or(Value::Null)))
}

/// The failure for a recorded exception. `None` if plug-ins in Rust have no such failure.
pub(super) fn failure(class: &str, entry: &Value) -> Option<Failure> {
    let text = |key: &str| entry.field(key).and_then(Value::as_str);
    Some(match class {
        "Error" => Failure::failed(text("message")?),
        "Conflict" => Failure::conflict(text("message")?),
        "ResourceInError" => {
            Failure::in_error(text("resource_status")?, text("status_reason").unwrap_or("Unknown"))
        }
        "ResourceUnknownStatus" if text("result").is_none() => {
            Failure::unknown_status(text("resource_status")?, text("status_reason").unwrap_or("Unknown"))
        }
        "PhysicalResourceExists" => Failure::exists(text("name")?),
        "EntityNotFound" => {
            Failure::gone(format!("The {} ({}) could not be found.", text("entity")?, text("name")?))
        }
        "UpdateReplace" => Failure::replace(),
        "NotSupported" => Failure::not_supported(text("feature")?),
        "StackValidationFailed" if text("error").is_none() => {
            let mut failure = Failure::invalid(text("message")?);
            if let Some(Value::List(path)) = entry.field("path") {
                let path = path.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect();
                failure.kind = FailureKind::Invalid { path };
            }
            failure
        }
        _ => return None,
    })
}
