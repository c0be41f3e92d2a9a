//! A step as text, as the commands that show a resource and its events would print it. Failed expectations print it, too.

use std::fmt;

use heat_model::Value;

use super::step::{Part, Seen, Step};

/// Writes the state of each resource with its reason and stored data, and then the events.
///
/// ```text
/// UPDATE_FAILED: Error: resources.resource: The disk is full.
///   resource id: stack-resource-aaaaaaaaaaab
///   data: {"data": "old"}
///   properties: {"value": "old"}
/// events, in 0 s:
///   UPDATE_IN_PROGRESS: state changed
///   UPDATE_FAILED: Error: resources.resource: The disk is full.
/// ```
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resources = self.parts.last().map_or(&[][..], |part| &part.resources);
        for (number, seen) in resources.iter().enumerate() {
            if resources.len() > 1 {
                write!(f, "resource {number}: ")?;
            }
            match seen {
                Some(seen) => write_seen(seen, f)?,
                None => writeln!(f, "not in the database")?,
            }
        }
        writeln!(f, "events, in {} s:", self.seconds())?;
        for event in self.events() {
            writeln!(f, "  {}_{}: {}", event.action, event.status, event.reason)?;
        }
        self.parts.iter().try_for_each(|part| write_end(part, f))
    }
}

fn write_seen(seen: &Seen, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}: {}", seen.state, seen.reason)?;
    if let Some(id) = &seen.resource_id {
        writeln!(f, "  resource id: {id}")?;
    }
    if let Some(number) = seen.replaced_by {
        writeln!(f, "  replaced by: resource {number}")?;
    }
    let data = seen.data.iter().map(|(key, datum)| (key.clone(), Value::from(datum.value.as_str())));
    let stored = [
        ("data", Value::Map(data.collect())),
        ("metadata", seen.metadata.clone()),
        ("properties", Value::Map(seen.stored_properties.clone())),
        ("attributes", Value::Map(seen.stored_attributes.clone())),
    ];
    for (what, value) in stored {
        if value.as_map().is_some_and(|map| !map.is_empty()) {
            writeln!(f, "  {what}: {value}")?;
        }
    }
    if seen.is_locked { writeln!(f, "  an engine works on it") } else { Ok(()) }
}

/// Writes the end of a part that did not succeed.
fn write_end(part: &Part, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match &part.exception {
        Some(exception) => writeln!(f, "raised {exception}"),
        None if part.died => writeln!(f, "the process died"),
        None => Ok(()),
    }
}
