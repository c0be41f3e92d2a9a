//! Values in the config of a structured deployment.

use heat_model::Value;
use indexmap::IndexMap;

use crate::{Config, SoftwareError};

/// Whether a structured deployment refuses a config that asks for an input without value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueCheck {
    /// The value is null: the default.
    #[default]
    Lax,
    /// The missing input is an error.
    Strict,
}

/// The config with a value for each map of the one key `input_key`, at any depth: `{get_input: NAME}` becomes the value of the input.
/// What such a map has in it is not looked at again.
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

/// The input that a map stands for.
fn asked<'m>(map: &'m IndexMap<String, Value>, input_key: &str) -> Option<&'m str> {
    let (key, name) = map.first()?;
    (map.len() == 1 && key == input_key).then(|| name.as_str())?
}

/// The inputs by name, with their values. Of several with one name, the last one counts.
pub(crate) fn values(config: &Config) -> IndexMap<&str, &Value> {
    const NULL: &Value = &Value::Null;
    config.inputs.iter().map(|input| (input.name.as_str(), input.value.as_ref().unwrap_or(NULL))).collect()
}
