//! Tests of the possible sides, and of errors in them.

use super::*;

#[test]
fn sides_are_revisions_folders_or_defaults() {
    let scratch = Scratch::pull_request("diff-sides");
    let found = "3 breaking, 1 policy, 1 safe; 1 docs-only not listed (--all)";
    let check = |arguments: &[&str], expect: &str| {
        let (code, summary) = scratch.summary(arguments);
        assert_eq!((code, summary.as_str()), (1, format!("Changes from {expect}: {found}").as_str()));
    };
    check(&[], "merge base with main ([before]) to schemas");
    check(&["main"], "main ([before]) to schemas");
    check(&["main", "change"], "main ([before]) to change ([after])");
    check(&["git:HEAD~1", "./schemas"], "HEAD~1 ([before]) to ./schemas");
    let id = scratch.git(&["rev-parse", "main"]);
    check(&[&id[..10]], "[before] to schemas");
    // Main has a new commit, which is not part of the branch.
    scratch.git(&["checkout", "--quiet", "main"]);
    fs::remove_file(scratch.0.join("schemas/OS/Neutron/Net.yaml")).unwrap();
    scratch.commit("Moved on");
    scratch.git(&["checkout", "--quiet", "change"]);
    check(&[], "merge base with main ([before]) to schemas");
    // Uncommitted changes are part of the side.
    fs::remove_file(scratch.0.join("schemas/OS/Nova/Server.yaml")).unwrap();
    assert_eq!(scratch.summary(&[]).1.split_once(": ").unwrap().1, "1 breaking, 1 safe");
}

#[test]
fn the_catalogue_may_be_anywhere_in_the_repository() {
    let scratch = Scratch::empty("diff-deep");
    copy(&fixture("diff/before"), &scratch.0.join("a folder/of schemas"));
    scratch.commit("before");
    copy(&fixture("diff/after"), &scratch.0.join("a folder/of schemas"));
    let absolute = scratch.0.join("a folder/of schemas");
    for schemas in ["a folder/of schemas", "./a folder/of schemas/", absolute.to_str().unwrap()] {
        let (code, summary) = scratch.summary(&["HEAD", "--schemas", schemas]);
        assert!(code == 1 && summary.contains("3 breaking, 1 policy, 1 safe"), "{summary}");
    }
    let mut command = scratch.command(&["HEAD", "--schemas", "../of schemas"]);
    let ran = ran(command.current_dir(scratch.0.join("a folder/of schemas")), &scratch.0);
    assert!(ran.code == 1 && ran.out.contains("3 breaking"), "{ran}");
}

