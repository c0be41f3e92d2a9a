//! Tests of the classes that the bridge creates from schemas, in a real Heat: `plugin check` must read each schema back from its
//! class.
//!
//! These classes are created in Python, so nothing is compiled here. The module of the plug-in passes schemas to the bridge in
//! place of a library. The tests are ignored by default: `HEAT_PYTHON=venv/bin/python cargo test -p heat-codegen --test it --
//! --ignored bridge_classes` runs them with the Python of an environment with Heat 27.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use heat_catalogue::SchemaFiles;
use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_yaml::Source;
use serde_json::{Value, json};

use crate::support::{Ran, folder, project, run_in, write};

/// The module of the plug-in, which Heat loads. `BRIDGE` and `TYPES` come before it.
const MODULE: &str = r#"
import json
import sys
import types


def part(name):
    found = types.ModuleType("{}.{}".format(__name__, name))
    with open("{}/{}.py".format(BRIDGE, name)) as file:
        exec(compile(file.read(), name, "exec"), found.__dict__)
    return found


class Native:
    """A type as the library gives it, with nothing behind it."""

    def __init__(self, data):
        self.data = data
        self.names = [data["schema"]["type"]]
        self.first = [data.get("compiled")]

    def schema(self):
        # The classes are made of the first answer.
        compiled = self.first.pop() if self.first else None
        return compiled or self.data["schema"]

    def defines(self, hook):
        return hook in ["create", "update", "delete"] + self.data.get("defines", [])

    def cancels(self, handler):
        return False

    def reference_id(self, resource):
        return None


resource = part("resource")
resource.schema = part("schema")
resource.failures = part("failures")
resource.facts = part("facts")
resource.facts.waiting = part("waiting")
with open(TYPES) as file:
    natives = [Native(data) for data in json.load(file)]
finders = {"find_zone": None, "find_other": None}
mapping = resource.load(natives, finders)


def resource_mapping():
    return mapping
"#;

/// The Python of an environment with Heat.
fn python() -> PathBuf {
    let python = std::env::var_os("HEAT_PYTHON");
    let python = PathBuf::from(python.unwrap_or_else(|| panic!("HEAT_PYTHON names no interpreter")));
    if python.components().count() > 1 { std::path::absolute(python).unwrap() } else { python }
}

/// The output of `plugin check` for a plug-in with these types.
fn checked(test: &str, types: &Value) -> Ran {
    let folder = folder(&format!("bridge-{test}"));
    let types_file = folder.join("types.json");
    write(&types_file, types.to_string());
    let bridge = project().join("crates/bridge/src/python");
    write(
        &folder.join("plugin.py"),
        format!(
            "BRIDGE = {:?}\nTYPES = {:?}\n{MODULE}",
            bridge.display().to_string(),
            types_file.display().to_string()
        ),
    );
    let python = python();
    let fixed = ["plugin", "check", "plugin.py", "--schemas", "built-in", "--python"];
    run_in(&folder, &[&fixed[..], &[python.to_str().unwrap()]].concat())
}

fn schema(text: &str) -> Value {
    let loaded = load_schema(&Source::new("type.yaml", text));
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    serde_json::to_value(loaded.file.unwrap().schema).unwrap()
}

#[test]
#[ignore = "needs a Python with Heat"]
fn every_type_of_the_catalogue_is_read_back() {
    let files = SchemaFiles::read(&project().join("schemas"));
    let types: BTreeMap<String, ResourceType> =
        files.files.into_iter().map(|(name, file)| (name, file.schema)).collect();
    let data = types.values().map(|schema| {
        let deletes_with_snapshot = schema.supports_snapshot_deletion.then_some("snapshot_delete");
        json!({"schema": schema, "defines": deletes_with_snapshot.as_slice()})
    });
    let ran = checked("catalogue", &data.collect());
    assert_eq!(ran.code, 0, "{ran}");
    // Heat has all of these types already, and there is nothing else to say.
    let findings = || ran.err.split("\n\n").filter(|finding| !finding.trim().is_empty());
    let is_replacement =
        |finding: &str| finding.starts_with("warning[type-replaced]: `plugin.py` replaces `");
    assert!(findings().all(is_replacement) && findings().count() == types.len(), "{ran}");
    let same = ran.out.lines().filter(|line| line.ends_with(": no difference to its schema")).count();
    assert!(same == types.len() && same > 200, "{ran}");
}

