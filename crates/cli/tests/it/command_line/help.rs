//! Tests of the help, the program without a command, old names of options, completion and manual pages.

use std::fs;

use insta::assert_snapshot;

use crate::support::{command, folder, run_in, write};

#[test]
fn the_program_alone_prints_its_commands_by_who_asks() {
    let folder = folder("help-alone");
    let ran = run_in(&folder, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_snapshot!(ran.out);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written");
    // The repository of a plug-in has schemas, and templates of stacks.
    write(&folder.join("schemas/My/Own.yaml"), "type: My::Own\n");
    write(&folder.join("templates/stack.yaml"), "heat_template_version: 2018-08-31\n");
    write(&folder.join("Cargo.toml"), "");
    assert_eq!(run_in(&folder, &[]).out, ran.out);
    assert!(!folder.join("target").exists());
}

#[test]
fn in_a_checkout_the_program_alone_builds_the_docs() {
    let folder = folder("help-checkout");
    write(&folder.join("schemas/My/Own.yaml"), "type: My::Own\ndescription: Own.\n");
    write(&folder.join("templates/index.html"), "");
    write(&folder.join("site/guide/10-a.md"), "# A\n\nAbout a.\n");
    let ran = run_in(&folder, &[]);
    assert_eq!(ran.code, 0, "{ran}");
    assert!(ran.err.contains("note: without a command, the docs of this checkout are built"), "{ran}");
    assert!(folder.join("target/site/index.html").is_file(), "{ran}");
}

#[test]
fn old_names_of_options_work_and_say_their_new_ones() {
    let folder = folder("help-renamed");
    let check = |arguments: &[&str], old: &str, new: &str| {
        let ran = run_in(&folder, arguments);
        assert_eq!(ran.code, 0, "{ran}");
        let warning = format!("warning: `{old}` is now `{new}`; the old name will be removed\n");
        assert!(ran.err.starts_with(&warning), "{ran}");
        ran.out
    };
    let old = check(&["rules", "--diff"], "rules --diff", "rules changes");
    assert_eq!(old, run_in(&folder, &["rules", "changes"]).out);
    let old = check(&["rules", "--templates"], "rules --templates", "rules templates");
    assert_eq!(old, run_in(&folder, &["rules"]).out);
    let arguments = ["template", "OS::Heat::Value", "--template-type", "cfn"];
    let old = check(&arguments, "--template-type", "--format");
    assert_eq!(old, run_in(&folder, &["template", "OS::Heat::Value", "--format", "cfn"]).out);
    fs::create_dir(folder.join("pages")).unwrap();
    write(&folder.join("schemas/My/Own.yaml"), "type: My::Own\ndescription: Own.\n");
    check(&["build", "--templates", "pages", "--out", "site"], "--templates", "--html-templates");
}

#[test]
fn a_shell_completes_what_the_folder_has() {
    let folder = folder("help-completion");
    write(
        &folder.join("schemas/My/Own/Thing.yaml"),
        "type: My::Own::Thing\nproperties: {size: {type: integer}}\n",
    );
    let check = |words: &[&str], expect: &[&str]| {
        let mut all = vec!["--", "heat-codegen"];
        all.extend(words);
        let mut command = command(&folder, &all);
        command
            .env("COMPLETE", "bash")
            .env("_CLAP_IFS", "\n")
            .env("_CLAP_COMPLETE_INDEX", words.len().to_string());
        let output = command.output().unwrap();
        let offered = String::from_utf8(output.stdout).unwrap();
        assert_eq!(offered.lines().collect::<Vec<_>>(), expect, "{words:?}");
    };
    check(&["show", "My::Own"], &["My::Own::Thing"]);
    check(&["show", "My::Own::Thing.s"], &["My::Own::Thing.size"]);
    check(&["show", "OS::Nova::Key"], &["OS::Nova::KeyPair"]);
    check(&["explain", "unused-cond"], &["unused-condition"]);
    check(&["list", "--release", "ante"], &["antelope"]);
    check(&["resol"], &["resolve"]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = run_in(&folder, &["completions", shell]);
        assert_eq!(ran.code, 0, "{ran}");
        assert!(ran.out.contains("heat-codegen") && ran.out.contains("COMPLETE"), "{ran}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("help-man");
    let ran = run_in(&folder, &["man", "--out", "man1"]);
    assert_eq!(ran.code, 0, "{ran}");
    for page in ["heat-codegen.1", "heat-codegen-validate.1", "heat-codegen-plugin-build.1"] {
        let text = fs::read_to_string(folder.join("man1").join(page)).unwrap();
        assert!(text.contains(".SH NAME") && text.contains(".SH SYNOPSIS"), "{page}: {text}");
    }
    let validate = fs::read_to_string(folder.join("man1/heat-codegen-validate.1")).unwrap();
    assert!(validate.contains("fail\\-on"), "{validate}");
}

#[test]
fn mistakes_of_first_commands_are_explained() {
    let folder = folder("help-mistakes");
    write(&folder.join("t.yaml"), "heat_template_version: 2018-08-31\n");
    let check = |arguments: &[&str], code: i32, expect: &str| {
        let ran = run_in(&folder, arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran}");
        assert!(ran.err.contains(expect), "{arguments:?}: {ran}");
    };
    check(&["show", "Server"], 1, "did you mean `OS::Nova::Server`?");
    check(&["show", "OS::Nova::Server.flavour"], 1, "did you mean `flavor`?");
    check(&["serve", "--address", "localhost"], 2, "such as 127.0.0.1:9000, or a port alone");
    check(&["plan", "HEAD", "--", "t.yaml", "--format", "markdown"], 2, "`--format` comes after `--`");
    check(&["validate", "--release", "nothing"], 1, "by name, code name or version");
    check(&["validate", "--ignore", "unknown-property"], 2, "errors cannot be ignored");
    check(&["validate", "--select", "unused-paramter"], 2, "did you mean `unused-parameter`?");
    check(&["validate", "--report", "sarif"], 2, "write it as");
    check(&["validate", "--report", "xml=a"], 2, "the formats are text, json");
    check(&["validate", "--statistics", "--format", "sarif"], 2, "--statistics is text or JSON");
    check(&["resolve", "."], 2, "is a folder, and this command is about one template");
    check(&["check", "--only-own-types"], 2, "--only-own-types changes nothing for `check`");
}

#[test]
fn a_plug_in_is_built_in_its_folder() {
    let outside = std::env::temp_dir().join(format!("heat-codegen-no-crate-{}", std::process::id()));
    fs::create_dir_all(&outside).unwrap();
    let ran = run_in(&outside, &["plugin", "build"]);
    fs::remove_dir(&outside).unwrap();
    assert_eq!(ran.code, 2, "{ran}");
    assert!(ran.err.contains("there is no `Cargo.toml` here or in a folder above"), "{ran}");
}
