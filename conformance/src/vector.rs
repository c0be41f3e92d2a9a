//! Vectors: recorded answers of Heat to inputs.

use std::fmt;

use heat_model::{Value, json};
use indexmap::IndexMap;

/// A recorded answer of Heat to an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// The family, which determines how the vector is compared.
    pub family: String,
    /// The vector's origin: one of Heat's tests, or a group of inputs.
    pub source: String,
    /// The input.
    pub input: Value,
    /// Heat's answer.
    pub output: Value,
}

impl Vector {
    /// Parses a line.
    ///
    /// # Errors
    /// If the line is not a vector.
    pub fn parse(line: &str) -> Result<Self, String> {
        let whole = json::parse(line).map_err(|error| error.to_string())?;
        let Value::Map(fields) = whole else {
            return Err(format!("a vector is an object, and this is {}", whole.kind()));
        };
        let mut fields = fields.into_inner();
        let mut take = |key: &str| fields.shift_remove(key).ok_or_else(|| format!("it has no `{key}`"));
        let text = |key: &str, value: Value| match value {
            Value::String(text) => Ok(text),
            other => Err(format!("`{key}` is {} instead of a string", other.kind())),
        };
        Ok(Self {
            family: text("family", take("family")?)?,
            source: text("source", take("source")?)?,
            input: take("input")?,
            output: take("output")?,
        })
    }
}

/// Reason why a vector cannot be run through our engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswerable {
    /// The vector requires something that cannot exist here, with the reason.
    NotHere(&'static str),
    /// The vector does not have the form of its family, with the missing part.
    Malformed(String),
    /// Data next to the vector are missing.
    Missing(String),
}

impl fmt::Display for Unanswerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHere(reason) => f.write_str(reason),
            Self::Malformed(reason) => write!(f, "not of the form of its family: {reason}"),
            Self::Missing(reason) => f.write_str(reason),
        }
    }
}

/// Fields of a vector's parts, with an error that names the missing one.
pub(crate) trait Fields {
    /// The value as a map; anything else is an error.
    fn map(&self) -> Result<&IndexMap<String, Value>, Unanswerable>;

    /// The field, if it exists.
    fn field(&self, key: &str) -> Option<&Value>;

    /// The required field.
    fn required(&self, key: &str) -> Result<&Value, Unanswerable> {
        self.field(key).ok_or_else(|| Unanswerable::Malformed(format!("there is no `{key}`")))
    }

    /// The required text field.
    fn text(&self, key: &str) -> Result<&str, Unanswerable> {
        self.required(key)?
            .as_str()
            .ok_or_else(|| Unanswerable::Malformed(format!("`{key}` is not a string")))
    }

    /// The flag; `default` if it is missing.
    fn flag(&self, key: &str, default: bool) -> bool {
        match self.field(key) {
            Some(Value::Bool(flag)) => *flag,
            _ => default,
        }
    }
}

impl Fields for Value {
    fn map(&self) -> Result<&IndexMap<String, Value>, Unanswerable> {
        self.as_map().ok_or_else(|| {
            Unanswerable::Malformed(format!("{} where there should be an object", self.kind()))
        })
    }

    fn field(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expect: Result<(&str, &str), &str>) {
        let vector = Vector::parse(line);
        let found = vector.as_ref().map(|vector| (vector.family.as_str(), vector.source.as_str()));
        match (found, expect) {
            (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
            (found, expect) => assert_eq!(found.ok(), expect.ok()),
        }
    }

    #[test]
    fn a_vector_has_four_fields() {
        check(r#"{"family":"f","source":"s","input":{},"output":{}}"#, Ok(("f", "s")));
        check(r#"{"family":"f","source":"s","input":{}}"#, Err("no `output`"));
        check(r#"{"family":1,"source":"s","input":{},"output":{}}"#, Err("`family` is an integer"));
        check("[]", Err("a list"));
        check("{", Err(""));
    }
}
