//! Tests of reports: the findings in them, their formats, and the findings for which a check fails.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;

use crate::support::{command, folder, run_in, write};

/// A folder with a template with a warning, and one with an error as well.
fn templates(name: &str) -> PathBuf {
    let folder = folder(&format!("reports-{name}"));
    let warning = "heat_template_version: 2018-08-31\nconditions: {unused: {equals: [a, {get_param: p}]}}\nparameters: {p: {type: string}}\n";
    write(&folder.join("warning.yaml"), format!("{warning}resources: {{a: {{type: OS::Heat::None}}}}\n"));
    write(&folder.join("error.yaml"), format!("{warning}resources: {{a: {{type: OS::Heat::Nothing}}}}\n"));
    folder
}

#[test]
fn warnings_alone_exit_with_0_unless_that_is_asked_for() {
    let folder = templates("fail-on");
    let check = |file: &str, arguments: &[&str], expect: i32| {
        let ran = run_in(&folder, &[&["validate", file], arguments].concat());
        assert_eq!(ran.code, expect, "{file} {arguments:?}: {ran}");
    };
    check("warning.yaml", &[], 0);
    check("warning.yaml", &["--fail-on", "error"], 0);
    check("warning.yaml", &["--fail-on", "warning"], 1);
    check("warning.yaml", &["--fail-on", "error,warning"], 1);
    check("warning.yaml", &["--fail-on", "note"], 1);
    // A hook passes the option, and a project adds its own.
    check("warning.yaml", &["--fail-on", "warning", "--fail-on", "error"], 0);
    check("error.yaml", &[], 1);
    check("error.yaml", &["--fail-on", "none"], 0);
    check("gone.yaml", &["--fail-on", "none"], 2);
    check("warning.yaml", &["--fail-on", "warnings"], 2);
    write(&folder.join("schemas/My/Own.yaml"), "type: My::Own\n");
    let check = |arguments: &[&str], expect: i32| {
        let ran = run_in(&folder, &[&["check"], arguments].concat());
        assert_eq!(ran.code, expect, "{arguments:?}: {ran}");
        assert!(ran.out.contains("missing-description"), "{ran}");
    };
    check(&[], 0);
    check(&["--fail-on", "warning"], 1);
}

#[test]
fn a_report_of_tests_fails_for_what_the_command_fails_for() {
    let folder = templates("junit");
    let failures = |arguments: &[&str]| {
        let all = [&["validate", "error.yaml", "--format", "junit"], arguments].concat();
        let out = run_in(&folder, &all).out;
        out.matches("<failure").count()
    };
    assert_eq!(failures(&[]), 1);
    assert_eq!(failures(&["--fail-on", "warning"]), 2);
    assert_eq!(failures(&["--fail-on", "none"]), 0);
}

