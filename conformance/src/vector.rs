//! Vectors, and the data next to them.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use heat_model::{ResourceType, Value, json};
use indexmap::IndexMap;

/// A recorded answer of Heat to an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// The family, which determines how it is compared.
    pub family: String,
    /// Its origin: one of Heat's tests, or a group of inputs.
    pub source: String,
    /// The input.
    pub input: Value,
    /// Heat's answer.
    pub output: Value,
}

impl Vector {
    /// Reads a line.
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

/// The folder with the data that several vectors refer to.
#[derive(Debug)]
pub struct DataFolder {
    folder: PathBuf,
    schemas: OnceLock<Result<IndexMap<String, Value>, String>>,
    test_types: OnceLock<Result<IndexMap<String, Value>, String>>,
    types: OnceLock<Result<IndexMap<String, ResourceType>, Unanswerable>>,
}

impl DataFolder {
    /// This folder. It is only read when something in it is needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            schemas: OnceLock::new(),
            test_types: OnceLock::new(),
            types: OnceLock::new(),
        }
    }

    /// The properties that a `schema_ref` names, from `resource_schemas.json`.
    ///
    /// # Errors
    /// If there are none, or the file cannot be read.
    pub fn schema(&self, name: &str) -> Result<&IndexMap<String, Value>, Unanswerable> {
        let path = self.folder.join("resource_schemas.json");
        let schemas = self.schemas.get_or_init(|| read_map(&path)).as_ref();
        let schemas = schemas.map_err(|error| Unanswerable::Missing(error.clone()))?;
        schemas
            .get(name)
            .and_then(Value::as_map)
            .ok_or_else(|| Unanswerable::Missing(format!("{} has no schema `{name}`", path.display())))
    }

    /// The types that templates can use: those of the catalogue, and those that only tests have.
    ///
    /// # Errors
    /// A file cannot be read, or is not of its form.
    pub fn resource_types(&self) -> Result<&IndexMap<String, ResourceType>, Unanswerable> {
        let types = self.types.get_or_init(|| {
            let mut types = crate::schema::catalogue();
            let path = self.folder.join("test_resource_types.json");
            let read = self.test_types.get_or_init(|| read_map(&path)).as_ref();
            let read = read.map_err(|error| Unanswerable::Missing(error.clone()))?;
            for (name, definition) in read.get("types").and_then(Value::as_map).into_iter().flatten() {
                types.insert(name.clone(), crate::schema::resource_type(name, definition)?);
            }
            Ok(types)
        });
        types.as_ref().map_err(Clone::clone)
    }

    /// The attributes of a type that only tests have, from `test_resource_types.json`; none for any other type.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn attributes(&self, resource_type: &str) -> Result<Vec<String>, Unanswerable> {
        let path = self.folder.join("test_resource_types.json");
        let types = self.test_types.get_or_init(|| read_map(&path)).as_ref();
        let types = types.map_err(|error| Unanswerable::Missing(error.clone()))?;
        let attributes = types
            .get("types")
            .and_then(|types| types.field(resource_type)?.field("attributes")?.as_map())
            .map(|attributes| attributes.keys().cloned().collect());
        Ok(attributes.unwrap_or_default())
    }
}

fn read_map(path: &Path) -> Result<IndexMap<String, Value>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    match json::parse(&text) {
        Ok(Value::Map(map)) => Ok(map.into_inner()),
        Ok(other) => Err(format!("{}: {} instead of an object", path.display(), other.kind())),
        Err(error) => Err(format!("{}: {error}", path.display())),
    }
}

/// Why a vector cannot be run through our engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswerable {
    /// It requires something that cannot exist here, with the reason.
    NotHere(&'static str),
    /// It does not have the form of its family, with the missing part.
    Malformed(String),
    /// Data next to it are missing.
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
    /// The value as a map, which it has to be.
    fn map(&self) -> Result<&IndexMap<String, Value>, Unanswerable>;

    /// A field, if it is there.
    fn field(&self, key: &str) -> Option<&Value>;

    /// A required field.
    fn required(&self, key: &str) -> Result<&Value, Unanswerable> {
        self.field(key).ok_or_else(|| Unanswerable::Malformed(format!("there is no `{key}`")))
    }

    /// A required text field.
    fn text(&self, key: &str) -> Result<&str, Unanswerable> {
        self.required(key)?
            .as_str()
            .ok_or_else(|| Unanswerable::Malformed(format!("`{key}` is not a string")))
    }

    /// A flag; `default` if it is missing.
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
