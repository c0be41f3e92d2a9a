//! Merging one value into another, with the strategies `merge` and `deep_merge`.
//!
//! Heat hardly checks the values that it merges, so most mistakes surface as errors of Python. They are reported as Heat raises
//! them, because that is what users see.

use heat_model::value::Map;
use heat_model::{Value, json, python};
use indexmap::IndexMap;

use crate::Exception;
use crate::fault::Problem;

/// Strategy for merging the values of a parameter, which depends on its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeKind {
    /// `string`: the texts are concatenated.
    String,
    /// `number`: Heat refuses numbers here, and concatenates texts.
    Number,
    /// `comma_delimited_list`: the lists are concatenated.
    List,
    /// `json`: the maps are merged.
    Map,
    /// `boolean`: cannot be merged.
    Boolean,
}

/// The types of the parameters that the template and its nested templates declare. If several declare the same name, the
/// template's type is used.
pub type MergeKinds = IndexMap<String, MergeKind>;

/// Merges the value of a parameter into the present one, if there is one.
///
/// # Errors
/// Heat cannot merge them.
pub(super) fn merge_parameter(
    name: &str,
    kind: MergeKind,
    old: Option<&Value>,
    new: &Value,
    deep: bool,
) -> Result<Value, Exception> {
    let new = given(kind, new)?;
    match kind {
        MergeKind::Map => merge_map(old.cloned().unwrap_or_else(|| Map::default().into()), new, deep),
        MergeKind::List => merge_list(old.cloned().unwrap_or(Value::Null), new),
        MergeKind::String => join("", old.unwrap_or(&Value::from("")), &new),
        MergeKind::Number => add(old.unwrap_or(&Value::from(0)), new),
        MergeKind::Boolean => Err(Exception::InvalidMergeStrategyForParam {
            strategy: "merge".to_owned(),
            param: name.to_owned(),
        }),
    }
}

/// Prepares a value for merging: maps are parsed from text; all others have to be text or lists, even numbers.
fn given(kind: MergeKind, value: &Value) -> Result<Value, Exception> {
    let refused = |why: &str| {
        Exception::value_error(Problem::UnmergeableValue, format!("Invalid parameter in environment {why}."))
    };
    match (kind, value) {
        (MergeKind::Map, Value::String(text)) if !text.is_empty() => {
            json::parse(text).map_err(|error| refused(&error.to_string()))
        }
        (MergeKind::Map, _) | (_, Value::String(_) | Value::List(_)) => Ok(value.clone()),
        _ => Err(refused("")),
    }
}

/// Merges a map into another.
///
/// # Errors
/// One of them is not a map, or a value cannot be merged.
pub(super) fn merge_map(mut old: Value, new: Value, deep: bool) -> Result<Value, Exception> {
    if !old.is_truthy() {
        return Ok(new);
    }
    let Value::Map(new) = new else {
        return Err(Exception::attribute_error(Problem::UnmergeableValue, &new, "items"));
    };
    for (key, value) in new.into_inner() {
        let value = match value {
            Value::Null => continue,
            Value::Map(_) | Value::List(_) | Value::String(_) if deep => {
                let Value::Map(entries) = &old else {
                    return Err(Exception::attribute_error(Problem::UnmergeableValue, &old, "get"));
                };
                merge_member(entries.get(&key), value)?
            }
            value => value,
        };
        let Value::Map(entries) = &mut old else { return Err(no_item_assignment(&old)) };
        entries.insert(key, value);
    }
    Ok(old)
}

fn merge_member(old: Option<&Value>, new: Value) -> Result<Value, Exception> {
    match (old, &new) {
        (_, Value::String(_)) => join("", old.unwrap_or(&Value::from("")), &new),
        (Some(old), Value::Map(_)) => merge_map(old.clone(), new, true),
        (Some(old), Value::List(_)) => merge_list(old.clone(), new),
        _ => Ok(new),
    }
}

fn type_error(message: impl Into<String>) -> Exception {
    Exception::type_error(Problem::UnmergeableValue, message)
}

