//! `diff`, on folders, facts files and the revisions of a temporary repository.

#![expect(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

mod support;

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use serde_json::Value;
use support::{Ran, fixture, folder, run_in, write};

/// A repository for a test; git sees nothing outside it.
struct Scratch(PathBuf);

impl Scratch {
    /// An empty repository.
    fn empty(name: &str) -> Self {
        let scratch = Self(folder(name));
        scratch.git(&["init", "--quiet", "--initial-branch=main"]);
        scratch
    }

    /// A repository with a branch: `main` has the catalogue before the pull request, the branch the one after it.
    fn pull_request(name: &str) -> Self {
        let scratch = Self::empty(name);
        scratch.commit_catalogue("before");
        scratch.git(&["checkout", "--quiet", "-b", "change"]);
        scratch.commit_catalogue("after");
        scratch
    }

    fn commit_catalogue(&self, state: &str) {
        copy(&fixture("diff").join(state), &self.0.join("schemas"));
        self.commit(state);
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        write(&self.0.join(path), text);
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        let user = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];
        git.current_dir(&self.0).args(user).args(arguments);
        git.env_clear().envs(self.environment());
        // The ids are the same in every run of the test.
        git.envs(["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"].map(|name| (name, "2026-01-01T00:00:00Z")));
        let output = git.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Nothing of the machine's git configuration, and no surrounding repository.
    fn environment(&self) -> Vec<(&'static str, String)> {
        let around = self.0.parent().unwrap().display().to_string();
        vec![
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
            ("GIT_CEILING_DIRECTORIES", around),
            ("PATH", std::env::var("PATH").unwrap()),
        ]
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = support::command(&self.0, &["diff"]);
        command.args(arguments).envs(self.environment());
        command
    }

    /// Compares. Ids of commits are replaced with their messages.
    fn diff(&self, arguments: &[&str]) -> Ran {
        let Ran { code, mut out, mut err } = ran(&mut self.command(arguments), &self.0);
        if self.0.join(".git").exists() {
            for line in self.git(&["log", "--all", "--format=%H %s"]).lines() {
                let (id, message) = line.split_once(' ').unwrap();
                for id in [id, &id[..10]] {
                    [out, err] = [out, err].map(|text| text.replace(id, &format!("[{message}]")));
                }
            }
        }
        Ran { code, out, err }
    }

    /// Compares; returns the exit code and the last line of the output.
    fn summary(&self, arguments: &[&str]) -> (i32, String) {
        let ran = self.diff(&[&["--format", "github"], arguments].concat());
        (ran.code, format!("{}{}", ran.out.lines().last().unwrap_or_default(), ran.err))
    }
}

fn ran(command: &mut Command, folder: &Path) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder.display().to_string(), "[FOLDER]");
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            write(&to.join(entry.path().strip_prefix(from).unwrap()), fs::read(entry.path()).unwrap());
        }
    }
}

/// Compares the catalogues of the pull request as folders.
fn folders(arguments: &[&str]) -> Ran {
    run_in(&fixture("diff"), &[&["diff", "before", "after"], arguments].concat())
}

// The pull request in every format.

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
    // The same findings give the same text, in another commit as well.
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

/// Checks a value against a JSON Schema, with the keywords that our own schemas use.
fn hold(schema: &Value, value: &Value, root: &Value, place: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        return hold(root.pointer(name.trim_start_matches('#')).unwrap(), value, root, place);
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let option = if value.is_null() { options.last() } else { options.first() };
        return hold(option.unwrap(), value, root, place);
    }
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{place}: {value}");
    }
    if let Some(only) = schema.get("const") {
        assert_eq!(value, only, "{place}");
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    assert!(kinds.is_empty() || kinds.contains(&kind), "{place}: {value} is not {kinds:?}");
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        hold(&schema["items"], item, root, &format!("{place}[{index}]"));
    }
    if let (Some(known), Some(members)) = (schema["properties"].as_object(), value.as_object()) {
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        assert!(members.keys().all(|key| known.contains_key(key)), "{place}: {members:?}");
        assert!(required.into_iter().all(|key| members.contains_key(key)), "{place}: {members:?}");
        for (key, member) in members {
            hold(&known[key], member, root, &format!("{place}.{key}"));
        }
    }
}

