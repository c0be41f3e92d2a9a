//! Comparison of an event's effects with the recorded ones.

use heat_model::Value;
use heat_plugin::life_cycle::State;
use heat_plugin::testing::{Exception, Part, Seen};
use indexmap::IndexMap;

use super::events::EventResult;
use crate::compare::{Comparison, same};
use crate::vector::Fields;

/// The stored state of the resources: recordings only contain changes of it, which are accumulated here.
#[derive(Default)]
pub(super) struct StoredResources(Vec<IndexMap<String, Value>>);

fn text(value: Option<&Value>) -> Value {
    value.and_then(Value::as_str).map_or(Value::Null, Value::from)
}

fn exception(recorded: Option<&Value>) -> Option<(String, String)> {
    let recorded = recorded?;
    let part = |key: &str| recorded.field(key).and_then(Value::as_str).map(ToOwned::to_owned);
    Some((part("error_class")?, part("message")?))
}

fn own_exception(own: Option<&Exception>) -> Option<(String, String)> {
    own.map(|own| (own.class.clone(), own.message.clone()))
}

/// The parts of a recorded step: the event itself, and the steps that followed.
fn parts(recorded: &Value) -> Vec<&Value> {
    let mut found = vec![recorded];
    if let Some(Value::List(then)) = recorded.field("then") {
        found.extend(then.iter().flat_map(parts));
    }
    found
}

/// All items of a list in the parts of a step; the items of concurrent events come first.
fn listed<'v>(recorded: &'v Value, key: &str, with_others: bool) -> Vec<&'v Value> {
    let mut found = Vec::new();
    if let (true, Some(Value::List(others))) = (with_others, recorded.field("meanwhile")) {
        found.extend(others.iter().flat_map(|other| listed(other, key, true)));
    }
    for part in parts(recorded) {
        if let Some(Value::List(items)) = part.field(key) {
            found.extend(items.iter());
        }
    }
    found
}

/// Compares a step.
pub(super) fn step(
    found: &mut Comparison,
    place: &str,
    recorded: &Value,
    own: &EventResult,
    stored: &mut StoredResources,
) {
    if let Some(Value::List(others)) = recorded.field("meanwhile") {
        for (number, (recorded, own)) in others.iter().zip(&own.meanwhile).enumerate() {
            step(found, &format!("{place}.meanwhile.{number}"), recorded, own, stored);
        }
        if others.len() != own.meanwhile.len() {
            found.differs(&format!("{place}.meanwhile"), recorded, &own.meanwhile.len());
        }
    }
    calls(found, place, &listed(recorded, "calls", false), &own.calls);
    let recorded_parts = parts(recorded);
    let Some(of_step) = &own.step else {
        differs(
            found,
            &format!("{place}.raised"),
            &exception(recorded.field("raised")),
            &own_exception(own.exception.as_ref()),
        );
        let (heat, ours) =
            (recorded.field("result").unwrap_or(&Value::Null), own.result.as_ref().unwrap_or(&Value::Null));
        if !same(heat, ours) {
            found.differs(&format!("{place}.result"), heat, ours);
        }
        for part in recorded_parts {
            stored.apply(part);
        }
        return;
    };
    events(found, place, recorded, &of_step.parts);
    if recorded_parts.len() != of_step.parts.len() {
        let heat = format!("{} parts", recorded_parts.len());
        found.differs(
            &format!("{place}.then"),
            &heat,
            &format!("{} parts: {:?}", of_step.parts.len(), of_step.parts),
        );
        return;
    }
    for (number, (heat, ours)) in recorded_parts.into_iter().zip(&of_step.parts).enumerate() {
        let place = if number == 0 { place.to_owned() } else { format!("{place}.then.{number}") };
        differs(
            found,
            &format!("{place}.raised"),
            &exception(heat.field("raised")),
            &own_exception(ours.exception.as_ref()),
        );
        differs(found, &format!("{place}.died"), &heat.flag("died", false), &ours.died);
        let seconds = heat.field("seconds").cloned().unwrap_or_else(|| Value::from(0));
        if seconds.compare_numbers(&Value::Float(ours.seconds)) != Some(std::cmp::Ordering::Equal) {
            found.differs(&format!("{place}.seconds"), &seconds, &ours.seconds);
        }
        stored.apply(heat);
        stored.compare(found, &place, ours);
    }
}

