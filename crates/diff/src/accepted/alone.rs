//! Property data, and values that a property accepts on its own.

use heat_admit::{Judge, values_near};
use heat_model::{PropertySchema, Value};
use indexmap::IndexMap;

/// Property data: names of properties and their values.
pub(crate) type Data = IndexMap<String, Value>;

/// The first value that a property accepts on its own.
pub(crate) fn first_accepted(schema: &PropertySchema) -> Option<Value> {
    let accepts = accepts_alone(schema);
    values_near(Some(schema), Some(schema)).into_iter().find(|value| accepts(value))
}

/// Whether a property accepts a value on its own, with no other property set and no translation rule.
pub(crate) fn accepts_alone(schema: &PropertySchema) -> impl Fn(&Value) -> bool {
    let alone =
        IndexMap::from([("property".to_owned(), PropertySchema { required: false, ..schema.clone() })]);
    move |value| {
        Judge::of_properties(&alone).accepts(&IndexMap::from([("property".to_owned(), value.clone())]))
    }
}
