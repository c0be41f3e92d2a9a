//! The changes in real releases, and the command that records them.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_diff::{Finding, Policy, compare};
use heat_history::{History, Kind};
use heat_import::facts::{Descriptions, Facts};
use heat_model::{NestedSchema, PropertySchema, ReleaseTable, ResourceType};
use insta::assert_snapshot;

use crate::support::{Ran, fixture, folder, project, run_in, write};

/// The releases and their history, from the catalogue.
fn tables() -> (ReleaseTable, History) {
    let tables = SchemaFiles::read_tables(&project().join("schemas"));
    assert!(tables.diagnostics.is_empty(), "{:?}", tables.diagnostics);
    (tables.releases, tables.history)
}

/// The Senlin and Sahara types of a release.
fn retired(version: &str) -> Vec<ResourceType> {
    let file = fixture("history").join(format!("{version}.json"));
    let facts = Facts::read(version, &fs::read_to_string(file).unwrap(), Descriptions::Keep);
    assert!(facts.diagnostics.is_empty(), "{:?}", facts.diagnostics);
    facts.types.into_values().map(|facts| facts.schema).collect()
}

fn compared(before: &[ResourceType], after: &[ResourceType], min_deprecated_releases: usize) -> Vec<Finding> {
    let (releases, _) = tables();
    let policy =
        Policy { current_version: Some("23.0.0"), min_deprecated_releases, ..Policy::new(&releases) };
    compare(&before.iter().collect::<Vec<_>>(), &after.iter().collect::<Vec<_>>(), &policy)
}

#[test]
fn one_release_as_deprecated_is_enough_unless_two_are_asked_for() {
    let (before, after) = (retired("22.0.1"), retired("23.0.0"));
    let types = |min_deprecated_releases: usize, rule: &str| -> usize {
        let found = compared(&before, &after, min_deprecated_releases);
        let found = found.iter().filter(|finding| {
            finding.rule.id == rule
                && finding.after.as_ref().is_some_and(|path| path.to_string() == "support_status")
        });
        found.count()
    };
    assert_eq!((before.len(), after.len()), (12, 12));
    assert_eq!((types(1, "status-hidden"), types(1, "status-hidden-too-early")), (12, 0));
    assert_eq!((types(2, "status-hidden"), types(2, "status-hidden-too-early")), (0, 12));
}

#[test]
fn retired_services_removed_143_properties_and_attributes() {
    let (before, after) = (retired("22.0.1"), retired("23.0.0"));
    let found = compared(&before, &after, 1);
    let retired: Vec<&Finding> =
        found.iter().filter(|finding| finding.rule.id == "resource-type-retired").collect();
    let gone = retired.iter().map(|finding| {
        let old = before.iter().find(|schema| schema.name == finding.resource_type).unwrap();
        let new = after.iter().find(|schema| schema.name == finding.resource_type).unwrap();
        entries(old) - entries(new)
    });
    assert_eq!(gone.sum::<usize>(), 143);
    // The number is the same as in the catalogue's history, which has one entry per type.
    let (_, history) = tables();
    let recorded = history.get("23.0.0").unwrap().changes.values().flatten();
    let recorded = recorded.filter(|change| change.kind() == Kind::Placeholder).count();
    assert_eq!((recorded, retired.len()), (12, 12));
}

/// The number of properties and attributes of a type, including nested ones.
fn entries(schema: &ResourceType) -> usize {
    schema.properties.values().map(with_nested).sum::<usize>() + schema.attributes.len()
}

/// The number of entries of a property: itself, its nested properties and items, at any depth.
fn with_nested(schema: &PropertySchema) -> usize {
    let nested = schema.schema.iter().flat_map(NestedSchema::entries);
    1 + nested.map(|(_, nested)| with_nested(nested)).sum::<usize>()
}