fn differs<T: PartialEq + std::fmt::Debug>(found: &mut Comparison, place: &str, heat: &T, ours: &T) {
    if heat != ours {
        found.differs(place, &format!("{heat:?}"), &format!("{ours:?}"));
    }
}

/// Compares the events that were added: those in the middle of others are listed once.
fn events(found: &mut Comparison, place: &str, recorded: &Value, own: &[Part]) {
    if place.contains("meanwhile") {
        return;
    }
    let heat: Vec<Value> = listed(recorded, "events", true).into_iter().cloned().collect();
    let ours = own.iter().flat_map(|part| &part.events).map(|event| {
        let id = event.physical_resource_id.as_deref().map_or(Value::Null, Value::from);
        let reason = event.reason.as_str();
        [Value::from(event.action.as_str()), event.status.as_str().into(), reason.into(), id]
            .into_iter()
            .collect::<Value>()
    });
    let (heat, ours) = (Value::List(heat.into()), ours.collect::<Value>());
    if !same(&heat, &ours) {
        found.differs(&format!("{place}.events"), &heat, &ours);
    }
}

/// Compares the calls of hooks.
fn calls(found: &mut Comparison, place: &str, heat: &[&Value], ours: &[Value]) {
    let names = |calls: &mut dyn Iterator<Item = &Value>| -> Vec<String> {
        calls.map(|call| call.field("hook").and_then(Value::as_str).unwrap_or_default().to_owned()).collect()
    };
    let (hooks, own_hooks) = (names(&mut heat.iter().copied()), names(&mut ours.iter()));
    if hooks != own_hooks {
        found.differs(&format!("{place}.calls"), &hooks.join(", "), &own_hooks.join(", "));
        return;
    }
    for (number, (heat, ours)) in heat.iter().zip(ours).enumerate() {
        let (heat, ours) = comparable(heat, ours);
        if !same(&heat, &ours) {
            found.differs(&format!("{place}.calls.{number}"), &heat, &ours);
        }
    }
}

/// The parts of a call that both sides can have. A value that cannot be read is an exception in Python, and stays as it is in
/// Rust.
fn comparable(heat: &Value, ours: &Value) -> (Value, Value) {
    let (Some(heat), Some(ours)) = (heat.as_map(), ours.as_map()) else {
        return (heat.clone(), ours.clone());
    };
    let (mut heat, mut ours) = (heat.clone(), ours.clone());
    if heat.get("hook").and_then(Value::as_str) == Some("handle_restore") {
        let properties =
            heat.get("definition").and_then(|definition| definition.field("properties")).cloned();
        heat.insert(
            "definition".to_owned(),
            properties.unwrap_or_else(|| IndexMap::new().into_iter().collect()),
        );
    } else {
        heat.shift_remove("definition");
    }
    for key in ["properties", "after", "before"] {
        let Some(Value::Map(values)) = heat.get(key).cloned() else { continue };
        let unreadable: Vec<&String> = values
            .iter()
            .filter(|(_, value)| value.field("error_class").is_some())
            .map(|(name, _)| name)
            .collect();
        for side in [&mut heat, &mut ours] {
            if let Some(Value::Map(values)) = side.get_mut(key) {
                values.retain(|name, _| !unreadable.contains(&name));
            }
        }
    }
    if let Some(Value::List(did)) = heat.get("did").cloned() {
        // If a step fails, its message is compared.
        let without_class = |step: &Value| match step.field("message") {
            Some(message) if step.field("error_class").is_some() => {
                [("message".to_owned(), message.clone())].into_iter().collect()
            }
            _ => step.clone(),
        };
        heat.insert("did".to_owned(), did.iter().map(without_class).collect());
    }
    (Value::Map(heat.into()), Value::Map(ours.into()))
}

