//! Inputs of a config.

use std::sync::LazyLock;
use std::time::SystemTime;

use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Context, Evaluator, members_to_map};
use heat_model::heat_words::problem_words;
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value, words};
use indexmap::IndexMap;

use crate::SoftwareError;

/// Type of an input or an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueType {
    /// Text: the default.
    #[default]
    String,
    /// A number.
    Number,
    /// A list, or text with commas.
    CommaDelimitedList,
    /// A map, or text or a list as JSON.
    Json,
    /// A boolean.
    Boolean,
}

words!(ValueType, "a type of an input", [
    String => "String",
    Number => "Number",
    CommaDelimitedList => "CommaDelimitedList",
    Json => "Json",
    Boolean => "Boolean",
]);

impl ValueType {
    /// Schema for a default of this type, the same as for a parameter of a nested template.
    fn schema(self) -> PropertySchema {
        let property_type = match self {
            Self::String => PropertyType::String,
            Self::Number => PropertyType::Number,
            Self::CommaDelimitedList => PropertyType::List,
            Self::Json => PropertyType::Map,
            Self::Boolean => PropertyType::Boolean,
        };
        let allow_conversion = matches!(self, Self::CommaDelimitedList | Self::Json);
        PropertySchema { allow_conversion, ..PropertySchema::new(property_type) }
    }
}

/// An input of a config: its declaration and, in a derived config, its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// Name of the input.
    pub name: String,
    /// Description of the input.
    pub description: Option<String>,
    /// Type of the input. Heat does not check values against it.
    pub value_type: ValueType,
    /// Value of the input if the deployment does not set one.
    pub default: Option<Value>,
    /// `true` if an update that changes the value replaces the deployment.
    pub replace_on_change: bool,
    /// Value of the input in a derived config. Null is a value.
    pub value: Option<Value>,
}

const NAME: &str = "name";
const DESCRIPTION: &str = "description";
const TYPE: &str = "type";
const DEFAULT: &str = "default";
const REPLACE_ON_CHANGE: &str = "replace_on_change";
const VALUE: &str = "value";

static INPUT: LazyLock<IndexMap<String, PropertySchema>> = LazyLock::new(|| {
    let mut schemas = named_and_typed();
    schemas.insert(DEFAULT.to_owned(), PropertySchema::new(PropertyType::Any));
    schemas.insert(REPLACE_ON_CHANGE.to_owned(), flag());
    schemas
});

/// Schemas of the fields that inputs and outputs have in common.
pub(crate) fn named_and_typed() -> IndexMap<String, PropertySchema> {
    let name = PropertySchema { required: true, ..PropertySchema::new(PropertyType::String) };
    let types = ValueType::ALL.map(|value_type| Value::from(value_type.as_str()));
    let value_type = PropertySchema {
        default: Some(ValueType::default().as_str().into()),
        constraints: vec![Constraint {
            kind: ConstraintKind::AllowedValues(types.into()),
            description: None,
        }],
        ..PropertySchema::new(PropertyType::String)
    };
    let description = PropertySchema::new(PropertyType::String);
    [(NAME, name), (DESCRIPTION, description), (TYPE, value_type)]
        .map(|(name, schema)| (name.to_owned(), schema))
        .into_iter()
        .collect()
}

/// Schema of a boolean that is false by default.
pub(crate) fn flag() -> PropertySchema {
    PropertySchema { default: Some(false.into()), ..PropertySchema::new(PropertyType::Boolean) }
}

impl Input {
    /// Creates an input that has only a name and a value.
    #[must_use]
    pub fn given(name: impl Into<String>, value: impl Into<Value>) -> Self {
        Self {
            name: name.into(),
            description: None,
            value_type: ValueType::default(),
            default: None,
            replace_on_change: false,
            value: Some(value.into()),
        }
    }

    /// Reads an input as Heat does: its fields are checked and converted.
    ///
    /// # Errors
    /// If it is not a map, if a field is unknown, missing or of the wrong type, or if the default does not have the type of the
    /// input.
    pub fn read(index: usize, value: &Value) -> Result<Self, SoftwareError> {
        let members = value.as_map().ok_or(SoftwareError::NotAMap)?;
        let mut members = members.clone();
        let value = members.shift_remove(VALUE);
        let typed = default_schema(&members);
        let read = match typed {
            Some(schema) => {
                let mut schemas = INPUT.clone();
                schemas.insert(DEFAULT.to_owned(), schema);
                read_members(index, &schemas, &members)?
            }
            None => read_members(index, &INPUT, &members)?,
        };
        Ok(Self {
            name: text(&read, NAME).unwrap_or_default(),
            description: text(&read, DESCRIPTION),
            value_type: value_type(&read),
            default: read.get(DEFAULT).filter(|default| !matches!(default, Value::Null)).cloned(),
            replace_on_change: matches!(read.get(REPLACE_ON_CHANGE), Some(Value::Bool(true))),
            value,
        })
    }

    /// The input as Heat stores it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut members = IndexMap::new();
        members.insert(NAME.to_owned(), self.name.as_str().into());
        members.extend(self.description.as_deref().map(|text| (DESCRIPTION.to_owned(), text.into())));
        members.insert(TYPE.to_owned(), self.value_type.as_str().into());
        members.extend(self.default.clone().map(|default| (DEFAULT.to_owned(), default)));
        if self.replace_on_change {
            members.insert(REPLACE_ON_CHANGE.to_owned(), true.into());
        }
        members.extend(self.value.clone().map(|value| (VALUE.to_owned(), value)));
        Value::Map(members.into())
    }
}

/// Schema of an input's default; `None` if any value is accepted. Heat checks a default only if the input has a type. Empty text
/// is a default of every type, because all defaults used to be text.
fn default_schema(members: &IndexMap<String, Value>) -> Option<PropertySchema> {
    let (value_type, default) = (members.get(TYPE)?, members.get(DEFAULT)?);
    let value_type = value_type.as_str().and_then(|name| name.parse().ok());
    if default.as_str() == Some("") && value_type != Some(ValueType::String) {
        return None;
    }
    // A type that does not exist is reported when the members are read.
    value_type.map(ValueType::schema)
}

/// Reads the fields of an input or an output by their schemas.
pub(crate) fn read_members(
    index: usize,
    schemas: &IndexMap<String, PropertySchema>,
    members: &IndexMap<String, Value>,
) -> Result<IndexMap<String, Value>, SoftwareError> {
    // No constraint of these schemas reads the clock.
    let constraints = WithoutCloud::at(SystemTime::UNIX_EPOCH);
    let mut context = Context::new(&constraints);
    context.wording = Some(&problem_words);
    let evaluator = Evaluator::of_properties(schemas);
    let read = evaluator.resolve(members, &context).map_err(|errors| {
        let message = errors.first().map(ToString::to_string).unwrap_or_default();
        SoftwareError::Input { index, message }
    })?;
    Ok(members_to_map(schemas, &read))
}

pub(crate) fn text(members: &IndexMap<String, Value>, name: &str) -> Option<String> {
    members.get(name).and_then(Value::as_str).map(str::to_owned)
}

pub(crate) fn value_type(members: &IndexMap<String, Value>) -> ValueType {
    let name = members.get(TYPE).and_then(Value::as_str);
    name.and_then(|name| name.parse().ok()).unwrap_or_default()
}
