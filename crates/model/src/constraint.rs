//! Constraints: the conditions on the values of a property.
//!
//! Follows `heat.engine.constraints`: the same six kinds, applicable to the same types, with the same
//! semantics. The syntax in schemas is that of HOT parameters.

use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Integer, PropertyType, Value};

/// A constraint.
#[derive(Debug, Clone, PartialEq)]
pub struct Constraint {
    /// The condition.
    pub kind: ConstraintKind,
    /// Message for a value that violates the constraint, instead of the built-in one.
    pub description: Option<String>,
}

/// The kinds of constraints.
#[derive(Debug, Clone, PartialEq)]
pub enum ConstraintKind {
    /// A number between a minimum and a maximum, either of which may be missing.
    Range {
        /// The minimum.
        min: Option<Value>,
        /// The maximum.
        max: Option<Value>,
    },
    /// A text, list or map whose number of characters, items or entries is between a minimum and a maximum.
    Length {
        /// The minimum.
        min: Option<Value>,
        /// The maximum.
        max: Option<Value>,
    },
    /// A number with the remainder `offset` when divided by `step`.
    Modulo {
        /// The distance between two allowed values.
        step: Option<Value>,
        /// The remainder.
        offset: Option<Value>,
    },
    /// A value of a list; if the property is a list, each of its items must be in the list.
    AllowedValues(Vec<Value>),
    /// A text that matches a Python pattern to its end.
    AllowedPattern(String),
    /// A value that a named check accepts, usually the name or ID of something in the cloud.
    Custom(String),
}

impl ConstraintKind {
    /// The keys of all kinds.
    pub const KEYS: [&'static str; 6] =
        ["range", "length", "modulo", "allowed_values", "allowed_pattern", "custom_constraint"];

    /// The key of this kind in a schema.
    #[must_use]
    pub fn key(&self) -> &'static str {
        match self {
            Self::Range { .. } => "range",
            Self::Length { .. } => "length",
            Self::Modulo { .. } => "modulo",
            Self::AllowedValues(_) => "allowed_values",
            Self::AllowedPattern(_) => "allowed_pattern",
            Self::Custom(_) => "custom_constraint",
        }
    }

    /// The types that the constraint applies to. Heat rejects it on any other.
    #[must_use]
    pub fn valid_types(&self) -> &'static [PropertyType] {
        use PropertyType::{Boolean, Integer, List, Map, Number, String};
        match self {
            Self::Range { .. } | Self::Modulo { .. } => &[Integer, Number],
            Self::Length { .. } => &[String, List, Map],
            Self::AllowedValues(_) | Self::Custom(_) => &[String, Integer, Number, Boolean, List],
            Self::AllowedPattern(_) => &[String],
        }
    }

    /// Error in the constraint itself, by Heat's rules; `None` if it is valid.
    #[must_use]
    pub fn flaw(&self) -> Option<String> {
        match self {
            Self::Range { min, max } => range_flaw(min.as_ref(), max.as_ref(), "range"),
            Self::Length { min, max } => range_flaw(min.as_ref(), max.as_ref(), "length").or_else(|| {
                let fraction = [min, max].into_iter().flatten().any(|end| matches!(end, Value::Float(_)));
                fraction.then(|| "`min` and `max` of a length must be whole numbers".to_owned())
            }),
            Self::Modulo { step, offset } => modulo_flaw(step.as_ref(), offset.as_ref()),
            Self::AllowedPattern(pattern) => {
                crate::pattern::Pattern::new(pattern).err().map(|error| format!("not a pattern: {error}"))
            }
            Self::AllowedValues(_) | Self::Custom(_) => None,
        }
    }
}

/// A value of a list, or consecutive integers that are written as a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ValueRun<'a> {
    /// A value.
    One(&'a Value),
    /// Consecutive integers: the first and the last of them.
    Range(&'a Value, &'a Value),
}

impl<'a> ValueRun<'a> {
    /// The minimum number of consecutive integers that are written as a range.
    const MIN: usize = 5;

