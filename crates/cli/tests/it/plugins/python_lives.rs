//! Tests of the lives of `plugin test`: modules in `lives/`, in a real Heat. They are ignored by default, as those of `python_plugins`.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::python_plugins::python;
use crate::support::{Ran, folder, project, run_in, write};

/// Runs `plugin test` with a module of the folder `lives`.
fn test(module: &str, arguments: &[&str]) -> Ran {
    test_in(&folder(&format!("python_lives_{module}")), module, arguments)
}

/// Runs `plugin test` with a module in a folder.
fn test_in(folder: &Path, module: &str, arguments: &[&str]) -> Ran {
    let file = format!("{module}.py");
    fs::copy(project().join("crates/cli/tests/it/plugins/lives").join(&file), folder.join(&file)).unwrap();
    let python = python();
    let mut all = vec!["plugin", "test", &file, "--python", python.to_str().unwrap()];
    all.extend(arguments);
    run_in(folder, &all)
}

#[test]
#[ignore = "needs a Python with Heat"]
fn breaches_of_lives_are_found_in_their_lines() {
    let ran = test("breaking", &["--format", "json"]);
    assert_eq!(ran.code, 1, "{ran}");
    let findings: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    let mut found: Vec<String> = findings
        .iter()
        .map(|finding| format!("{} {}", finding["line"], finding["code"].as_str().unwrap()))
        .collect();
    found.sort();
    found.dedup();
    let expect = [
        "26 handler-fails",
        "30 id-stored-late",
        "30 no-such-property",
        "35 poll-never-ends",
        "38 update-ignored",
        "42 handler-fails",
        "44 attribute-not-resolved",
        "49 handler-fails",
        "52 delete-fails-if-gone",
        "52 delete-without-id",
        "59 id-not-stored",
        "62 handler-fails",
    ];
    assert_eq!(found, expect, "{ran}");
    assert!(
        ran.out.contains("it is set elsewhere, and not there when the resource is loaded again"),
        "{ran}"
    );
}

#[test]
#[ignore = "needs a Python with Heat"]
fn a_flawless_module_lives_to_its_end() {
    let ran = test("flawless", &["--steps"]);
    assert_eq!(ran.code, 0, "{ran}");
    for part in [
        "no findings in 1 file",
        "My::Volume: handle_update (labels): ran",
        "My::Volume: delete of what is gone: ran",
        "1 type: ",
        " steps ran, 0 did not",
    ] {
        assert!(ran.out.contains(part), "{part}: {ran}");
    }
}

#[test]
#[ignore = "needs a Python with Heat"]
fn rough_handlers_are_reported_and_survived() {
    let ran = test("rough", &[]);
    assert_eq!(ran.code, 1, "{ran}");
    for part in [
        "error[handler-fails]: My::Recurses: `handle_create` fails: RecursionError",
        "error[step-hangs]: My::Sleeps: `handle_create` does not end",
        "error[step-hangs]: My::Waits: `handle_create` does not end",
    ] {
        assert!(ran.out.contains(part), "{part}: {ran}");
    }
    assert!(!ran.out.contains("]: My::Prints"), "{ran}");
    let ran = test("ending", &[]);
    assert!(ran.code == 1 && ran.out.contains("it ran My::Ends: handle_suspend"), "{ran}");
}

