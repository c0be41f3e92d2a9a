//! Schemas as serde writes them, in YAML and JSON: both serde and the loader read them back unchanged.

#![expect(clippy::unwrap_used, reason = "a test says what must hold by panicking")]

use std::path::Path;

use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_yaml::Source;

/// Returns all schemas of the catalogue.
fn catalogue() -> Vec<ResourceType> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    let entries =
        walkdir::WalkDir::new(folder).min_depth(2).sort_by_file_name().into_iter().map(Result::unwrap);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            let loaded = load_schema(&Source::new(entry.path().display().to_string(), text));
            assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
            loaded.file.unwrap().schema
        })
        .collect()
}

fn load(text: &str) -> Option<ResourceType> {
    load_schema(&Source::new("serialised", text)).file.map(|file| file.schema)
}

#[test]
fn the_catalogue_reads_back_from_yaml_and_json() {
    let schemas = catalogue();
    for name in ["AWS::EC2::Instance", "OS::Neutron::RouterInterface", "OS::Zun::Container"] {
        assert!(schemas.iter().any(|schema| schema.name == name), "{name}");
    }
    for schema in &schemas {
        let yaml = serde_yaml::to_string(schema).unwrap();
        assert_eq!(&serde_yaml::from_str::<ResourceType>(&yaml).unwrap(), schema, "{}", schema.name);
        assert_eq!(load(&yaml).as_ref(), Some(schema), "{}", schema.name);
        let json = serde_json::to_string_pretty(schema).unwrap();
        assert_eq!(&serde_json::from_str::<ResourceType>(&json).unwrap(), schema, "{}", schema.name);
        assert_eq!(load(&json).as_ref(), Some(schema), "{}", schema.name);
    }
}
