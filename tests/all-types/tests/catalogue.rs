//! The derived types are those of the catalogue.

use std::path::Path;

use heat_model::load::load_schema;
use heat_plugin::schema::ResourceType;
use heat_yaml::Source;

fn all() -> Vec<(&'static str, &'static ResourceType)> {
    include!(concat!(env!("OUT_DIR"), "/list.rs"))
}

#[test]
fn the_schemas_in_the_program_are_those_of_the_files() {
    let all = all();
    assert!(all.len() >= 201, "{} types", all.len());
    for (file, embedded) in all {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let schema = load_schema(&Source::new(file, text)).file.unwrap().schema;
        assert_eq!(*embedded, schema, "{file}");
    }
}
