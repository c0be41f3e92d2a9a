//! Tests of mistakes, and of the first commands of people who know other programs: the answer to each says what to write instead.

use std::path::{Path, PathBuf};

use heat_model::{ResourceType, Status};

use crate::support::{catalogue, folder, run_in, write};

/// Checks that the error of a command in a folder begins with these words and gives advice.
#[track_caller]
fn check_in(folder: &Path, arguments: &[&str], code: i32, expect: &[&str]) {
    let ran = run_in(folder, arguments);
    assert_eq!(ran.code, code, "{ran}");
    let said = format!("{}{}", ran.out, ran.err);
    for text in expect {
        assert!(said.contains(text), "no {text:?}: {ran}");
    }
}

/// The empty folder of a test.
fn own_folder() -> PathBuf {
    folder(&std::thread::current().name().unwrap_or_default().replace("::", "-"))
}

/// Checks the error of a command in the empty folder of a test.
#[track_caller]
fn check(arguments: &[&str], code: i32, expect: &[&str]) {
    check_in(&own_folder(), arguments, code, expect);
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
    // A misspelt command has a similar name.
    check(&["valdate", "a.yaml"], 2, &["tip: a similar subcommand exists: 'validate'"]);
}

#[test]
fn a_word_that_is_no_command_leads_to_the_one_that_takes_it() {
    let folder = folder("mistakes-words");
    write(&folder.join("server.yaml"), "heat_template_version: 2018-08-31\n");
    write(
        &folder.join("schema.yaml"),
        "type: My::Type\nproperties: {heat_template_version: {type: string}}\n",
    );
    let check =
        |word: &str, tip: &str| check_in(&folder, &[word], 2, &[&format!("tip: `heat-codegen {tip}\n")]);
    check("server.yaml", "validate server.yaml` checks this template");
    check("none.yaml", "validate none.yaml` checks this template");
    check("schema.yaml", "check schema.yaml` checks this schema");
    check(".", "validate .` checks the templates in this folder");
    check("OS::Nova::Server", "show OS::Nova::Server` describes this resource type");
    check("unknown-property", "explain unknown-property` explains this rule");
    check("No valid host", "explain 'No valid host'` explains this message of Heat");
}

#[test]
fn options_of_other_programs_lead_to_ours() {
    let refused = |arguments: &[&str], tip: &str| {
        check(arguments, 2, &[&format!("tip: {tip}\n")]);
        let ran = run_in(&own_folder(), arguments);
        assert!(!ran.err.contains("similar") && !ran.err.contains("as a value"), "{ran}");
    };
    refused(&["validate", "x.yaml", "--json"], "use `--format json`");
    refused(&["show", "OS::Nova::Server", "--yaml"], "use `--format yaml`");
    refused(&["validate", "--disable", "unused-condition"], "use `--ignore unused-condition`");
    refused(&["validate", "-f", "x.yaml"], "files need no option: `heat-codegen validate x.yaml`");
    refused(&["graph", "x.yaml", "-o", "x.svg"], "use `--out x.svg`");
    refused(&["serve", "--port", "9000"], "use `--address 9000`");
    refused(&["validate", "--verbose"], "nothing is left out of the output: there is no more to show");
    refused(&["plan", "a.yaml", "b.yaml", "--json=x"], "use `--format json`");
}

#[test]
fn a_file_of_another_kind_leads_to_the_command_about_it() {
    let folder = folder("mistakes-kinds");
    write(
        &folder.join("a.yaml"),
        "heat_template_version: 2018-08-31\ndescription: A.\nresources: {a: {type: OS::Heat::None}}\n",
    );
    write(&folder.join("schemas/My/Type.yaml"), "type: My::Type\ndescription: A type.\n");
    let ran = run_in(&folder, &["check", "a.yaml"]);
    assert!(
        ran.out.contains("this is a template")
            && ran.out.contains("`heat-codegen validate a.yaml` checks it"),
        "{ran}"
    );
    assert!(ran.code == 1 && ran.out.matches("error[").count() == 1, "{ran}");
    check_in(
        &folder,
        &["diff", "a.yaml", "a.yaml"],
        2,
        &["is a template, and `diff` compares schemas", "`heat-codegen plan OLD NEW`"],
    );
    let schema = "schemas/My/Type.yaml";
    check_in(&folder, &["diff", schema, schema], 2, &["is a single schema", "--type TYPE"]);
    let ran = run_in(&folder, &["validate", "a.yaml", "-e", "a.yaml"]);
    assert!(ran.out.contains("help: this is a template: `-e` names environments"), "{ran}");
    assert!(ran.code == 1 && ran.out.matches("error[").count() == 1, "{ran}");
}

