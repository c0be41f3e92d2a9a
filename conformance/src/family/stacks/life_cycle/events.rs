//! Runs the events of a script with the test driver.

use std::sync::{Arc, Mutex, PoisonError};

use heat_model::Value;
use heat_plugin::testing::{Definition, Elsewhere, Exception, Resource, Step};

use super::classes::Classes;
use super::script::Script;
use crate::vector::{Fields, Unanswerable};

/// Result of an event.
#[derive(Debug)]
pub(super) struct EventResult {
    /// The visible state after the event; `None` for questions.
    pub(super) step: Option<Step>,
    pub(super) result: Option<Value>,
    pub(super) exception: Option<Exception>,
    /// The calls of hooks.
    pub(super) calls: Vec<Value>,
    /// The results of concurrent events.
    pub(super) meanwhile: Vec<Self>,
}

impl EventResult {
    fn of_step(step: Step) -> Self {
        Self { step: Some(step), result: None, exception: None, calls: Vec::new(), meanwhile: Vec::new() }
    }

    fn of_answer(answer: Result<Value, Exception>) -> Self {
        let (result, exception) = match answer {
            Ok(value) => (Some(value).filter(|value| *value != Value::Null), None),
            Err(exception) => (None, Some(exception)),
        };
        Self { step: None, result, exception, calls: Vec::new(), meanwhile: Vec::new() }
    }
}

/// Reads the definition of a resource in a script.
pub(super) fn definition(definition: Option<&Value>) -> Definition {
    let part = |key: &str| definition.and_then(|definition| definition.field(key)).cloned();
    let text = |key: &str| part(key).as_ref().and_then(Value::as_str).map(ToOwned::to_owned);
    Definition {
        properties: part("properties").unwrap_or(Value::Null),
        metadata: part("metadata"),
        deletion_policy: text("deletion_policy"),
        update_policy: None,
        external_id: text("external_id"),
    }
}

fn seconds(event: &Value, key: &str) -> Option<f64> {
    match event.field(key)? {
        #[expect(clippy::cast_precision_loss, reason = "they are small")]
        Value::Integer(seconds) => seconds.as_i64().map(|seconds| seconds as f64),
        Value::Float(seconds) => Some(*seconds),
        _ => None,
    }
}

fn place(event: &Value, key: &str) -> usize {
    match event.field(key) {
        Some(Value::Integer(place)) => {
            place.as_i64().and_then(|place| usize::try_from(place).ok()).unwrap_or_default()
        }
        _ => 0,
    }
}

