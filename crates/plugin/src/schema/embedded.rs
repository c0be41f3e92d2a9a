//! A schema embedded in a program: one literal, read when it is first needed.

use std::sync::OnceLock;

use heat_model::evaluate::Evaluator;
use heat_model::value::ValueDeserializer;
use heat_model::{ResourceType, json};
use serde::Deserialize;

/// A schema embedded in a program.
pub struct Schema {
    json: &'static str,
    resource_type: OnceLock<ResourceType>,
    evaluator: OnceLock<Evaluator<'static>>,
}

impl Schema {
    /// Creates a schema from JSON that the derive generated.
    #[must_use]
    pub const fn new(json: &'static str) -> Self {
        Self { json, resource_type: OnceLock::new(), evaluator: OnceLock::new() }
    }

    /// The schema.
    pub(crate) fn resource_type(&'static self) -> &'static ResourceType {
        self.resource_type.get_or_init(|| match read(self.json) {
            Ok(resource_type) => resource_type,
            #[expect(
                clippy::panic,
                reason = "the derive generated the literal; tests check it for all schemas of the catalogue"
            )]
            Err(error) => panic!("the derive generated a schema that cannot be read: {error}"),
        })
    }

    /// The schema, prepared for reading data.
    pub(crate) fn evaluator(&'static self) -> &'static Evaluator<'static> {
        self.evaluator.get_or_init(|| Evaluator::new(self.resource_type()))
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Schema").finish_non_exhaustive()
    }
}

/// Reads a schema as Heat reads JSON: `serde_json` would round integers of more than 64 bits.
fn read(text: &str) -> Result<ResourceType, String> {
    let value = json::parse(text).map_err(|error| error.to_string())?;
    ResourceType::deserialize(ValueDeserializer(value)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn numbers_are_not_rounded() {
        let schema = read(
            r#"{"type": "A::B", "properties": {
                "n": {"type": "number", "default": 123456789012345678901234567890,
                    "constraints": [{"range": {"min": -99999999999999999999}}]},
                "f": {"type": "number", "default": 1.0}}}"#,
        )
        .unwrap();
        let default = |name: &str| schema.properties[name].default.as_ref().unwrap().to_string();
        assert_eq!((default("n").as_str(), default("f").as_str()), ("123456789012345678901234567890", "1.0"));
        assert_eq!(schema.properties["n"].constraints[0].kind.to_string(), "at least -99999999999999999999");
    }
}
