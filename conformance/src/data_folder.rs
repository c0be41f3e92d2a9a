//! The data next to files of vectors, to which several vectors refer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use heat_model::{ResourceType, Value, json};
use indexmap::IndexMap;

use crate::vector::{Fields, Unanswerable};

/// The folder with the data to which several vectors refer.
#[derive(Debug)]
pub struct DataFolder {
    folder: PathBuf,
    schemas: OnceLock<Result<IndexMap<String, Value>, String>>,
    test_types: OnceLock<Result<IndexMap<String, Value>, String>>,
    types: OnceLock<Result<IndexMap<String, ResourceType>, Unanswerable>>,
}

impl DataFolder {
    /// The data of a folder, which are only read when they are needed.
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
    /// If a file cannot be read, or has a different form.
    pub fn resource_types(&self) -> Result<&IndexMap<String, ResourceType>, Unanswerable> {
        let types = self.types.get_or_init(|| {
            let mut types = crate::schema::catalogue();
            for (name, definition) in
                self.test_types()?.get("types").and_then(Value::as_map).into_iter().flatten()
            {
                types.insert(name.clone(), crate::schema::resource_type(name, definition)?);
            }
            Ok(types)
        });
        types.as_ref().map_err(Clone::clone)
    }

    /// The types that only tests have; a folder without the file has none.
    fn test_types(&self) -> Result<&IndexMap<String, Value>, Unanswerable> {
        let path = self.folder.join("test_resource_types.json");
        let read = || if path.exists() { read_map(&path) } else { Ok(IndexMap::new()) };
        let types = self.test_types.get_or_init(read).as_ref();
        types.map_err(|error| Unanswerable::Missing(error.clone()))
    }

    /// The attributes of a type that only tests have, from `test_resource_types.json`; empty for any other type.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn attributes(&self, resource_type: &str) -> Result<Vec<String>, Unanswerable> {
        let types = self.test_types()?;
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
