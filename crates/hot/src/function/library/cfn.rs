//! Functions that only CFN-style templates and the first versions of HOT have.

use std::borrow::Cow;

use heat_model::{Value, json, python};
use heat_yaml::Span;
use indexmap::IndexMap;

use super::arguments::{
    is_map, is_text, key_error, not_of_the_form, should_be, type_error, unpack, value_error,
};
use super::path::{from_end, python_index};
use crate::data::Shape;
use crate::fault::{Exception, Help, Problem, PythonClass};
use crate::limits::NODE;
use crate::scope::Scope;
use crate::snippet::{self, Call};
use crate::stack::{NameKind, Stack};
use crate::{Data, Fault, data_value};

pub(crate) fn find_in_map(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let [map, key, value] = call.args.unpack::<3>()?;
    let [map_span, key_span, value_span] = [&map, &key, &value].map(|part| part.span);
    let Some(stack) = scope.stack else {
        return Err(Exception::attribute_error(Problem::FunctionValue, &Value::Null, "t").into());
    };
    let map = snippet::resolve(scope, &map)?;
    let Some(name) = map.as_known() else {
        return Ok(Data::unknown(Shape::Any, "a value of an unknown mapping"));
    };
    let missing = |key: &Value| -> Fault {
        match key {
            Value::List(_) | Value::Map(_) => {
                type_error(format!("unhashable type: '{}'", python::type_name(key))).into()
            }
            Value::String(key) => key_error(key.clone()).into(),
            other => Exception::MissingKey(python::repr_of(other)).into(),
        }
    };
    let mapping = name.as_str().and_then(|name| stack.mapping(name)).ok_or_else(|| {
        missing(name).or_help(|| {
            unknown_name(scope, "the template has no mapping", (name, map_span), || {
                stack.names_of(NameKind::Mapping)
            })
        })
    })?;
    let (key, value) = (snippet::resolve(scope, &key)?, snippet::resolve(scope, &value)?);
    let mut found = Cow::Borrowed(mapping);
    for (step, span) in [(&key, key_span), (&value, value_span)] {
        let Some(step) = step.as_known() else {
            return Ok(Data::unknown(Shape::Any, "a value of a mapping"));
        };
        found = match found {
            Cow::Borrowed(Value::Map(map)) => {
                let value = step.as_str().and_then(|key| map.get(key));
                Cow::Borrowed(value.ok_or_else(|| {
                    let known = || map.keys().map(String::as_str).collect();
                    missing(step)
                        .or_help(|| unknown_name(scope, "the mapping has no key", (step, span), known))
                })?)
            }
            other => Cow::Owned(item(&other, step)?),
        };
    }
    let found = Data::Known(found.into_owned());
    scope.write_data(&found)?;
    Ok(found)
}

/// Help for an unknown name.
fn unknown_name<'n>(
    scope: &Scope<'_>,
    what: &str,
    (name, span): (&Value, Span),
    known: impl FnOnce() -> Vec<&'n str>,
) -> Option<Help> {
    let name = name.as_str()?;
    let what = format!("{what} `{name}`");
    Some(match scope.suggestion_among(name, known) {
        Some(near) => near.after(&what).or_at(span),
        None => what.into(),
    })
}

/// The result of Python for an index of a value that is not a map.
fn item(value: &Value, index: &Value) -> Result<Value, Exception> {
    let out_of_range = |kind: &str| {
        Exception::Python(
            Problem::FunctionValue,
            PythonClass::IndexError,
            format!("{kind} index out of range"),
        )
    };
    if !matches!(index, Value::Bool(_) | Value::Integer(_)) {
        return Err(no_key(value, index));
    }
    let place = |length| python_index(index).and_then(|index| from_end(index, length));
    match value {
        Value::List(items) => {
            let item = place(items.len()).and_then(|place| items.get(place));
            item.cloned().ok_or_else(|| out_of_range("list"))
        }
        Value::String(text) => {
            let char = place(text.chars().count()).and_then(|place| text.chars().nth(place));
            char.map(|char| Value::from(char.to_string())).ok_or_else(|| out_of_range("string"))
        }
        other => Err(no_key(other, index)),
    }
}

