//! Outputs of a config.

use std::sync::LazyLock;

use heat_model::{PropertySchema, Value};
use indexmap::IndexMap;

use crate::input::{flag, named_and_typed, read_members, text, value_type};
use crate::{SoftwareError, ValueType};

/// An output of a config, which is an attribute of its deployments.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Name of the output.
    pub name: String,
    /// Description of the output.
    pub description: Option<String>,
    /// Type of the output. Heat does not check values against it.
    pub value_type: ValueType,
    /// `true` if the deployment fails when the server reports this output.
    pub error_output: bool,
}

const ERROR_OUTPUT: &str = "error_output";

static OUTPUT: LazyLock<IndexMap<String, PropertySchema>> = LazyLock::new(|| {
    let mut schemas = named_and_typed();
    schemas.insert(ERROR_OUTPUT.to_owned(), flag());
    schemas
});

impl Output {
    /// Reads an output as Heat does: its fields are checked and converted.
    ///
    /// # Errors
    /// If it is not a map, or if a field is unknown, missing or of the wrong type.
    pub fn read(index: usize, value: &Value) -> Result<Self, SoftwareError> {
        let members = value.as_map().ok_or(SoftwareError::NotAMap)?;
        let read = read_members(index, &OUTPUT, members)?;
        Ok(Self {
            name: text(&read, "name").unwrap_or_default(),
            description: text(&read, "description"),
            value_type: value_type(&read),
            error_output: matches!(read.get(ERROR_OUTPUT), Some(Value::Bool(true))),
        })
    }

    /// The output as Heat stores it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut members = IndexMap::new();
        members.insert("name".to_owned(), self.name.as_str().into());
        members.extend(self.description.as_deref().map(|text| ("description".to_owned(), text.into())));
        members.insert("type".to_owned(), self.value_type.as_str().into());
        members.insert(ERROR_OUTPUT.to_owned(), self.error_output.into());
        Value::Map(members.into())
    }
}
