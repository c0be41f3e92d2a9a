//! The property data that a resource may have, as far as its template determines them.

use heat_hot::snippet::{Content, Snippet};
use heat_model::Value;
use indexmap::IndexMap;

use super::value::{Possible, ValueContext};

/// The maximum number of cases that are tried: a property can have several values.
const MAX_CASES: usize = 32;

/// Represents a value that only Heat knows. It contains a noncharacter, so no template contains it.
const UNKNOWN: &str = "\u{fdd0}unknown";

/// Property data that a resource may have.
pub(super) struct Case {
    pub(super) data: IndexMap<String, Value>,
    /// `true` if the case depends on a parameter.
    pub(super) is_open: bool,
}

/// Returns whether a value in the data of a case is only known when a stack is created.
pub(super) fn is_unknown(value: &Value, reading: &ValueContext<'_>, placeholders: &[&str]) -> bool {
    value.as_str() == Some(UNKNOWN) || reading.is_deferred(value, placeholders)
}

/// The property data that a resource may have; `None` if there are too many, or if a function returns all of them.
pub(super) fn cases(
    properties: Option<&Snippet>,
    reading: &ValueContext<'_>,
    placeholders: &[&str],
) -> Option<Vec<Case>> {
    let mut cases = vec![Case { data: IndexMap::new(), is_open: false }];
    let Some(properties) = properties else { return Some(cases) };
    let entries = match &properties.content {
        Content::Map(entries) => entries,
        Content::Scalar(Value::Null) | Content::Omitted => return Some(cases),
        _ => return None,
    };
    for entry in entries {
        let possible = reading.possible(&entry.value, placeholders);
        let mut values: Vec<(Option<Value>, bool)> = possible.into_iter().map(read).collect();
        if values.is_empty() {
            values.push((None, false));
        }
        if cases.len() * values.len() > MAX_CASES {
            values = vec![(Some(Value::from(UNKNOWN)), false)];
        }
        cases = values
            .iter()
            .flat_map(|(value, is_open)| {
                cases.iter().map(move |case| {
                    let mut data = case.data.clone();
                    data.extend(value.clone().map(|value| (entry.key.clone(), value)));
                    Case { data, is_open: case.is_open || *is_open }
                })
            })
            .collect();
    }
    Some(cases)
}

/// A value, and whether it depends on a parameter.
fn read(possible: Possible) -> (Option<Value>, bool) {
    match possible {
        Possible::Known(value) | Possible::Partly(value) => (Some(value), false),
        Possible::Parameter(value) => (Some(value), true),
        Possible::Unknown => (Some(Value::from(UNKNOWN)), false),
    }
}