/// The exception of Python for a key of a value that is not a map.
fn no_key(value: &Value, key: &Value) -> Exception {
    let kind = python::type_name(key);
    type_error(match value {
        Value::List(_) => format!("list indices must be integers or slices, not {kind}"),
        Value::String(_) => format!("string indices must be integers, not '{kind}'"),
        other => format!("'{}' object is not subscriptable", python::type_name(other)),
    })
}

pub(crate) fn select(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let [lookup, collection] = call.args.unpack::<2>()?;
    let index = snippet::resolve(scope, &lookup)?;
    let collection = match snippet::resolve(scope, &collection)? {
        Data::Known(Value::String(text)) if text.is_empty() => return Ok("".into()),
        Data::Known(Value::String(text)) => Data::Known(
            // The text of a parameter and its length were already accounted for.
            json::parse(&text).map_err(|error| value_error(format!("\"{name}\": {error}")))?,
        ),
        other => other,
    };
    let Some(index) = index.as_known() else {
        return Ok(Data::unknown(Shape::Any, "an item at an unknown place"));
    };
    let fault = |message: String| Err(type_error(message).into());
    match &collection {
        Data::Unknown(unknown) => Ok(Data::unknown(Shape::Any, unknown.origin.clone())),
        Data::Known(Value::Map(_)) | Data::Map(_) => match index {
            Value::String(key) => Ok(collection.get(key).map_or_else(|| "".into(), Cow::into_owned)),
            _ => fault(format!("Index to \"{name}\" must be a string")),
        },
        Data::Known(Value::List(_)) | Data::List(_) => {
            let Some(number) = python_index(index) else {
                return fault(format!("Index to \"{name}\" must be an integer"));
            };
            let items = collection.into_items().unwrap_or_default();
            let item = from_end(number, items.len()).and_then(|index| items.into_iter().nth(index));
            Ok(item.unwrap_or_else(|| "".into()))
        }
        Data::Known(Value::Null) => Ok("".into()),
        Data::Known(_) => fault(format!("Arguments to {name} not fully resolved")),
    }
}

pub(crate) fn split(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let [delimiter, text] = call.args.unpack::<2>()?;
    let text = snippet::resolve(scope, &text)?;
    let Some(delimiter) = delimiter.as_str() else {
        return Err(type_error(format!("Delimiter for {name} must be string")).into());
    };
    match &text {
        Data::Known(Value::String(_)) if delimiter.is_empty() => Err(value_error("empty separator").into()),
        Data::Known(Value::String(text)) => {
            scope.write(text.len() + NODE * (1 + text.matches(delimiter).count()))?;
            Ok(text.split(delimiter).collect::<Vec<_>>().into())
        }
        Data::Unknown(unknown) => Ok(Data::unknown(Shape::List(None), unknown.origin.clone())),
        other => {
            let kind = python::type_name(&data_value(other));
            Err(type_error(format!("String to split must be string; got <class '{kind}'>")).into())
        }
    }
}

pub(crate) fn base64(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    match snippet::resolve(scope, &call.args)? {
        Data::Unknown(unknown) => Ok(Data::unknown(Shape::Text, unknown.origin)),
        text @ Data::Known(Value::String(_)) => Ok(text),
        _ => Err(type_error(format!("\"{}\" argument must be a string", call.name)).into()),
    }
}

