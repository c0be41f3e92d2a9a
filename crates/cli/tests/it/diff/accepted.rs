//! Tests of templates that use changed items, and of accepted changes.

use super::*;

/// Templates next to the catalogue: one that uses a changed item, one that does not, and a file that is not a template.
fn with_templates(name: &str) -> Scratch {
    let scratch = Scratch::pull_request(name);
    let template = |properties: &str| {
        format!(
            "heat_template_version: 2021-04-16\nresources:\n  web:\n    type: OS::Nova::Server\n    properties:\n{properties}"
        )
    };
    scratch.write(
        "templates/web.yaml",
        template("      flavor: m1.small\n      networks: [{network: private}]\n"),
    );
    scratch.write("templates/other.yaml", "heat_template_version: 2021-04-16\nresources: {}\n");
    scratch.write("templates/environment.yaml", "parameters: {flavor: m1.small}\n");
    scratch
}

#[test]
fn templates_that_use_what_changed_are_listed() {
    let scratch = with_templates("diff-templates");
    let options = ["--templates", "templates"];
    insta::assert_snapshot!(scratch.diff(&options));
    let document = scratch.diff(&["--templates", "templates", "--format", "json"]);
    let document: Value = serde_json::from_str(&document.out).unwrap();
    let uses = document["templates"]["uses"].as_array().unwrap();
    assert!(!uses.is_empty() && uses.iter().all(|each| each["file"] == "templates/web.yaml"), "{uses:?}");
    let schema = run_in(&scratch.0, &["export", "--format", "diff-report"]).out;
    let schema: Value = serde_json::from_str(&schema).unwrap();
    hold(&schema, &document, &schema, "");
    for (format, sign) in [("markdown", "- `templates/web.yaml:6` "), ("sarif", "\"templates/web.yaml\"")] {
        let ran = scratch.diff(&["--templates", "templates", "--format", format]);
        assert!(ran.code == 1 && ran.out.contains(sign), "{ran}");
    }
    // Accepted changes are not reported for templates either.
    assert_eq!(scratch.diff(&["--init-allowances"]).code, 0);
    let ran = scratch.diff(&options);
    assert!(ran.out.contains("no uses of the changes in 2 templates; 1 use of an accepted change"), "{ran}");
    assert_eq!(scratch.diff(&["--templates", "nowhere"]).code, 2);
}

#[test]
fn intended_changes_can_be_accepted() {
    let scratch = Scratch::pull_request("diff-allowed");
    let ran = scratch.diff(&["--init-allowances", "--reason", "We mean it."]);
    assert_snapshot!(ran);
    assert_snapshot!(fs::read_to_string(scratch.0.join("schema-diff.yaml")).unwrap());
    let ran = scratch.diff(&[]);
    assert!(
        ran.code == 0
            && ran.out.ends_with(": 1 safe; 1 docs-only not listed (--all); 4 allowed by schema-diff.yaml\n"),
        "{ran}"
    );
    assert_eq!(scratch.diff(&["--init-allowances"]).out, "nothing to add to schema-diff.yaml\n");
    let markdown = scratch.diff(&["--format", "markdown"]).out;
    assert!(
        markdown.contains("<details><summary><b>4 allowed by schema-diff.yaml</b></summary>"),
        "{markdown}"
    );
    let sarif: Value = serde_json::from_str(&scratch.diff(&["--format", "sarif"]).out).unwrap();
    let suppressed = &sarif["runs"][0]["results"][1]["suppressions"][0];
    assert_eq!(suppressed["justification"], "We mean it. (until 28.0.0)");
    assert!(
        scratch
            .diff(&["--format", "junit"])
            .out
            .contains("<skipped message=\"We mean it. (until 28.0.0)\"/>")
    );
    // The entries expire with the release that they name.
    let ran = scratch.diff(&["--current-version", "28.0.0"]);
    assert_eq!((ran.code, ran.err.matches("error[expired-allowance]").count()), (1, 4), "{ran}");
}

#[test]
fn invalid_allowances_are_errors() {
    let scratch = Scratch::pull_request("diff-wrong-allowances");
    scratch.write("schema-diff.yaml", "allowence: []\n");
    // The report is still written.
    let ran = scratch.diff(&["change", "--fail-on", "none"]);
    assert!(ran.code == 2 && ran.out.ends_with(": no changes\n"), "{ran}");
    let ran = scratch.diff(&["change", "--format", "github"]);
    assert!(ran.out.contains("::error file=schema-diff.yaml,line=1,"), "{ran}");
    assert_snapshot!(scratch.diff(&["--init-allowances"]));
    assert_eq!(fs::read_to_string(scratch.0.join("schema-diff.yaml")).unwrap(), "allowence: []\n");
    assert_snapshot!(scratch.diff(&["--allowances", "none.yaml"]));
    scratch.write("schema-diff.yaml", b"\xff");
    assert_eq!(scratch.diff(&[]).code, 2);
}

