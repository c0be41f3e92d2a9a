//! Tests of the scope of a comparison: types, tables, revisions and recorded releases.

use super::*;

#[test]
fn a_type_is_checked_against_the_policy_regardless_of_other_changes() {
    let scratch = Scratch::pull_request("diff-new-type");
    scratch.write("schemas/releases.yaml", RELEASES);
    scratch.commit("releases");
    let new = "type: My::New::Type\ndescription: New.\n";
    scratch.write("schemas/My/New.yaml", new);
    let ran = scratch.diff(&["HEAD"]);
    assert!(ran.code == 1 && ran.out.contains("policy[status-new-without-version]"), "{ran}");
}

#[test]
fn a_project_can_override_severities() {
    let scratch = Scratch::pull_request("diff-severities");
    scratch.write(
        "schema-diff.yaml",
        "severities:\n  '*': safe\n  property-renamed: dangerous\n  status-*: ignore\n",
    );
    let (code, summary) = scratch.summary(&[]);
    assert_eq!(code, 0);
    assert!(summary.contains(": 1 dangerous, 4 safe"), "{summary}");
    assert_eq!(scratch.diff(&["--fail-on", "dangerous"]).code, 1);
    let sarif: Value = serde_json::from_str(&scratch.diff(&["--format", "sarif"]).out).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "warning");
}

#[test]
fn a_comparison_can_be_restricted_to_types() {
    let scratch = Scratch::pull_request("diff-types");
    let (code, summary) = scratch.summary(&["--type", "OS::Neutron::*"]);
    assert!(code == 0 && summary.ends_with(": 1 safe"), "{summary}");
    let (code, summary) = scratch.summary(&["--type", "OS::Nova::Server", "--type", "*::Net"]);
    assert!(code == 1 && summary.contains("3 breaking, 1 policy; 1 docs-only"), "{summary}");
    assert_snapshot!(scratch.diff(&["--type", "OS::Nvoa::Server"]).err);
}

#[test]
fn two_revisions_can_be_one_argument() {
    let scratch = Scratch::pull_request("diff-range");
    let found = "3 breaking, 1 policy, 1 safe; 1 docs-only not listed (--all)";
    let check = |range: &str, expect: &str| {
        let (code, summary) = scratch.summary(&[range]);
        assert_eq!((code, summary), (1, format!("Changes from {expect}: {found}")), "{range}");
    };
    check("main..change", "main ([before]) to change ([after])");
    check("main..", "main ([before]) to HEAD ([after])");
    check("git:main..change", "main ([before]) to change ([after])");
    scratch.git(&["checkout", "--quiet", "main"]);
    fs::remove_file(scratch.0.join("schemas/OS/Neutron/Net.yaml")).unwrap();
    scratch.commit("Moved on");
    check("main...change", "merge base with main ([before]) to change ([after])");
    assert_snapshot!(scratch.diff(&["main..change", "main"]).err);
    assert_snapshot!(scratch.diff(&["main..none"]).err);
}

#[test]
fn a_comparison_can_be_with_a_recorded_release() {
    let scratch = Scratch::pull_request("diff-since");
    let table = "- {version: 18.0.0, name: Yoga, date: '2022-03-30'}\n- {version: 27.0.0, name: '2026.2', date: '2026-09-30'}\n";
    scratch.write("schemas/releases.yaml", table);
    copy(&fixture("diff/before"), &scratch.0.join("releases/18.0.1"));
    for name in ["yoga", "Yoga", "18.0.0", "18.0.1"] {
        let (code, summary) = scratch.summary(&["--since-release", name]);
        assert_eq!(code, 1);
        assert!(summary.starts_with("Changes from releases/18.0.1 to schemas: 3 breaking"), "{summary}");
    }
    // The other side can be passed.
    let (code, summary) = scratch.summary(&["--since-release", "yoga", "main"]);
    assert!(code == 0 && summary.contains("releases/18.0.1 to main"), "{summary}");
    assert_snapshot!(scratch.diff(&["--since-release", "yoda"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "2026.2"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "yoga", "--recordings", "none"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "yoga", "main", "change"]).err);
}

