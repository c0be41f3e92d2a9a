//! The catalogue of resource types, for tests.

use std::path::Path;

use heat_model::ResourceTypes;
use heat_model::load::{load_custom_constraints, load_schema};
use heat_model::{CustomConstraintTable, ResourceType};
use heat_yaml::Source;
use indexmap::IndexMap;

/// Types and custom constraints of the catalogue.
pub(crate) struct Catalogue {
    types: IndexMap<String, ResourceType>,
    custom_constraints: CustomConstraintTable,
}

impl ResourceTypes for Catalogue {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name)
    }

    fn names(&self) -> Vec<&str> {
        self.types.names()
    }

    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        Some(&self.custom_constraints)
    }
}

/// Reads the catalogue.
pub(crate) fn catalogue() -> Catalogue {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let text = std::fs::read_to_string(folder.join("constraints.yaml")).unwrap();
    let (custom_constraints, diagnostics) = load_custom_constraints(&Source::new("constraints.yaml", text));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    Catalogue { types: types(&folder), custom_constraints }
}

/// Returns the types in a folder.
fn types(folder: &Path) -> IndexMap<String, ResourceType> {
    let entries = walkdir::WalkDir::new(folder).min_depth(2).into_iter().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let loaded = load_schema(&Source::new(entry.path().display().to_string(), text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            let schema = loaded.file.unwrap().schema;
            (schema.name.clone(), schema)
        })
        .collect()
}
