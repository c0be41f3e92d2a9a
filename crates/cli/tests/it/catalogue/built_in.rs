//! Tests of the built-in catalogue: the commands that work in a folder without schemas.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::support::catalogue;
use crate::support::{Ran, folder, run_in, write};

/// Runs the tool in a folder that has only a template.
fn check(name: &str, template: &str, arguments: &[&str]) -> Ran {
    let folder = folder(&format!("built-in-{name}"));
    write(&folder.join("a.yaml"), template);
    run_in(&folder, arguments)
}

const TEMPLATE: &str = "heat_template_version: rocky
resources:
  net: {type: OS::Neutron::Net}
  own: {type: My::Custom::Token}
";

#[test]
fn templates_are_checked_without_a_checkout() {
    let ran = check("validate", TEMPLATE, &["validate", "a.yaml"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("My::Custom::Token") && !ran.out.contains("OS::Neutron::Net)"), "{ran}");
    let note = "pages about these errors of Heat: `resource-type-not-found`; `heat-codegen explain resource-type-not-found` shows one
note: the known resource types are those of Heat; --types adds those of a cloud\n";
    assert_eq!(ran.err, note);
}

#[test]
fn a_folder_with_schemas_counts_and_the_built_in_catalogue_can_be_named() {
    let folder = folder("built-in-folder");
    write(&folder.join("a.yaml"), TEMPLATE);
    write(
        &folder.join("schemas/My/Custom/Token.yaml"),
        "type: My::Custom::Token\ndescription: Makes a token.\n",
    );
    let ran = run_in(&folder, &["validate", "a.yaml"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"), "{ran}");
    let ran = run_in(&folder, &["validate", "a.yaml", "--only-own-types"]);
    assert!(ran.out.contains("OS::Neutron::Net)") && ran.err.contains("of `schemas` alone"), "{ran}");
    let ran = run_in(&folder, &["--schemas", "built-in", "validate", "a.yaml"]);
    assert!(ran.out.contains("My::Custom::Token)") && !ran.out.contains("OS::Neutron::Net)"), "{ran}");
}

#[test]
fn types_are_listed_shown_and_exported() {
    let run = |arguments: &[&str]| check("types", TEMPLATE, arguments);
    let ran = run(&["list"]);
    assert!(ran.code == 0 && ran.out.contains("OS::Nova::Server\n"), "{ran}");
    let ran = run(&["show", "OS::Octavia::Listener", "--release", "rocky"]);
    assert!(ran.code == 0 && !ran.out.contains("allowed_cidrs"), "{ran}");
    let ran = run(&["export", "--format", "json-schema"]);
    assert!(ran.code == 0 && ran.out.contains("OS::Nova::Server"), "{}", ran.err);
    let ran = run(&["export", "--format", "json-schema", "--release", "victoria"]);
    let schema: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let versions = schema["properties"]["heat_template_version"]["enum"].as_array().unwrap();
    assert!(versions.contains(&"rocky".into()) && !versions.contains(&"wallaby".into()), "{versions:?}");
    assert!(
        schema["definitions"]["OS::Octavia::AvailabilityZone"].is_null()
            && schema["definitions"]["OS::Nova::Server"].is_object()
    );
    let ran = run(&["build", "--releases", "newest", "--out", "site"]);
    let title = format!("the built-in catalogue: {} types", catalogue().visible().count());
    assert!(ran.code == 0 && ran.out.starts_with(&title), "{ran}");
}

#[test]
fn commands_about_files_need_a_folder() {
    for command in ["check", "diff", "history"] {
        let ran = check("files", TEMPLATE, &[command]);
        assert_eq!(ran.code, 2, "{command}: {ran}");
    }
}

#[test]
fn a_value_that_is_unknown_is_not_judged_after_its_translation() {
    let template = "heat_template_version: rocky
parameters: {public: {type: string, description: The network.}}
resources:
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network_id: {get_param: public}}}
";
    let ran = check("translated", template, &["validate", "a.yaml", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rules: Vec<&str> =
        report.as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert_eq!(rules, ["hidden-property"], "{ran}");
}

/// In Heat, a translation rule takes the value as written, which exists even if a function in it fails.
#[test]
fn a_value_that_fails_is_given_to_the_property_that_replaced_its_own() {
    let zone = |primaries: &str| {
        format!(
            "heat_template_version: 2018-08-31
resources:
  zone:
    type: OS::Designate::Zone
    properties: {{name: example.org., type: SECONDARY, primaries: {primaries}}}
"
        )
    };
    // A rule requires that there are any.
    for (primaries, expect) in [
        ("[10.0.0.1]", &[][..]),
        ("[{get_param: [1, {}]}]", &["invalid-argument-value"]),
        ("[]", &["validation-rule"]),
    ] {
        let ran =
            check("failing-value", &zone(primaries), &["validate", "--strict", "--format", "json", "a.yaml"]);
        let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        let rules: Vec<&str> = found.iter().map(|found| found["code"].as_str().unwrap()).collect();
        assert_eq!(rules, expect, "{primaries}: {ran}");
    }
}
