//! `check`, `rules` and `explain`.

use crate::support::{fixture, folder, run, run_in, write};
use insta::assert_snapshot;

fn broken(arguments: &[&str]) -> String {
    run_in(&fixture("broken"), arguments).to_string()
}

#[test]
fn a_clean_catalogue_has_no_findings() {
    let ran = run(&["check"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "no findings in 3 files\n", ""));
    assert_eq!(run(&["check", "--format", "json"]).out, "[]\n");
    assert_eq!(run(&["check", "--format", "github"]).out, "");
}

#[test]
fn constraints_that_import_could_not_describe_are_reported() {
    let folder = folder("undescribed-constraints");
    write(
        &folder.join("schemas/constraints.yaml"),
        "acme.zone:\n  description: Describe in a sentence what `acme.zone` accepts.\n  client_plugin: acme\n",
    );
    let ran = run_in(&folder, &["check"]);
    assert_eq!(ran.code, 0, "{ran}");
    let message = "warning[missing-description]: custom constraint `acme.zone` has no description: this is what `import` wrote\n";
    assert!(ran.out.starts_with(message), "{ran}");
    assert!(ran.out.contains("--> schemas/constraints.yaml:2:16\n"), "{ran}");
    let ignored = run_in(&folder, &["check", "--ignore", "missing-description"]);
    assert!(!ignored.out.contains("acme.zone"), "{ignored}");
}

#[test]
fn findings_are_shown_in_their_lines() {
    assert_snapshot!(broken(&["check"]));
}

#[test]
fn findings_are_json() {
    assert_snapshot!(broken(&["check", "--format", "json", "schemas/My/Compute/Server.yaml"]));
}

#[test]
fn findings_are_workflow_commands() {
    assert_snapshot!(broken(&["check", "--format", "github"]));
}

#[test]
fn findings_are_cases_of_a_test() {
    assert_snapshot!(broken(&["check", "--format", "junit", "schemas/My/Compute/Server.yaml"]));
    let clean = run(&["check", "--format", "junit"]);
    assert!(clean.out.contains("<testcase classname=\"schemas\" name=\"no findings\"/>"), "{}", clean.out);
}

#[test]
fn findings_are_issues_of_code_quality() {
    assert_snapshot!(broken(&["check", "--format", "gitlab", "schemas/My/Compute/Server.yaml"]));
}

#[test]
fn findings_are_sarif() {
    let ran = run_in(&fixture("broken"), &["check", "--format", "sarif"]);
    let mut log: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].take();
    let rules = rules.as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "duplicate-key"));
    assert!(
        rules.iter().all(|rule| rule["help"]["markdown"].as_str().unwrap().starts_with("## What it does"))
    );
    for result in log["runs"][0]["results"].as_array_mut().unwrap() {
        // The index of a rule changes with every new rule; its identity does not.
        let index = usize::try_from(result["ruleIndex"].take().as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    log["runs"][0]["tool"]["driver"]["semanticVersion"] = "[VERSION]".into();
    assert_eq!(ran.code, 1);
    assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
}

#[test]
fn colours_are_for_terminals_or_on_request() {
    let has_colours = |variable: Option<(&str, &str)>, arguments: &[&str]| {
        let mut command = crate::support::command(&fixture("broken"), arguments);
        command.envs(variable);
        command.output().unwrap().stdout.contains(&b'\x1b')
    };
    assert!(!has_colours(None, &["check"]));
    assert!(has_colours(None, &["check", "--color", "always"]));
    assert!(has_colours(Some(("CLICOLOR_FORCE", "1")), &["check"]));
    assert!(!has_colours(Some(("CLICOLOR_FORCE", "1")), &["check", "--color", "never"]));
    assert!(!has_colours(Some(("NO_COLOR", "1")), &["check"]));
}

#[test]
fn only_the_given_files_are_reported() {
    let summary = |path: &str| {
        let ran = run_in(&fixture("broken"), &["check", path]);
        (ran.code, ran.out.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(summary("schemas/My/Compute/Image.yaml"), (0, "no findings in 1 file".to_owned()));
    assert_eq!(summary("schemas/My/Compute/Volume.yaml"), (0, "1 warning in 1 of 1 file".to_owned()));
    assert_eq!(summary("./schemas/My"), (1, "2 errors, 2 warnings in 2 of 3 files".to_owned()));
    let absolute = fixture("broken").join("schemas/My/Compute/Volume.yaml");
    let ran = run_in(&fixture("broken"), &["check", absolute.to_str().unwrap()]);
    assert!(ran.out.contains("--> [FOLDER]/schemas/My/Compute/Volume.yaml:4:3"), "{ran}");
}

#[test]
fn a_file_is_checked_as_a_part_of_its_catalogue() {
    // On its own, the file would name constraints, releases and types that do not exist.
    for path in [
        "schemas/My/Compute/Server.yaml",
        "schemas/My/Compute/OldServer.yaml",
        "schemas/releases.yaml",
        "schemas",
    ] {
        let ran = run(&["check", path]);
        assert_eq!(ran.code, 0, "{path}: {ran}");
    }
    let schemas = fixture("catalogue").join("schemas");
    let folder = folder("part-of-a-catalogue");
    let new = folder.join("My/Compute/Server.yaml");
    let text = std::fs::read_to_string(schemas.join("My/Compute/Server.yaml")).unwrap();
    write(&new, text.replace("net.port", "net.prot"));
    let ran = run(&["check", new.to_str().unwrap()]);
    assert!(ran.code == 1 && ran.out.contains("error[unknown-custom-constraint]"), "{ran}");
}

#[test]
fn rules_are_listed() {
    let ran = run(&["rules", "schemas"]);
    assert!(ran.out.contains("\nduplicate-key "), "{ran}");
    let ran = run(&["rules"]);
    assert!(ran.out.contains("\nunknown-property ") && !ran.out.contains("missing-description"), "{ran}");
    let ran = run(&["rules", "schemas", "--format", "json"]);
    let rules: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rule = rules.as_array().unwrap().iter().find(|rule| rule["id"] == "missing-description").unwrap();
    assert_eq!(rule["severity"], "warning");
}

#[test]
fn a_rule_is_explained() {
    assert_snapshot!(run(&["explain", "required-with-default"]));
    assert_snapshot!(run(&["explain", "requierd-with-default"]), @r"
    exit code 1
    --- err
    error: there is no rule or error `requierd-with-default`
      help: did you mean `required-with-default`?
    ");
}
