//! Functions that join and split text, and `get_file`.

use heat_model::{Value, python};

use super::arguments::{is_map, is_text, items, required_stack, should_be, type_error, value_error};
use super::path::{from_end, python_index};
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::limits::NODE;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Snippet};
use crate::stack::FileName;
use crate::stand_in;
use crate::{Data, Fault};

pub(crate) fn get_file(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let stack = required_stack(scope)?;
    let name = &call.name;
    match snippet::resolve(scope, &call.args)? {
        Data::Known(Value::String(key)) => {
            let is_written = call.args.as_str().is_some();
            let file = if is_written { FileName::Written(&key) } else { FileName::Computed(&key) };
            let content = stack.file(file).ok_or_else(|| {
                Exception::value_error(
                    Problem::MissingFile,
                    format!("No content found in the \"files\" section for {name} path: {key}"),
                )
            })?;
            scope.write_data(&content)?;
            Ok(content)
        }
        Data::Unknown(unknown) => Ok(Data::unknown(Shape::Text, unknown.origin)),
        _ => Err(type_error(format!("Argument to \"{name}\" must be a string")).into()),
    }
}

/// Python's `repr()`, truncated as in Heat's messages.
pub(crate) fn short_repr(value: &Value) -> String {
    python::repr_of(value).chars().take(200).collect()
}

/// JSON with sorted keys, as `jsonutils.dumps` writes it. [Stand-ins](crate::stand_in) are not escaped.
pub(crate) fn sorted_json(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::List(items) => Value::List(items.iter().map(sorted).collect()),
            Value::Map(map) => {
                let mut entries: Vec<_> =
                    map.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
                entries.sort_by(|left, right| left.0.cmp(&right.0));
                entries.into_iter().collect()
            }
            other => other.clone(),
        }
    }
    let text = python::json_dumps(&sorted(value));
    if stand_in::is_in(value) { stand_in::unescaped(&text) } else { text }
}

/// The result of joining text with an unknown part.
pub(crate) fn unknown_text(name: &str) -> Data {
    Data::unknown(Shape::Text, format!("a text of {name} with an unknown part"))
}

pub(crate) fn join(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let [delimiter, strings] = call.args.unpack::<2>()?;
    let strings = match snippet::resolve(scope, &strings)? {
        Data::Known(Value::Null) => Vec::new(),
        Data::Unknown(_) => return Ok(unknown_text(name)),
        other => other.into_items().map_err(|_| type_error(format!("\"{name}\" must operate on a list")))?,
    };
    let delimiter = delimiter_of(scope, name, &delimiter)?;
    joined(scope, name, delimiter, &strings, |item| match item {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        other => Err(type_error(format!("Items to join must be strings not {}", short_repr(other)))),
    })
}

pub(crate) fn join_multiple(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let Content::List(arguments) = &call.args.content else { return Ok(Data::NULL) };
    let Some((delimiter, lists)) = arguments.split_first() else { return Ok(Data::NULL) };
    let lists: Vec<_> = lists
        .iter()
        .filter_map(|list| snippet::resolve_nullable(scope, list).transpose())
        .collect::<Result<_, _>>()?;
    let mut strings = Vec::new();
    let mut is_known = true;
    for list in lists {
        match list.is_truthy() {
            Some(false) => {}
            None => is_known = false,
            Some(true) => match list.into_items() {
                Ok(items) => strings.extend(items),
                Err(_) => {
                    return Err(type_error(format!("\"{name}\" must operate on a list")).into());
                }
            },
        }
    }
    let delimiter = delimiter_of(scope, name, delimiter)?;
    let text = joined(scope, name, delimiter, &strings, |item| match item {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        Value::List(_) | Value::Map(_) => Ok(sorted_json(item)),
        other => {
            let message = format!("Items to join must be string, map or list not {}", short_repr(other));
            Err(type_error(message))
        }
    })?;
    Ok(if is_known { text } else { unknown_text(name) })
}

/// The delimiter; `None` if it is unknown.
fn delimiter_of(scope: &Scope<'_>, name: &str, delimiter: &Snippet) -> Result<Option<String>, Fault> {
    match snippet::resolve(scope, delimiter)? {
        Data::Known(Value::String(delimiter)) => Ok(Some(delimiter)),
        Data::Unknown(_) => Ok(None),
        _ => Err(type_error(format!("\"{name}\" delimiter must be a string")).into()),
    }
}