#[test]
fn the_json_matches_its_schema() {
    let schema = run_in(&fixture("diff"), &["export", "--format", "diff-report"]).out;
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../diff-report.schema.json");
    assert!(
        fs::read_to_string(committed).is_ok_and(|committed| committed == schema),
        "out of date: `cargo run -p codegen -- export --format diff-report --out diff-report.schema.json`"
    );
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for arguments in [&[][..], &["--all"], &["--fail-on", "none"]] {
        let ran = folders(&[arguments, &["--format", "json"]].concat());
        hold(&schema, &serde_json::from_str(&ran.out).unwrap(), &schema, "");
    }
}

// The sides of a comparison.

#[test]
fn sides_are_revisions_folders_or_defaults() {
    let scratch = Scratch::pull_request("diff-sides");
    let found = "3 breaking, 1 policy, 1 safe; 1 docs-only not listed (--all)";
    let check = |arguments: &[&str], expect: &str| {
        let (code, summary) = scratch.summary(arguments);
        assert_eq!((code, summary.as_str()), (1, format!("Changes from {expect}: {found}").as_str()));
    };
    check(&[], "merge base with main ([before]) to schemas");
    check(&["main"], "main ([before]) to schemas");
    check(&["main", "change"], "main ([before]) to change ([after])");
    check(&["git:HEAD~1", "./schemas"], "HEAD~1 ([before]) to ./schemas");
    let id = scratch.git(&["rev-parse", "main"]);
    check(&[&id[..10]], "[before] to schemas");
    // Main has a new commit, which is not part of the branch.
    scratch.git(&["checkout", "--quiet", "main"]);
    fs::remove_file(scratch.0.join("schemas/OS/Neutron/Net.yaml")).unwrap();
    scratch.commit("Moved on");
    scratch.git(&["checkout", "--quiet", "change"]);
    check(&[], "merge base with main ([before]) to schemas");
    // Uncommitted changes count.
    fs::remove_file(scratch.0.join("schemas/OS/Nova/Server.yaml")).unwrap();
    assert_eq!(scratch.summary(&[]).1.split_once(": ").unwrap().1, "1 breaking, 1 safe");
}

#[test]
fn the_catalogue_may_be_anywhere_in_the_repository() {
    let scratch = Scratch::empty("diff-deep");
    copy(&fixture("diff/before"), &scratch.0.join("a folder/of schemas"));
    scratch.commit("before");
    copy(&fixture("diff/after"), &scratch.0.join("a folder/of schemas"));
    let absolute = scratch.0.join("a folder/of schemas");
    for schemas in ["a folder/of schemas", "./a folder/of schemas/", absolute.to_str().unwrap()] {
        let (code, summary) = scratch.summary(&["HEAD", "--schemas", schemas]);
        assert!(code == 1 && summary.contains("3 breaking, 1 policy, 1 safe"), "{summary}");
    }
    let mut command = scratch.command(&["HEAD", "--schemas", "../of schemas"]);
    let ran = ran(command.current_dir(scratch.0.join("a folder/of schemas")), &scratch.0);
    assert!(ran.code == 1 && ran.out.contains("3 breaking"), "{ran}");
}