#[test]
fn further_reports_are_written_to_files() {
    let folder = templates("files");
    let arguments =
        ["validate", "error.yaml", "--report", "sarif=out/a.sarif", "--report", "json=out/a.json"];
    let ran = run_in(&folder, &arguments);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.out.contains("error[unknown-resource-type]"), "{ran}");
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    };
    assert_eq!(read("out/a.json").as_array().unwrap().len(), 2);
    assert_eq!(read("out/a.sarif")["runs"][0]["results"].as_array().unwrap().len(), 2);
    write(&folder.join("schemas/My/Own.yaml"), "type: My::Own\n");
    let ran = run_in(&folder, &["check", "--report", "json=out/schemas.json"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_eq!(read("out/schemas.json")[0]["code"], "missing-description");
}

#[test]
fn rules_are_selected_and_ignored_and_errors_are_always_reported() {
    let folder = templates("select");
    let codes = |arguments: &[&str]| -> Vec<String> {
        let out = run_in(&folder, &[&["validate", "error.yaml", "--format", "json"], arguments].concat()).out;
        let findings: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
        findings.iter().map(|found| found["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes(&[]), ["unused-condition", "unknown-resource-type"]);
    assert_eq!(codes(&["--ignore", "unused-*"]), ["unknown-resource-type"]);
    assert_eq!(codes(&["--select", "deprecated-property"]), ["unknown-resource-type"]);
    assert_eq!(
        codes(&["--select", "unused-condition,deprecated-*"]),
        ["unused-condition", "unknown-resource-type"]
    );
    // A rule that is off by default is enabled by its own id.
    assert_eq!(
        codes(&["--select", "undescribed-parameter"]),
        ["undescribed-parameter", "unknown-resource-type"]
    );
}

#[test]
fn findings_are_counted_by_rule() {
    let folder = templates("statistics");
    let ran = run_in(&folder, &["validate", ".", "--statistics"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert_snapshot!(ran.out);
    let ran = run_in(&folder, &["validate", ".", "--statistics", "--format", "json"]);
    let counts: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (counts[1]["code"].as_str(), counts[1]["count"].as_u64()),
        (Some("unused-condition"), Some(2))
    );
}

#[test]
fn quiet_leaves_notes_and_summaries_out() {
    let folder = templates("quiet");
    let loud = run_in(&folder, &["validate", "error.yaml"]);
    assert!(loud.out.contains("1 error, 1 warning in") && loud.err.contains("note: "), "{loud}");
    let quiet = run_in(&folder, &["validate", "error.yaml", "--quiet"]);
    assert!(!quiet.out.contains("1 error, 1 warning in") && quiet.err.is_empty(), "{quiet}");
    assert!(quiet.out.contains("error[unknown-resource-type]") && quiet.code == 1, "{quiet}");
    let quiet = run_in(&folder, &["-q", "diff", "--release", "2026.1", "2026.2", "--all"]);
    assert!(!quiet.out.is_empty() && !quiet.out.contains(" → "), "{quiet}");
    let quiet = run_in(&folder, &["-q", "check"]);
    assert_eq!(quiet.code, 2, "{quiet}");
    let nothing = run_in(&folder, &["-q", "validate", "warning.yaml", "--ignore", "unused-condition"]);
    assert_eq!((nothing.code, nothing.out.as_str(), nothing.err.as_str()), (0, "", ""));
}

#[test]
fn programs_are_given_all_findings() {
    let folder = folder("reports-many");
    let parameters: Vec<String> = (0..1_200).map(|index| format!("  p{index}: {{type: string}}\n")).collect();
    let text = format!(
        "heat_template_version: 2018-08-31\nresources: {{a: {{type: OS::Heat::None}}}}\nparameters:\n{}",
        parameters.concat()
    );
    write(&folder.join("many.yaml"), &text);
    let arguments = ["validate", "many.yaml", "--enable", "unused-parameter"];
    let ran = run_in(&folder, &[&arguments[..], &["--format", "json"]].concat());
    let findings: Vec<serde_json::Value> = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((findings.len(), ran.err.as_str()), (1_200, ""));
    // People see the first thousand findings.
    let ran = run_in(&folder, &arguments);
    assert_eq!(ran.out.matches("warning[unused-parameter]").count(), 1_000);
    assert_eq!(ran.err, "note: 200 more findings not shown\n");
}

#[test]
fn ids_of_rules_are_links_where_the_terminal_shows_them() {
    let folder = templates("links");
    let run = |variables: &[(&str, &str)]| {
        let mut command = command(&folder, &["validate", "error.yaml", "--color", "always"]);
        command.envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let docs = ("HEAT_CODEGEN_DOCS_URL", "https://docs.example.org/heat");
    let address = "https://docs.example.org/heat/rules/template/unknown-resource-type.html";
    let link = format!("\u{1b}]8;;{address}\u{1b}\\");
    let shown = run(&[docs, ("FORCE_HYPERLINK", "1")]);
    assert!(shown.contains(&link) && shown.contains("\u{1b}]8;;\u{1b}\\"), "{shown:?}");
    for variables in [
        &[docs][..],
        &[docs, ("FORCE_HYPERLINK", "0")],
        &[("FORCE_HYPERLINK", "1")],
        &[("FORCE_HYPERLINK", "1"), ("HEAT_CODEGEN_DOCS_URL", "javascript:alert(1)")],
    ] {
        assert!(!run(variables).contains("]8;;"), "{variables:?}");
    }
}

#[test]
fn rules_and_errors_are_named_with_their_pages() {
    let folder = templates("pages");
    let run = |arguments: &[&str], docs: &str| -> String {
        let mut command = command(&folder, arguments);
        command.env("HEAT_CODEGEN_DOCS_URL", docs);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let data = |arguments: &[&str], docs: &str| -> serde_json::Value {
        serde_json::from_str(&run(arguments, docs)).unwrap()
    };
    let (docs, rule) = ("https://docs.example.org/heat", "rules/template/unknown-resource-type.html");
    let help = |docs: &str| {
        let log = data(&["validate", "error.yaml", "--format", "sarif"], docs);
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().clone();
        rules.into_iter().find(|rule| rule["id"] == "unknown-resource-type").unwrap()["helpUri"].clone()
    };
    assert_eq!(help(docs), format!("{docs}/{rule}"));
    assert!(help("").is_null());

    let error = |docs: &str| data(&["validate", "error.yaml", "--format", "json"], docs);
    let id = "resource-type-not-found";
    assert_eq!(error("")[1]["heat_error"], serde_json::json!({"id": id}));
    assert_eq!(error(docs)[1]["heat_error"]["url"], format!("{docs}/errors/{id}.html"));
    assert!(error(docs)[0].get("heat_error").is_none(), "Heat accepts it");

    let explained = run(&["explain", "unknown-resource-type"], docs);
    assert!(explained.contains(&format!("`heat-codegen explain {id}`")), "{explained}");
    assert!(explained.ends_with(&format!("\nOn the web\n{docs}/{rule}\n")), "{explained}");
    let entry = &data(&["explain", "unknown-resource-type", "--format", "json"], docs)[0];
    assert_eq!((&entry["page"], &entry["errors"]), (&rule.into(), &serde_json::json!([id])));
    assert_eq!(entry["url"], format!("{docs}/{rule}"));
    let many = run(&["explain", "invalid-arguments"], "");
    assert!(many.contains("\n- and 27 more\n") && !many.contains("On the web"), "{many}");
}