/// The exception of Python for assigning to an item of the value.
pub(super) fn no_item_assignment(value: &Value) -> Exception {
    match value {
        Value::List(_) => type_error("list indices must be integers or slices, not str"),
        _ => type_error(format!("'{}' object does not support item assignment", python::type_name(value))),
    }
}

/// Appends a list to another list, or text to text with a comma between them.
fn merge_list(old: Value, new: Value) -> Result<Value, Exception> {
    if !old.is_truthy() {
        return Ok(new);
    }
    let Value::List(new) = new else { return join(",", &old, &new) };
    match old {
        Value::List(old) => {
            Ok(old.into_inner().into_iter().chain(new.into_inner()).collect::<Vec<_>>().into())
        }
        old => Err(Exception::attribute_error(Problem::UnmergeableValue, &old, "extend")),
    }
}

/// Python's `str.join()` of two values.
fn join(separator: &str, old: &Value, new: &Value) -> Result<Value, Exception> {
    let text = |index: usize, value: &Value| {
        value.as_str().map(str::to_owned).ok_or_else(|| {
            let kind = python::type_name(value);
            type_error(format!("sequence item {index}: expected str instance, {kind} found"))
        })
    };
    let (old, new) = (text(0, old)?, text(1, new)?);
    Ok(Value::from([old, new].join(separator)))
}

/// Python's `+` of a value and a text or a list.
fn add(old: &Value, new: Value) -> Result<Value, Exception> {
    let kind = |value: &Value| python::type_name(value);
    match (old, new) {
        (Value::String(old), Value::String(new)) => Ok(Value::from(format!("{old}{new}"))),
        (Value::List(_), new @ Value::List(_)) => merge_list(old.clone(), new),
        (Value::String(_) | Value::List(_), new) => Err(type_error(format!(
            "can only concatenate {} (not \"{}\") to {}",
            kind(old),
            kind(&new),
            kind(old)
        ))),
        (_, new) => Err(type_error(format!(
            "unsupported operand type(s) for +: '{}' and '{}'",
            kind(old),
            kind(&new)
        ))),
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    fn check(kind: MergeKind, deep: bool, old: &Value, new: &Value, expect: Result<Value, &str>) {
        let merged = merge_parameter("p", kind, Some(old), new, deep);
        let expect = expect.map_err(str::to_owned);
        assert_eq!(merged.map_err(|error| error.to_string()), expect, "{old} {new}");
    }

    #[test]
    fn text_and_lists_are_appended() {
        use MergeKind::{List, Number, String};
        check(String, false, &"a".into(), &"b".into(), Ok("ab".into()));
        check(List, false, &value!(["a"]), &value!(["b"]), Ok(value!(["a", "b"])));
        check(List, false, &"a".into(), &"b".into(), Ok("a,b".into()));
        check(List, false, &"a".into(), &value!(["b"]), Err("'str' object has no attribute 'extend'"));
        check(Number, false, &"1".into(), &"2".into(), Ok("12".into()));
        check(Number, false, &1.into(), &2.into(), Err("Invalid parameter in environment ."));
        check(
            Number,
            false,
            &1.into(),
            &"2".into(),
            Err("unsupported operand type(s) for +: 'int' and 'str'"),
        );
        let found = "sequence item 0: expected str instance, list found";
        check(List, false, &value!(["a"]), &"b".into(), Err(found));
    }

    #[test]
    fn maps_are_merged_by_key() {
        let (old, new) =
            (value!({"a": {"b": "x", "l": [1]}}), value!({"a": {"b": "y", "l": [2], "n": null}}));
        check(MergeKind::Map, false, &old, &new, Ok(new.clone()));
        check(MergeKind::Map, true, &old, &new, Ok(value!({"a": {"b": "xy", "l": [1, 2]}})));
        check(MergeKind::Map, false, &value!({"a": 1}), &"{\"b\": 2}".into(), Ok(value!({"a": 1, "b": 2})));
        let odd = "'str' object does not support item assignment";
        check(MergeKind::Map, false, &"{}".into(), &value!({"b": 2}), Err(odd));
    }

    #[test]
    fn booleans_cannot_be_merged() {
        let message = "Invalid merge strategy 'merge' for parameter 'p'.";
        check(MergeKind::Boolean, true, &true.into(), &"true".into(), Err(message));
    }
}