#[test]
fn names_can_be_unusual() {
    let scratch = Scratch::pull_request("diff-odd");
    scratch.git(&["update-ref", "refs/heads/-x", "main"]);
    scratch.git(&["update-ref", "refs/heads/schemas", "main"]);
    for arguments in [&["--", "-x"][..], &["git:-x"], &["git:schemas"]] {
        assert_eq!(scratch.summary(arguments).0, 1, "{arguments:?}");
    }
    // A folder takes precedence over a branch.
    assert_eq!(scratch.summary(&["schemas"]).0, 0);
    copy(&scratch.0.join("schemas"), &scratch.0.join("-old schemas"));
    assert_eq!(scratch.summary(&["--", "-old schemas", "schemas"]).0, 0);
    assert_eq!(scratch.summary(&["./-old schemas"]).0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::pull_request("diff-bytes");
    let name = OsStr::from_bytes(b"old\xff");
    copy(&fixture("diff/before"), &scratch.0.join(name));
    let with = |name: &OsStr| {
        let mut command = scratch.command(&["--format", "github"]);
        ran(command.arg(name), &scratch.0)
    };
    assert!(with(name).out.contains("3 breaking"));
    let ran = with(OsStr::from_bytes(b"none\xff"));
    assert!(ran.code == 2 && ran.err.starts_with("error: there is no revision `none\u{fffd}`\n"), "{ran}");
    // The same applies to names in a revision.
    scratch.git(&["checkout", "--quiet", "main"]);
    let odd = scratch.0.join("schemas").join(OsStr::from_bytes(b"\xff"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("x.yaml"), "type: My::New::Type\n").unwrap();
    scratch.commit("odd");
    fs::remove_dir_all(&odd).unwrap();
    assert!(scratch.summary(&["main"]).1.ends_with("1 breaking"), "{:?}", scratch.summary(&["main"]));
}

#[test]
fn a_file_can_have_a_different_name() {
    let scratch = Scratch::pull_request("diff-moved");
    scratch.git(&["mv", "schemas/OS/Neutron/Net.yaml", "schemas/Network.yaml"]);
    assert_eq!(scratch.summary(&["change"]).0, 0);
    scratch.commit("moved");
    assert_eq!(scratch.summary(&["change~1", "change"]).0, 0);
}

#[test]
fn facts_are_compared() {
    let folder = folder("diff-facts");
    let facts = |update: bool| {
        format!(
            r#"{{"A::B": [{{"properties": {{"p": {{"type": "String", "update_allowed": {update}}}}}, "attributes": {{}}}}]}}"#
        )
    };
    write(&folder.join("old.json"), facts(true));
    write(
        &folder.join("new.json"),
        format!(r#"{{"heat_version": "1", "types": {}}}"#, facts(false).replace(['[', ']'], "")),
    );
    write(
        &folder.join("schemas/A/B.yaml"),
        "type: A::B\ndescription: Words.\nproperties: {p: {type: string, description: More.}}\n\
        translation_rules: [{rule: delete, translation_path: [p]}]\n",
    );
    assert_snapshot!(run_in(&folder, &["diff", "old.json", "new.json"]));
    // The catalogue has texts and rules, which the facts do not contain.
    let ran = run_in(&folder, &["diff", "old.json", "--all"]);
    assert!(ran.out.ends_with("old.json → schemas: 1 breaking\n  help: `heat-codegen explain ID` explains a finding and what to do instead; accept a change in schema-diff.yaml\n"), "{ran}");
}

// Sides that cannot be compared.

#[test]
fn invalid_sides_are_explained() {
    let scratch = Scratch::pull_request("diff-no-side");
    assert_snapshot!(scratch.diff(&["mian"]));
    scratch.write("package.json", "{\"name\": []}");
    assert_snapshot!(scratch.diff(&["package.json"]));
    scratch.write("text.json", "type: A::B\n");
    assert_snapshot!(scratch.diff(&["text.json"]));
    fs::create_dir(scratch.0.join("empty")).unwrap();
    assert_snapshot!(scratch.diff(&["main", "empty"]));
    assert_snapshot!(scratch.diff(&["main", "--schemas", "none"]));
    scratch.git(&["rm", "-r", "--quiet", "schemas"]);
    scratch.commit("none");
    assert_snapshot!(scratch.diff(&["main", "HEAD"]));
    scratch.write("schemas", "a file");
    scratch.commit("a file");
    assert_snapshot!(scratch.diff(&["HEAD", "HEAD"]));
}

#[test]
fn a_catalogue_that_did_not_exist_is_empty() {
    let scratch = Scratch::empty("diff-first");
    scratch.write("README", "");
    scratch.commit("first");
    copy(&fixture("diff/before"), &scratch.0.join("schemas"));
    let ran = scratch.diff(&["main", "--fail-on", "breaking"]);
    assert_eq!(ran.code, 0, "{ran}");
    assert_eq!(ran.err, "note: there is no catalogue in `main ([first])`: every type is new\n");
    assert!(ran.out.contains("3 safe"), "{ran}");
}

#[test]
fn a_side_that_does_not_load_is_not_compared() {
    let scratch = Scratch::pull_request("diff-broken");
    scratch.write("schemas/OS/Nova/Server.yaml", "type: OS::Nova::Server\nproperties: {a: {typ: string}}\n");
    assert_snapshot!(scratch.diff(&[]));
    scratch.commit("broken");
    scratch.git(&["tag", "broken"]);
    scratch.git(&["checkout", "--quiet", "change~1"]);
    assert_snapshot!(scratch.diff(&["broken"]));
    // An allowance does not cover it either.
    scratch.write("schema-diff.yaml", "fail_on: []\n");
    assert_eq!(scratch.diff(&["broken", "--fail-on", "none"]).code, 2);
}

#[test]
fn two_files_of_one_type_are_an_error_on_either_side() {
    let scratch = Scratch::pull_request("diff-twice");
    scratch.write("schemas/Twice.yaml", "type: OS::Neutron::Net\ndescription: Twice.\n");
    assert!(scratch.diff(&["main"]).err.starts_with("error[duplicate-type]"));
    scratch.commit("twice");
    fs::remove_file(scratch.0.join("schemas/Twice.yaml")).unwrap();
    let ran = scratch.diff(&["change"]);
    assert!(ran.code == 2 && ran.err.contains("change:schemas/Twice.yaml:1:7"), "{ran}");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_in_revisions() {
    let scratch = Scratch::pull_request("diff-links");
    std::os::unix::fs::symlink("OS/Neutron/Net.yaml", scratch.0.join("schemas/Link.yaml")).unwrap();
    scratch.commit("link");
    fs::remove_file(scratch.0.join("schemas/Link.yaml")).unwrap();
    assert_snapshot!(scratch.diff(&["change"]));
}

#[test]
fn files_of_revisions_have_a_size_limit() {
    let scratch = Scratch::pull_request("diff-large");
    let large = format!("type: My::Large\n{}", "#".repeat(heat_yaml::ParseOptions::MAX_SIZE));
    scratch.write("schemas/Large.yaml", &large);
    scratch.commit("large");
    let said = |name: &str| {
        format!(
            "error[too-large]: the file is larger than the allowed {} bytes\n --> {name}\n",
            heat_yaml::ParseOptions::MAX_SIZE
        )
    };
    // On the side of the working tree, and on that of a revision.
    let ran = scratch.diff(&["main"]);
    assert!(ran.code == 2 && ran.err.starts_with(&said("schemas/Large.yaml")), "{ran}");
    fs::remove_file(scratch.0.join("schemas/Large.yaml")).unwrap();
    let ran = scratch.diff(&["change"]);
    assert!(ran.code == 2 && ran.err.starts_with(&said("change:schemas/Large.yaml")), "{ran}");
    // The accepted changes of the base are then unknown, so nothing is reported about new entries.
    scratch.commit("small");
    scratch.write("schema-diff.yaml", &large);
    scratch.commit("large settings");
    let allowance = "allowances: [{rule: property-removed, path: None, reason: x, expires: 99.0.0}]\n";
    scratch.write("schema-diff.yaml", allowance);
    let ran = scratch.diff(&["change", "--schemas", "schemas"]);
    assert!(ran.code == 0 && ran.err.is_empty(), "{ran}");
}

/// Integers that no number type of a JSON reader can hold, so that they would all be the same.
#[test]
fn integers_of_any_size_are_exact() {
    let folder = folder("diff-integers");
    let schema = |integer: &str| {
        format!(
            "type: My::Type\ndescription: Test.\nproperties:\n  a:\n    type: integer\n    default: {integer}\n    \
             constraints: [{{range: {{max: {integer}}}}}]\n"
        )
    };
    write(&folder.join("old/A.yaml"), schema("18446744073709551617"));
    write(&folder.join("new/A.yaml"), schema("18446744073709551616"));
    write(&folder.join("other/A.yaml"), schema("18446744073709551615"));
    let json = |new: &str| run_in(&folder, &["diff", "old", new, "--schemas", "new", "--format", "json"]).out;
    let text = json("new");
    for expected in [
        "\"value\": 18446744073709551617",
        "\"value\": 18446744073709551616",
        "\"counterexample\": 18446744073709551617",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let fingerprints = |text: &str| -> Vec<String> {
        let report: Value = serde_json::from_str(text).unwrap();
        report["findings"].as_array().unwrap().iter().map(|each| each["fingerprint"].to_string()).collect()
    };
    let (one, other) = (fingerprints(&text), fingerprints(&json("other")));
    assert!(
        one.len() == 2 && other.len() == 2 && !one.iter().any(|each| other.contains(each)),
        "{one:?} {other:?}"
    );
}

#[test]
fn a_shallow_clone_has_no_merge_base() {
    let scratch = Scratch::pull_request("diff-shallow");
    scratch.git(&["checkout", "--quiet", "main"]);
    scratch.commit("moved on");
    let from = format!("file://{}", scratch.0.display());
    scratch.git(&["clone", "--quiet", "--depth=1", "--no-single-branch", "--branch=change", &from, "clone"]);
    let clone = Scratch(scratch.0.join("clone"));
    assert_snapshot!(clone.diff(&[]));
    assert_eq!(clone.summary(&["origin/main"]).0, 1);
    assert!(clone.diff(&["HEAD~1"]).err.contains("note: this clone is shallow"));
}

#[test]
fn without_a_main_branch_there_is_no_default() {
    let scratch = Scratch::pull_request("diff-no-main");
    scratch.git(&["branch", "--quiet", "-D", "main"]);
    assert_snapshot!(scratch.diff(&[]));
}

#[test]
fn without_git_revisions_cannot_be_read() {
    let folder = folder("diff-no-git");
    copy(&fixture("diff/before"), &folder.join("schemas"));
    let scratch = Scratch(folder.join("schemas"));
    let outside = Scratch(folder);
    assert_snapshot!(outside.diff(&["main"]));
    let mut command = outside.command(&["main"]);
    assert_snapshot!(ran(command.env("PATH", &scratch.0), &outside.0));
    // Folders do not require git.
    let mut command = outside.command(&["schemas"]);
    assert_eq!(ran(command.env("PATH", &scratch.0), &outside.0).code, 0);
}

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
    for wrong in ["markdown", "markdown=", "marcdown=x.md", "markdown=none/x.md"] {
        assert_eq!(scratch.diff(&["--report", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn the_history_of_a_catalogue_is_no_schema() {
    let scratch = Scratch::empty("diff-history");
    scratch.write("schemas/history.yaml", "- release: 26.0.0\n  types: [OS::Nova::Server]\n");
    scratch.commit_catalogue("before");
    scratch.git(&["checkout", "--quiet", "-b", "change"]);
    scratch.commit_catalogue("after");
    for sides in [&[][..], &["main", "change"]] {
        let (code, summary) = scratch.summary(sides);
        assert!(code == 1 && summary.contains("3 breaking, 1 policy, 1 safe"), "{summary}");
    }
}

/// Templates next to the catalogue: one that uses what changed, one that does not, and a file that is not a template.
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
    assert!(ran.out.contains("no uses of the changes in 2 templates"), "{ran}");
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
    // They expire with the release that they name.
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

const RELEASES: &str = "- {version: 27.0.0, name: '2026.2', date: '2026-09-30'}\n";

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
    // The change that adds their release has to remove the entries.
    scratch.git(&["checkout", "--quiet", "-b", "release"]);
    let newer = format!("{RELEASES}- {{version: 28.0.0, name: '2027.1', date: '2027-04-01'}}\n");
    scratch.write("schemas/releases.yaml", newer);
    scratch.commit("release");
    let ran = scratch.diff(&[]);
    assert_eq!((ran.code, ran.err.matches("error[expired-allowance]").count()), (1, 4), "{ran}");
    assert_eq!(scratch.diff(&["--fail-on", "none"]).code, 0);
    assert_eq!(scratch.diff(&["--fail-on", "breaking"]).code, 0);
    // If that was not done, later changes do not fail because of it.
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
    // Nothing can be said about other types.
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

#[test]
fn a_type_is_checked_against_the_policy_regardless_of_other_changes() {
    let scratch = Scratch::pull_request("diff-new-type");
    scratch.write("schemas/releases.yaml", RELEASES);
    scratch.commit("releases");
    let new = "type: My::New::Type\ndescription: New.\n";
    scratch.write("schemas/My/New.yaml", new);
    let ran = scratch.diff(&["HEAD"]);
    assert!(ran.code == 1 && ran.out.contains("policy[status-new-without-version]"), "{ran}");
}

#[test]
fn a_project_can_override_severities() {
    let scratch = Scratch::pull_request("diff-severities");
    scratch.write(
        "schema-diff.yaml",
        "severities:\n  '*': safe\n  property-renamed: dangerous\n  status-*: ignore\n",
    );
    let (code, summary) = scratch.summary(&[]);
    assert_eq!(code, 0);
    assert!(summary.contains(": 1 dangerous, 4 safe"), "{summary}");
    assert_eq!(scratch.diff(&["--fail-on", "dangerous"]).code, 1);
    let sarif: Value = serde_json::from_str(&scratch.diff(&["--format", "sarif"]).out).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["level"], "warning");
}

#[test]
fn a_comparison_can_be_restricted_to_types() {
    let scratch = Scratch::pull_request("diff-types");
    let (code, summary) = scratch.summary(&["--type", "OS::Neutron::*"]);
    assert!(code == 0 && summary.ends_with(": 1 safe"), "{summary}");
    let (code, summary) = scratch.summary(&["--type", "OS::Nova::Server", "--type", "*::Net"]);
    assert!(code == 1 && summary.contains("3 breaking, 1 policy; 1 docs-only"), "{summary}");
    assert_snapshot!(scratch.diff(&["--type", "OS::Nvoa::Server"]).err);
}

#[test]
fn two_revisions_can_be_one_argument() {
    let scratch = Scratch::pull_request("diff-range");
    let found = "3 breaking, 1 policy, 1 safe; 1 docs-only not listed (--all)";
    let check = |range: &str, expect: &str| {
        let (code, summary) = scratch.summary(&[range]);
        assert_eq!((code, summary), (1, format!("Changes from {expect}: {found}")), "{range}");
    };
    check("main..change", "main ([before]) to change ([after])");
    check("main..", "main ([before]) to HEAD ([after])");
    check("git:main..change", "main ([before]) to change ([after])");
    scratch.git(&["checkout", "--quiet", "main"]);
    fs::remove_file(scratch.0.join("schemas/OS/Neutron/Net.yaml")).unwrap();
    scratch.commit("Moved on");
    check("main...change", "merge base with main ([before]) to change ([after])");
    assert_snapshot!(scratch.diff(&["main..change", "main"]).err);
    assert_snapshot!(scratch.diff(&["main..none"]).err);
}

#[test]
fn a_comparison_can_be_with_a_recorded_release() {
    let scratch = Scratch::pull_request("diff-since");
    let table = "- {version: 18.0.0, name: Yoga, date: '2022-03-30'}\n- {version: 27.0.0, name: '2026.2', date: '2026-09-30'}\n";
    scratch.write("schemas/releases.yaml", table);
    copy(&fixture("diff/before"), &scratch.0.join("releases/18.0.1"));
    for name in ["yoga", "Yoga", "18.0.0", "18.0.1"] {
        let (code, summary) = scratch.summary(&["--since-release", name]);
        assert_eq!(code, 1);
        assert!(summary.starts_with("Changes from releases/18.0.1 to schemas: 3 breaking"), "{summary}");
    }
    // The other side can be given.
    let (code, summary) = scratch.summary(&["--since-release", "yoga", "main"]);
    assert!(code == 0 && summary.contains("releases/18.0.1 to main"), "{summary}");
    assert_snapshot!(scratch.diff(&["--since-release", "yoda"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "2026.2"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "yoga", "--releases", "none"]).err);
    assert_snapshot!(scratch.diff(&["--since-release", "yoga", "main", "change"]).err);
}

#[test]
fn a_head_that_is_the_merge_base_causes_a_hint() {
    let scratch = Scratch::pull_request("diff-at-base");
    scratch.git(&["checkout", "--quiet", "main"]);
    assert_snapshot!(scratch.diff(&[]));
    let from = format!("file://{}", scratch.0.display());
    scratch.git(&["clone", "--quiet", "--depth=1", "--branch=main", &from, "clone"]);
    assert_snapshot!(Scratch(scratch.0.join("clone")).diff(&[]).err);
    // The state after actions/checkout: a single commit, and no branch.
    let clone = Scratch(scratch.0.join("clone"));
    clone.git(&["checkout", "--quiet", "--detach"]);
    clone.git(&["branch", "--quiet", "-D", "main"]);
    clone.git(&["remote", "remove", "origin"]);
    assert_snapshot!(clone.diff(&[]).err);
}

#[test]
fn tables_are_compared() {
    let scratch = Scratch::pull_request("diff-tables");
    let constraint = |name: &str, plugin: &str| {
        format!("{name}:\n  description: Name or ID.\n  client_plugin: {plugin}\n")
    };
    let table = format!("{}{}", constraint("nova.flavor", "nova"), constraint("nova.keypair", "nova"));
    for table in ["releases.yaml", "constraints.yaml"] {
        _ = fs::remove_file(scratch.0.join("schemas").join(table));
    }
    scratch.commit("no tables");
    scratch.git(&["tag", "none"]);
    scratch.write("schemas/constraints.yaml", table);
    scratch.write("schemas/releases.yaml", RELEASES);
    scratch.commit("tables");
    scratch.write("schemas/constraints.yaml", constraint("nova.flavor", "placement"));
    scratch.write("schemas/releases.yaml", RELEASES.replace("27.0.0", "27.1.0"));
    assert_snapshot!(scratch.diff(&["HEAD"]));
    // A constraint that is added together with its table is not reported as new.
    assert_eq!(scratch.summary(&["none"]).1.split_once(": ").unwrap().1, "no changes");
    // A facts file has no tables either.
    let ran = scratch.diff(&["HEAD", "--format", "gitlab"]);
    assert!(ran.out.contains("\"path\": \"schemas/constraints.yaml\""), "{ran}");
}

/// A hostile repository: programs in its configuration are not run, and objects that a partial clone omitted are not fetched.
#[cfg(unix)]
#[test]
fn the_configuration_of_a_repository_runs_nothing() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::pull_request("diff-hostile-git");
    let trap = scratch.0.join("trap");
    scratch.write("trap", "#!/bin/sh\ntouch \"$(dirname \"$0\")/sprung\"\nexit 1\n");
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let trap = trap.display().to_string();
    for (name, value) in [
        ("core.fsmonitor", trap.as_str()),
        ("core.sshCommand", &trap),
        ("core.pager", &trap),
        ("core.editor", &trap),
        ("core.askPass", &trap),
        ("core.gitProxy", &trap),
        ("core.alternateRefsCommand", &trap),
        ("diff.external", &trap),
        ("diff.x.textconv", &trap),
        ("filter.x.smudge", &trap),
        ("credential.helper", &trap),
        ("remote.origin.url", "ssh://e.invalid/x"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.uploadpack", &trap),
        ("extensions.partialClone", "origin"),
        ("core.repositoryFormatVersion", "1"),
    ] {
        scratch.git(&["config", name, value]);
    }
    scratch.write(".gitattributes", "* diff=x filter=x\n");
    // A file of the base is missing.
    let id = scratch.git(&["rev-parse", "main:schemas/OS/Nova/Server.yaml"]);
    let (folder, file) = id.trim().split_at(2);
    fs::remove_file(scratch.0.join(".git/objects").join(folder).join(file)).unwrap();
    for arguments in [&["main"][..], &[], &["main..change"], &["change"]] {
        scratch.diff(arguments);
        assert!(!scratch.0.join("sprung").exists(), "{arguments:?}");
    }
    let ran = scratch.diff(&["main"]);
    assert!(ran.code == 2 && ran.err.contains("git fetch --refetch"), "{ran}");
}

#[test]
fn the_file_of_allowances_can_set_fail_on() {
    let scratch = Scratch::pull_request("diff-configured");
    scratch.write("schema-diff.yaml", "fail_on: [dangerous]\n");
    assert_eq!(scratch.diff(&[]).code, 0);
    assert_eq!(scratch.diff(&["--fail-on", "policy"]).code, 1);
}
