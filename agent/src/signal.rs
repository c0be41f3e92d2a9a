//! What a hook reports, as the text of a signal.

use heat_model::Value;
use heat_model::python::json_dumps;
use indexmap::IndexMap;

/// What a hook reports: names of outputs with their values.
pub type Outputs = IndexMap<String, Value>;

/// The JSON text of a signal.
#[must_use]
pub fn trimmed(outputs: &Outputs) -> String {
    json_dumps(&Value::from(outputs.clone()))
}