const PROPERTIES: &str = "
properties:
  zone: {type: string}
  old_zone: {type: string}
  network: {type: string}
  flag: {type: boolean}
  kind: {type: string, default: small, constraints: [{allowed_values: [small, large]}]}
  size: {type: integer}
  place: {type: string, required: true}
  items: {type: list, schema: {\"*\": {type: map, schema: {zone: {type: string}, id: {type: string}}}}}
  tags: {type: list}
";

/// A type with these properties, and with these translation rules.
fn with_rules(name: &str, rules: &str) -> Value {
    schema(&format!("type: My::Rules::{name}\n{PROPERTIES}\ntranslation_rules:\n{rules}"))
}

/// Rules of all kinds, with the name of a type for each.
const RULES: [(&str, &str); 27] = [
    ("OwnFinder", "  - {rule: resolve, translation_path: [zone], finder: find_zone}"),
    ("OwnFinderOfEntity", "  - {rule: resolve, translation_path: [zone], finder: find_zone, entity: zone}"),
    ("OwnFinderOfClient", "  - {rule: resolve, translation_path: [zone], client_plugin: zones, finder: find_zone}"),
    ("OfHeat", "  - {rule: resolve, translation_path: [network], client_plugin: neutron, finder: find_resourceid_by_name_or_id, entity: network}"),
    ("OfNoHeat", "  - {rule: resolve, translation_path: [network], client_plugin: clouds, finder: find_network}"),
    ("InItems", "  - {rule: resolve, translation_path: [items, zone], finder: find_zone, when: {property: size}}"),
    ("WhenSet", "  - {rule: resolve, translation_path: [zone], finder: find_zone, when: {property: network}}"),
    ("WhenTrue", "  - {rule: delete, translation_path: [tags], when: {property: flag, in: [true]}}"),
    ("WhenFalse", "  - {rule: delete, translation_path: [tags], when: {property: flag, in: [false]}}"),
    ("WhenUnset", "  - {rule: delete, translation_path: [tags], when: {property: zone, in: [null]}}"),
    ("WhenFalseOrUnset", "  - {rule: delete, translation_path: [tags], when: {property: flag, in: [false, null]}}"),
    ("WhenZero", "  - {rule: delete, translation_path: [tags], when: {property: size, in: [0]}}"),
    ("WhenEmpty", "  - {rule: delete, translation_path: [tags], when: {property: network, in: ['']}}"),
    ("WhenDefault", "  - {rule: resolve, translation_path: [zone], finder: find_zone, when: {property: kind, in: [small]}}"),
    ("WhenEither", "  - {rule: resolve, translation_path: [zone], finder: find_zone, when: {property: kind, in: [small]}}
  - {rule: resolve, translation_path: [zone], finder: find_other, entity: zone, when: {property: kind, in: [large]}}"),
    ("OnOnePath", "  - {rule: replace, translation_path: [zone], value_path: [old_zone]}
  - {rule: resolve, translation_path: [zone], client_plugin: zones, finder: find_zone}
  - {rule: resolve, translation_path: [old_zone], client_plugin: zones, finder: find_zone}"),
    ("ValueOfProperty", "  - {rule: add, translation_path: [tags], value: [{get_property: zone}, fixed]}"),
    ("ValueInMaps", "  - {rule: add, translation_path: [items], value: [{zone: {get_property: zone}, id: one}], when: {property: zone}}"),
    ("ValueOfFlag", "  - {rule: add, translation_path: [tags], value: [{get_property: flag}], when: {property: size}}"),
    ("ValueAlone", "  - {rule: replace, translation_path: [size], value: {get_property: flag}}
  - {rule: replace, translation_path: [zone], value: {get_property: old_zone}}"),
    ("WhenAny", "  - {rule: delete, translation_path: [tags], when: {property: zone, in: [west, north]}}"),
    ("WhenNumber", "  - {rule: delete, translation_path: [tags], when: {property: size, in: [3, 1]}}"),
    ("WhenRequired", "  - {rule: resolve, translation_path: [zone], finder: find_zone, when: {property: place}}"),
    ("ValueOfRequired", "  - {rule: add, translation_path: [tags], value: [{get_property: place}, {get_property: zone}]}"),
    ("WhenAll", "  - {rule: delete, translation_path: [tags], when: {property: kind, in: [large, small]}}"),
    ("WhenItems", "  - {rule: delete, translation_path: [tags], when: {property: items}}"),
    ("ValueOfNumber", "  - {rule: replace, translation_path: [size], value: 5}
  - {rule: replace, translation_path: [items, zone], value_name: id}
  - {rule: delete, translation_path: [tags]}"),
];

#[test]
#[ignore = "needs a Python with Heat"]
fn rules_of_every_kind_are_read_back() {
    let ran = checked(
        "rules",
        &RULES.iter().map(|(name, rules)| json!({"schema": with_rules(name, rules)})).collect(),
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran}");
    for (name, _) in RULES {
        assert!(ran.out.contains(&format!("  My::Rules::{name}: no difference to its schema\n")), "{ran}");
    }
}

/// Checks the differences for a type that was compiled with other rules than it has now.
fn check_rules(was: &str, is: &str, expect: &[&str]) {
    let types = json!([{"schema": with_rules("Changed", is), "compiled": with_rules("Changed", was)}]);
    let ran = checked("changed-rules", &types);
    let notes: Vec<&str> = ran.err.lines().filter_map(|line| line.trim().strip_prefix("= note: ")).collect();
    assert_eq!((ran.code, notes), (1, expect.to_vec()), "{ran}");
}

#[test]
#[ignore = "needs a Python with Heat"]
fn what_differs_in_a_rule_is_named() {
    let own = "  - {rule: resolve, translation_path: [zone], finder: find_zone}";
    check_rules(
        own,
        "  - {rule: resolve, translation_path: [zone], finder: find_other}",
        &["changed  translation_rules[0].finder: find_other → find_zone"],
    );
    check_rules(
        own,
        "  - {rule: resolve, translation_path: [zone], client_plugin: zones, finder: find_zone}",
        &["gone     translation_rules[0].client_plugin: zones"],
    );
    check_rules(
        own,
        "  - {rule: resolve, translation_path: [zone], finder: find_zone, when: {property: size}}",
        &["gone     translation_rules[0].when"],
    );
    check_rules(
        "  - {rule: delete, translation_path: [zone], when: {property: kind, in: [small]}}",
        "  - {rule: delete, translation_path: [zone], when: {property: kind, in: [large]}}",
        &["new      translation_rules[0].when.in: small", "gone     translation_rules[0].when.in: large"],
    );
    // Both are the same if the flag is set.
    check_rules(
        "  - {rule: add, translation_path: [tags], value: [true], when: {property: flag, in: [true]}}",
        "  - {rule: add, translation_path: [tags], value: [{get_property: flag}]}",
        &["new      translation_rules[0].when"],
    );
    check_rules(
        "  - {rule: add, translation_path: [tags], value: [true]}",
        "  - {rule: add, translation_path: [tags], value: [{get_property: flag}]}",
        &[
            "new      translation_rules[0].value: true",
            "gone     translation_rules[0].value: {get_property: flag}",
        ],
    );
}

#[test]
fn dependencies_are_found_by_the_functions_that_an_export_has() {
    let ran =
        run_in(project(), &["export", "--format", "python", "--schemas", "built-in", "OS::Neutron::Port"]);
    let functions = std::fs::read_to_string(project().join("crates/bridge/src/python/waiting.py")).unwrap();
    assert!(functions.contains("\ndef _wait_for_equal(") && ran.out.contains(&functions), "{}", ran.out);
}