#[test]
fn names_can_be_unusual() {
    let scratch = Scratch::pull_request("diff-odd");
    scratch.git(&["update-ref", "refs/heads/-x", "main"]);
    scratch.git(&["update-ref", "refs/heads/schemas", "main"]);
    for arguments in [&["--", "-x"][..], &["git:-x"], &["git:schemas"]] {
        assert_eq!(scratch.summary(arguments).0, 1, "{arguments:?}");
    }
    // A folder takes precedence over a branch.
    assert_eq!(scratch.summary(&["schemas"]).0, 0);
    copy(&scratch.0.join("schemas"), &scratch.0.join("-old schemas"));
    assert_eq!(scratch.summary(&["--", "-old schemas", "schemas"]).0, 0);
    assert_eq!(scratch.summary(&["./-old schemas"]).0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::pull_request("diff-bytes");
    let name = OsStr::from_bytes(b"old\xff");
    copy(&fixture("diff/before"), &scratch.0.join(name));
    let with = |name: &OsStr| {
        let mut command = scratch.command(&["--format", "github"]);
        ran(command.arg(name), &scratch.0)
    };
    assert!(with(name).out.contains("3 breaking"));
    let ran = with(OsStr::from_bytes(b"none\xff"));
    assert!(ran.code == 2 && ran.err.starts_with("error: there is no revision `none\u{fffd}`\n"), "{ran}");
    // The same applies to names in a revision.
    scratch.git(&["checkout", "--quiet", "main"]);
    let odd = scratch.0.join("schemas").join(OsStr::from_bytes(b"\xff"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("x.yaml"), "type: My::New::Type\n").unwrap();
    scratch.commit("odd");
    fs::remove_dir_all(&odd).unwrap();
    assert!(scratch.summary(&["main"]).1.ends_with("1 breaking"), "{:?}", scratch.summary(&["main"]));
}

#[test]
fn a_file_can_have_a_different_name() {
    let scratch = Scratch::pull_request("diff-moved");
    scratch.git(&["mv", "schemas/OS/Neutron/Net.yaml", "schemas/Network.yaml"]);
    assert_eq!(scratch.summary(&["change"]).0, 0);
    scratch.commit("moved");
    assert_eq!(scratch.summary(&["change~1", "change"]).0, 0);
}

#[test]
fn facts_are_compared() {
    let folder = folder("diff-facts");
    let facts = |update: bool| {
        format!(
            r#"{{"A::B": [{{"properties": {{"p": {{"type": "String", "update_allowed": {update}}}}}, "attributes": {{}}}}]}}"#
        )
    };
    write(&folder.join("old.json"), facts(true));
    write(
        &folder.join("new.json"),
        format!(r#"{{"heat_version": "1", "types": {}}}"#, facts(false).replace(['[', ']'], "")),
    );
    write(
        &folder.join("schemas/A/B.yaml"),
        "type: A::B\ndescription: Words.\nproperties: {p: {type: string, description: More.}}\n\
        translation_rules: [{rule: delete, translation_path: [p]}]\n",
    );
    assert_snapshot!(run_in(&folder, &["diff", "old.json", "new.json"]));
    // The catalogue has texts and rules, which the facts do not contain.
    let ran = run_in(&folder, &["diff", "old.json", "--all"]);
    assert!(ran.out.ends_with("old.json → schemas: 1 breaking\n  help: `heat-codegen explain ID` explains a finding and what to do instead; accept a change in schema-diff.yaml\n"), "{ran}");
}

// Sides that cannot be compared.

#[test]
fn invalid_sides_are_explained() {
    let scratch = Scratch::pull_request("diff-no-side");
    assert_snapshot!(scratch.diff(&["mian"]));
    scratch.write("package.json", "{\"name\": []}");
    assert_snapshot!(scratch.diff(&["package.json"]));
    scratch.write("text.json", "type: A::B\n");
    assert_snapshot!(scratch.diff(&["text.json"]));
    fs::create_dir(scratch.0.join("empty")).unwrap();
    assert_snapshot!(scratch.diff(&["main", "empty"]));
    assert_snapshot!(scratch.diff(&["main", "--schemas", "none"]));
    scratch.git(&["rm", "-r", "--quiet", "schemas"]);
    scratch.commit("none");
    assert_snapshot!(scratch.diff(&["main", "HEAD"]));
    scratch.write("schemas", "a file");
    scratch.commit("a file");
    assert_snapshot!(scratch.diff(&["HEAD", "HEAD"]));
}

#[test]
fn a_catalogue_that_did_not_exist_is_empty() {
    let scratch = Scratch::empty("diff-first");
    scratch.write("README", "");
    scratch.commit("first");
    copy(&fixture("diff/before"), &scratch.0.join("schemas"));
    let ran = scratch.diff(&["main", "--fail-on", "breaking"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_eq!(ran.err, "note: there is no catalogue in `main ([first])`: every type is new\n");
    assert!(ran.out.contains("3 safe"), "{ran}");
}

#[test]
fn a_side_that_does_not_load_is_not_compared() {
    let scratch = Scratch::pull_request("diff-broken");
    scratch.write("schemas/OS/Nova/Server.yaml", "type: OS::Nova::Server\nproperties: {a: {typ: string}}\n");
    assert_snapshot!(scratch.diff(&[]));
    scratch.commit("broken");
    scratch.git(&["tag", "broken"]);
    scratch.git(&["checkout", "--quiet", "change~1"]);
    assert_snapshot!(scratch.diff(&["broken"]));
    // An allowance does not cover it either.
    scratch.write("schema-diff.yaml", "fail_on: []\n");
    assert_eq!(scratch.diff(&["broken", "--fail-on", "none"]).code, 2);
}

#[test]
fn two_files_of_one_type_are_an_error_on_either_side() {
    let scratch = Scratch::pull_request("diff-twice");
    scratch.write("schemas/Twice.yaml", "type: OS::Neutron::Net\ndescription: Twice.\n");
    assert!(scratch.diff(&["main"]).err.starts_with("error[duplicate-type]"));
    scratch.commit("twice");
    fs::remove_file(scratch.0.join("schemas/Twice.yaml")).unwrap();
    let ran = scratch.diff(&["change"]);
    assert!(ran.code == 2 && ran.err.contains("change:schemas/Twice.yaml:1:7"), "{ran}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_in_revisions() {
    let scratch = Scratch::pull_request("diff-links");
    std::os::unix::fs::symlink("OS/Neutron/Net.yaml", scratch.0.join("schemas/Link.yaml")).unwrap();
    scratch.commit("link");
    fs::remove_file(scratch.0.join("schemas/Link.yaml")).unwrap();
    assert_snapshot!(scratch.diff(&["change"]));
}

#[test]
fn files_of_revisions_have_a_size_limit() {
    let scratch = Scratch::pull_request("diff-large");
    let large = format!("type: My::Large\n{}", "#".repeat(heat_yaml::ParseOptions::MAX_SIZE));
    scratch.write("schemas/Large.yaml", &large);
    scratch.commit("large");
    let said = |name: &str| {
        format!(
            "error[too-large]: the file is larger than the allowed {} bytes\n --> {name}\n",
            heat_yaml::ParseOptions::MAX_SIZE
        )
    };
    // The error is reported on the side of the working tree, and on that of a revision.
    let ran = scratch.diff(&["main"]);
    assert!(ran.code == 2 && ran.err.starts_with(&said("schemas/Large.yaml")), "{ran}");
    fs::remove_file(scratch.0.join("schemas/Large.yaml")).unwrap();
    let ran = scratch.diff(&["change"]);
    assert!(ran.code == 2 && ran.err.starts_with(&said("change:schemas/Large.yaml")), "{ran}");
    // The accepted changes of the base are then unknown, so nothing is reported about new entries.
    scratch.commit("small");
    scratch.write("schema-diff.yaml", &large);
    scratch.commit("large settings");
    let allowance = "allowances: [{rule: property-removed, path: None, reason: x, expires: 99.0.0}]\n";
    scratch.write("schema-diff.yaml", allowance);
    let ran = scratch.diff(&["change", "--schemas", "schemas"]);
    assert!(ran.code == 0 && ran.err.is_empty(), "{ran}");
}

/// The integers exceed the number types of JSON readers, for which they would all be equal.
#[test]
fn integers_of_any_size_are_exact() {
    let folder = folder("diff-integers");
    let schema = |integer: &str| {
        format!(
            "type: My::Type\ndescription: Test.\nproperties:\n  a:\n    type: integer\n    default: {integer}\n    \
             constraints: [{{range: {{max: {integer}}}}}]\n"
        )
    };
    write(&folder.join("old/A.yaml"), schema("18446744073709551617"));
    write(&folder.join("new/A.yaml"), schema("18446744073709551616"));
    write(&folder.join("other/A.yaml"), schema("18446744073709551615"));
    let json = |new: &str| run_in(&folder, &["diff", "old", new, "--schemas", "new", "--format", "json"]).out;
    let text = json("new");
    for expected in [
        "\"value\": 18446744073709551617",
        "\"value\": 18446744073709551616",
        "\"counterexample\": 18446744073709551617",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let fingerprints = |text: &str| -> Vec<String> {
        let report: Value = serde_json::from_str(text).unwrap();
        report["findings"].as_array().unwrap().iter().map(|each| each["fingerprint"].to_string()).collect()
    };
    let (one, other) = (fingerprints(&text), fingerprints(&json("other")));
    assert!(
        one.len() == 2 && other.len() == 2 && !one.iter().any(|each| other.contains(each)),
        "{one:?} {other:?}"
    );
}

#[test]
fn a_shallow_clone_has_no_merge_base() {
    let scratch = Scratch::pull_request("diff-shallow");
    scratch.git(&["checkout", "--quiet", "main"]);
    scratch.commit("moved on");
    let from = format!("file://{}", scratch.0.display());
    scratch.git(&["clone", "--quiet", "--depth=1", "--no-single-branch", "--branch=change", &from, "clone"]);
    let clone = Scratch(scratch.0.join("clone"));
    assert_snapshot!(clone.diff(&[]));
    assert_eq!(clone.summary(&["origin/main"]).0, 1);
    assert!(clone.diff(&["HEAD~1"]).err.contains("note: this clone is shallow"));
}

#[test]
fn without_a_main_branch_there_is_no_default() {
    let scratch = Scratch::pull_request("diff-no-main");
    scratch.git(&["branch", "--quiet", "-D", "main"]);
    assert_snapshot!(scratch.diff(&[]));
}

#[test]
fn without_git_revisions_cannot_be_read() {
    let folder = folder("diff-no-git");
    copy(&fixture("diff/before"), &folder.join("schemas"));
    let scratch = Scratch(folder.join("schemas"));
    let outside = Scratch(folder);
    assert_snapshot!(outside.diff(&["main"]));
    let mut command = outside.command(&["main"]);
    assert_snapshot!(ran(command.env("PATH", &scratch.0), &outside.0));
    // Folders do not require git.
    let mut command = outside.command(&["schemas"]);
    assert_eq!(ran(command.env("PATH", &scratch.0), &outside.0).code, 0);
}
