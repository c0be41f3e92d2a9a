//! Support statuses with their predecessors.

use heat_model::{StatusEntry, Value};
use indexmap::IndexMap;

use super::written::{self, list, object};
use crate::compare::{Comparison, Difference, same};
use crate::data_folder::DataFolder;
use crate::family::Family;
use crate::vector::{Fields, Unanswerable, Vector};

/// The family about support statuses. Input: the arguments of a `SupportStatus`. Output: the status as data, with all its
/// predecessors.
///
/// Heat replaces an unknown status with UNKNOWN and discards its details; our loader refuses it, and the comparison takes that
/// into account.
pub(crate) const FAMILY: Family =
    Family { name: "support_status", verdicts: &["dict"], details: &[], differences };

/// The beginning of Heat's message for an unknown status.
const FORGOTTEN: &str = "Specified status is invalid";

/// Returns whether Heat has discarded a status anywhere in a chain.
fn is_forgotten(status: &Value) -> bool {
    let message = status.field("message").and_then(Value::as_str).unwrap_or_default();
    message.starts_with(FORGOTTEN) || status.field("previous_status").is_some_and(is_forgotten)
}

/// Converts Heat's chain of statuses to our form: a list, newest first, without nulls.
pub(crate) fn history(status: &Value) -> Value {
    let mut history = Vec::new();
    let mut next = Some(status);
    while let Some(status) = next {
        let Value::Map(entries) = status else {
            history.push(status.clone());
            break;
        };
        let written = entries
            .iter()
            .filter(|(key, value)| *key != "previous_status" && (*key == "status" || **value != Value::Null));
        history.push(object(written.map(|(key, value)| (key.as_str(), value.clone()))));
        next = entries.get("previous_status").filter(|previous| **previous != Value::Null);
    }
    list(history)
}

/// Converts a history to the form of Heat's `to_dict`.
fn to_dict(history: &[StatusEntry]) -> Value {
    let Some((entry, before)) = history.split_first() else { return Value::Null };
    let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
    Value::from(IndexMap::from([
        ("status".to_owned(), entry.status.as_str().into()),
        ("message".to_owned(), text(&entry.message)),
        ("version".to_owned(), text(&entry.version)),
        ("previous_status".to_owned(), to_dict(before)),
    ]))
}

#[expect(clippy::unnecessary_wraps, reason = "all families have the same signature")]
fn differences(vector: &Vector, _data: &DataFolder) -> Result<Vec<Difference>, Unanswerable> {
    let mut found = Comparison::default();
    let schema = object([("support_status", history(&vector.input))]);
    let heat = vector.output.field("dict").filter(|dict| !is_forgotten(dict));
    match (heat, written::read(&schema)) {
        (Some(heat), Ok(resource_type)) => {
            let mut history = resource_type.support_status.history;
            if history.is_empty() {
                history.push(StatusEntry::default());
            }
            let ours = to_dict(&history);
            if !same(heat, &ours) {
                found.differs("dict", heat, &ours);
            }
        }
        (None, Err(_)) => {}
        (_, Ok(_)) => found.differs("verdict", &vector.output, &"taken"),
        (_, Err(errors)) => found.differs("verdict", &vector.output, &errors),
    }
    Ok(found.differences)
}
