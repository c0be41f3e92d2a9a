//! The engine that holds values against schemas.
//!
//! Follows `heat.engine.properties.Property.get_value` and `heat.engine.constraints`: a value is converted to its
//! property's type first, then held against the constraints, then its members or items in turn. All errors are
//! returned, each with the path of the value. Custom constraints that ask a cloud are not checked here.

mod constraints;
mod number;

use indexmap::IndexMap;

use crate::suggest::nearest;
use crate::{NestedSchema, PropertySchema, PropertyType, Value};

#[cfg(feature = "load")]
pub(crate) use constraints::to_schema_type;
pub use constraints::violation;
pub use number::parse_number;

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// The value's path: `networks[0].fixed_ip`. Empty for the properties as a whole.
    pub path: ValuePath,
    /// What is wrong, without the path.
    pub message: String,
    /// What kind of mistake it is.
    pub kind: ErrorKind,
}

/// The kinds of mistakes in property data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// There is no property of that name.
    Unknown,
    /// A required property is not given.
    Missing,
    /// The value is not of the type, or does not meet a constraint.
    Invalid,
}

/// A step of a [`ValuePath`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A property, or a member of a map.
    Name(String),
    /// An item of a list, from 0.
    Item(usize),
}

/// The way to a value in property data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValuePath(pub Vec<Step>);

impl std::fmt::Display for ValuePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Name(name) if position == 0 => f.write_str(name)?,
                Step::Name(name) => write!(f, ".{name}")?,
                Step::Item(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// Holds property data against a schema.
pub struct Validator<'a> {
    /// Whether a value is not known yet, such as a call of `get_resource`: it is taken as it is.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
}

/// Everything given is known.
#[must_use]
pub fn nothing_deferred(_: &Value) -> bool {
    false
}

impl Validator<'_> {
    /// All that is wrong with property data.
    #[must_use]
    pub fn errors(
        &self,
        schema: &IndexMap<String, PropertySchema>,
        data: &IndexMap<String, Value>,
    ) -> Vec<ValueError> {
        let mut run = Run { validator: self, path: ValuePath::default(), errors: Vec::new() };
        run.members(schema, data);
        run.errors
    }

    /// All that is wrong with a single value, as a property of this schema.
    #[must_use]
    pub fn value_errors(&self, schema: &PropertySchema, value: &Value) -> Vec<ValueError> {
        let mut run = Run { validator: self, path: ValuePath::default(), errors: Vec::new() };
        run.value(schema, value);
        run.errors
    }
}

struct Run<'a> {
    validator: &'a Validator<'a>,
    path: ValuePath,
    errors: Vec<ValueError>,
}

impl Run<'_> {
    fn error(&mut self, message: impl Into<String>) {
        self.error_of(ErrorKind::Invalid, message);
    }

    fn error_of(&mut self, kind: ErrorKind, message: impl Into<String>) {
        self.errors.push(ValueError { path: self.path.clone(), message: message.into(), kind });
    }

    fn at(&mut self, step: Step, check: impl FnOnce(&mut Self)) {
        self.path.0.push(step);
        check(self);
        self.path.0.pop();
    }

    fn members(&mut self, schema: &IndexMap<String, PropertySchema>, data: &IndexMap<String, Value>) {
        for name in data.keys().filter(|name| !schema.contains_key(*name)) {
            let known = schema.iter().filter(|(_, member)| !member.support_status.is_hidden());
            let hint = nearest(name, known.map(|(name, _)| name.as_str()))
                .map(|near| format!(": did you mean `{near}`?"))
                .unwrap_or_default();
            self.at(Step::Name(name.clone()), |run| {
                run.error_of(ErrorKind::Unknown, format!("unknown property{hint}"));
            });
        }
        for (name, member) in schema {
            self.at(Step::Name(name.clone()), |run| match data.get(name) {
                Some(value) => run.value(member, value),
                None if member.required => run.error_of(ErrorKind::Missing, "required, and not given"),
                None => {}
            });
        }
    }

    fn value(&mut self, schema: &PropertySchema, value: &Value) {
        if (self.validator.is_deferred)(value) {
            return;
        }
        if !schema.implemented {
            self.error("Heat does not implement this property");
            return;
        }
        let converted = match convert(schema, value) {
            Ok(converted) => converted,
            Err(message) => return self.error(message),
        };
        self.nested(schema, &converted);
        for constraint in &schema.constraints {
            if self.holds_deferred(&converted) {
                break;
            }
            if let Some(built_in) = violation(&constraint.kind, &converted, Some(schema.property_type)) {
                self.error(constraint.description.clone().unwrap_or(built_in));
            }
        }
    }

    /// Whether something in a list is not known yet, so that constraints on the list cannot be judged.
    fn holds_deferred(&self, value: &Value) -> bool {
        match value {
            Value::List(items) => items.iter().any(|item| (self.validator.is_deferred)(item)),
            _ => false,
        }
    }

    fn nested(&mut self, schema: &PropertySchema, value: &Value) {
        match (value, &schema.schema) {
            (Value::List(items), Some(NestedSchema::Item(item_schema))) => {
                for (index, item) in items.iter().enumerate() {
                    self.at(Step::Item(index), |run| run.value(item_schema, item));
                }
            }
            (Value::Map(map), Some(NestedSchema::Members(members))) => self.members(members, map),
            _ => {}
        }
    }
}

