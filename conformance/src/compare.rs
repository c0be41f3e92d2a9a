//! Comparison of Heat's answers with ours.

use std::fmt::Display;

use heat_model::Value;
use heat_model::validate::{Step, ValueError};
use indexmap::IndexMap;

use crate::vector::{Fields, Unanswerable};

/// An answer of Heat: a value, success, or an error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outcome {
    /// A value.
    Value(Value),
    /// Success without a value.
    Fine,
    /// An error, with its path if that is recorded.
    Error(Option<Vec<String>>),
}

impl Outcome {
    /// Reads a recorded outcome: `{"value": …}`, `{"ok": true}`, `{"valid": true}` or an error.
    pub(crate) fn read(recorded: &Value) -> Result<Self, Unanswerable> {
        if recorded.field("error_class").is_some() {
            return Ok(Self::Error(recorded.field("path").and_then(read_path)));
        }
        if let Some(value) = recorded.field("value") {
            return Ok(Self::Value(untagged(value)));
        }
        if recorded.flag("ok", false) || recorded.flag("valid", false) {
            return Ok(Self::Fine);
        }
        Err(Unanswerable::Malformed(format!("{recorded} is neither a value nor an error")))
    }

    /// The outcome without a section at the beginning of its path.
    pub(crate) fn without_section(self, section: Option<&str>) -> Self {
        match self {
            Self::Error(Some(mut path))
                if section.is_some() && path.first().map(String::as_str) == section =>
            {
                path.remove(0);
                Self::Error(Some(path))
            }
            other => other,
        }
    }
}

fn read_path(path: &Value) -> Option<Vec<String>> {
    let Value::List(steps) = path else { return None };
    Some(steps.iter().map(|step| step.as_str().map_or_else(|| step.to_string(), str::to_owned)).collect())
}

/// A recorded value, in which tagged objects are replaced with the values that JSON cannot express.
pub(crate) fn untagged(value: &Value) -> Value {
    match value {
        Value::List(items) => Value::List(items.iter().map(untagged).collect()),
        Value::Map(map) => match map.get("$float").and_then(Value::as_str) {
            Some("inf") => Value::Float(f64::INFINITY),
            Some("-inf") => Value::Float(f64::NEG_INFINITY),
            Some("nan") => Value::Float(f64::NAN),
            _ => map.iter().map(|(key, value)| (key.clone(), untagged(value))).collect(),
        },
        other => other.clone(),
    }
}

/// Returns whether two values are equal, including the types of numbers. The order of keys does not matter.
pub(crate) fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Float(left), Value::Float(right)) => {
            left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
        }
        (Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

/// The path of our error in the form in which Heat reports it.
fn path_of(error: &ValueError) -> Vec<String> {
    error
        .heat_path()
        .iter()
        .map(|step| match step {
            Step::Name(name) => name.clone(),
            Step::Item(index) => index.to_string(),
        })
        .collect()
}

/// A difference between our answer and Heat's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The part of the answer that differs.
    pub part: String,
    /// Heat's answer.
    pub heat: String,
    /// Our answer.
    pub ours: String,
}

/// Collects the differences between two answers.
#[derive(Default)]
pub(crate) struct Comparison {
    pub(crate) differences: Vec<Difference>,
}

impl Comparison {
    /// Adds a difference.
    pub(crate) fn differs(&mut self, part: &str, heat: &dyn Display, ours: &dyn Display) {
        let (heat, ours) = (heat.to_string(), ours.to_string());
        self.differences.push(Difference { part: part.to_owned(), heat, ours });
    }

    /// Compares a value, or the error, with the recorded one.
    pub(crate) fn value(
        &mut self,
        part: &str,
        recorded: &Value,
        ours: &Result<Value, Vec<ValueError>>,
    ) -> Result<(), Unanswerable> {
        match (Outcome::read(recorded)?, ours) {
            (Outcome::Value(heat), Ok(ours)) if same(&heat, ours) => {}
            // Heat builds no path when it only reads a value: the recorded path says where the error was raised.
            (Outcome::Error(_), Err(_)) => {}
            (_, Ok(ours)) => self.differs(part, recorded, ours),
            (_, Err(errors)) => self.differs(part, recorded, &in_words(errors)),
        }
        Ok(())
    }

    /// Compares all errors with a recorded verdict.
    pub(crate) fn verdict(
        &mut self,
        part: &str,
        recorded: &Value,
        section: Option<&str>,
        errors: &[ValueError],
    ) -> Result<(), Unanswerable> {
        match Outcome::read(recorded)?.without_section(section) {
            Outcome::Fine if errors.is_empty() => {}
            Outcome::Error(path) if !errors.is_empty() => {
                if let (Some(path), Some(first)) = (path, errors.first())
                    && path_of(first) != path
                {
                    let ours = format!("at {:?}: {}", path_of(first), in_words(errors));
                    self.differs(&format!("path of {part}"), recorded, &ours);
                }
            }
            _ => self.differs(part, recorded, &in_words(errors)),
        }
        Ok(())
    }
}

/// Our errors, in one line.
pub(crate) fn in_words(errors: &[ValueError]) -> String {
    if errors.is_empty() {
        return "fine".to_owned();
    }
    let words: Vec<String> =
        errors.iter().map(|error| format!("{}: {}", error.path, error.message)).collect();
    format!("error: {}", words.join("; "))
}

/// Completes an additional recorded reading, which only contains the differences from the first one.
pub(crate) fn filled_up<'a>(
    others: Option<&'a Value>,
    first: &'a IndexMap<String, Value>,
) -> IndexMap<&'a str, &'a Value> {
    let others = others.and_then(Value::as_map);
    first
        .iter()
        .chain(others.into_iter().flatten())
        .map(|(name, recorded)| (name.as_str(), recorded))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_same_down_to_the_kind_of_a_number() {
        fn check(left: &str, right: &str, expect: bool) {
            let [left, right] = [left, right].map(|json| untagged(&heat_model::json::parse(json).unwrap()));
            assert_eq!(same(&left, &right), expect, "{left} {right}");
        }
        check("1", "1", true);
        check("1", "1.0", false);
        check("1", "true", false);
        check("0.0", "-0.0", false);
        check("NaN", r#"{"$float":"nan"}"#, true);
        check(r#"{"a":1,"b":[2]}"#, r#"{"b":[2],"a":1}"#, true);
        check(r#"{"a":1}"#, r#"{"a":1,"b":null}"#, false);
        check("100000000000000000000", "100000000000000000001", false);
    }

    #[test]
    fn a_section_at_the_start_is_omitted() {
        let recorded = heat_model::json::parse(r#"{"error_class":"E","path":["Properties","a"]}"#).unwrap();
        let read = Outcome::read(&recorded).unwrap();
        assert_eq!(read.clone().without_section(Some("Properties")), Outcome::Error(Some(vec!["a".into()])));
        assert_eq!(read.clone().without_section(None), read);
    }
}
