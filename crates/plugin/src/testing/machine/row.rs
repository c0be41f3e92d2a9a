//! The rows of a resource in Heat's database.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heat_model::Value;
use heat_model::indexmap::IndexMap;
use heat_model::update::Definition;
use heat_model::value::Map;

use crate::life_cycle::{Action, State, Status};

/// A text in the resource data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Datum {
    /// The text.
    pub value: String,
    /// `true` if Heat encrypts the text.
    pub redacted: bool,
}

/// A row to which handlers write immediately.
pub(crate) type SharedRow = Arc<Mutex<Row>>;

/// A row of Heat's table of resources, with the rows of other tables that belong to it.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// `true` if the resource is stored, and was not removed.
    pub(crate) exists: bool,
    pub(crate) uuid: String,
    pub(crate) action: Action,
    pub(crate) status: Status,
    pub(crate) reason: String,
    pub(crate) resource_id: Option<String>,
    pub(crate) data: IndexMap<String, Datum>,
    pub(crate) metadata: Option<Value>,
    pub(crate) stored_properties: Option<Map>,
    pub(crate) attributes: Option<Map>,
    /// The template that contains the resource's definition, by number.
    pub(crate) template: Option<usize>,
    /// The engine that works on the resource, by number.
    pub(crate) engine: Option<usize>,
    pub(crate) replaced_by: Option<usize>,
    /// Number that changes with the lock, and with some writes by others: only an engine that has read the current number may
    /// take the lock.
    pub(crate) atomic_key: u64,
}

impl Row {
    pub(crate) fn new(number: usize) -> Self {
        Self {
            exists: false,
            // Heat's UUIDs are random, of this version.
            uuid: format!("{number:08}-0000-4000-8000-000000000000"),
            action: Action::Init,
            status: Status::Complete,
            reason: String::new(),
            resource_id: None,
            data: IndexMap::new(),
            metadata: None,
            stored_properties: None,
            attributes: None,
            template: None,
            engine: None,
            replaced_by: None,
            atomic_key: 0,
        }
    }

    /// Removes the resource from the database.
    pub(crate) fn remove(&mut self) {
        *self = Self { uuid: std::mem::take(&mut self.uuid), ..Self::new(0) };
    }

    pub(crate) fn state(&self) -> State {
        State::new(self.action, self.status)
    }
}

/// The last part of a physical name: twelve letters of the UUID's time. Follows `heat.common.short_id.get_id`.
pub(crate) fn short_id(uuid: &str) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let digits: String = uuid.chars().filter(char::is_ascii_hexdigit).collect();
    let part =
        |from: usize, to: usize| digits.get(from..to).and_then(|part| u64::from_str_radix(part, 16).ok());
    let (Some(low), Some(middle), Some(high)) = (part(0, 8), part(8, 12), part(12, 16)) else {
        return String::new();
    };
    let time = (high & 0x0fff) << 48 | middle << 32 | low;
    let letters = (0..12).map(|place| time >> (55 - 5 * place) & 31);
    letters
        .filter_map(|index| LETTERS.get(usize::try_from(index).ok()?))
        .map(|byte| char::from(*byte))
        .collect()
}

/// The physical name of a resource. Follows `Resource.physical_resource_name`, for limits that leave room for it.
pub(crate) fn physical_name(stack: &str, name: &str, uuid: &str, limit: u32) -> String {
    let whole = format!("{}-{name}-{}", stack.trim_end_matches('*'), short_id(uuid));
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let letters = whole.chars().count();
    if limit < 4 || letters <= limit {
        return whole;
    }
    let end = whole.chars().skip(letters - (limit - 3));
    whole.chars().take(2).chain(['-']).chain(end).collect()
}

/// Access to a row, which is intact even after a handler panicked.
pub(crate) fn locked(row: &SharedRow) -> MutexGuard<'_, Row> {
    row.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the map, or an empty one in place of a missing or empty value.
pub(crate) fn map_or_empty(value: Option<&Value>) -> Value {
    value.cloned().filter(Value::is_truthy).unwrap_or_else(|| Value::Map(Map::default()))
}

/// A snapshot of the resource.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// The definition of the resource in the template.
    pub(crate) definition: Definition,
    /// The data that Heat stores about the resource.
    pub(crate) data: Value,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn physical_names_are_those_of_heat() {
        fn check(limit: u32, expect: &str) {
            let uuid = "00000001-0000-4000-8000-000000000000";
            assert_eq!(physical_name("stack", "thing", uuid, limit), expect);
        }
        check(255, "stack-thing-aaaaaaaaaaab");
        check(0, "stack-thing-aaaaaaaaaaab");
        check(20, "st-hing-aaaaaaaaaaab");
        check(4, "st-b");
    }
}
