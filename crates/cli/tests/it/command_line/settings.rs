//! `heat-codegen.yaml`, which all commands about templates read.

use std::path::PathBuf;

use crate::support::{folder, run_in, write};

fn project(name: &str, settings: &str) -> PathBuf {
    let folder = folder(&format!("settings-{name}"));
    write(&folder.join("heat-codegen.yaml"), format!("templates: {{{settings}}}\n"));
    write(&folder.join("env.yaml"), "parameters: {p: from the environment}\n");
    write(&folder.join("cloud.json"), r#"[{"Resource Type": "My::Cloud::Thing"}]"#);
    write(
        &folder.join("t.yaml"),
        "heat_template_version: 2018-08-31
parameters: {p: {type: string, default: of the template}}
resources: {v: {type: OS::Heat::Value, properties: {value: {get_param: p}}}}
",
    );
    write(
        &folder.join("cloud.yaml"),
        "heat_template_version: 2018-08-31\nresources: {c: {type: My::Cloud::Thing}}\n",
    );
    write(
        &folder.join("new.yaml"),
        "heat_template_version: 2018-08-31\nresources: {f: {type: OS::Octavia::Flavor, properties: {flavor_profile: x}}}\n",
    );
    folder
}

#[test]
fn all_commands_use_the_environments_of_the_settings() {
    let folder = project("environments", "environments: [env.yaml]");
    let resolved = run_in(&folder, &["resolve", "t.yaml"]);
    assert!(resolved.out.contains("p: from the environment"), "{resolved}");
    // Options on the command line override the settings.
    write(&folder.join("other.yaml"), "parameters: {p: from another}\n");
    let resolved = run_in(&folder, &["resolve", "t.yaml", "-e", "other.yaml"]);
    assert!(resolved.out.contains("p: from another"), "{resolved}");
    let plan =
        run_in(&folder, &["plan", "t.yaml", "t.yaml", "--old-environment", "other.yaml", "--format", "json"]);
    assert!(plan.out.contains("from the environment") && plan.out.contains("from another"), "{plan}");
    // The origin of the values is reported correctly.
    let plan = run_in(&folder, &["plan", "t.yaml", "t.yaml"]);
    let both = "the environment that `heat-codegen.yaml` names applies to both sides; for other values on the old side, use `--old-environment`";
    assert!(plan.out.contains(both), "{plan}");
    let plan = run_in(&folder, &["plan", "t.yaml", "t.yaml", "-P", "p=x"]);
    let both = "`-P` and the environment that `heat-codegen.yaml` names apply to both sides";
    assert!(plan.out.contains(both), "{plan}");
    let plan = run_in(&folder, &["plan", "t.yaml", "t.yaml", "-e", "other.yaml"]);
    assert!(plan.out.contains("`-e` applies to both sides"), "{plan}");
    // Other settings are used if they are passed.
    write(&folder.join("empty.yaml"), "templates: {}\n");
    let resolved = run_in(&folder, &["resolve", "t.yaml", "--settings", "empty.yaml"]);
    assert!(resolved.out.contains("p: of the template"), "{resolved}");
}

#[test]
fn the_release_and_the_types_can_be_set() {
    let folder = project("release", "release: rocky, types: [cloud.json]");
    for command in ["validate", "resolve", "graph"] {
        let ran = run_in(&folder, &[command, "new.yaml"]);
        assert_eq!(ran.code, 1, "{ran}");
        let ran = run_in(&folder, &[command, "new.yaml", "--release", "hibiscus"]);
        assert_eq!(ran.code, 0, "{ran}");
        let ran = run_in(&folder, &[command, "cloud.yaml"]);
        assert_eq!(ran.code, 0, "{ran}");
    }
    let ran = run_in(&folder, &["plan", "new.yaml", "new.yaml"]);
    assert!(ran.err.contains("OS::Octavia::Flavor"), "{ran}");
    let folder = project("release-unknown", "release: nothing");
    let ran = run_in(&folder, &["validate", "t.yaml"]);
    assert!(ran.code == 1 && ran.err.contains("there is no release `nothing`"), "{ran}");
}

#[test]
fn what_a_check_fails_for_and_the_rules_can_be_set() {
    let folder = project("fail-on", "fail_on: warning, select: [unused-condition]");
    write(
        &folder.join("w.yaml"),
        "heat_template_version: 2018-08-31\nconditions: {c: {equals: [a, b]}}\nparameters: {password: {type: string}}\n",
    );
    let codes = |arguments: &[&str]| {
        let ran = run_in(&folder, &[&["validate", "w.yaml", "--format", "json"], arguments].concat());
        let found: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
        (ran.code, found.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(codes(&[]), (1, vec!["unused-condition".to_owned()]));
    assert_eq!(codes(&["--fail-on", "error"]).0, 0);
    assert_eq!(codes(&["--ignore", "unused-condition"]), (0, Vec::new()));
}

#[test]
fn templates_of_several_projects_are_checked_each_with_its_settings() {
    let folder = folder("settings-several");
    let template = "heat_template_version: 2018-08-31\nresources: {f: {type: OS::Octavia::Flavor, properties: {flavor_profile: x}}}\n";
    for (project, settings) in [("old", "release: rocky"), ("new", "release: hibiscus")] {
        write(&folder.join(project).join("heat-codegen.yaml"), format!("templates: {{{settings}}}\n"));
        write(&folder.join(project).join("t.yaml"), template);
    }
    let ran = run_in(&folder, &["validate", "."]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("--> old/t.yaml") && !ran.out.contains("--> new/t.yaml"), "{ran}");
    assert!(ran.out.contains("\n1 error in 1 of 2 files"), "{ran}");
    // One project fails for a finding, another does not.
    for (project, fail_on) in [("old", "none"), ("new", "warning")] {
        write(
            &folder.join(project).join("heat-codegen.yaml"),
            format!("templates: {{release: rocky, fail_on: {fail_on}}}\n"),
        );
    }
    assert_eq!(run_in(&folder, &["validate", "old"]).code, 0);
    assert_eq!(run_in(&folder, &["validate", "new"]).code, 1);
    assert_eq!(run_in(&folder, &["validate"]).code, 1);
}

#[test]
fn mistakes_in_the_settings_are_shown_by_all_commands() {
    let folder = project("mistakes", "enviroments: [env.yaml]");
    for arguments in [&["resolve", "t.yaml"][..], &["graph", "t.yaml"], &["plan", "t.yaml", "t.yaml"]] {
        let ran = run_in(&folder, arguments);
        assert!(ran.err.contains("heat-codegen.yaml:1:") && ran.err.contains("environments"), "{ran}");
    }
}