impl StoredResources {
    fn apply(&mut self, part: &Value) {
        let Some(Value::List(resources)) = part.field("resources") else { return };
        for (number, resource) in resources.iter().enumerate() {
            if self.0.len() <= number {
                self.0.push(IndexMap::new());
            }
            if let (Some(known), Some(changed)) = (self.0.get_mut(number), resource.as_map()) {
                if changed.get("state") == Some(&Value::Null) {
                    known.clear();
                }
                known.extend(changed.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
        }
    }

    fn compare(&self, found: &mut Comparison, place: &str, own: &Part) {
        for (number, ours) in own.resources.iter().enumerate() {
            let heat = self.0.get(number);
            let state = heat.and_then(|heat| heat.get("state")).filter(|state| **state != Value::Null);
            let place = format!("{place}.resources.{number}");
            match (state, ours) {
                (None, None) => {}
                (Some(state), Some(ours)) => {
                    if let Some(heat) = heat {
                        compare_stored(found, &place, state, heat, ours);
                    }
                }
                (heat, ours) => {
                    found.differs(&place, heat.unwrap_or(&Value::Null), &format!("{ours:?}"));
                }
            }
        }
        if self.0.len() > own.resources.len() {
            found.differs(&format!("{place}.resources"), &self.0.len(), &own.resources.len());
        }
    }
}

fn compare_stored(
    found: &mut Comparison,
    place: &str,
    state: &Value,
    heat: &IndexMap<String, Value>,
    ours: &Seen,
) {
    let parts: Vec<Value> = match state {
        Value::List(parts) => parts.to_vec(),
        _ => Vec::new(),
    };
    let reason = match text(parts.get(2)) {
        Value::Null => Value::from(""),
        reason => reason,
    };
    let heat_state =
        [parts.first().cloned().unwrap_or(Value::Null), parts.get(1).cloned().unwrap_or(Value::Null), reason];
    let State { action, status } = ours.state;
    let own_state = [Value::from(action.as_str()), status.as_str().into(), ours.reason.as_str().into()];
    let redacted = ours.data.iter().filter(|(_, datum)| datum.redacted).map(|(key, _)| key.clone());
    let mut redacted: Vec<String> = redacted.collect();
    redacted.sort();
    let own = [
        ("id", ours.resource_id.clone().map_or(Value::Null, Value::String)),
        (
            "data",
            ours.data.iter().map(|(key, datum)| (key.clone(), Value::from(datum.value.as_str()))).collect(),
        ),
        ("redacted", redacted.into_iter().map(Value::String).collect()),
        ("metadata", ours.metadata.clone()),
        ("stored_properties", Value::Map(ours.stored_properties.clone())),
        ("stored_attributes", Value::Map(ours.stored_attributes.clone())),
        ("locked", ours.is_locked.into()),
        (
            "replaced_by",
            ours.replaced_by
                .and_then(|number| i64::try_from(number + 1).ok())
                .map_or(Value::Null, Value::from),
        ),
    ];
    let (heat_state, own_state): (Value, Value) =
        (heat_state.into_iter().collect(), own_state.into_iter().collect());
    if !same(&heat_state, &own_state) {
        found.differs(&format!("{place}.state"), &heat_state, &own_state);
    }
    for (key, own) in own {
        let recorded = heat.get(key).cloned().unwrap_or_else(|| empty(&own));
        if !same(&recorded, &own) {
            found.differs(&format!("{place}.{key}"), &recorded, &own);
        }
    }
}

/// The empty value of this kind, which recordings omit.
fn empty(of: &Value) -> Value {
    match of {
        Value::Map(_) => IndexMap::new().into_iter().collect(),
        Value::List(_) => Value::List(Vec::new().into()),
        Value::Bool(_) => Value::Bool(false),
        _ => Value::Null,
    }
}
