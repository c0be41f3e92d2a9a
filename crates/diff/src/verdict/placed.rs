//! Values at paths in property data, and the maps and lists around them.

use heat_model::{NestedSchema, PropertySchema, Value};
use indexmap::IndexMap;

use crate::accepted::{Data, first_accepted};

/// The data with a value at a path. Maps and lists along the path are kept if they exist, and created otherwise: a list with one
/// item, a map with its required fields. `None` if the path leads through a value that has no fields.
pub(super) fn with_value_at(
    schemas: &IndexMap<String, PropertySchema>,
    data: &Data,
    path: &[String],
    value: &Value,
) -> Option<Data> {
    let (name, rest) = path.split_first()?;
    let placed = placed(Some(schemas.get(name)?), data.get(name), rest, value)?;
    let mut data = data.clone();
    data.insert(name.clone(), placed);
    Some(data)
}

/// The data without the value at a path.
pub(super) fn without_value_at(data: &Data, path: &[String]) -> Data {
    let mut data = data.clone();
    match path {
        [] => {}
        [name] => {
            data.shift_remove(name);
        }
        [name, rest @ ..] => {
            if let Some(around) = data.get_mut(name) {
                *around = without(around, rest);
            }
        }
    }
    data
}

fn without(around: &Value, path: &[String]) -> Value {
    match around {
        Value::List(items) => items.iter().map(|item| without(item, path)).collect(),
        Value::Map(map) => {
            let fields: Data = map.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            Value::from(without_value_at(&fields, path))
        }
        other => other.clone(),
    }
}

fn placed(
    schema: Option<&PropertySchema>,
    around: Option<&Value>,
    path: &[String],
    value: &Value,
) -> Option<Value> {
    let Some((name, rest)) = path.split_first() else { return Some(value.clone()) };
    match schema.and_then(|schema| schema.schema.as_ref()) {
        Some(NestedSchema::Item(item)) => {
            let around = around.and_then(Value::as_list).and_then(|items| items.first());
            Some(Value::from(vec![placed(Some(item), around, path, value)?]))
        }
        Some(NestedSchema::Members(members)) => {
            let mut map = fields_of(around).unwrap_or_else(|| required(members));
            let field = placed(Some(members.get(name)?), map.get(name), rest, value)?;
            map.insert(name.clone(), field);
            Some(Value::from(map))
        }
        // The map has no schema; `custom_value_path` leads into it.
        None => {
            let mut map = fields_of(around).unwrap_or_default();
            let field = placed(None, map.get(name), rest, value)?;
            map.insert(name.clone(), field);
            Some(Value::from(map))
        }
    }
}

fn fields_of(value: Option<&Value>) -> Option<Data> {
    let map = value?.as_map()?;
    Some(map.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn required(members: &IndexMap<String, PropertySchema>) -> Data {
    let required = members.iter().filter(|(_, member)| member.required);
    required.filter_map(|(name, member)| Some((name.clone(), first_accepted(member)?))).collect()
}