pub(crate) fn member_list_to_map(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let [key_name, value_name, members] = call.args.unpack::<3>()?;
    let (key_name, value_name) =
        (key_name.as_str().unwrap_or_default(), value_name.as_str().unwrap_or_default());
    let members = snippet::resolve(scope, &members)?;
    let items: Vec<Data> = match members {
        Data::Unknown(unknown) => return Ok(Data::unknown(Shape::Map, unknown.origin)),
        Data::Known(Value::String(text)) => text.chars().map(|char| char.to_string().into()).collect(),
        other => match other.into_items() {
            Ok(items) => items,
            Err(other) => match other.into_entries() {
                Ok(entries) => entries.into_keys().map(Data::from).collect(),
                Err(_) => {
                    return Err(type_error("Member list must be a list").into());
                }
            },
        },
    };
    let mut partials: IndexMap<String, String> = IndexMap::new();
    for (index, item) in items.iter().enumerate() {
        match item {
            Data::Known(Value::String(text)) => match text.split_once('=') {
                Some((name, value)) => {
                    partials.insert(name.to_owned(), value.to_owned());
                }
                None => {
                    return Err(value_error(format!(
                        "dictionary update sequence element #{index} has length 1; 2 is required"
                    ))
                    .into());
                }
            },
            Data::Unknown(unknown) => return Ok(Data::unknown(Shape::Map, unknown.origin.clone())),
            _ => {
                return Err(type_error("Member list items must be strings").into());
            }
        }
    }
    let mut grouped: Vec<(u64, &str, &str)> =
        partials.iter().filter_map(|(name, value)| member(name, value)).collect();
    grouped.sort_by_key(|(index, ..)| *index);
    let mut map = IndexMap::new();
    for group in grouped.chunk_by(|left, right| left.0 == right.0) {
        let find = |name: &str| group.iter().rev().find(|(_, key, _)| *key == name).map(|(.., value)| *value);
        if let (Some(key), Some(value)) = (find(key_name), find(value_name)) {
            map.insert(key.to_owned(), value.into());
        }
    }
    Ok(Data::map(map))
}

/// The number, the name and the value of a member, such as `.member.0.Name` with `key`.
fn member<'m>(name: &'m str, value: &'m str) -> Option<(u64, &'m str, &'m str)> {
    let (index, key) = name.strip_prefix(".member.")?.split_once('.')?;
    let is_number = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    Some((is_number.then(|| index.parse().ok()).flatten()?, key, value))
}

/// Resolves `Fn::GetAZs`.
pub(crate) fn availability_zones(scope: &Scope<'_>) -> Data {
    scope.stack.map_or_else(|| vec!["nova"].into(), Stack::availability_zones)
}

/// Checks the arguments of `Fn::Select`: an index and a collection.
pub(crate) fn check_select(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    unpack::<2>(&call.args, || not_of_the_form(&call.name, "[index, collection]"))
}

/// Checks the arguments of `Fn::FindInMap`: a mapping and two keys.
pub(crate) fn check_find_in_map(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    call.args.unpack::<3>().map(|_| ()).map_err(|error| match error {
        Exception::Python(_, PythonClass::ValueError, message) => key_error(message),
        other => other,
    })
}

/// Checks the arguments of `Fn::Split`: a delimiter and a text.
pub(crate) fn check_split(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let form = || should_be(&call.name, "[ \",\", \"str1,str2\"]]");
    if is_text(&call.args) || is_map(&call.args) {
        return Err(type_error(form()));
    }
    unpack::<2>(&call.args, || value_error(form()))
}

/// Checks the arguments of `Fn::MemberListToMap`: the names of the keys and of the values, and a list.
pub(crate) fn check_member_list(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    let parts = match args.unpack::<3>() {
        Ok(parts) => parts,
        Err(Exception::Python(_, PythonClass::ValueError, _)) => {
            let indent = " ".repeat(12);
            let correct = format!(
                "\n{indent}{{'Fn::MemberListToMap': ['Name', 'Value',\n{indent}{}['.member.0.Name=key',\n{indent}{} \
                 '.member.0.Value=door']]}}\n{indent}",
                " ".repeat(25),
                " ".repeat(25)
            );
            return Err(type_error(format!("Wrong Arguments try: \"{correct}\"")));
        }
        Err(other) => return Err(other),
    };
    for (part, what) in parts.iter().zip(["Key", "Value"]) {
        if !is_text(part) {
            return Err(type_error(format!("{name} {what} Name must be a string")));
        }
    }
    Ok(())
}
