//! The pull request in every format.

use super::*;

#[test]
fn as_text() {
    assert_snapshot!(Scratch::pull_request("diff-text").diff(&[]));
}

#[test]
fn as_text_with_colours() {
    let ran = folders(&["--color", "always"]);
    assert!(ran.out.starts_with("\u{1b}[1m\u{1b}[31mbreaking["), "{ran}");
    assert!(ran.out.contains("\u{1b}[32m+   key_pair:\u{1b}[0m"), "{ran}");
    assert!(!folders(&[]).out.contains('\u{1b}'));
}

#[test]
fn as_markdown() {
    let scratch = Scratch::pull_request("diff-markdown");
    let ran = scratch.diff(&["--format", "markdown"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(ran.out);
    // The same findings result in the same text, also in another commit.
    scratch.commit("Another");
    assert_eq!(scratch.diff(&["--format", "markdown"]).out, ran.out);
    let id = scratch.git(&["rev-parse", "main"]);
    let ran = scratch.diff(&[id.trim(), "--format", "markdown"]);
    assert!(ran.out.contains("\nFrom the base to `schemas`: "), "{ran}");
}

#[test]
fn as_json() {
    assert_snapshot!(Scratch::pull_request("diff-json").diff(&["--format", "json"]).out);
}

#[test]
fn as_sarif() {
    let ran = Scratch::pull_request("diff-sarif").diff(&["--format", "sarif"]);
    let mut log: Value = serde_json::from_str(&ran.out).unwrap();
    let rules = log["runs"][0]["tool"]["driver"]["rules"].take();
    let rules = rules.as_array().unwrap();
    let starts = |rule: &Value| rule["help"]["markdown"].as_str().unwrap().starts_with("## What it means");
    assert!(rules.iter().all(starts));
    for result in log["runs"][0]["results"].as_array_mut().unwrap() {
        let index = usize::try_from(result["ruleIndex"].take().as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    log["runs"][0]["tool"]["driver"]["semanticVersion"] = "[VERSION]".into();
    assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
}

#[test]
fn as_github_annotations() {
    assert_snapshot!(Scratch::pull_request("diff-github").diff(&["--format", "github"]).out);
}

#[test]
fn as_junit() {
    assert_snapshot!(Scratch::pull_request("diff-junit").diff(&["--format", "junit"]).out);
}

#[test]
fn as_gitlab_issues() {
    assert_snapshot!(Scratch::pull_request("diff-gitlab").diff(&["--format", "gitlab"]).out);
}

#[test]
fn as_html() {
    let ran = Scratch::pull_request("diff-html").diff(&["--format", "html", "--all"]);
    let (_, body) = ran.out.split_once("</style>").unwrap();
    assert_snapshot!(body);
}

#[test]
fn empty_reports_are_written() {
    let scratch = Scratch::pull_request("diff-nothing");
    let same = |format| scratch.diff(&["change", "--format", format]);
    assert_eq!(same("text").out, "change ([after]) → schemas: no changes\n");
    assert_eq!(same("text").code, 0);
    assert!(same("markdown").out.ends_with("From `change` to `schemas`: nothing changed.\n"));
    assert_eq!(same("junit").out.matches("<testcase ").count(), 1);
    let document: Value = serde_json::from_str(&same("json").out).unwrap();
    assert_eq!(
        (&document["findings"], &document["failed"]),
        (&Value::Array(Vec::new()), &Value::Bool(false))
    );
}

#[test]
fn the_number_of_annotations_is_limited() {
    let scratch = Scratch::empty("diff-many");
    let properties = |count: usize, update: &str| {
        let property = |index| format!("  p{index}: {{type: string, description: One.{update}}}\n");
        format!(
            "type: A::B\ndescription: One.\nproperties:\n{}",
            (0..count).map(property).collect::<String>()
        )
    };
    scratch.write("old/A/B.yaml", properties(25, ", update_allowed: true"));
    scratch.write("new/A/B.yaml", properties(25, ""));
    let ran = scratch.diff(&["old", "new", "--format", "github"]);
    assert_eq!(ran.out.matches("::error ").count(), 10);
    assert!(
        ran.out.ends_with("25 breaking; 15 without an annotation: GitHub shows at most 10 per level\n"),
        "{ran}"
    );
}

#[test]
fn the_json_matches_its_schema() {
    let schema = run_in(&fixture("diff"), &["export", "--format", "diff-report"]).out;
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diff-report.schema.json");
    assert!(
        fs::read_to_string(committed).is_ok_and(|committed| committed == schema),
        "out of date: `cargo run -p heat-codegen -- export --format diff-report --out docs/diff-report.schema.json`"
    );
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for arguments in [&[][..], &["--all"], &["--fail-on", "none"]] {
        let ran = folders(&[arguments, &["--format", "json"]].concat());
        hold(&schema, &serde_json::from_str(&ran.out).unwrap(), &schema, "");
    }
}

// The sides of a comparison.
