//! Tests that files that cannot be read, and unknown names, are reported: in the exit code and in every report.

use std::fs;

use serde_json::Value;

use super::scratch::Scratch;

const CONFLICT: &str = "heat_template_version: 2021-04-16
resources:
<<<<<<< HEAD
  a: {type: My::Custom::Token}
=======
  b: {type: My::Custom::Token}
>>>>>>> topic
";

const FORMATS: [&str; 8] = ["text", "markdown", "json", "sarif", "github", "junit", "gitlab", "html"];

#[test]
fn invalid_arguments_are_no_findings() {
    let scratch = Scratch::pull_request("diff-invalid");
    scratch.write("schemas/releases.yaml", "- {version: 27.0.0, name: Hibiscus, date: '2026-09-30'}\n");
    for (arguments, message) in [
        (["--type", "No::Such"], "there is no resource type `No::Such`"),
        (["--since-release", "nosuch"], "there is no release `nosuch`"),
        (["--current-version", "banana"], "there is no release `banana`"),
    ] {
        let ran = scratch.diff(&arguments);
        assert!(ran.code == 2 && ran.err.contains(message), "{ran}");
    }
    for version in ["27.0.0", "28.0.0", "hibiscus"] {
        assert_eq!(scratch.diff(&["--current-version", version]).code, 1, "{version}");
    }
}

#[test]
fn a_shallow_clone_of_the_main_branch_compares_nothing() {
    let scratch = Scratch::pull_request("diff-shallow-main");
    scratch.git(&["checkout", "--quiet", "main"]);
    let from = format!("file://{}", scratch.0.display());
    scratch.git(&["clone", "--quiet", "--depth=1", &from, "clone"]);
    let clone = Scratch(scratch.0.join("clone"));
    let ran = clone.diff(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran}");
    assert!(ran.err.contains("nothing can be compared") && ran.err.contains("--unshallow"), "{ran}");
    assert_eq!(clone.diff(&["HEAD"]).code, 0);
}

/// The text of a report in each format, for a comparison with these arguments.
fn reports(scratch: &Scratch, arguments: &[&str], code: i32) -> Vec<(&'static str, String)> {
    let written = FORMATS.map(|format| format!("{format}={format}.report"));
    let options = written.iter().flat_map(|report| ["--report", report.as_str()]);
    let all: Vec<&str> = arguments.iter().copied().chain(options).collect();
    let ran = scratch.diff(&all);
    assert_eq!(ran.code, code, "{ran}");
    let read = |format| fs::read_to_string(scratch.0.join(format!("{format}.report"))).unwrap();
    FORMATS.map(|format| (format, read(format))).into()
}

#[test]
fn templates_that_cannot_be_read_are_in_every_report() {
    let scratch = Scratch::pull_request("diff-unreadable-template");
    scratch.write("templates/conflict.yaml", CONFLICT);
    scratch.write("templates/other.yaml", "heat_template_version: 2021-04-16\nresources: {}\n");
    for (format, text) in reports(&scratch, &["--templates", "templates"], 1) {
        let is_named = text.contains("conflict.yaml")
            || (format == "text" && text.contains("1 template could not be read"));
        assert!(is_named, "{format}: {text}");
        if ["text", "markdown", "html", "github", "json"].contains(&format) {
            assert!(
                text.contains("o uses of the changes in 2 templates; 1 template could not be read"),
                "{format}: {text}"
            );
        }
    }
    let json: Value =
        serde_json::from_str(&fs::read_to_string(scratch.0.join("json.report")).unwrap()).unwrap();
    let unreadable = &json["templates"]["unreadable"][0];
    assert_eq!(
        (unreadable["file"].as_str(), unreadable["line"].as_u64()),
        (Some("templates/conflict.yaml"), Some(3))
    );
    assert_eq!(unreadable["message"], "unresolved merge conflict");
}

#[test]
fn schemas_that_cannot_be_read_are_in_every_report() {
    let scratch = Scratch::pull_request("diff-unreadable-schema");
    scratch.write(
        "schemas/My/Custom/Token.yaml",
        "type: My::Custom::Token\n<<<<<<< HEAD\n=======\n>>>>>>> topic\n",
    );
    for (format, text) in reports(&scratch, &[], 2) {
        assert!(text.contains("schemas/My/Custom/Token.yaml"), "{format}: {text}");
        assert!(text.contains("unresolved merge conflict"), "{format}: {text}");
        assert!(!text.contains("no changes") && !text.contains("nothing changed"), "{format}: {text}");
    }
    let ran = scratch.diff(&["--format", "github"]);
    assert!(ran.code == 2 && ran.out.contains("::error file=schemas/My/Custom/Token.yaml,line=2,"), "{ran}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(scratch.0.join("json.report")).unwrap()).unwrap();
    assert_eq!((json["failed"].as_bool(), json["unreadable"][0]["line"].as_u64()), (Some(true), Some(2)));
}

#[test]
fn the_catalogue_of_the_repository_is_found_in_subfolders() {
    let scratch = Scratch::pull_request("diff-subfolder");
    scratch.write("docs/deep/readme.md", "");
    let below = Scratch(scratch.0.join("docs/deep"));
    let ran = below.diff(&["main"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("../../schemas/OS/"), "{ran}");
}

#[test]
fn removed_records_are_reported() {
    let scratch = Scratch::pull_request("diff-records");
    scratch.write("schemas/history.yaml", "releases: []\n");
    scratch.write("schemas/past.yaml", "types: {}\n");
    scratch.commit("records");
    fs::remove_file(scratch.0.join("schemas/history.yaml")).unwrap();
    fs::remove_file(scratch.0.join("schemas/past.yaml")).unwrap();
    let ran = scratch.diff(&["HEAD"]);
    assert!(
        ran.out.contains("dangerous[history-removed]") && ran.out.contains("dangerous[past-removed]"),
        "{ran}"
    );
    let ran = scratch.diff(&["HEAD", "HEAD~1"]);
    assert!(ran.out.contains("dangerous[history-removed]"), "{ran}");
}
