//! Complete derives, from the struct to the generated Rust.

mod collisions;
mod input;
mod options;
mod same_structs;

use std::path::Path;

use super::derive::{DeriveOutput, derive};

fn derived(input: &str) -> DeriveOutput {
    derive(Path::new(env!("CARGO_MANIFEST_DIR")), &syn::parse_str(input).unwrap())
}

#[test]
fn a_small_type_whole() {
    let derived = derived(r#"#[heat(schema = "src/testing/Token.yaml")] pub struct Token;"#);
    assert_eq!(derived.errors.map(|error| error.to_string()), None);
    let file = syn::parse_file(&derived.code).unwrap();
    insta::assert_snapshot!(prettyplease::unparse(&file));
}

#[test]
fn builders_are_added_on_request() {
    let code = |options: &str| {
        let derived =
            derived(&format!(r#"#[heat(schema = "src/testing/Token.yaml"{options})] pub struct Token;"#));
        assert_eq!(derived.errors.map(|error| error.to_string()), None);
        derived.code
    };
    let (with, without) = (code(", builders"), code(""));
    let common = with.lines().zip(without.lines()).take_while(|(one, other)| one == other);
    let before: String = common.flat_map(|(line, _)| [line, "\n"]).collect();
    // Everything else is unchanged.
    let added = with.strip_prefix(&before).and_then(|rest| rest.strip_suffix(&without[before.len()..]));
    insta::assert_snapshot!(prettyplease::unparse(&syn::parse_file(added.unwrap()).unwrap()));
}

#[test]
fn two_runs_derive_the_same() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/all-types");
    let mut files = Vec::new();
    schemas(&package, Path::new("schemas/OS/Nova"), &mut files);
    assert!(!files.is_empty());
    for file in files {
        let input = format!("#[heat(schema = {file:?})] pub struct Type;");
        // Each run has its own hash maps, which would order things differently.
        let code = || derive(&package, &syn::parse_str(&input).unwrap()).code;
        let first = code();
        assert!(!first.is_empty());
        assert_eq!(first, code(), "{file}");
    }
}

/// Checks that the generated code of every type is valid Rust, and that the catalogue needs no overrides.
#[test]
fn every_type_is_derived_without_overrides() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/all-types");
    let mut files = Vec::new();
    schemas(&package, Path::new("schemas"), &mut files);
    assert!(files.len() >= 201, "{} types", files.len());
    for file in files {
        let input = format!("#[heat(schema = {file:?})] pub struct Type;");
        let derived = derive(&package, &syn::parse_str(&input).unwrap());
        assert!(derived.errors.is_none(), "{file}");
        assert!(!derived.code.is_empty(), "{file}");
    }
}

/// The schemas in a folder of a package, with their relative paths, sorted. The tables at the top are not
/// schemas.
fn schemas(package: &Path, folder: &Path, files: &mut Vec<String>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(package.join(folder)).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    entries.sort();
    for entry in entries {
        let path = folder.join(entry);
        if package.join(&path).is_dir() {
            schemas(package, &path, files);
        } else if folder.components().count() > 1
            && path.extension().is_some_and(|extension| extension == "yaml")
        {
            files.push(path.to_str().unwrap().to_owned());
        }
    }
}
