//! Tests that the published packages have the metadata that a registry shows, and contain their files.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use walkdir::WalkDir;

use crate::support::cargo::packages;

/// The metadata that a package lacks, but a registry shows or requires.
fn missing(package: &Value) -> Vec<&'static str> {
    let is_given = |key: &str| match &package[key] {
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => false,
    };
    ["description", "license", "repository", "readme", "keywords", "categories"]
        .into_iter()
        .filter(|key| !is_given(key))
        .collect()
}

/// Returns whether a package is published: `publish = false` is an empty list of registries.
fn ships(package: &Value) -> bool {
    package["publish"] != serde_json::json!([])
}

#[test]
fn packages_that_ship_have_metadata() {
    let packages = packages();
    let shipped: BTreeSet<&str> = packages
        .iter()
        .filter(|package| ships(package))
        .map(|package| package["name"].as_str().unwrap())
        .collect();
    for name in [
        "heat-json",
        "heat-yaml",
        "heat-model",
        "heat-hot",
        "heat-lint",
        "heat-diff",
        "heat-macros",
        "heat-plugin",
        "codegen",
        "heat-codegen",
    ] {
        assert!(shipped.contains(name), "{name} ships: {shipped:?}");
    }
    for package in packages.iter().filter(|package| ships(package)) {
        let name = &package["name"];
        assert_eq!(missing(package), Vec::<&str>::new(), "{name}");
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        for file in [package["readme"].as_str().unwrap(), "LICENSE"] {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
        // A registry refuses more than five keywords, and long ones.
        let keywords = package["keywords"].as_array().unwrap();
        assert!(keywords.len() <= 5, "{name}: {keywords:?}");
        for dependency in package["dependencies"].as_array().unwrap() {
            // A dev-dependency without a version is omitted from the package.
            let is_local = dependency["path"].is_string() && dependency["kind"] != "dev";
            assert!(!is_local || dependency["req"] != "*", "{name}: {} has no version", dependency["name"]);
        }
    }
}

#[test]
fn missing_metadata_is_found() {
    let package = serde_json::json!({
        "description": "", "license": "Apache-2.0", "repository": null, "readme": "README.md", "keywords": [], "categories": ["config"]
    });
    assert_eq!(missing(&package), ["description", "repository", "keywords"]);
}

/// The sources of a target: for a program its own file, for a library all files of its folder.
fn sources(target: &Value) -> Vec<String> {
    let root = Path::new(target["src_path"].as_str().unwrap());
    if target["kind"][0] == "bin" {
        return vec![fs::read_to_string(root).unwrap()];
    }
    let files = WalkDir::new(root.parent().unwrap()).into_iter().map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.map(|path| fs::read_to_string(path).unwrap()).collect()
}

fn has_tests(source: &str) -> bool {
    source
        .lines()
        .map(str::trim_start)
        .any(|line| line.starts_with("#[test]") || line.starts_with("proptest!"))
}

/// Returns whether the docs have an example that runs: every second fence ends one.
fn has_examples(source: &str) -> bool {
    let docs = source.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
    });
    let fences = docs.filter_map(|line| line.trim().strip_prefix("```"));
    fences.step_by(2).any(|words| matches!(words, "" | "rust" | "no_run" | "should_panic"))
}

/// A target without tests is not compiled for them, because that takes as long as compiling the target itself.
#[test]
fn targets_that_are_not_tested_have_no_tests() {
    let mut switched_off = 0;
    for package in packages() {
        for target in package["targets"].as_array().unwrap() {
            let is_code = matches!(target["kind"][0].as_str(), Some("lib" | "rlib" | "cdylib" | "bin"));
            // The plug-in of an engine must be linked with Python, so a test of it cannot start.
            if !is_code || target["crate_types"] == serde_json::json!(["cdylib"]) {
                continue;
            }
            let sources = sources(target);
            let (test, doctest) = (target["test"] == true, target["doctest"] == true);
            switched_off += usize::from(!test);
            let name = &target["src_path"];
            assert!(test || !sources.iter().any(|source| has_tests(source)), "{name} has tests");
            let is_library = target["kind"][0] != "bin";
            assert!(
                doctest || !is_library || !sources.iter().any(|source| has_examples(source)),
                "{name} has examples"
            );
        }
    }
    assert!(switched_off > 0, "nothing is looked at");
}