    /// Splits the values of a list into runs, in their order.
    pub fn of(values: &'a [Value]) -> impl Iterator<Item = Self> {
        let mut rest = values;
        std::iter::from_fn(move || {
            let (first, others) = rest.split_first()?;
            let length = 1 + others.iter().zip(rest).take_while(|(next, value)| follows(next, value)).count();
            let end = if length < Self::MIN { 0 } else { length - 1 };
            let run = if end == 0 { Self::One(first) } else { Self::Range(first, &rest[end]) };
            rest = &rest[end + 1..];
            Some(run)
        })
    }
}

impl fmt::Display for ValueRun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(value) => write!(f, "{value}"),
            Self::Range(first, last) => write!(f, "{first} to {last}"),
        }
    }
}

/// Returns whether an integer is the next one after another.
fn follows(next: &Value, value: &Value) -> bool {
    let after = value.as_i64().and_then(|value| value.checked_add(1));
    after.is_some() && next.as_i64() == after
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_) | Value::Bool(_))
}

fn range_flaw(min: Option<&Value>, max: Option<&Value>, key: &str) -> Option<String> {
    if min.is_none() && max.is_none() {
        return Some(format!("a {key} needs `min`, `max` or both"));
    }
    let odd = [min, max].into_iter().flatten().find(|end| !is_number(end))?;
    Some(format!("`min` and `max` are numbers, and {odd} is {}", odd.kind()))
}

fn modulo_flaw(step: Option<&Value>, offset: Option<&Value>) -> Option<String> {
    let (Some(step), Some(offset)) = (step, offset) else {
        return Some("a modulo needs `step` and `offset`".to_owned());
    };
    let [Some(step), Some(offset)] = [step, offset].map(whole_number) else {
        return Some("`step` and `offset` must be whole numbers".to_owned());
    };
    let zero = Integer::from(0);
    if step == zero {
        return Some("`step` cannot be 0".to_owned());
    }
    if offset.abs() >= step.abs() {
        return Some("`offset` must be smaller than `step`".to_owned());
    }
    if step.is_negative() != offset.is_negative() && offset != zero {
        return Some("`step` and `offset` must have the same sign".to_owned());
    }
    None
}

/// A whole number, written as `3` or `3.0`.
fn whole_number(value: &Value) -> Option<Integer> {
    match value {
        Value::Bool(flag) => Some(i64::from(*flag).into()),
        Value::Integer(integer) => Some(integer.clone()),
        Value::Float(float) if float.fract() == 0.0 => Integer::from_decimal(&format!("{float:.0}")),
        _ => None,
    }
}

/// The built-in description of the condition, as a phrase without a full stop: `at most 255 characters`.
impl fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { min, max } => write_ends(f, "", min.as_ref(), max.as_ref()),
            Self::Length { min, max } => write_ends(f, "length ", min.as_ref(), max.as_ref()),
            Self::Modulo { step: Some(step), offset: Some(offset) } => {
                if offset.python_eq(&Value::from(0)) {
                    write!(f, "a multiple of {step}")
                } else {
                    write!(f, "a multiple of {step}, plus {offset}")
                }
            }
            Self::Modulo { .. } => f.write_str("a modulo without `step` or `offset`"),
            Self::AllowedValues(values) => {
                let values: Vec<_> = ValueRun::of(values).map(|run| run.to_string()).collect();
                write!(f, "one of {}", values.join(", "))
            }
            Self::AllowedPattern(pattern) => write!(f, "matching {pattern}"),
            Self::Custom(name) => f.write_str(name),
        }
    }
}

fn write_ends(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    min: Option<&Value>,
    max: Option<&Value>,
) -> fmt::Result {
    match (min, max) {
        (Some(min), Some(max)) if min.python_eq(max) => write!(f, "{what}exactly {min}"),
        (Some(min), Some(max)) => write!(f, "{what}{min} to {max}"),
        (Some(min), None) => write!(f, "{what}at least {min}"),
        (None, Some(max)) => write!(f, "{what}at most {max}"),
        (None, None) => write!(f, "{what}any"),
    }
}

