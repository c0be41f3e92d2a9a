//! `cron_expression`: schedules, as croniter 7 reads them when one is constructed.
//!
//! The constructor reads each field by itself. It does not check whether the schedule ever fires, so `0 0 30
//! 2 *` is valid. The fields are those of `cron`, followed by second and year if there are six or seven.

mod field;

use self::field::Field;
use super::text::{quote, string};
use crate::Value;

/// Names for whole expressions. croniter accepts them only in place of an expression, not in a field.
const ALIASES: [(&str, &str); 7] = [
    ("@midnight", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
    ("@daily", "0 0 * * *"),
    ("@weekly", "0 0 * * 0"),
    ("@monthly", "0 0 1 * *"),
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
];

pub(super) fn check(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    // Both Python and Rust convert to lower case by the Unicode rules: the Kelvin sign becomes `k`.
    let lower = string(value)?.to_lowercase();
    let expression =
        ALIASES.iter().find(|(name, _)| *name == lower).map_or(lower.as_str(), |(_, fields)| fields);
    if expression.starts_with('@') && !expression.contains(is_separator) {
        let names = ALIASES.map(|(name, _)| name).join(", ");
        return Err(format!("{} is not one of {names}", quote(expression)));
    }
    let fields: Vec<&str> =
        expression.split(is_separator).filter(|field| !field.is_empty()).take(8).collect();
    if !(5..=7).contains(&fields.len()) {
        let count = if fields.len() == 8 { "more".to_owned() } else { fields.len().to_string() };
        return Err(format!("a schedule must have 5, 6 or 7 fields, and this one has {count}"));
    }
    Field::ALL.iter().zip(fields).try_for_each(|(field, text)| {
        field.read(text).map_err(|problem| format!("{}: {problem}", field.name))
    })
}

/// Only ASCII white space separates fields; it includes the vertical tab, which Rust does not count as white
/// space.
fn is_separator(char: char) -> bool {
    matches!(char, ' ' | '\t'..='\r')
}
