//! Replacement of inputs in the config of a structured deployment.

use heat_model::Value;
use indexmap::IndexMap;

use crate::{Config, SoftwareError};

/// Treatment of inputs without a value in the config of a structured deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueCheck {
    /// The value is null: the default.
    #[default]
    Lax,
    /// The missing input is an error.
    Strict,
}

/// Replaces each map with `input_key` as its only key, at any depth: `{get_input: NAME}` becomes the value of the input. The
/// contents of such a map are not searched.
pub(crate) fn with_values(
    config: &Value,
    inputs: &IndexMap<&str, &Value>,
    input_key: &str,
    check: ValueCheck,
) -> Result<Value, SoftwareError> {
    match config {
        Value::Map(map) => {
            if let Some(name) = asked(map, input_key) {
                return match (inputs.get(name), check) {
                    (Some(value), _) => Ok((*value).clone()),
                    (None, ValueCheck::Lax) => Ok(Value::Null),
                    (None, ValueCheck::Strict) => Err(SoftwareError::MissingInput(name.to_owned())),
                };
            }
            let entry = |(key, value): (&String, &Value)| {
                Ok((key.clone(), with_values(value, inputs, input_key, check)?))
            };
            map.iter().map(entry).collect::<Result<_, _>>().map(Value::Map)
        }
        Value::List(items) => {
            let items = items.iter().map(|item| with_values(item, inputs, input_key, check));
            Ok(Value::List(items.collect::<Result<Vec<_>, _>>()?.into()))
        }
        scalar => Ok(scalar.clone()),
    }
}

/// Name of the input that a map refers to.
fn asked<'m>(map: &'m IndexMap<String, Value>, input_key: &str) -> Option<&'m str> {
    let (key, name) = map.first()?;
    (map.len() == 1 && key == input_key).then(|| name.as_str())?
}

/// Values of the inputs, by name. If several inputs have the same name, the last one is used.
pub(crate) fn values(config: &Config) -> IndexMap<&str, &Value> {
    const NULL: &Value = &Value::Null;
    config.inputs.iter().map(|input| (input.name.as_str(), input.value.as_ref().unwrap_or(NULL))).collect()
}