/// The life cycle of an allowance: with its change, after the merge, in the next pull request, in a comparison of releases, and
/// when its release becomes current.
#[test]
fn an_allowance_expires_with_its_release() {
    let scratch = Scratch::empty("diff-life");
    scratch.write("schemas/releases.yaml", RELEASES);
    scratch.commit_catalogue("before");
    scratch.git(&["tag", "v1"]);
    scratch.git(&["checkout", "--quiet", "-b", "change"]);
    scratch.commit_catalogue("after");
    assert_eq!(scratch.diff(&[]).code, 1);
    assert_eq!(scratch.diff(&["--init-allowances"]).code, 0);
    scratch.commit("allowed");
    assert_eq!(scratch.diff(&[]).code, 0);
    // Merged: nothing is found, and nothing is reported.
    scratch.git(&["checkout", "--quiet", "main"]);
    scratch.git(&["merge", "--quiet", "change"]);
    for arguments in [&["HEAD"][..], &["HEAD", "HEAD"], &["HEAD", "--fail-on", "none"]] {
        let ran = scratch.diff(arguments);
        assert!(ran.code == 0 && ran.err.is_empty(), "{ran}");
    }
    // The next pull request has a different change.
    scratch.git(&["checkout", "--quiet", "-b", "next"]);
    scratch.write(
        "schemas/My/New.yaml",
        "type: My::New::Type\ndescription: New.\nsupport_status: [{version: 27.0.0}]\n",
    );
    scratch.commit("next");
    let ran = scratch.diff(&[]);
    assert!(ran.code == 0 && ran.err.is_empty() && ran.out.contains("1 safe"), "{ran}");
    // Since the last release, the changes are still found, and still accepted.
    let ran = scratch.diff(&["v1"]);
    assert!(ran.code == 0 && ran.out.contains("4 allowed by"), "{ran}");
    scratch.git(&["checkout", "--quiet", "main"]);
    scratch.git(&["merge", "--quiet", "next"]);
    // The change that adds the release of the entries has to remove them.
    scratch.git(&["checkout", "--quiet", "-b", "release"]);
    let newer = format!("{RELEASES}- {{version: 28.0.0, name: '2027.1', date: '2027-04-01'}}\n");
    scratch.write("schemas/releases.yaml", newer);
    scratch.commit("release");
    let ran = scratch.diff(&[]);
    assert_eq!((ran.code, ran.err.matches("error[expired-allowance]").count()), (1, 4), "{ran}");
    assert_eq!(scratch.diff(&["--fail-on", "none"]).code, 0);
    assert_eq!(scratch.diff(&["--fail-on", "breaking"]).code, 0);
    // If the entries were not removed, later changes do not fail because of them.
    scratch.git(&["checkout", "--quiet", "main"]);
    scratch.git(&["merge", "--quiet", "release"]);
    let ran = scratch.diff(&["HEAD"]);
    assert_eq!((ran.code, ran.err.matches("warning[expired-allowance]").count()), (0, 4), "{ran}");
    // A comparison that goes that far back finds the changes again.
    let ran = scratch.diff(&["v1"]);
    assert!(ran.code == 1 && ran.out.contains("3 breaking") && !ran.out.contains("allowed by"), "{ran}");
}

#[test]
fn an_error_in_a_new_allowance_is_a_warning() {
    let scratch = Scratch::pull_request("diff-slip");
    let slip = "allowances:\n- rule: property-renamed\n  path: OS::Nova::Server.properties.key_pear\n  reason: A slip.\n  expires: 28.0.0\n";
    scratch.write("schema-diff.yaml", slip);
    let ran = scratch.diff(&["change", "--fail-on", "none"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_snapshot!(ran.err);
    let ran = scratch.diff(&["change", "--format", "github"]);
    assert!(ran.out.contains("::warning file=schema-diff.yaml,line=3,"), "{ran}");
    // Entries for types that are not compared have no known effect.
    assert_eq!(scratch.diff(&["change", "--type", "OS::Neutron::*"]).err, "");
}

#[test]
fn allowances_do_not_fail_with_fail_on_none() {
    let scratch = Scratch::pull_request("diff-none");
    assert_eq!(scratch.diff(&["--init-allowances"]).code, 0);
    for arguments in
        [&["--current-version", "99.0.0"][..], &["change"], &["change", "--current-version", "99.0.0"], &[]]
    {
        let ran = scratch.diff(&[arguments, &["--fail-on", "none"]].concat());
        assert_eq!(ran.code, 0, "{arguments:?}: {ran}");
    }
}
