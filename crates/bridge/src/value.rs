//! Conversion of values between Python and Rust. Integers of any size, NaN and the order of maps are preserved.

use std::borrow::Cow;

use heat_plugin::Value;
use heat_plugin::engine::{MAX_DEPTH, too_deep_message};
use heat_plugin::value::{Integer, Map};
use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString, PyTuple};

/// Treatment of texts that are not Unicode: Python's may contain single surrogates, such as those of a template in JSON with
/// `"\ud800"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Surrogates {
    /// Raises an exception, as Python does when it encodes such a text.
    Refused,
    /// Uses the replacement character: a stored value must not prevent the deletion of a resource.
    Replaced,
}

/// Converts a value from Python.
///
/// # Errors
/// The value is nested too deeply, is not data, or contains a text that is not Unicode.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0, Surrogates::Refused)
}

/// Converts a value that the engine has stored.
///
/// # Errors
/// The value is nested too deeply, or is not data.
pub(crate) fn from_stored(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0, Surrogates::Replaced)
}

fn read_text(text: &Bound<'_, PyString>, surrogates: Surrogates) -> PyResult<String> {
    match surrogates {
        Surrogates::Refused => text.to_cow().map(Cow::into_owned),
        Surrogates::Replaced => text.to_cow().map(Cow::into_owned).or_else(|_| replaced(text)),
    }
}

/// Replaces each single surrogate in a text with a replacement character.
fn replaced(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded: Vec<u8> = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?.extract()?;
    let units = encoded.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit));
    Ok(char::decode_utf16(units).map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

fn read(value: &Bound<'_, PyAny>, depth: usize, surrogates: Surrogates) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return read_text(text, surrogates).map(Value::from);
    }
    if let Ok(integer) = value.cast::<PyInt>() {
        return read_integer(integer);
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(Value::Float(float.value()));
    }
    if let Ok(map) = value.cast::<PyMapping>() {
        return read_map(map, depth, surrogates).map(Value::from);
    }
    let is_sequence = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    if is_sequence || value.cast::<PySequence>().is_ok() {
        let items = value.try_iter()?.map(|item| read(&item?, depth + 1, surrogates));
        return items.collect::<PyResult<Vec<Value>>>().map(Value::from);
    }
    Err(PyTypeError::new_err(format!("a value of the type {} is not data", value.get_type().name()?)))
}

fn read_integer(integer: &Bound<'_, PyInt>) -> PyResult<Value> {
    if let Ok(small) = integer.extract::<i64>() {
        return Ok(Value::from(small));
    }
    let digits = integer.str()?.to_string_lossy().into_owned();
    let integer = Integer::from_decimal(&digits);
    integer.map(Value::from).ok_or_else(|| PyTypeError::new_err("an integer without digits"))
}

fn read_map(map: &Bound<'_, PyMapping>, depth: usize, surrogates: Surrogates) -> PyResult<Map> {
    let mut entries = Map::new();
    for entry in map.items()?.try_iter()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry?.extract()?;
        entries.insert(read_text(&key.str()?, surrogates)?, read(&value, depth + 1, surrogates)?);
    }
    Ok(entries)
}

/// Converts a map from Python.
pub(crate) fn map_from_python(value: &Bound<'_, PyAny>) -> PyResult<Map> {
    match value.cast::<PyMapping>() {
        Ok(map) => read_map(map, 0, Surrogates::Refused),
        Err(_) => Err(PyTypeError::new_err("expected a mapping")),
    }
}

/// Converts a value for Python.
///
/// # Errors
/// The value is nested too deeply.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    written(py, value, 0)
}

/// Converts a map for Python.
///
/// # Errors
/// The value is nested too deeply.
pub(crate) fn map_to_python<'py>(py: Python<'py>, map: &Map) -> PyResult<Bound<'py, PyDict>> {
    written_map(py, map, 0)
}

fn written<'py>(py: Python<'py>, value: &Value, depth: usize) -> PyResult<Bound<'py, PyAny>> {
    if depth > MAX_DEPTH {
        return Err(too_deep());
    }
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Integer(integer) => match integer.as_i64() {
            Some(small) => small.into_pyobject(py)?.into_any(),
            None => py.get_type::<PyInt>().call1((integer.to_string(),))?,
        },
        Value::Float(float) => PyFloat::new(py, *float).into_any(),
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::List(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(written(py, item, depth + 1)?)?;
            }
            list.into_any()
        }
        Value::Map(map) => written_map(py, map, depth)?.into_any(),
    })
}

fn written_map<'py>(py: Python<'py>, map: &Map, depth: usize) -> PyResult<Bound<'py, PyDict>> {
    let entries = PyDict::new(py);
    for (key, value) in map {
        entries.set_item(key, written(py, value, depth + 1)?)?;
    }
    Ok(entries)
}

fn too_deep() -> PyErr {
    PyRecursionError::new_err(too_deep_message())
}
