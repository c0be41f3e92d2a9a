//! Values of Python and of Rust. Integers of any size, NaN and the order of maps are kept.

use heat_plugin::Value;
use heat_plugin::value::{Integer, Map};
use pyo3::exceptions::{PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PySequence, PyString, PyTuple};

/// How deeply a value from Python may be nested. Heat's own limit for templates is far below.
const MAX_DEPTH: usize = 500;

/// A value from Python. What is neither a number, a text, a sequence nor a mapping becomes text, as Heat's JSON columns do
/// with what they cannot write.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0)
}

fn read(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > MAX_DEPTH {
        return Err(PyRecursionError::new_err(format!(
            "a value is nested more than {MAX_DEPTH} levels deep"
        )));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::from(text.to_string_lossy().into_owned()));
    }
    if let Ok(integer) = value.cast::<PyInt>() {
        return read_integer(integer);
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(Value::Float(float.value()));
    }
    if let Ok(map) = value.cast::<PyMapping>() {
        return read_map(map, depth).map(Value::from);
    }
    let is_sequence = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
    if is_sequence || value.cast::<PySequence>().is_ok() {
        let items = value.try_iter()?.map(|item| read(&item?, depth + 1));
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

fn read_map(map: &Bound<'_, PyMapping>, depth: usize) -> PyResult<Map> {
    let mut entries = Map::new();
    for entry in map.items()?.try_iter()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry?.extract()?;
        entries.insert(key.str()?.to_string_lossy().into_owned(), read(&value, depth + 1)?);
    }
    Ok(entries)
}

/// A map from Python.
pub(crate) fn map_from_python(value: &Bound<'_, PyAny>) -> PyResult<Map> {
    match value.cast::<PyMapping>() {
        Ok(map) => read_map(map, 0),
        Err(_) => Err(PyTypeError::new_err("expected a mapping")),
    }
}

/// A value for Python.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
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
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Map(map) => map_to_python(py, map)?.into_any(),
    })
}

/// A map for Python.
pub(crate) fn map_to_python<'py>(py: Python<'py>, map: &Map) -> PyResult<Bound<'py, PyDict>> {
    let entries = PyDict::new(py);
    for (key, value) in map {
        entries.set_item(key, to_python(py, value)?)?;
    }
    Ok(entries)
}
