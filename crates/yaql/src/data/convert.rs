//! Conversion from the caller's values to the values of an evaluation, and back.

use super::dict::Entries;
use super::iter::Cursor;
use super::list::MAX_DEPTH;
use super::repr::repr_of;
use super::set::Members;
use super::{Key, Val};
use crate::error::{Error, ErrorClass, Outcome, too_deep, type_error};
use crate::run::Run;
use crate::value::{Integer, ObjectKind, Value};

/// Number of `CPython` frames that the conversion of one level takes.
const FRAMES: u32 = 2;

/// Converts data as yaql does: to tuples and to dictionaries that cannot change.
pub(crate) fn input(value: &Value) -> Outcome<Val> {
    input_at(value, 0)
}

fn input_at(value: &Value, depth: u32) -> Outcome<Val> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    let input = |value: &Value| input_at(value, depth + 1);
    Ok(match value {
        Value::Null => Val::Null,
        Value::Bool(bool) => Val::Bool(*bool),
        Value::Integer(Integer(int)) => Val::Int(int.clone()),
        Value::Float(float) => Val::Float(*float),
        Value::String(text) => Val::text(text.as_str()),
        Value::List(items) => Val::tuple(items.iter().map(&input).collect::<Outcome<_>>()?)?,
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| Ok((Key::new(input(key)?)?, input(value)?)));
            Val::dict(entries.collect::<Outcome<Entries>>()?)?
        }
        Value::Set(items) => {
            Val::set(items.iter().map(|item| Key::new(input(item)?)).collect::<Outcome<Members>>()?)?
        }
        Value::Unknown => Val::Unknown,
        Value::Object { .. } => return Err(type_error("a date, a pattern or a context is not data")),
    })
}

/// Converts a result as yaql does: every iterator is read, and the items of every collection are counted.
pub(crate) fn output(value: &Val, run: &Run<'_>) -> Outcome<Value> {
    run.step(1)?;
    run.nested(FRAMES, || output_inner(value, run))
}

fn output_inner(value: &Val, run: &Run<'_>) -> Outcome<Value> {
    Ok(match value {
        Val::NoValue => object(ObjectKind::NoValue, value)?,
        Val::Unknown => Value::Unknown,
        Val::Null => Value::Null,
        Val::Bool(bool) => Value::Bool(*bool),
        Val::Int(int) => Value::Integer(Integer(int.clone())),
        Val::Float(float) => Value::Float(*float),
        Val::Str(text) => Value::String(text.to_string()),
        Val::List(list) => {
            run.check_len(list.items.len())?;
            Value::List(list.items.iter().map(|item| output(item, run)).collect::<Outcome<_>>()?)
        }
        Val::Dict(dict) => {
            run.check_len(dict.entries.len())?;
            let mut entries = Vec::with_capacity(dict.entries.len());
            for (key, value) in &dict.entries {
                // Python converts the value first. A tuple becomes a list, which cannot be a key.
                let value = output(value, run)?;
                entries.push((hashable(output(key.val(), run)?)?, value));
            }
            Value::Map(entries)
        }
        Val::Set(set) => {
            run.check_len(set.items.len())?;
            let items = set.items.iter().map(|item| hashable(output(item.val(), run)?));
            Value::Set(items.collect::<Outcome<_>>()?)
        }
        Val::View(view) if view.is_set() => {
            run.check_len(view.dict.entries.len())?;
            let items = read(value, run)?.into_iter().map(hashable);
            Value::Set(items.collect::<Outcome<_>>()?)
        }
        Val::View(_) | Val::Iter(_) | Val::Ordered(_) => Value::List(read(value, run)?),
        Val::DateTime(_) => object(ObjectKind::DateTime, value)?,
        Val::TimeSpan(_) => object(ObjectKind::TimeSpan, value)?,
        Val::Regex(_) => object(ObjectKind::Pattern, value)?,
        Val::Context(_) => object(ObjectKind::Context, value)?,
        Val::Rule(_) | Val::Node(_) | Val::Lambda(_) => object(ObjectKind::Other, value)?,
    })
}

fn read(value: &Val, run: &Run<'_>) -> Outcome<Vec<Value>> {
    let mut items = Vec::new();
    let mut cursor = Cursor::new(value)?;
    while let Some(item) = cursor.next(run)? {
        run.check_len(items.len() + 1)?;
        items.push(output(&item, run)?);
    }
    Ok(items)
}

fn hashable(value: Value) -> Outcome<Value> {
    match value {
        Value::List(_) => Err(type_error("unhashable type: 'list'")),
        Value::Map(_) => Err(type_error("unhashable type: 'dict'")),
        Value::Set(_) => Err(type_error("unhashable type: 'set'")),
        other => Ok(other),
    }
}

fn object(kind: ObjectKind, value: &Val) -> Outcome<Value> {
    let repr = repr_of(value)
        .map_err(|_| Error::fault(ErrorClass::Undecided, "a part of an object is not known"))?;
    Ok(Value::Object { kind, repr: repr.to_string() })
}
