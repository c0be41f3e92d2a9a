//! Tests of the destinations of reports, and of the findings for which the comparison fails.

use super::*;

#[test]
fn a_closed_pipe_is_no_error() {
    let scratch = Scratch::pull_request("diff-pipe");
    for format in ["text", "markdown", "json", "sarif", "github", "junit", "gitlab", "html"] {
        let mut command = scratch.command(&["--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "{format}");
        child.wait().unwrap();
    }
}

// Failing and accepted findings.

#[test]
fn failing_severities_can_be_chosen() {
    let check =
        |arguments: &[&str], expect: i32| assert_eq!(folders(arguments).code, expect, "{arguments:?}");
    check(&["--fail-on", "none"], 0);
    check(&["--fail-on", "dangerous"], 0);
    check(&["--fail-on", "dangerous,policy"], 1);
    check(&["--fail-on", "safe"], 1);
    check(&["--fail-on", "sfae"], 2);
}

#[test]
fn reports_can_go_to_files() {
    let scratch = Scratch::pull_request("diff-files");
    let reports = ["--report", "markdown=comment.md", "--report", "json=diff.json"];
    let ran = scratch.diff(&[&["--format", "github", "--color", "always"][..], &reports].concat());
    assert_eq!((ran.code, ran.out), (1, scratch.diff(&["--format", "github"]).out));
    let read = |name: &str| fs::read_to_string(scratch.0.join(name)).unwrap();
    assert_eq!(read("comment.md"), scratch.diff(&["--format", "markdown"]).out);
    let document: Value = serde_json::from_str(&read("diff.json")).unwrap();
    assert_eq!(document["summary"]["breaking"], 3);
    // The files are also written if there are no findings.
    scratch.diff(&["change", "--report", "markdown=comment.md"]);
    assert!(read("comment.md").contains("nothing changed"));
    for wrong in ["markdown", "markdown=", "marcdown=x.md", "markdown=."] {
        assert_eq!(scratch.diff(&["--report", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn the_history_of_a_catalogue_is_no_schema() {
    let scratch = Scratch::empty("diff-history");
    scratch.write("schemas/history.yaml", "- release: 26.0.0\n  types: [OS::Nova::Server]\n");
    scratch.write("schemas/past.yaml", "- release: 26.0.0\n");
    scratch.commit_catalogue("before");
    scratch.git(&["checkout", "--quiet", "-b", "change"]);
    scratch.commit_catalogue("after");
    for sides in [&[][..], &["main", "change"]] {
        let (code, summary) = scratch.summary(sides);
        assert!(code == 1 && summary.contains("3 breaking, 1 policy, 1 safe"), "{summary}");
    }
}