/// Runs an event: a map, or only its name.
pub(super) fn run(
    resource: &mut Resource,
    classes: &Classes,
    script: &Arc<Script>,
    event: &Value,
) -> Result<EventResult, Unanswerable> {
    let name = match event {
        Value::String(name) => name.as_str(),
        event => event.text("do")?,
    };
    for (key, set) in [
        ("timeout", Resource::timeout_after as fn(&mut Resource, f64) -> &mut Resource),
        ("cancel_at", Resource::cancel_after),
        ("dies_at", Resource::dies_after),
    ] {
        if let Some(seconds) = seconds(event, key) {
            set(resource, seconds);
        }
    }
    if let Some(seconds) = event.field("then").and_then(|then| seconds(then, "timeout")) {
        resource.replacement_times_out_after(seconds);
    }
    if name != "attributes" && event.field("of").is_some() {
        resource.of(place(event, "of").saturating_sub(1));
    }
    let meanwhile = interrupted(resource, script, event);
    let mut happened = dispatch(resource, classes, name, event)?;
    happened.calls = script.taken();
    happened.meanwhile = std::mem::take(&mut *meanwhile.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(happened)
}

type Meanwhile = Arc<Mutex<Vec<EventResult>>>;

/// Schedules the concurrent events.
fn interrupted(resource: &mut Resource, script: &Arc<Script>, event: &Value) -> Meanwhile {
    let meanwhile = Meanwhile::default();
    let (Some(Value::List(events)), Some(at)) = (event.field("meanwhile"), seconds(event, "meanwhile_at"))
    else {
        return meanwhile;
    };
    let (events, script, list) = (events.clone(), Arc::clone(script), Arc::clone(&meanwhile));
    resource.meanwhile(at, move |others| {
        let before = script.taken();
        for event in &events {
            let mut happened = elsewhere(others, event);
            happened.calls = script.taken();
            list.lock().unwrap_or_else(PoisonError::into_inner).push(happened);
        }
        script.put_back(before);
    });
    meanwhile
}

fn elsewhere(others: &mut Elsewhere<'_>, event: &Value) -> EventResult {
    match event.as_str().or_else(|| event.field("do").and_then(Value::as_str)) {
        Some("update") => EventResult::of_step(others.update(definition(event.field("definition")))),
        Some("delete") => EventResult::of_step(others.delete()),
        Some("signal") => EventResult::of_step(others.signal(&details(event))),
        _ => {
            let names: Vec<Value> = match event.field("of") {
                Some(Value::List(names)) => names.to_vec(),
                _ => Vec::new(),
            };
            let values = names.iter().map(|name| others.attribute(name.as_str().unwrap_or_default()));
            EventResult::of_answer(of_attributes(&values.collect::<Vec<_>>()))
        }
    }
}

fn details(event: &Value) -> Value {
    event.field("details").cloned().unwrap_or(Value::Null)
}

/// Converts an error to the form of the recordings.
fn shown(exception: &Exception) -> Value {
    let entries = [("error_class", &exception.class), ("message", &exception.message)];
    entries.into_iter().map(|(key, text)| (key.to_owned(), Value::from(text.as_str()))).collect()
}

fn dispatch(
    resource: &mut Resource,
    classes: &Classes,
    name: &str,
    event: &Value,
) -> Result<EventResult, Unanswerable> {
    let given = event.field("definition");
    let step = match name {
        "create" => resource.create_defined(),
        "update" => resource.update_type(classes.of(given), definition(given)),
        "rollback" => resource.rollback(),
        "clean_up" => resource.clean_up(),
        "delete" => resource.delete(),
        "suspend" => resource.suspend(),
        "resume" => resource.resume(),
        "check" => resource.check(),
        "snapshot" => resource.snapshot(),
        "restore" => resource.restore(place(event, "snapshot")),
        "delete_snapshot" => resource.delete_snapshot(place(event, "snapshot")),
        "adopt" => resource.adopt_defined(event.required("resource_data")?.clone()),
        "signal" => resource.signal(&details(event)),
        "set_metadata" => resource.set_metadata(event.required("metadata")?),
        "store_properties" => resource.store_properties(event.required("properties")?),
        question => return ask(resource, question, event),
    };
    Ok(EventResult::of_step(step))
}

fn ask(resource: &mut Resource, name: &str, event: &Value) -> Result<EventResult, Unanswerable> {
    Ok(EventResult::of_answer(match name {
        "validate" => resource.validate_defined(&[]).map(|()| Value::Null),
        "reference_id" => resource.reference_id().map(Value::String),
        "physical_resource_name" => {
            resource.physical_resource_name().map(|name| name.map_or(Value::Null, Value::String))
        }
        "attributes" => attributes(resource, event)?,
        other => return Err(Unanswerable::Malformed(format!("an event that is not known: {other}"))),
    }))
}

fn attributes(resource: &mut Resource, event: &Value) -> Result<Result<Value, Exception>, Unanswerable> {
    let Value::List(paths) = event.required("of")? else {
        return Err(Unanswerable::Malformed("`of` is not a list".to_owned()));
    };
    let paths: Vec<(&str, &[Value])> = paths.iter().map(path).collect();
    let values = if event.flag("store", false) {
        resource.attributes_stored(&paths)
    } else {
        resource.attributes(&paths)
    };
    Ok(of_attributes(&values))
}

/// The values, or the exception if there is no such resource.
fn of_attributes(values: &[Result<Value, Exception>]) -> Result<Value, Exception> {
    match values {
        [Err(exception), ..] if exception.class == "KeyError" => Err(exception.clone()),
        values => {
            Ok(values.iter().map(|value| value.clone().unwrap_or_else(|error| shown(&error))).collect())
        }
    }
}

/// An attribute, and the path into its value.
pub(super) fn path(written: &Value) -> (&str, &[Value]) {
    match written {
        Value::List(steps) => match steps.as_slice() {
            [name, rest @ ..] => (name.as_str().unwrap_or_default(), rest),
            [] => ("", &[]),
        },
        name => (name.as_str().unwrap_or_default(), &[]),
    }
}
