//! Mistakes, and the first commands of people who know other programs: each is answered with what to write instead.

use heat_model::{ResourceType, Status};

use crate::support::site::catalogue;
use crate::support::{folder, run_in, write};

/// What a command in a folder says begins so and says what to do.
#[track_caller]
fn check_in(folder: &std::path::Path, arguments: &[&str], code: i32, expect: &[&str]) {
    let ran = run_in(folder, arguments);
    assert_eq!(ran.code, code, "{ran}");
    let said = format!("{}{}", ran.out, ran.err);
    for text in expect {
        assert!(said.contains(text), "no {text:?}: {ran}");
    }
}

/// What a command says in the empty folder of a test.
#[track_caller]
fn check(arguments: &[&str], code: i32, expect: &[&str]) {
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    check_in(&folder(&test), arguments, code, expect);
}

#[test]
fn the_version_says_what_is_built_in() {
    let catalogue = catalogue();
    let is_visible = |schema: &&ResourceType| schema.support_status.status() != Status::Hidden;
    let types = catalogue.types.values().filter(is_visible).count();
    let newest = format!("{types} resource types)\n");
    for arguments in [&["--version"][..], &["-V"], &["version"]] {
        check(arguments, 0, &["heat-codegen 0.1.0 (Heat ", &newest]);
    }
    let earlier = format!("{} earlier releases, from 11.0.0 Rocky to ", catalogue.past.releases.len());
    check(&["version"], 0, &[&earlier]);
    check(&["version", "--format", "json"], 0, &["\"version\": \"0.1.0\"", &format!("\"types\": {types}")]);
    check(&["help", "version"], 0, &["Usage: heat-codegen version"]);
}

#[test]
fn words_of_other_programs_lead_to_commands() {
    check(&["lint", "a.yaml"], 2, &["tip: `validate` checks templates, `check` checks schemas"]);
    check(&["describe", "OS::Nova::Server"], 2, &["tip: `show` describes a resource type"]);
    check(&["preview"], 2, &["tip: `plan` shows what an update of a stack does"]);
    // What is only misspelt is a similar word.
    check(&["valdate", "a.yaml"], 2, &["tip: a similar subcommand exists: 'validate'"]);
}

#[test]
fn what_is_missing_is_listed() {
    check(&["show"], 2, &["<TYPE[.PROPERTY]>", "tip: `heat-codegen list` lists the resource types"]);
    check(&["export"], 2, &["--format <FORMAT>", "tip: the values of --format are json, "]);
}

#[test]
fn options_after_the_paths_are_put_in_order() {
    let line = "tip: heat-codegen plan HEAD --format markdown -- t.yaml\n";
    check(&["plan", "HEAD", "--", "t.yaml", "--format", "markdown"], 2, &[line]);
}

#[test]
fn releases_are_no_revisions() {
    let help = "help: the releases of Heat are built in: `heat-codegen diff --release";
    check(&["diff", "26.0.0", "27.0.0"], 2, &[&format!("{help} 26.0.0 27.0.0`")]);
    check(&["diff", "yoga..antelope"], 2, &[&format!("{help} yoga antelope`")]);
    check(&["diff", "--since-release", "yoga"], 2, &[&format!("{help} yoga 27.0.0`")]);
    let other = run_in(&folder("mistakes-revisions"), &["diff", "nowhere", "27.0.0"]);
    assert!(other.code == 2 && !other.err.contains("built in"), "{other}");
}

#[test]
fn a_folder_without_schemas_leads_to_other_commands() {
    check(&["check"], 2, &["there is no folder `schemas`", "`heat-codegen validate` checks templates"]);
}

#[test]
fn files_that_are_no_templates_are_named() {
    let folder = folder("mistakes-files");
    write(&folder.join("empty.yaml"), "");
    write(
        &folder.join("jinja.yaml"),
        "heat_template_version: 2021-04-16\nresources:\n{% for i in range(3) %}\n  server{{ i }}: {type: OS::Heat::None}\n{% endfor %}\n",
    );
    check_in(&folder, &["validate", "empty.yaml"], 1, &["help: the file is empty; begin the template with"]);
    check_in(
        &folder,
        &["validate", "jinja.yaml"],
        1,
        &["jinja.yaml:3:2", "help: this seems to be a file for Jinja"],
    );
}

#[test]
fn ids_of_the_program_are_explained() {
    check(&["explain", "omitted-findings"], 0, &["omitted-findings (note)\n", "What it means"]);
    check(&["explain", "omitted-finding"], 1, &["did you mean `omitted-findings`?"]);
    check(&["explain", "module-name", "--format", "json"], 0, &["\"about\": \"the program\""]);
}