impl From<ConstraintKind> for Constraint {
    fn from(kind: ConstraintKind) -> Self {
        Self { kind, description: None }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    min: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Steps {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offset: Option<Value>,
}

impl Serialize for Constraint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let key = self.kind.key();
        match &self.kind {
            ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } => {
                map.serialize_entry(key, &Ends { min: min.clone(), max: max.clone() })?;
            }
            ConstraintKind::Modulo { step, offset } => {
                map.serialize_entry(key, &Steps { step: step.clone(), offset: offset.clone() })?;
            }
            ConstraintKind::AllowedValues(values) => map.serialize_entry(key, values)?,
            ConstraintKind::AllowedPattern(text) | ConstraintKind::Custom(text) => {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(description) = &self.description {
            map.serialize_entry("description", description)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Constraint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ConstraintVisitor;

        impl<'de> Visitor<'de> for ConstraintVisitor {
            type Value = Constraint;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map with one constraint")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Constraint, A::Error> {
                let mut kind = None;
                let mut description = None;
                while let Some(key) = map.next_key::<String>()? {
                    let read = match key.as_str() {
                        "description" => {
                            description = map.next_value()?;
                            continue;
                        }
                        "range" => {
                            let Ends { min, max } = map.next_value()?;
                            ConstraintKind::Range { min, max }
                        }
                        "length" => {
                            let Ends { min, max } = map.next_value()?;
                            ConstraintKind::Length { min, max }
                        }
                        "modulo" => {
                            let Steps { step, offset } = map.next_value()?;
                            ConstraintKind::Modulo { step, offset }
                        }
                        "allowed_values" => ConstraintKind::AllowedValues(map.next_value()?),
                        "allowed_pattern" => ConstraintKind::AllowedPattern(map.next_value()?),
                        "custom_constraint" => ConstraintKind::Custom(map.next_value()?),
                        _ => return Err(de::Error::unknown_field(&key, &ConstraintKind::KEYS)),
                    };
                    if kind.replace(read).is_some() {
                        return Err(de::Error::custom("two constraints in one item"));
                    }
                }
                let kind = kind.ok_or_else(|| de::Error::custom("no constraint in the item"))?;
                Ok(Constraint { kind, description })
            }
        }

        deserializer.deserialize_map(ConstraintVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, words: &str, flaw: Option<&str>) {
        let constraint: Constraint = serde_json::from_str(json).unwrap();
        assert_eq!(constraint.kind.to_string(), words, "{json}");
        assert_eq!(constraint.kind.flaw().as_deref(), flaw, "{json}");
        assert_eq!(serde_json::to_string(&constraint).unwrap(), json);
    }

    #[test]
    fn constraints_are_read_written_and_described() {
        check(r#"{"range":{"min":1,"max":255}}"#, "1 to 255", None);
        check(r#"{"range":{"min":-1}}"#, "at least -1", None);
        check(r#"{"length":{"max":16},"description":"Short."}"#, "length at most 16", None);
        check(r#"{"length":{"min":36,"max":36}}"#, "length exactly 36", None);
        check(r#"{"modulo":{"step":8,"offset":0}}"#, "a multiple of 8", None);
        check(r#"{"allowed_values":["a",1]}"#, r#"one of "a", 1"#, None);
        check(r#"{"custom_constraint":"nova.flavor"}"#, "nova.flavor", None);
    }

    #[test]
    fn constraints_that_heat_refuses_have_a_flaw() {
        check(r#"{"range":{}}"#, "any", Some("a range needs `min`, `max` or both"));
        check(
            r#"{"length":{"max":1.5}}"#,
            "length at most 1.5",
            Some("`min` and `max` of a length must be whole numbers"),
        );
        check(
            r#"{"range":{"min":"1"}}"#,
            "at least \"1\"",
            Some("`min` and `max` are numbers, and \"1\" is a string"),
        );
        check(r#"{"modulo":{"step":0,"offset":0}}"#, "a multiple of 0", Some("`step` cannot be 0"));
        check(
            r#"{"modulo":{"step":2,"offset":2}}"#,
            "a multiple of 2, plus 2",
            Some("`offset` must be smaller than `step`"),
        );
        check(
            r#"{"modulo":{"step":-2,"offset":1}}"#,
            "a multiple of -2, plus 1",
            Some("`step` and `offset` must have the same sign"),
        );
        assert!(ConstraintKind::AllowedPattern("[".into()).flaw().is_some());
    }
}
