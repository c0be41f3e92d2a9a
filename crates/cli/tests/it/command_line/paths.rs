//! Paths: files, folders, globs, and the standard input.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, command, folder, run_in, write};

const GOOD: &str = "heat_template_version: 2018-08-31\nresources: {v: {type: OS::Heat::RandomString}}\n";
const WRONG: &str = "heat_template_version: 2018-08-31\nresources: {v: {type: My::Unknown::Thing}}\n";

fn tree(name: &str) -> std::path::PathBuf {
    let folder = folder(&format!("paths-{name}"));
    for (path, text) in [
        ("a.yaml", GOOD),
        ("b/c.yaml", WRONG),
        ("b/env.yaml", "parameters: {x: y}\n"),
        ("compose.yml", "services: {}\n"),
        (".hidden/d.yaml", WRONG),
    ] {
        write(&folder.join(path), text);
    }
    folder
}

/// Runs a command with a text on its standard input.
fn run_with(folder: &Path, arguments: &[&str], text: &str) -> Ran {
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn folders_and_globs_stand_for_the_templates_in_them() {
    let folder = tree("folders");
    let check = |arguments: &[&str], code: i32, summary: &str| {
        let ran = run_in(&folder, &[&["validate"], arguments].concat());
        assert_eq!(ran.code, code, "{arguments:?}: {ran}");
        assert!(ran.out.ends_with(summary), "{arguments:?}: {ran}");
        ran
    };
    for arguments in [&[][..], &["."], &["*.yaml", "b"], &["**/*.yaml", "--templates-only"]] {
        let ran = check(arguments, 1, "1 error in 1 of 2 files\n");
        assert!(ran.out.contains("--> b/c.yaml:2:"), "{ran}");
    }
    check(&["a.yaml"], 0, "no findings in 1 file\n");
    check(&[folder.join("b").to_str().unwrap()], 1, "1 error in 1 of 1 file\n");
    let ran = check(&["none*.yaml"], 2, "");
    assert!(ran.err.contains("no file matches `none*.yaml`"), "{ran}");
    write(&folder.join("empty/x.txt"), "");
    let ran = check(&["empty"], 2, "");
    assert!(ran.err.contains("there is no template in `empty`"), "{ran}");
}

#[test]
fn a_template_comes_from_the_standard_input() {
    let folder = tree("stdin");
    let ran = run_with(&folder, &["validate", "-"], WRONG);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("--> <stdin>:2:"), "{ran}");
    let ran = run_with(&folder, &["validate", "-", "a.yaml"], GOOD);
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 2 files\n"), "{ran}");
    let ran = run_with(&folder, &["resolve", "-"], GOOD);
    assert!(ran.code == 0 && ran.out.contains("OS::Heat::RandomString"), "{ran}");
    let ran = run_with(&folder, &["graph", "-", "--format", "dot"], GOOD);
    assert!(ran.code == 0 && ran.out.contains("<stdin>"), "{ran}");
    // Files that the template names are those of the folder.
    let nested = "heat_template_version: 2018-08-31\nresources: {n: {type: a.yaml}}\n";
    let ran = run_with(&folder, &["validate", "-"], nested);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = run_with(&folder, &["validate", "-", "--diff"], GOOD);
    assert_eq!(ran.code, 0, "{ran}");
    let ran = run_with(&folder, &["validate", "-", "--fix"], GOOD);
    assert_eq!(ran.code, 2, "{ran}");
    assert!(ran.err.contains("--fix cannot change the standard input"), "{ran}");
}

#[test]
fn a_schema_comes_from_the_standard_input() {
    let folder = folder("paths-schema-stdin");
    let schema =
        "type: My::Own::Thing\ndescription: Own.\nproperties: {size: {type: intger, description: Large.}}\n";
    let ran = run_with(&folder, &["check", "-"], schema);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("--> <stdin>:3:") && ran.out.contains("1 error in 1 of 1 file"), "{ran}");
    let ran = run_with(&folder, &["check", "-"], &schema.replace("intger", "integer"));
    assert_eq!((ran.code, ran.out.as_str()), (0, "no findings in 1 file\n"), "{ran}");
}

#[test]
fn files_that_are_no_templates_are_named() {
    let folder = tree("others");
    let check = |file: &str, help: &str| {
        let ran = run_in(&folder, &["validate", file]);
        assert_eq!(ran.code, 1, "{ran}");
        assert!(ran.out.contains(help), "{ran}");
    };
    check("b/env.yaml", "help: this seems to be an environment: give it with `-e`");
    check("compose.yml", "help: this seems to be a file of Docker Compose, not a template");
}

#[test]
fn results_go_into_a_file() {
    let folder = tree("out");
    for (name, arguments) in [
        ("resolve", &["resolve", "a.yaml"][..]),
        ("graph", &["graph", "a.yaml"]),
        ("show", &["show", "OS::Heat::Value"]),
        ("template", &["template", "OS::Heat::Value"]),
        ("list", &["list"]),
        ("rules", &["rules"]),
        ("export", &["export", "--format", "markdown", "OS::Heat::Value"]),
    ] {
        let printed = run_in(&folder, arguments);
        let file = format!("out/{name}");
        let ran = run_in(&folder, &[arguments, &["--out", &file]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (printed.code, ""), "{name}: {ran}");
        assert_eq!(std::fs::read_to_string(folder.join(&file)).unwrap(), printed.out, "{name}");
    }
    let ran = run_in(&folder, &["resolve", "b/none.yaml", "--out", "out/resolve"]);
    assert_eq!(ran.code, 2, "{ran}");
    assert_ne!(std::fs::read_to_string(folder.join("out/resolve")).unwrap(), "", "the file stays");
}
