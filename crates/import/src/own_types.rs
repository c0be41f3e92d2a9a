//! Types that a catalogue lacks: those of the user's own cloud, or of plug-ins in development.
//!
//! `--types` names files with the output of `openstack orchestration resource type list` or `show` as JSON or YAML (possibly
//! several answers in a row, as a loop over the types prints them), schema files, and folders of schema files. A type that is only
//! listed is known by its name alone: its properties and attributes are not checked. The types of the catalogue stay unchanged,
//! because its schemas have more facts than the API shows.

use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_catalogue::guest_files::KnownTypes;
use heat_catalogue::input;
use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_yaml::{Diagnostic, ParseOptions, Severity, Source, de, parse};
use serde_json::Value;

use crate::facts::{Answer, answers};

/// The key of a schema file that contains the type's name.
const TYPE_KEY: &str = "type";

/// Adds the types of these files to a catalogue.
///
/// # Errors
/// All errors in the files.
pub fn add(paths: &[PathBuf], catalogue: &mut SchemaFiles) -> Result<(), Vec<Diagnostic>> {
    let mut found: Vec<Diagnostic> = paths.iter().flat_map(|path| add_of(path, "", catalogue)).collect();
    found.retain(|found| found.severity == Severity::Error);
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Adds the types of a file or a folder to a catalogue, and returns the errors in them. `product` is the product that their
/// versions belong to.
pub fn add_of(path: &Path, product: &str, catalogue: &mut SchemaFiles) -> Vec<Diagnostic> {
    match read(path) {
        Ok(types) => catalogue.add_guest(types, product, KnownTypes::Stay),
        Err(wrong) => wrong,
    }
}

fn read(path: &Path) -> Result<SchemaFiles, Vec<Diagnostic>> {
    if path.is_dir() {
        return Ok(SchemaFiles::read(path));
    }
    let name = path.display().to_string();
    let bytes = input::read(path, input::MAX_DATA).map_err(|error| vec![error.at(path)])?;
    let documents = documents(&name, bytes).map_err(|error| vec![error])?;
    if let [Value::Object(map)] = documents.as_slice()
        && map.get(TYPE_KEY).is_some_and(Value::is_string)
    {
        return Ok(SchemaFiles::read_file(path));
    }
    let answers: Vec<Vec<Answer>> =
        documents.iter().map(|document| answers(&name, document)).collect::<Result<_, _>>()?;
    Ok(schemas(&name, answers.into_iter().flatten()))
}

/// The documents in a text: JSON values in a row, or a single YAML document.
fn documents(name: &str, bytes: Vec<u8>) -> Result<Vec<Value>, Diagnostic> {
    let starts_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(starts_json, Some(b'{' | b'[')) {
        let values = serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>();
        return values
            .collect::<Result<_, _>>()
            .map_err(|error| Diagnostic::error("invalid-types", format!("not JSON: {error}")).in_file(name));
    }
    let source = Source::from_bytes(name, bytes)?;
    let parsed = parse(&source, &ParseOptions::default());
    if let Some(error) = parsed.diagnostics.into_iter().next() {
        return Err(error);
    }
    parsed.root.iter().map(|root| de::from_node(&source, root)).collect()
}

/// The schemas of answers. A type that is shown takes precedence over one that is only listed.
fn schemas(file: &str, answers: impl Iterator<Item = Answer>) -> SchemaFiles {
    let (mut shown, mut listed) = (Vec::new(), Vec::new());
    for answer in answers {
        match answer {
            Answer::Type(schema) => shown.push(*schema),
            Answer::Names(names) => listed.extend(names.iter().map(|name| known_by_name(name))),
        }
    }
    let mut schemas = SchemaFiles::default();
    for schema in shown.into_iter().chain(listed) {
        // Each schema gets its own text, as an import writes it: the catalogue is read from texts alone.
        let text = heat_schema_text::schema_file(&schema);
        let loaded = load_schema(&Source::new(format!("{file} ({})", schema.name), text));
        schemas.diagnostics.extend(loaded.diagnostics);
        if let Some(file) = loaded.file.filter(|file| !schemas.files.contains_key(&file.schema.name)) {
            schemas.files.insert(file.schema.name.clone(), file);
        }
    }
    schemas
}

/// A type of which only the name is known.
fn known_by_name(name: &str) -> ResourceType {
    let mut schema = ResourceType::new(name);
    schema.any_property = true;
    schema.any_attribute = true;
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the types in a text, with the names of their properties (`*` if any name is accepted), or the errors.
    fn check(text: &str, expect: &[&str]) {
        // The tests run in parallel.
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(format!("heat-codegen-own-types-{process}-{thread:?}"));
        std::fs::write(&path, text).unwrap();
        let mut catalogue = SchemaFiles::default();
        let added = add(std::slice::from_ref(&path), &mut catalogue);
        std::fs::remove_file(&path).unwrap();
        let mut read: Vec<String> = catalogue.types().map(|(name, schema)| described(name, schema)).collect();
        read.extend(added.err().into_iter().flatten().map(|found| found.message));
        assert_eq!(read, expect, "{text}");
    }

    fn described(name: &str, schema: &ResourceType) -> String {
        let names: Vec<&str> = schema.properties.keys().map(String::as_str).collect();
        format!("{name}: {}", if schema.any_property { "*".to_owned() } else { names.join(", ") })
    }

    const SHOWN: &str =
        r#"{"resource_type": "A::B", "properties": {"x": {"type": "string"}}, "attributes": {}}"#;

    #[test]
    fn answers_follow_each_other() {
        check(&format!("[{{\"Resource Type\": \"A::B\"}}]\n{SHOWN}\n"), &["A::B: x"]);
        check(&format!("{SHOWN}\n[\"A::C\", \"A::B\"]"), &["A::B: x", "A::C: *"]);
    }

    #[test]
    fn yaml_is_read_like_json() {
        check("- Resource Type: A::B\n- Resource Type: A::C\n", &["A::B: *", "A::C: *"]);
        check("resource_type: A::B\nproperties:\n  x: {type: map}\nattributes: {}\n", &["A::B: x"]);
    }

    #[test]
    fn a_schema_file_is_one_of_the_catalogue() {
        check("type: A::B\nproperties:\n  x:\n    type: string\n", &["A::B: x"]);
    }

    #[test]
    fn what_is_none_of_these_is_refused() {
        check("{\"resource_type\": ", &["not JSON: EOF while parsing a value at line 1 column 18"]);
        check("[7]", &["expected resource types, as a list or an object"]);
    }
}
