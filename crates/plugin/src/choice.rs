//! Functions for derived enums: allowed values, and names of properties and attributes. Derived code passes the data of an
//! enum to each call: a trait would have to be implemented, and checked by the compiler, for each enum.

use std::fmt::Formatter;

use heat_model::Value;
use heat_model::evaluate::Resolved;

use crate::error::UnknownName;
use crate::record::run::Run;

/// Finds a variant by its name.
///
/// # Errors
/// There is no variant with this name.
pub fn find<T: Copy>(given: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, UnknownName> {
    all.iter().copied().find(|known| name(*known) == given).ok_or_else(|| UnknownName {
        given: given.to_owned(),
        known: all.iter().map(|known| name(*known)).collect(),
    })
}

/// Finds the allowed value with this text, for an enum that also accepts other texts.
pub fn known<T: Clone>(given: &str, all: &[T], text: fn(&T) -> &str) -> Option<T> {
    all.iter().find(|known| text(known) == given).cloned()
}

/// Reads an allowed value. On an error, the first one is returned.
pub fn choose<T: Copy>(value: &Resolved, run: &mut Run, all: &[T], text: fn(T) -> &'static str) -> T {
    if let Resolved::Plain(Value::String(given)) = value
        && let Some(choice) = all.iter().find(|known| text(**known) == given)
    {
        return *choice;
    }
    let texts: Vec<&str> = all.iter().map(|known| text(*known)).collect();
    run.error(&format!("one of {}", texts.join(", ")), value);
    all[0]
}

/// Reads an allowed value, or any other text.
pub fn choose_or<T>(value: &Resolved, run: &mut Run, all: &[T], text: fn(&T) -> &str) -> T
where
    T: Clone + for<'t> From<&'t str>,
{
    if let Resolved::Plain(Value::String(given)) = value {
        return T::from(given);
    }
    let texts: Vec<&str> = all.iter().map(text).collect();
    run.error(&format!("one of {}", texts.join(", ")), value);
    all[0].clone()
}

/// Converts the typed value of an attribute to a [`Value`]; `None` becomes null.
///
/// # Errors
/// The plug-in's error.
pub fn given<T: Into<Value>, E>(value: Result<Option<T>, E>) -> Result<Value, E> {
    value.map(Value::from)
}

/// Writes the Rust name of a variant, by its number.
///
/// # Errors
/// The formatter's error.
pub fn variant(f: &mut Formatter<'_>, names: &str, number: usize) -> std::fmt::Result {
    f.write_str(names.split(' ').nth(number).unwrap_or_default())
}