/// Runs `history` in a folder with the two releases, and with the project's release table.
fn history(name: &str, arguments: &[&str], change: impl FnOnce(&Path)) -> (PathBuf, Ran) {
    let folder = folder(name);
    for version in ["22.0.1", "23.0.0"] {
        let json = fs::read(fixture("history").join(format!("{version}.json"))).unwrap();
        write(&folder.join(format!("releases/{version}.json")), json);
    }
    write(&folder.join("schemas/releases.yaml"), fs::read(project().join("schemas/releases.yaml")).unwrap());
    change(&folder);
    let ran = run_in(&folder, &[&["history"], arguments].concat());
    (folder, ran)
}

#[test]
fn a_history_is_written_and_checked() {
    let (folder, ran) = history("history", &["releases"], |_| {});
    assert_eq!(ran.code, 0, "{ran}");
    assert!(ran.out.starts_with("22.0.0   2024.1   12 types\n23.0.0   2024.2   "), "{ran}");
    assert!(ran.out.ends_with(" changes in 12 types\n"), "{ran}");
    let file = folder.join("schemas/history.yaml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# The changes in every release of Heat"));
    assert_eq!(run_in(&folder, &["check"]).out, "no findings in 0 files\n");
    let checked = run_in(&folder, &["history", "releases", "--check"]);
    let up_to_date = "schemas/history.yaml is up to date\nschemas/past.yaml is up to date\n";
    assert_eq!((checked.code, checked.out.as_str()), (0, up_to_date));

    fs::write(&file, text.replacen("rule: resource-type-retired", "rule: resource-type-revived", 1)).unwrap();
    assert_snapshot!("an_outdated_history", run_in(&folder, &["history", "releases", "--check"]));
    fs::write(&file, text.replacen("rule: resource-type-retired", "rule: resource-type-retire", 1)).unwrap();
    assert_snapshot!("a_mistake_in_the_history", run_in(&folder, &["check"]));
}

#[test]
fn releases_can_be_folders_of_schemas() {
    let (folder, ran) = history("history-folders", &["releases/22.0.1.json", "24.0.0=mine"], |folder| {
        write(
            &folder.join("mine/OS/Senlin/Node.yaml"),
            "type: OS::Senlin::Node\ndescription: Nothing is left.\n",
        );
    });
    assert_eq!(ran.code, 0, "{ran}");
    let text = fs::read_to_string(folder.join("schemas/history.yaml")).unwrap();
    assert!(text.contains("- release: 24.0.0\n"), "{text}");
    assert!(text.contains("    OS::Sahara::Job:\n      - {rule: resource-type-removed}\n"), "{text}");
}

#[test]
fn failed_comparisons_are_reported() {
    let mut said = String::new();
    let mut check = |name: &str, arguments: &[&str], change: &dyn Fn(&Path)| {
        let (folder, ran) = history(&format!("history-{name}"), arguments, change);
        assert!(!folder.join("schemas/history.yaml").exists(), "{name}: nothing is written");
        writeln!(said, "{name}: {ran}").unwrap();
    };
    check("no such file", &["nowhere"], &|_| {});
    check("not JSON", &["releases"], &|folder| write(&folder.join("releases/23.0.1.json"), "{"));
    check("the same release twice", &["releases"], &|folder| {
        fs::copy(folder.join("releases/23.0.0.json"), folder.join("releases/23.0.1.json")).unwrap();
    });
    check("a release to come", &["28.0.0=releases/23.0.0.json"], &|_| {});
    check("no version", &["mine.json"], &|folder| {
        fs::copy(folder.join("releases/23.0.0.json"), folder.join("mine.json")).unwrap();
    });
    check("no release table", &["releases"], &|folder| {
        fs::remove_file(folder.join("schemas/releases.yaml")).unwrap();
    });
    check("an empty folder", &["empty"], &|folder| fs::create_dir(folder.join("empty")).unwrap());
    assert_snapshot!("what_cannot_be_compared", said);
}