/// Each step is a case of JUnit, under the same name whether it failed or not, and of JSON on request; SARIF describes the rules.
#[test]
#[ignore = "needs a Python with Heat"]
fn steps_are_cases_of_reports() {
    let folder = folder("python_lives_cases");
    let reports = ["--report", "junit=steps.xml", "--report", "sarif=rules.sarif"];
    let ran = test_in(&folder, "breaking", &[&["--steps", "--format", "json"][..], &reports].concat());
    let report: Value = serde_json::from_str(&ran.out).unwrap();
    assert!(!report["findings"].as_array().unwrap().is_empty(), "{ran}");
    let case = |name: &str| {
        let cases = report["cases"].as_array().unwrap();
        cases.iter().find(|case| case["name"] == name).unwrap_or_else(|| panic!("{name}: {ran}")).clone()
    };
    assert_eq!(case("handle_suspend")["outcome"], "failed", "{ran}");
    assert_eq!(case("handle_suspend")["reason"], "handler-fails", "{ran}");
    assert_eq!(case("handle_suspend")["suite"], "My::Volume", "{ran}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let junit = read("steps.xml");
    assert!(junit.contains("<testsuite name=\"My::Volume\""), "{junit}");
    assert!(
        junit.contains("<testcase classname=\"My::Volume\" name=\"handle_suspend\">\n      <failure message=\"handler-fails\"/>"),
        "{junit}"
    );
    let sarif: Value = serde_json::from_str(&read("rules.sarif")).unwrap();
    let driver = &sarif["runs"][0]["tool"]["driver"]["rules"];
    assert_eq!(driver.as_array().unwrap().len(), heat_codegen::plugin::check::RULES.len());
    assert!(driver.to_string().contains("A creation stores no `resource_id`."), "{driver}");
}

/// A plug-in that goes on with one answer of its service only.
const PICKY: &str = r#"from heat.engine import properties, resource


class Picky(resource.Resource):
    default_client_name = "heat"
    properties_schema = {"length": properties.Schema(properties.Schema.INTEGER, "A length.", required=True)}

    def handle_create(self):
        made = self.client().create(self.properties["length"])
        self.resource_id_set(made)
        return {"token-1": None}[made]

    def handle_delete(self):
        if self.resource_id is not None:
            with self.client_plugin().ignore_not_found:
                self.client().delete(self.resource_id)


def resource_mapping():
    return {"My::Picky": Picky}
"#;

/// The author's stand-ins are used: those of the guide, for another client.
#[test]
#[ignore = "needs a Python with Heat"]
fn an_author_gives_better_answers() {
    let page = fs::read_to_string(project().join("site/guide/75-python-plug-ins.md")).unwrap();
    let block = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let answers = block.replace("name == \"tokens\"", "name == \"heat\"");
    assert_ne!(answers, block);
    let folder = folder("python_lives_answers");
    write(&folder.join("picky.py"), PICKY);
    write(&folder.join("answers.py"), &answers);
    let python = python();
    let live = |more: &[&str]| {
        let command = ["plugin", "test", "picky.py", "--steps", "--python", python.to_str().unwrap()];
        run_in(&folder, &[&command, more].concat())
    };
    let without = live(&[]);
    assert!(without.out.contains("My::Picky: handle_create: did not run: "), "{without}");
    let with = live(&["--answers", "answers.py"]);
    assert!(with.out.contains("My::Picky: handle_create: ran"), "{with}");
    let missing = live(&["--answers", "no_such.py"]);
    assert!(missing.code == 2 && missing.err.contains("there is no file `no_such.py`"), "{missing}");
}

/// Reads a configuration, as an engine does, when it is loaded.
const CONFIGURED: &str =
    "from oslo_config import cfg\n\ncfg.CONF([], project='heat', default_config_files=['heat.conf'])\n";

/// The database of a configuration is that of a cloud: nothing may reach it.
#[test]
#[ignore = "needs a Python with Heat"]
fn the_database_of_a_configuration_is_left_alone() {
    let folder = folder("python_lives_database");
    let database = folder.join("heat.db");
    write(
        &folder.join("heat.conf"),
        format!(
            "[DEFAULT]\nplugin_dirs = {}\n\n[database]\nconnection = sqlite:///{}\n",
            folder.join("plugins").display(),
            database.display()
        ),
    );
    write(&folder.join("plugins/picky.py"), PICKY);
    write(&folder.join("configured.py"), format!("{CONFIGURED}{PICKY}"));
    let python = python();
    for plugin in ["heat.conf", "configured.py"] {
        let ran = run_in(&folder, &["plugin", "test", plugin, "--python", python.to_str().unwrap()]);
        assert!(ran.out.contains(" steps ran, "), "{ran}");
        assert!(!database.exists(), "{plugin} wrote to the database: {ran}");
    }
}
