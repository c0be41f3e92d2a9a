//! Tests of releases by name, code name or version, and of the changes between two of them.

use std::path::PathBuf;

use crate::support::{catalogue, folder, run_in, write};

#[test]
fn a_code_name_is_the_name_of_a_release() {
    let folder = folder("releases-code-names");
    let shown = |release: &str| {
        let ran = run_in(&folder, &["list", "--release", release]);
        assert_eq!(ran.code, 0, "{ran}");
        ran.out
    };
    let table = catalogue().releases;
    for (code_name, name) in [
        ("antelope", "2023.1"),
        ("Bobcat", "2023.2"),
        ("caracal", "2024.1"),
        ("dalmatian", "2024.2"),
        ("EPOXY", "2025.1"),
        ("flamingo", "2025.2"),
        ("gazpacho", "2026.1"),
        ("hibiscus", "2026.2"),
    ] {
        assert!(
            table.find(name).is_some_and(|release| table.find(code_name) == Some(release)),
            "{code_name}"
        );
    }
    assert_eq!(shown("EPOXY"), shown("2025.1"));
    assert_ne!(shown("rocky"), shown("hibiscus"));
    let ran = run_in(&folder, &["list", "--release", "antilope"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.err.contains("did you mean `Antelope`?"), "{ran}");
    let ran = run_in(&folder, &["list", "--release", "nothing"]);
    assert!(
        ran.err.contains("from Grizzly (2013.1) to 2026.2 Hibiscus (27.0.0), by name, code name or version"),
        "{ran}"
    );
}

#[test]
fn all_commands_about_templates_take_a_release() {
    let folder = folder("releases-commands");
    // The type was added in Stein.
    let text = "heat_template_version: 2018-08-31\nresources: {f: {type: OS::Octavia::Flavor, properties: {flavor_profile: x}}}\n";
    write(&folder.join("t.yaml"), text);
    for arguments in [&["validate", "t.yaml"][..], &["resolve", "t.yaml"], &["graph", "t.yaml"]] {
        let ran = run_in(&folder, &[arguments, &["--release", "rocky"]].concat());
        assert_eq!(ran.code, 1, "{ran}");
        assert!(ran.out.contains("OS::Octavia::Flavor") || ran.err.contains("OS::Octavia::Flavor"), "{ran}");
        assert_eq!(run_in(&folder, arguments).code, 0, "{arguments:?}");
    }
    let plan = ["plan", "t.yaml", "t.yaml"];
    assert_eq!(run_in(&folder, &plan).code, 0);
    let ran = run_in(&folder, &[&plan[..], &["--release", "rocky"]].concat());
    assert!(ran.err.contains("OS::Octavia::Flavor"), "{ran}");
    let ran = run_in(&folder, &["template", "OS::Octavia::Flavor", "--release", "rocky"]);
    assert_eq!(ran.code, 1, "{ran}");
}

#[test]
fn what_changed_is_read_from_the_history_in_the_program() {
    let folder = folder("releases-changes");
    let server = run_in(&folder, &["changes", "OS::Nova::Server", "--from", "rocky", "--to", "antelope"]);
    assert_eq!(server.code, 0, "{server}");
    assert!(
        server.out.ends_with('\n') && server.out.contains("Rocky (11.0.0) → 2023.1 (20.0.0)"),
        "{server}"
    );
    // The numbers of lines are omitted, because they change with the schema.
    for change in [
        "safe[status-deprecated]: `personality` became DEPRECATED\n",
        "safe[allowed-values-widened]: `user_data_update_policy` accepts more values\n",
        "safe[property-added]: property `networks.port_extra_properties.propagate_uplink_status` was added\n",
    ] {
        assert!(server.out.contains(change), "{server}");
    }
    // The result is the same as that of a check.
    let of_diff = run_in(&folder, &["diff", "--release", "rocky", "antelope", "--type", "OS::Nova::Server"]);
    let lines = |text: &str| {
        text.lines().filter(|line| !line.contains("help:")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&of_diff.out), lines(&server.out));
    let all = run_in(&folder, &["diff", "--release", "rocky", "hibiscus", "--format", "json"]);
    assert_eq!(all.code, 1, "types were hidden and removed since: {}", all.err);
    let document: serde_json::Value = serde_json::from_str(&all.out).unwrap();
    assert!(document["findings"].as_array().unwrap().len() > 100, "{}", all.out.len());
    let none = run_in(&folder, &["changes", "OS::Nova::Server", "--from", "yoga", "--to", "yoga"]);
    assert!(none.code == 0 && none.out.contains("no changes"), "{none}");
    let wrong = run_in(&folder, &["changes", "OS::Nova::Sever", "--from", "yoga"]);
    assert!(wrong.code == 2 && wrong.err.contains("did you mean `OS::Nova::Server`?"), "{wrong}");
}

/// A folder with a plug-in that has releases of its own: a type came in the second.
fn plug_in(name: &str) -> PathBuf {
    let folder = folder(name);
    let schemas = folder.join("schemas");
    write(&schemas.join("My/First.yaml"), "type: My::First\ndescription: A thing.\n");
    write(&schemas.join("My/Second.yaml"), "type: My::Second\ndescription: Another thing.\n");
    write(
        &schemas.join("releases.yaml"),
        "- {version: 1.0.0, name: Anvil, date: 2020-01-01}\n- {version: 2.0.0, name: Bellows, date: 2024-01-01}\n",
    );
    write(&schemas.join("past.yaml"), "- release: 1.0.0\n  types:\n    My::Second:\n      - {}\n");
    write(
        &schemas.join("history.yaml"),
        "- release: 1.0.0\n  types: [My::First]\n- release: 2.0.0\n  changes:\n    My::Second:\n      - {rule: resource-type-added}\n",
    );
    folder
}

#[test]
fn types_of_a_plug_in_have_the_releases_of_the_plug_in() {
    let folder = plug_in("releases-plug-in");
    let check = |arguments: &[&str]| {
        let ran = run_in(&folder, arguments);
        assert!(ran.out.contains("Anvil (1.0.0) → Bellows (2.0.0)"), "{ran}");
        assert!(ran.out.contains("safe[resource-type-added]: `My::Second` was added"), "{ran}");
        assert!(!ran.out.contains("OS::"), "{ran}");
    };
    check(&["changes", "My::Second"]);
    check(&["changes", "My::*"]);
    check(&["changes", "--from", "anvil"]);
    check(&["diff", "--release", "1.0.0", "2.0.0"]);
    check(&["diff", "--release", "anvil", "bellows", "--type", "My::Second"]);
    // The types of Heat have those of Heat.
    let heat = run_in(&folder, &["changes", "OS::Nova::KeyPair", "--from", "yoga", "--to", "zed"]);
    assert!(heat.code == 0 && heat.out.contains("Yoga (18.0.0) → Zed (19.0.0)"), "{heat}");
}