/// The exported schema is in the folder of the templates that it is for, and contains the name of their first key.
#[test]
fn an_exported_json_schema_is_no_template() {
    let folder = folder("mistakes-json-schema");
    write(
        &folder.join("a.yaml"),
        "heat_template_version: 2018-08-31\ndescription: A.\nresources: {a: {type: OS::Heat::None}}\n",
    );
    check_in(&folder, &["export", "--format", "json-schema", "--out", "hot.schema.json"], 0, &[]);
    check_in(&folder, &["validate"], 0, &["no findings in 1 file\n"]);
    check_in(
        &folder,
        &["validate", "hot.schema.json"],
        1,
        &["help: this seems to be a JSON Schema, not a template"],
    );
}

#[test]
fn types_are_found_by_a_part_of_their_name() {
    check(&["list", "keypair"], 0, &["OS::Nova::KeyPair\n"]);
    check(&["list", "nova", "server"], 0, &["OS::Nova::Server\n", "OS::Nova::ServerGroup\n"]);
    check(&["list", "OS::Nova::*Group"], 0, &["OS::Nova::ServerGroup\n"]);
    check(
        &["list", "keypairs"],
        1,
        &["no resource type is called `keypairs`", "help: did you mean `KeyPair`?"],
    );
    check(&["list", "sahara"], 1, &["types with that name are HIDDEN", "--include-hidden"]);
    check(&["list", "OS::Ceilometer::Alarm"], 1, &["is an old name of OS::Aodh::Alarm"]);
    check(&["changes", "Server"], 2, &["did you mean `OS::Nova::Server`?"]);
    check(&["show", "AWS::Lambda::Function"], 1, &["types begin with `AWS::`: `heat-codegen list AWS::`"]);
}

#[test]
fn a_new_schema_does_not_replace_a_type_of_heat_by_mistake() {
    let folder = folder("mistakes-init");
    let help = "help: use a name of your own, such as `My::Nova::Server`; --force replaces the type of Heat";
    check_in(
        &folder,
        &["init", "OS::Nova::Server"],
        1,
        &["is a type of Heat, which a schema of this name would replace", help],
    );
    check_in(&folder, &["init", "OS::Quantum::Port"], 1, &["such as `My::Neutron::Port`"]);
    assert!(!folder.join("schemas").exists());
    check_in(&folder, &["init", "OS::Nova::Server", "--force"], 0, &["wrote schemas/OS/Nova/Server.yaml"]);
    check_in(&folder, &["init", "OS::Nova::Other"], 0, &["wrote schemas/OS/Nova/Other.yaml"]);
    check(&["init"], 2, &["tip: a name of your own, such as `heat-codegen init My::Custom::Token`"]);
}

#[test]
fn a_plug_in_is_begun_where_its_crates_are_known() {
    let outside = std::env::temp_dir().join(format!("heat-codegen-plug-in-{}", std::process::id()));
    std::fs::create_dir_all(&outside).unwrap();
    let help =
        "help: name a checkout of this project, which has them: `heat-codegen plugin new mine --project DIR`";
    check_in(&outside, &["plugin", "new", "mine"], 1, &["which are not published", help]);
    assert!(!outside.join("mine").exists(), "the next try needs the name");
    let project = crate::support::project().display().to_string();
    check_in(&outside, &["plugin", "new", "mine", "--project", &project], 0, &["wrote mine/src/lib.rs"]);
    write(
        &outside.join("Token.yaml"),
        "# yaml-language-server: $schema=../schema.json\ntype: Acme::Key\ndescription: A key.\n",
    );
    let schema = ["plugin", "new", "keys", "--project", &project, "--schema", "Token.yaml"];
    check_in(&outside, &schema, 0, &["wrote keys/schemas/Acme/Key.yaml"]);
    let text = std::fs::read_to_string(outside.join("keys/schemas/Acme/Key.yaml")).unwrap();
    assert_eq!(text, "type: Acme::Key\ndescription: A key.\n");
    check_in(
        &outside,
        &["plugin", "new", "other", "--project", &project, "--schema", "mine/Cargo.toml"],
        1,
        &["is no schema"],
    );
    std::fs::remove_dir_all(&outside).unwrap();
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