#[test]
fn a_head_that_is_the_merge_base_causes_a_hint() {
    let scratch = Scratch::pull_request("diff-at-base");
    scratch.git(&["checkout", "--quiet", "main"]);
    assert_snapshot!(scratch.diff(&[]));
    let from = format!("file://{}", scratch.0.display());
    scratch.git(&["clone", "--quiet", "--depth=1", "--branch=main", &from, "clone"]);
    assert_snapshot!(Scratch(scratch.0.join("clone")).diff(&[]).err);
    // The state after actions/checkout: a single commit, and no branch.
    let clone = Scratch(scratch.0.join("clone"));
    clone.git(&["checkout", "--quiet", "--detach"]);
    clone.git(&["branch", "--quiet", "-D", "main"]);
    clone.git(&["remote", "remove", "origin"]);
    assert_snapshot!(clone.diff(&[]).err);
}

#[test]
fn tables_are_compared() {
    let scratch = Scratch::pull_request("diff-tables");
    let constraint = |name: &str, plugin: &str| {
        format!("{name}:\n  description: Name or ID.\n  client_plugin: {plugin}\n")
    };
    let table = format!("{}{}", constraint("nova.flavor", "nova"), constraint("nova.keypair", "nova"));
    for table in ["releases.yaml", "constraints.yaml"] {
        _ = fs::remove_file(scratch.0.join("schemas").join(table));
    }
    scratch.commit("no tables");
    scratch.git(&["tag", "none"]);
    scratch.write("schemas/constraints.yaml", table);
    scratch.write("schemas/releases.yaml", RELEASES);
    scratch.commit("tables");
    scratch.write("schemas/constraints.yaml", constraint("nova.flavor", "placement"));
    scratch.write("schemas/releases.yaml", RELEASES.replace("27.0.0", "27.1.0"));
    assert_snapshot!(scratch.diff(&["HEAD"]));
    // A constraint that is added together with its table is not reported as new.
    assert_eq!(scratch.summary(&["none"]).1.split_once(": ").unwrap().1, "no changes");
    // A facts file has no tables either.
    let ran = scratch.diff(&["HEAD", "--format", "gitlab"]);
    assert!(ran.out.contains("\"path\": \"schemas/constraints.yaml\""), "{ran}");
}

/// A hostile repository: programs in its configuration are not run, and objects that a partial clone omitted are not fetched.
#[cfg(unix)]
#[test]
fn the_configuration_of_a_repository_runs_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::pull_request("diff-hostile-git");
    let trap = scratch.0.join("trap");
    scratch.write("trap", "#!/bin/sh\ntouch \"$(dirname \"$0\")/sprung\"\nexit 1\n");
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap.display().to_string();
    for (name, value) in [
        ("core.fsmonitor", trap.as_str()),
        ("core.sshCommand", &trap),
        ("core.pager", &trap),
        ("core.editor", &trap),
        ("core.askPass", &trap),
        ("core.gitProxy", &trap),
        ("core.alternateRefsCommand", &trap),
        ("diff.external", &trap),
        ("diff.x.textconv", &trap),
        ("filter.x.smudge", &trap),
        ("credential.helper", &trap),
        ("remote.origin.url", "ssh://e.invalid/x"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.uploadpack", &trap),
        ("extensions.partialClone", "origin"),
        ("core.repositoryFormatVersion", "1"),
    ] {
        scratch.git(&["config", name, value]);
    }
    scratch.write(".gitattributes", "* diff=x filter=x\n");
    // A file of the base is missing.
    let id = scratch.git(&["rev-parse", "main:schemas/OS/Nova/Server.yaml"]);
    let (folder, file) = id.trim().split_at(2);
    fs::remove_file(scratch.0.join(".git/objects").join(folder).join(file)).unwrap();
    for arguments in [&["main"][..], &[], &["main..change"], &["change"]] {
        scratch.diff(arguments);
        assert!(!scratch.0.join("sprung").exists(), "{arguments:?}");
    }
    let ran = scratch.diff(&["main"]);
    assert!(ran.code == 2 && ran.err.contains("git fetch --refetch"), "{ran}");
}

#[test]
fn the_file_of_allowances_can_set_fail_on() {
    let scratch = Scratch::pull_request("diff-configured");
    scratch.write("schema-diff.yaml", "fail_on: [dangerous]\n");
    assert_eq!(scratch.diff(&[]).code, 0);
    assert_eq!(scratch.diff(&["--fail-on", "policy"]).code, 1);
}
