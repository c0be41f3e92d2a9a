//! The functions `map_merge` and `map_replace`.

use heat_model::{Value, python};
use indexmap::IndexMap;

use super::arguments::{type_error, value_error};
use super::text::short_repr;
use crate::data::Shape;
use crate::fault::Exception;
use crate::scope::Scope;
use crate::snippet::{self, Call};
use crate::{Data, Fault};

pub(crate) fn merge(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let args = snippet::resolve(scope, &call.args)?;
    let items = match args {
        Data::Unknown(unknown) => return Ok(Data::unknown(Shape::Map, unknown.origin)),
        // The first character is not a map; Python stops there.
        Data::Known(Value::String(text)) => {
            text.chars().take(1).map(|char| Data::from(char.to_string())).collect()
        }
        other => other.into_items().map_err(|_| {
            type_error(format!(
                "Incorrect arguments to \"{name}\" should be: \"{name}\" : [ {{ \"key1\": \"val1\" }}, \
                 {{ \"key2\": \"val2\" }} ]"
            ))
        })?,
    };
    let mut merged = IndexMap::new();
    let mut is_known = true;
    for item in items {
        match item {
            Data::Known(Value::Null) => {}
            Data::Unknown(_) => is_known = false,
            other => match other.into_entries() {
                Ok(entries) => merged.extend(entries),
                Err(other) => return Err(not_a_map(&other).into()),
            },
        }
    }
    Ok(if is_known {
        Data::map(merged)
    } else {
        Data::unknown(Shape::Map, format!("a map of {name} with an unknown part"))
    })
}

fn not_a_map(item: &Data) -> Exception {
    let value = item.as_known().unwrap_or(&Value::List(heat_model::value::List::default())).clone();
    let kind = python::type_name(&value);
    type_error(format!(
        "Incorrect arguments: Items to merge must be maps. {} is type <class '{kind}'> instead of a dict",
        short_repr(&value)
    ))
}

pub(crate) fn replace(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let example = format!(
        "\"{name}\" : [ {{ \"key1\": \"val1\" }}, {{\"keys\": {{\"key1\": \"key2\"}}, \"values\": {{\"val1\": \"val2\"}}}}]"
    );
    let form = || type_error(format!("Incorrect arguments to \"{name}\" should be: {example}"));
    let args = snippet::resolve(scope, &call.args)?;
    let unknown = || Ok(Data::unknown(Shape::Map, format!("the result of {name} with unknown arguments")));
    if args.is_unknown() {
        return unknown();
    }
    if matches!(args, Data::Known(Value::Map(_)) | Data::Map(_)) {
        // A map has the method `pop`, but no key 0.
        return Err(Exception::MissingKey("0".to_owned()).into());
    }
    let mut items = args.into_items().map_err(|_| form())?.into_iter();
    let mut next = || -> Result<Option<IndexMap<String, Data>>, Exception> {
        match items.next().ok_or_else(form)? {
            Data::Known(Value::Null) => Ok(Some(IndexMap::new())),
            Data::Unknown(_) => Ok(None),
            other => other.into_entries().map(Some).map_err(|_| not_maps(name, &example)),
        }
    };
    let (input, replacements) = (next()?, next()?);
    if items.next().is_some() {
        return Err(form().into());
    }
    let (Some(input), Some(replacements)) = (input, replacements) else { return unknown() };
    if replacements.keys().any(|key| !matches!(key.as_str(), "keys" | "values")) {
        let message = format!("Incorrect arguments to \"{name}\" should be: {example}");
        return Err(value_error(message).into());
    }
    let part = |key: &str| match replacements.get(key) {
        None | Some(Data::Known(Value::Null)) => Ok(Some(IndexMap::new())),
        Some(Data::Unknown(_)) => Ok(None),
        Some(other) => other.clone().into_entries().map(Some).map_err(|_| not_maps(name, &example)),
    };
    let (Some(keys), Some(values)) = (part("keys")?, part("values")?) else { return unknown() };
    let mut replaced = IndexMap::new();
    for (key, value) in &input {
        let new = match keys.get(key) {
            None | Some(Data::Known(Value::Null)) => key.clone(),
            Some(Data::Known(new)) => checked_key(new, key, &input, &replaced)?,
            Some(_) => return unknown(),
        };
        let new_value = match value {
            Data::Known(Value::String(text)) => values.get(text).unwrap_or(value),
            Data::Unknown(_) if !values.is_empty() => {
                &Data::unknown(Shape::Any, "a value that may be replaced")
            }
            other => other,
        };
        scope.write(new.len())?;
        scope.write_data(new_value)?;
        replaced.insert(new, new_value.clone());
    }
    Ok(Data::map(replaced))
}

fn not_maps(name: &str, example: &str) -> Exception {
    type_error(format!(
        "Incorrect arguments: to \"{name}\", arguments must be a list of maps. Example:  {example}"
    ))
}

/// The replacement for a key, which must not collide with another key.
fn checked_key(
    new: &Value,
    key: &str,
    input: &IndexMap<String, Data>,
    replaced: &IndexMap<String, Data>,
) -> Result<String, Exception> {
    let collides = |with| {
        value_error(format!("key replacement {} collides with a key in the {with} map", python::str_of(new)))
    };
    match new {
        Value::String(text) => {
            if input.contains_key(text) && text != key {
                return Err(collides("input"));
            }
            if replaced.contains_key(text) {
                return Err(collides("output"));
            }
            Ok(text.clone())
        }
        Value::List(_) | Value::Map(_) => {
            Err(type_error(format!("unhashable type: '{}'", python::type_name(new))))
        }
        // A key that is not a string does not collide with a string, and becomes one when the stack is stored.
        other => {
            let text = other.to_string();
            if replaced.contains_key(&text) { Err(collides("output")) } else { Ok(text) }
        }
    }
}
