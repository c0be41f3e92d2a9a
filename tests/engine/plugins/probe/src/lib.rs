//! The types of `tests/engine/schemas` in Rust. `tests/engine/reference` has the same types in Python: a template must not notice
//! the difference.

mod plain;
mod probe;

use heat_plugin::Value;

use plain::Plain;
use probe::Probe;

heat_plugin_python::export!(probe, [Probe, Plain], constraints: ["my.colour" = colour]);

const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// The custom constraint `my.colour`.
fn colour(value: &Value) -> Result<(), String> {
    match value.as_str() {
        Some(colour) if COLOURS.contains(&colour) => Ok(()),
        Some(other) => Err(format!("{other} is not one of the colours {}", COLOURS.join(", "))),
        None => Err(format!("{value} is not one of the colours {}", COLOURS.join(", "))),
    }
}