fn joined(
    scope: &Scope<'_>,
    name: &str,
    delimiter: Option<String>,
    items: &[Data],
    text_of: impl Fn(&Value) -> Result<String, Exception>,
) -> Result<Data, Fault> {
    let mut texts = Vec::with_capacity(items.len());
    let mut is_known = delimiter.is_some();
    let delimiter = delimiter.unwrap_or_default();
    for item in items {
        match item.as_known() {
            Some(item) => {
                let text = text_of(item)?;
                scope.write(text.len() + delimiter.len())?;
                texts.push(text);
            }
            None => is_known = false,
        }
    }
    Ok(if is_known { texts.join(&delimiter).into() } else { unknown_text(name) })
}

pub(crate) fn str_split(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let form = || {
        value_error(format!(
            "Incorrect arguments to \"{name}\" should be: \"{name}\" : [ \",\", \"apples,pears\", <index>]"
        ))
    };
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_unknown() {
        return Ok(Data::unknown(Shape::Any, format!("the result of {name} with unknown arguments")));
    }
    if matches!(args, Data::Known(Value::Map(_)) | Data::Map(_)) {
        // A map that a function returns has the method `pop`, but no key 0.
        return Err(Exception::MissingKey("0".to_owned()).into());
    }
    let mut items = args.into_items().map_err(|_| form())?.into_iter();
    let (Some(delimiter), Some(text)) = (items.next(), items.next()) else { return Err(form().into()) };
    let index = items.next();
    if text == Data::NULL {
        return Ok(text);
    }
    let (Some(delimiter), Some(text)) = (delimiter.as_known(), text.as_known()) else {
        let shape = if index.is_some() { Shape::Text } else { Shape::List(None) };
        return Ok(Data::unknown(shape, format!("the result of {name} with unknown arguments")));
    };
    let Value::String(text) = text else {
        return Err(Exception::attribute_error(Problem::FunctionValue, text, "split").into());
    };
    scope.write(text.len())?;
    let parts = split(text, delimiter)?;
    scope.write(NODE * parts.len())?;
    let Some(index) = index else { return Ok(Data::Known(Value::from(parts))) };
    let Some(index) = index.as_known() else {
        return Ok(Data::unknown(Shape::Text, format!("an item of {name} at an unknown place")));
    };
    let bad_index = || {
        value_error(format!(
            "Incorrect index to \"{name}\" should be: \"{name}\" : [ \",\", \"apples,pears\", <index>]"
        ))
    };
    let number = integer(index)?.ok_or_else(bad_index)?;
    let part = from_end(number, parts.len()).and_then(|index| parts.get(index));
    Ok(part.cloned().map(Data::from).ok_or_else(|| {
        // Splitting white space alone gives no parts.
        let last = if parts.is_empty() { "-1".to_owned() } else { (parts.len() - 1).to_string() };
        value_error(format!("Incorrect index to \"{name}\" should be between 0 and {last}"))
    })?)
}

/// Python's `int()` of a value; `None` for text that is not an integer.
fn integer(value: &Value) -> Result<Option<i64>, Exception> {
    match value {
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) => Ok(python_index(value)),
        other => Err(type_error(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{}'",
            python::type_name(other)
        ))),
    }
}

/// Python's `str.split`: a null delimiter splits at white space.
fn split(text: &str, delimiter: &Value) -> Result<Vec<String>, Exception> {
    match delimiter {
        Value::Null => {
            Ok(text.split(python::is_space).filter(|part| !part.is_empty()).map(str::to_owned).collect())
        }
        Value::String(delimiter) if delimiter.is_empty() => Err(value_error("empty separator")),
        Value::String(delimiter) => Ok(text.split(delimiter.as_str()).map(str::to_owned).collect()),
        other => Err(type_error(format!("must be str or None, not {}", python::type_name(other)))),
    }
}

/// Checks the arguments of `list_join` with one list, and of `Fn::Join`: a delimiter and a list.
pub(crate) fn check_join(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    check_lists(call, |count| count == 2, "[ \" \", [ \"str1\", \"str2\"]]")
}

/// Checks the arguments of `list_join` with several lists: a delimiter and at least one list.
pub(crate) fn check_join_multiple(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    check_lists(call, |count| count >= 2, "[ \" \", [ \"str1\", \"str2\"] ...]")
}

fn check_lists(call: &Call, fits: impl Fn(usize) -> bool, example: &str) -> Result<(), Exception> {
    let form = || should_be(&call.name, example);
    match items(&call.args) {
        Some(count) if fits(count) => Ok(()),
        Some(_) => Err(value_error(form())),
        None => Err(type_error(form())),
    }
}

/// Checks the arguments of `str_split`: a text or a map is refused; Python unpacks any other argument.
pub(crate) fn check_split(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    if is_text(&call.args) || is_map(&call.args) {
        let form = should_be(&call.name, "[ \",\", \"apples,pears\", <index>]");
        return Err(type_error(form));
    }
    Ok(())
}