/// A value as its property's type, or why it cannot be that.
///
/// # Errors
/// What was expected and what was found, in words.
pub fn convert(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    if matches!(value, Value::Null) {
        return Ok(empty_value(schema));
    }
    let refused = |expected: &str| Err(format!("expected {expected}, found {}", describe(value)));
    match (schema.property_type, value) {
        (PropertyType::Any, _)
        | (PropertyType::String, Value::String(_))
        | (PropertyType::Boolean, Value::Bool(_))
        | (PropertyType::Map, Value::Map(_))
        | (PropertyType::List, Value::List(_)) => Ok(value.clone()),
        (PropertyType::String, Value::Integer(integer)) => Ok(Value::String(integer.to_string())),
        (PropertyType::String, Value::Bool(flag)) => Ok(if *flag { "True".into() } else { "False".into() }),
        (PropertyType::String, _) => refused("a string"),
        (PropertyType::Integer, _) => number::to_integer(value)
            .map_or_else(|| refused("an integer"), |integer| Ok(Value::Integer(integer))),
        (PropertyType::Number, _) => number::to_number(value).map_or_else(|| refused("a number"), Ok),
        (PropertyType::Boolean, Value::String(text)) => match text.to_lowercase().as_str() {
            "true" => Ok(true.into()),
            "false" => Ok(false.into()),
            _ => refused("true or false"),
        },
        (PropertyType::Boolean, _) => refused("true or false"),
        (PropertyType::Map, Value::String(_)) if schema.allow_conversion => Ok(value.clone()),
        (PropertyType::Map, Value::List(_)) if schema.allow_conversion => {
            Ok(Value::String(value.to_string()))
        }
        (PropertyType::Map, _) => refused("a map"),
        (PropertyType::List, Value::String(text)) if schema.allow_conversion => {
            let items = text.split(',').map(Value::from);
            Ok(Value::List(if text.is_empty() { Vec::new() } else { items.collect() }))
        }
        (PropertyType::List, _) => refused("a list"),
    }
}

/// What null is read as: the default, or else the type's empty value.
fn empty_value(schema: &PropertySchema) -> Value {
    let default = schema.default.as_ref().filter(|default| default.is_truthy());
    match (default.map(|default| convert(schema, default)), schema.property_type) {
        (Some(Ok(default)), _) => default,
        (_, PropertyType::String) => "".into(),
        (_, PropertyType::Integer | PropertyType::Number) => 0.into(),
        (_, PropertyType::Boolean) => false.into(),
        (_, PropertyType::Map) => Value::Map(IndexMap::new()),
        (_, PropertyType::List) => Value::List(Vec::new()),
        (_, PropertyType::Any) => Value::Null,
    }
}

/// A value for a message: what it is, and, where that is short, itself.
fn describe(value: &Value) -> String {
    let text = value.to_string();
    match value {
        Value::Null => text,
        _ if text.chars().count() <= 40 => {
            format!("{} {text}", value.kind().trim_start_matches("a ").trim_start_matches("an "))
        }
        _ => value.kind().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, data: &str, expect: &[&str]) {
        let schema: IndexMap<String, PropertySchema> = serde_json::from_str(schema).unwrap();
        let data: IndexMap<String, Value> = serde_json::from_str(data).unwrap();
        let errors = Validator { is_deferred: &nothing_deferred }.errors(&schema, &data);
        let errors: Vec<_> =
            errors.iter().map(|error| format!("{}: {}", error.path, error.message)).collect();
        assert_eq!(errors, expect);
    }

    const NETWORKS: &str = r#"{
        "name": {"type": "string", "required": true, "constraints": [{"length": {"max": 4}}]},
        "networks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
            "port": {"type": "integer", "constraints": [{"range": {"min": 1}}]},
            "fixed_ip": {"type": "string"}
        }}}}
    }"#;

    #[test]
    fn every_error_is_found_with_its_path() {
        check(NETWORKS, r#"{"name": "web", "networks": [{"port": "80"}]}"#, &[]);
        check(
            NETWORKS,
            r#"{"netwroks": 1, "networks": [{"port": 0}, {"port": "x", "fixed_ip": []}, 7]}"#,
            &[
                "netwroks: unknown property: did you mean `networks`?",
                "name: required, and not given",
                "networks[0].port: 0 is out of range: at least 1",
                "networks[1].port: expected an integer, found string \"x\"",
                "networks[1].fixed_ip: expected a string, found list []",
                "networks[2]: expected a map, found integer 7",
            ],
        );
        check(NETWORKS, r#"{"name": "toolong"}"#, &["name: its length, 7, is out of range: at most 4"]);
    }

    #[test]
    fn values_are_converted_as_heat_converts_them() {
        check(r#"{"a": {"type": "string"}}"#, r#"{"a": 5}"#, &[]);
        check(r#"{"a": {"type": "string"}}"#, r#"{"a": 5.5}"#, &["a: expected a string, found number 5.5"]);
        check(r#"{"a": {"type": "boolean"}}"#, r#"{"a": "TRUE"}"#, &[]);
        check(
            r#"{"a": {"type": "boolean"}}"#,
            r#"{"a": 1}"#,
            &["a: expected true or false, found integer 1"],
        );
        check(r#"{"a": {"type": "integer"}}"#, r#"{"a": 5.9}"#, &[]);
        check(
            r#"{"a": {"type": "list", "allow_conversion": true, "constraints": [{"allowed_values": ["x", "y"]}]}}"#,
            r#"{"a": "x, y"}"#,
            &["a: \" y\" is not one of \"x\", \"y\""],
        );
    }

    #[test]
    fn null_is_the_default_or_the_empty_value() {
        let schema =
            r#"{"a": {"type": "integer", "required": true, "constraints": [{"range": {"min": 1}}]}}"#;
        check(schema, r#"{"a": null}"#, &["a: 0 is out of range: at least 1"]);
        check(schema, "{}", &["a: required, and not given"]);
        check(
            r#"{"a": {"type": "string", "default": "x", "constraints": [{"length": {"min": 1}}]}}"#,
            r#"{"a": null}"#,
            &[],
        );
    }
}
