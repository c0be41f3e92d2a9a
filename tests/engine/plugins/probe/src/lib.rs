//! The types of `tests/engine/schemas` in Rust. `tests/engine/reference` has the same types in Python: a template must not notice
//! the difference.

mod kept;
mod plain;
mod probe;

use heat_plugin::Value;
use heat_plugin::resolve::{Query, ResolveError};

use kept::{First, Second, Third};
use plain::Plain;
use probe::Probe;

heat_plugin_python::export!(
    probe,
    [Probe, Plain],
    constraints: ["my.colour" = colour],
    finders: ["find_zone" = find_zone],
    available: is_available,
);

// Three versions of another plug-in: the file is one of them if it is called so.
heat_plugin_python::export!(kept_first, [First]);
heat_plugin_python::export!(kept_second, [Second]);
heat_plugin_python::export!(kept_third, [Third]);

/// Both types are always there.
fn is_available(name: &str) -> bool {
    name.starts_with("My::Custom::")
}

const ZONES: [(&str, &str); 2] = [("first", "zone-1"), ("second", "zone-2")];

/// The finder of zones.
fn find_zone(query: &Query<'_>) -> Result<Value, ResolveError> {
    let given = query.value.as_str().unwrap_or_default();
    match ZONES.iter().find(|(name, id)| *name == given || *id == given) {
        Some((_, id)) => Ok(Value::from(*id)),
        None => Err(ResolveError::new(format!("there is no zone {given}"))),
    }
}

const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// The custom constraint `my.colour`.
fn colour(value: &Value) -> Result<(), String> {
    match value.as_str() {
        Some(colour) if COLOURS.contains(&colour) => Ok(()),
        Some(other) => Err(format!("{other} is not one of the colours {}", COLOURS.join(", "))),
        None => Err(format!("{value} is not one of the colours {}", COLOURS.join(", "))),
    }
}
