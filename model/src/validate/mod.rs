//! What is wrong with values, and whether a value meets a constraint.
//!
//! [`violation`] follows `heat.engine.constraints`. Reading whole sets of data is the business of
//! [`evaluate`](crate::evaluate), of which [`Validator`] is the short form for those who only want to know what is wrong
//! with what somebody wrote: no rules, no groups, no custom constraints.

mod constraints;
mod number;

use indexmap::IndexMap;

use crate::custom_constraint::{CustomConstraints, CustomViolation};
use crate::evaluate::{Context, Evaluator};
use crate::{PropertySchema, Value};

pub(crate) use constraints::violation_within;
pub use constraints::{to_schema_type, violation};
pub use number::parse_number;
pub(crate) use number::{to_integer, to_number};

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// The value's path: `networks[0].fixed_ip`. Empty for the properties as a whole.
    pub path: ValuePath,
    /// What is wrong, without the path.
    pub message: String,
    /// What kind of mistake it is.
    pub kind: ErrorKind,
    /// How many steps of the path Heat reports.
    pub(crate) heat_steps: usize,
    /// What Heat raises, on which depends who catches it.
    pub(crate) raised: Raised,
}

/// Python's classes of exceptions, as far as Heat catches one and not the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Raised {
    ValueError,
    TypeError,
    KeyError,
    StackValidationFailed,
    /// One that nothing catches by name.
    Other,
}

/// The kinds of mistakes in property data. More kinds can come, where Heat begins to tell more apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no property of that name.
    Unknown,
    /// A required property is not given.
    Missing,
    /// The value is not of the type, or cannot be translated.
    Invalid,
    /// The value does not meet a constraint.
    Constraint,
    /// The old and the new name of a property are both given.
    Conflict,
    /// Heat does nothing with the property.
    NotImplemented,
    /// Properties that do not go together, or that the service does not know yet.
    Group,
}

impl ValueError {
    /// A mistake at a path.
    #[must_use]
    pub fn new(path: ValuePath, kind: ErrorKind, message: impl Into<String>) -> Self {
        let steps = path.0.len();
        let heat_steps = match kind {
            // Heat reports these for the map around.
            ErrorKind::Unknown | ErrorKind::Missing | ErrorKind::NotImplemented => steps.saturating_sub(1),
            ErrorKind::Invalid | ErrorKind::Constraint | ErrorKind::Conflict | ErrorKind::Group => steps,
        };
        let raised = match kind {
            ErrorKind::Missing | ErrorKind::Invalid => Raised::ValueError,
            _ => Raised::StackValidationFailed,
        };
        Self { path, message: message.into(), kind, heat_steps, raised }
    }

    /// The path that Heat gives the mistake: the beginning of ours, which always leads all the way.
    #[must_use]
    pub fn heat_path(&self) -> &[Step] {
        self.path.0.get(..self.heat_steps).unwrap_or(&self.path.0)
    }
}

/// The path and the message: `networks[0].port: expected an integer, found a map`.
impl std::fmt::Display for ValueError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.0.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl std::error::Error for ValueError {}

/// A step of a [`ValuePath`]. Data are made of maps and lists, so there are no other steps, and a `match` can be exhaustive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A property, or a member of a map.
    Name(String),
    /// An item of a list, from 0.
    Item(usize),
}

/// As in a path: a name, or `[0]`.
impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Item(index) => write!(f, "[{index}]"),
        }
    }
}

/// The way to a value in property data.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValuePath(pub Vec<Step>);

impl std::fmt::Display for ValuePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            if position > 0 && matches!(step, Step::Name(_)) {
                f.write_str(".")?;
            }
            step.fmt(f)?;
        }
        Ok(())
    }
}

/// Holds what somebody wrote against a schema, where neither clouds nor rules count.
pub struct Validator<'a> {
    /// Whether a value is not known yet, such as a call of `get_resource`: it is taken as it is.
    pub is_deferred: &'a dyn Fn(&Value) -> bool,
}

/// Everything given is known.
#[must_use]
pub fn nothing_deferred(_: &Value) -> bool {
    false
}

/// Meets every custom constraint: whether such a thing exists is not asked.
struct Unchecked;

impl CustomConstraints for Unchecked {
    fn check(&self, _: &str, _: &Value) -> Result<(), CustomViolation> {
        Ok(())
    }
}

impl Validator<'_> {
    /// All that is wrong with property data.
    #[must_use]
    pub fn errors(
        &self,
        schema: &IndexMap<String, PropertySchema>,
        data: &IndexMap<String, Value>,
    ) -> Vec<ValueError> {
        let context = Context { is_deferred: self.is_deferred, ..Context::new(&Unchecked) };
        Evaluator::of_properties(schema).properties(data, &context).validate()
    }

    /// All that is wrong with a single value, as a property of this schema.
    #[must_use]
    pub fn value_errors(&self, schema: &PropertySchema, value: &Value) -> Vec<ValueError> {
        let name = String::new();
        let schemas = IndexMap::from([(name.clone(), schema.clone())]);
        let mut errors = self.errors(&schemas, &IndexMap::from([(name, value.clone())]));
        for error in &mut errors {
            error.path.0.remove(0);
            error.heat_steps = error.heat_steps.saturating_sub(1);
        }
        errors
    }
}

/// A value as its property's type, or why it cannot be that. Members and items are left as they are.
///
/// # Errors
/// What was expected and what was found, in words.
pub fn convert(schema: &PropertySchema, value: &Value) -> Result<Value, String> {
    crate::evaluate::convert_whole(schema, value)
}

/// How much of a value messages show, in characters.
const SHOWN: usize = 40;

/// A value for a message: what it is, and, where that is short, itself.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        _ => match beginning(value) {
            (whole, true) => {
                format!("{} {whole}", value.kind().trim_start_matches("a ").trim_start_matches("an "))
            }
            _ => value.kind().to_owned(),
        },
    }
}

/// A value for a message, cut where it is long.
pub(crate) fn shortened(value: &Value) -> String {
    match beginning(value) {
        (whole, true) => whole,
        (start, false) => format!("{start}…"),
    }
}

/// The beginning of a value's text, and whether that is all of it.
fn beginning(value: &Value) -> (String, bool) {
    struct Beginning(String, usize);

    impl std::fmt::Write for Beginning {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for char in text.chars() {
                self.1 = self.1.checked_sub(1).ok_or(std::fmt::Error)?;
                self.0.push(char);
            }
            Ok(())
        }
    }

    let mut beginning = Beginning(String::new(), SHOWN);
    let is_whole = std::fmt::Write::write_fmt(&mut beginning, format_args!("{value}")).is_ok();
    (beginning.0, is_whole)
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
