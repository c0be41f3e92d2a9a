//! Tests of the GitHub action: its inputs are never executed, and its scripts work as described.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use heat_yaml::{Mapping, Node, ParseOptions, Source};

use crate::support::{folder, project, write};

/// Reads a YAML file of the repository, which must have no errors.
fn read(path: &str) -> Node {
    let source = Source::new(path, fs::read_to_string(project().join(path)).unwrap());
    let parsed = heat_yaml::parse(&source, &ParseOptions::default());
    assert!(parsed.diagnostics.is_empty(), "{path}: {:?}", parsed.diagnostics);
    parsed.root.unwrap()
}

fn steps(action: &Node) -> &[Node] {
    action.at(&["runs".into(), "steps".into()]).unwrap().as_sequence().unwrap()
}

fn text<'n>(step: &'n Node, path: &[&'static str]) -> Option<&'n str> {
    let path: Vec<_> = path.iter().map(|key| (*key).into()).collect();
    step.at(&path)?.as_str()
}

/// The script of a step.
fn script(name: &str) -> String {
    let action = read("action.yml");
    let step = steps(&action).iter().find(|step| text(step, &["name"]) == Some(name)).unwrap();
    text(step, &["run"]).unwrap().to_owned()
}

/// Runs a script in a folder, with only these environment variables.
fn run(script: &str, folder: &Path, environment: &[(&str, &str)]) -> Output {
    let path = std::env::var_os("PATH").unwrap();
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]);
    command.current_dir(folder).env_clear().env("PATH", path).env("HOME", folder);
    command.envs(environment.iter().copied()).output().unwrap()
}

#[test]
fn files_for_other_programs_are_yaml() {
    for path in [
        ".pre-commit-hooks.yaml",
        ".github/workflows/ci.yml",
        ".github/workflows/schemas.yml",
        ".github/workflows/release.yml",
    ] {
        read(path);
    }
}

/// Without the schema and the command, a report cannot be reproduced.
#[test]
fn issue_forms_require_the_schema_and_the_command() {
    for path in [".github/ISSUE_TEMPLATE/wrong-result.yml", ".github/ISSUE_TEMPLATE/idea.yml"] {
        let form = read(path);
        let fields = form.as_mapping().unwrap().get("body").unwrap().as_sequence().unwrap();
        for id in ["schema", "command"] {
            let field = fields.iter().find(|field| text(field, &["id"]) == Some(id)).unwrap();
            let required = field.at(&["validations".into(), "required".into()]).unwrap();
            assert_eq!(required.value, heat_yaml::Value::Bool(true), "{path}: {id}");
        }
    }
    let request = fs::read_to_string(project().join(".github/pull_request_template.md")).unwrap();
    assert!(request.contains("\n## Schema\n") && request.contains("\n## Command\n"), "{request}");
}

#[test]
fn inputs_reach_scripts_as_variables_only() {
    let action = read("action.yml");
    for step in steps(&action) {
        for script in [text(step, &["run"]), text(step, &["with", "script"])].into_iter().flatten() {
            assert!(!script.contains("${{"), "an expression in a script is run as a part of it:\n{script}");
        }
        assert_eq!(text(step, &["run"]).is_some(), text(step, &["shell"]) == Some("bash"));
    }
}

#[test]
fn every_input_is_described_and_used() {
    let action = read("action.yml");
    let source = fs::read_to_string(project().join("action.yml")).unwrap();
    let inputs: &Mapping = action.at(&["inputs".into()]).unwrap().as_mapping().unwrap();
    for entry in inputs {
        let name = entry.key.as_str().unwrap();
        assert!(text(&entry.value, &["description"]).is_some_and(|text| text.ends_with('.')), "{name}");
        assert!(source.contains(&format!("inputs.{name} ")), "{name} is not used");
    }
}

/// A tag can be moved to different code; a commit cannot.
#[test]
fn actions_are_pinned_by_commit() {
    let mut files = vec![project().join("action.yml")];
    for folder in [".github/workflows", "site/guide"] {
        let entries = fs::read_dir(project().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|path| path.is_file()));
    }
    let mut count = 0;
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let Some(action) = line.trim_start_matches([' ', '-']).strip_prefix("uses: ") else { continue };
            if action.starts_with("./") {
                continue;
            }
            let (commit, version) = action.split_once('@').unwrap().1.split_once(" # v").unwrap_or_default();
            let is_commit = commit.len() == 40 && commit.bytes().all(|each| each.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{}: {line}", file.display());
            count += 1;
        }
    }
    assert!(count >= 8, "{count}");
}

/// All files that name the version of the wheel name that of the program.
#[test]
fn versions_agree() {
    let manifest = fs::read_to_string(project().join("pyproject.toml")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(manifest.contains(&format!("\nversion = \"{version}\"\n")), "{manifest}");
    assert!(manifest.contains(&format!("\"heat-codegen=={version}\"")), "{manifest}");
}

/// The hooks are commands of the program, and `pip` installs it.
#[test]
fn hooks_are_commands() {
    let hooks = read(".pre-commit-hooks.yaml");
    let hooks = hooks.as_sequence().unwrap();
    assert_eq!(hooks.len(), 3);
    for hook in hooks {
        let entry = text(hook, &["entry"]).unwrap();
        let arguments: Vec<&str> = entry.split(' ').skip(1).chain(["--help"]).collect();
        let ran = crate::support::run(&arguments);
        assert_eq!(ran.code, 0, "{entry}: {ran}");
        assert_eq!(text(hook, &["language"]), Some("python"), "{entry}");
    }
}

/// The job that runs code from a merge request has no token, and the job with the token runs none of that code.
#[test]
fn code_from_a_merge_request_runs_without_a_token() {
    let page = fs::read_to_string(project().join("site/guide/80-reviewing-diffs.md")).unwrap();
    let jobs = page.split("```yaml,ci").find(|block| block.contains("CI_MERGE_REQUEST_IID")).unwrap();
    let jobs = jobs.split("```").next().unwrap();
    let parsed = heat_yaml::parse(&Source::new("x", jobs), &ParseOptions::default());
    let root = parsed.root.unwrap();
    let (mut comments, mut builds) = (0, 0);
    for job in root.as_mapping().unwrap() {
        let text = jobs.get(job.value.span.start..job.value.span.end).unwrap();
        assert!(!(text.contains("COMMENT_TOKEN") && text.contains("cargo")), "{text}");
        comments += usize::from(text.contains("COMMENT_TOKEN") && text.contains("GIT_STRATEGY: none"));
        builds += usize::from(text.contains("cargo build"));
    }
    assert_eq!((comments, builds), (1, 1));
}

/// With any other key, the action would use a cached program without the last change.
#[test]
fn the_cache_is_keyed_by_every_package_of_the_program() {
    let manifest = fs::read_to_string(project().join("Cargo.toml")).unwrap();
    let packages: Vec<&str> =
        manifest.lines().filter_map(|line| line.split_once("{ path = \"")?.1.split('"').next()).collect();
    assert!(packages.len() >= 4, "{packages:?}");
    let script = script("Look for heat-codegen");
    let sources =
        script.lines().find_map(|line| line.trim().strip_prefix("sources=(")).unwrap().trim_end_matches(')');
    let sources: Vec<&str> = sources.split(' ').collect();
    for package in packages {
        let is_among = sources.iter().any(|source| Path::new(package).starts_with(source));
        assert!(is_among, "{package} is not among {sources:?}");
    }
}

#[test]
fn scripts_are_well_formed() {
    let action = read("action.yml");
    for script in steps(&action).iter().filter_map(|step| text(step, &["run"])) {
        let output = Command::new("bash").args(["-n", "-c", script]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Creates a `heat-codegen` that records its arguments, writes its reports and exits with a code.
fn stand_in(folder: &Path, code: i32) -> PathBuf {
    let path = folder.join("bin/heat-codegen");
    let script = format!(
        "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" > arguments\nfor each in \"$@\"; do case \"$each\" in\n  \
         text=*|markdown=*|sarif=*|html=*) [ {code} -eq 2 ] || echo \"::error::${{each%%=*}}\" > \"${{each#*=}}\";;\n\
         esac; done\nprintf '::error::stderr\\n##[add-mask]stderr' >&2\nexit {code}\n"
    );
    write(&path, script);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Runs the comparison step, and returns its arguments from the second on, its outputs, the summary and the log.
fn compare(name: &str, code: i32, inputs: &[(&str, &str)]) -> [String; 4] {
    let folder = folder(name);
    let executable = stand_in(&folder, code).display().to_string();
    compare_in(&folder, &[&[("EXECUTABLE", executable.as_str())], inputs].concat())
}

/// Runs the comparison step in a folder, with the command in the inputs.
fn compare_in(folder: &Path, inputs: &[(&str, &str)]) -> [String; 4] {
    let shown = folder.display().to_string();
    let (outputs, summary) = (format!("{shown}/outputs"), format!("{shown}/summary"));
    let mut environment = vec![
        ("RUNNER_TEMP", shown.as_str()),
        ("GITHUB_OUTPUT", outputs.as_str()),
        ("GITHUB_STEP_SUMMARY", summary.as_str()),
    ];
    let all =
        ["BASE", "HEAD", "SCHEMAS", "FAIL_ON", "ALLOWANCES", "MIN_DEPRECATED_RELEASES", "ALL", "TEMPLATES"];
    environment.extend(all.map(|name| (name, "")));
    environment.extend(inputs);
    let output = run(&script("Compare the schemas"), folder, &environment);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!folder.join("run").exists(), "what an input says was run");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap().replace(&shown, "[FOLDER]");
    let log = String::from_utf8(output.stdout).unwrap();
    [read("arguments"), read("outputs"), read("summary"), log]
}

#[test]
fn inputs_are_always_arguments() {
    let hostile = "$(touch run) `touch run`; \"x' *";
    let [arguments, outputs, ..] = compare(
        "action-inputs",
        1,
        &[
            ("BASE", "-x"),
            ("HEAD", hostile),
            ("SCHEMAS", "my schemas"),
            ("FAIL_ON", "breaking,policy"),
            ("ALLOWANCES", hostile),
            ("MIN_DEPRECATED_RELEASES", "2"),
            ("ALL", "true"),
            ("TEMPLATES", "a b"),
        ],
    );
    let expect = format!(
        "diff\n--schemas\nmy schemas\n--format\ngithub\n--report\ntext=[FOLDER]/heat-codegen-diff/text\n--report\n\
         markdown=[FOLDER]/heat-codegen-diff/markdown\n--report\nsarif=[FOLDER]/heat-codegen-diff/sarif\n--report\n\
         html=[FOLDER]/heat-codegen-diff/html\n--fail-on\n\
         breaking,policy\n--allowances\n{hostile}\n--min-deprecated-releases\n2\n--all\n--templates\na b\n--\n-x\n{hostile}\n"
    );
    assert_eq!(arguments, expect);
    assert!(outputs.starts_with("exit-code=1\n"), "{outputs}");
}

/// Runs the real command with the arguments of the action.
#[test]
fn the_command_understands_the_action() {
    let fixture = |side: &str| crate::support::fixture("diff").join(side).display().to_string();
    let (before, after) = (fixture("before"), fixture("after"));
    let templates = folder("action-templates");
    write(&templates.join("one.yaml"), "heat_template_version: 2021-04-16\nresources: {}\n");
    let templates = templates.display().to_string();
    let inputs = [
        ("EXECUTABLE", env!("CARGO_BIN_EXE_heat-codegen")),
        ("BASE", before.as_str()),
        ("HEAD", after.as_str()),
        ("SCHEMAS", after.as_str()),
        ("FAIL_ON", "breaking,policy"),
        ("MIN_DEPRECATED_RELEASES", "2"),
        ("ALL", "true"),
        ("TEMPLATES", templates.as_str()),
    ];
    let shown = folder("action-command");
    write(&shown.join("arguments"), "");
    let [_, outputs, summary, log] = compare_in(&shown, &inputs);
    assert!(outputs.starts_with("exit-code=1\n"), "{outputs}");
    assert!(summary.starts_with("<!-- heat-codegen diff -->\n### Schema changes\n"), "{summary}");
    assert!(log.contains("no uses of the changes in 1 template"), "{log}");
    assert!(shown.join("heat-codegen-diff/sarif").is_file());
}

#[test]
fn reports_contain_no_commands() {
    let [arguments, outputs, summary, log] = compare("action-report", 0, &[("SCHEMAS", "schemas")]);
    assert!(arguments.ends_with("\n--\n"), "{arguments}");
    assert!(outputs.starts_with("exit-code=0\n"), "{outputs}");
    assert_eq!(summary, "::error::markdown\n");
    let lines: Vec<&str> = log.lines().collect();
    let [stop, "::error::stderr", "##[add-mask]stderr::error::text", "", end] = lines.as_slice() else {
        panic!("{log}")
    };
    let mark = stop.strip_prefix("::stop-commands::").unwrap();
    assert_eq!(*end, format!("::{mark}::"));
}

#[test]
fn a_failed_comparison_is_reported_in_the_comment() {
    let [_, outputs, summary, _] = compare("action-unreadable", 2, &[("SCHEMAS", "schemas")]);
    assert!(outputs.starts_with("exit-code=2\n"), "{outputs}");
    assert!(summary.starts_with("<!-- heat-codegen diff -->\n"), "{summary}");
    assert!(summary.contains("could not be compared"), "{summary}");
}

/// Runs the step that plans updates, with the real command, and returns its outputs, the summary and the log.
fn planned(name: &str, templates: &str, environments: &str) -> [String; 3] {
    let folder = folder(name);
    let template = "heat_template_version: 2018-08-31
parameters: {size: {type: number, default: 1}}
resources: {volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, availability_zone: here}}}
";
    git(&folder, &["init", "-q"]);
    write(&folder.join("my template.yaml"), template);
    write(&folder.join("env.yaml"), "parameters: {size: 2}\n");
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "1"]);
    write(&folder.join("my template.yaml"), template.replace("here", "there"));
    let shown = folder.display().to_string();
    let (outputs, summary) = (format!("{shown}/outputs"), format!("{shown}/summary"));
    let output = run(
        &script("Plan the updates"),
        &folder,
        &[
            ("RUNNER_TEMP", shown.as_str()),
            ("GITHUB_OUTPUT", outputs.as_str()),
            ("GITHUB_STEP_SUMMARY", summary.as_str()),
            ("EXECUTABLE", env!("CARGO_BIN_EXE_heat-codegen")),
            ("BASE", "HEAD"),
            ("SCHEMAS", ""),
            ("TEMPLATES", templates),
            ("ENVIRONMENTS", environments),
            ("FAIL_ON", "data-loss"),
        ],
    );
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    [read(&outputs), read(&summary), String::from_utf8(output.stdout).unwrap()]
}

#[test]
fn updates_of_templates_are_planned() {
    let [outputs, summary, log] =
        planned("action-plan", "my template.yaml\n\nmy template.yaml\n", "env.yaml\n");
    assert!(outputs.starts_with("exit-code=1\n"), "{outputs}{log}");
    assert!(summary.starts_with("<!-- heat-codegen plan -->\n### Update plan\n"), "{summary}");
    assert_eq!(summary.matches("### Update plan").count(), 2, "{summary}");
    assert_eq!(summary.matches("Data loss: `volume`").count(), 2, "{summary}");
    assert!(log.starts_with("::stop-commands::"), "{log}");
    let [outputs, summary, _] = planned("action-no-plan", "none.yaml", "");
    assert!(outputs.starts_with("exit-code=2\n"), "{outputs}");
    assert!(summary.contains("could not be planned"), "{summary}");
}

#[test]
fn tests_of_templates_are_run() {
    let folder = folder("action-tests");
    write(&folder.join("heat-codegen"), "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" > arguments\nexit 1\n");
    fs::set_permissions(folder.join("heat-codegen"), fs::Permissions::from_mode(0o755)).unwrap();
    let [executable, shown, outputs] =
        ["heat-codegen", "", "outputs"].map(|file| folder.join(file).display().to_string());
    let inputs = [
        ("RUNNER_TEMP", shown.as_str()),
        ("GITHUB_OUTPUT", outputs.as_str()),
        ("EXECUTABLE", executable.as_str()),
        ("SCHEMAS", "gone"),
        ("TYPES", "types.json\n"),
        ("TESTS", "$(touch run)\n\n-x\n"),
    ];
    run(&script("Run the tests of templates"), &folder, &inputs);
    assert!(!folder.join("run").exists(), "what an input says was run");
    let [arguments, outputs] =
        ["arguments", "outputs"].map(|file| fs::read_to_string(folder.join(file)).unwrap());
    let arguments = arguments.replace(&shown, "");
    let expect = "--types=types.json\ntest\n--format\ngithub\n--report\njunit=/heat-codegen-test/junit.xml\n--\n$(touch run)\n-x\n";
    assert_eq!(arguments.replace("junit=//", "junit=/").replace("junit=heat", "junit=/heat"), expect);
    assert!(outputs.starts_with("exit-code=1\njunit="), "{outputs}");
}

#[test]
fn plug_ins_are_reported_on() {
    let report = |name: &str, code: i32, printed: &str| {
        let folder = folder(name);
        let script = format!(
            "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" > arguments\nprintf '{printed}'\nexit {code}\n"
        );
        write(&folder.join("heat-codegen"), script);
        fs::set_permissions(folder.join("heat-codegen"), fs::Permissions::from_mode(0o755)).unwrap();
        let [executable, shown, outputs, summary] =
            ["heat-codegen", "", "outputs", "summary"].map(|file| folder.join(file).display().to_string());
        let inputs = [
            ("RUNNER_TEMP", shown.as_str()),
            ("GITHUB_OUTPUT", outputs.as_str()),
            ("GITHUB_STEP_SUMMARY", summary.as_str()),
            ("EXECUTABLE", executable.as_str()),
            ("BASE", "1a2b"),
            ("PLUGINS", "$(touch run)\n\n-x\n"),
            ("FROM", "26"),
            ("TO", "27"),
            ("STUBS", "missing\n"),
        ];
        run(&self::script("Report on the plug-ins"), &folder, &inputs);
        assert!(!folder.join("run").exists(), "what an input says was run");
        ["arguments", "outputs", "summary"].map(|file| fs::read_to_string(folder.join(file)).unwrap())
    };
    let [arguments, outputs, summary] = report("action-plugin", 1, "<!-- heat-codegen plugin -->\\n");
    let expect = "plugin\nreport\n--to\n27\n--from\n26\n--since=1a2b\n--stub=missing\n--\n$(touch run)\n-x\n";
    assert_eq!(arguments, expect);
    assert!(outputs.starts_with("exit-code=1\nmarkdown="), "{outputs}");
    assert_eq!(summary, "<!-- heat-codegen plugin -->\n");
    let [_, outputs, summary] = report("action-no-plugin", 2, "");
    assert!(outputs.starts_with("exit-code=2\n"), "{outputs}");
    assert!(summary.contains("could not be judged"), "{summary}");
}

/// Runs the step that downloads the program, with a release of the commit `1…`, tagged `v1.2.0`. Returns whether it succeeded,
/// and its outputs.
fn downloaded(name: &str, reference: &str, prepare: impl FnOnce(&Path)) -> (bool, String, PathBuf) {
    let folder = folder(name);
    let release = folder.join("release/v1.2.0");
    write(&release.join("heat/heat-codegen"), "the program");
    let archive = format!("heat-codegen-{}-unknown-linux-musl.tar.gz", std::env::consts::ARCH);
    let script = format!("tar -czf {archive} heat && sha256sum heat-codegen-* > SHA256SUMS");
    assert!(run(&script, &release, &[]).status.success());
    prepare(&release);
    // An annotated tag has two lines: that of the tag, and that of the commit.
    let [tag, commit, other] = ["2", "1", "3"].map(|digit| digit.repeat(40));
    let tags =
        format!("{other}\trefs/tags/v1.1.0\n{tag}\trefs/tags/v1.2.0\n{commit}\trefs/tags/v1.2.0^{{}}\n");
    write(&folder.join("tags"), tags);
    let shown = folder.display().to_string();
    for (program, script) in [
        ("git", format!("cat {shown}/tags")),
        (
            "curl",
            format!(
                "while [ $# -gt 2 ]; do shift; done; exec cp \"{shown}/release${{2##*/download}}\" \"$1\""
            ),
        ),
    ] {
        let path = folder.join("bin").join(program);
        write(&path, format!("#!/usr/bin/env bash\n{script}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{shown}/bin:{}", std::env::var("PATH").unwrap());
    let outputs = format!("{shown}/outputs");
    write(Path::new(&outputs), "");
    let environment = [
        ("PATH", path.as_str()),
        ("RUNNER_TEMP", shown.as_str()),
        ("GITHUB_OUTPUT", outputs.as_str()),
        ("SERVER", "https://example.org"),
        ("REPOSITORY", "heat/codegen"),
        ("REF", reference),
    ];
    let output = run(&self::script("Download heat-codegen"), &folder, &environment);
    let program = folder.join("heat-codegen/bin/heat-codegen");
    (output.status.success(), fs::read_to_string(outputs).unwrap(), program)
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_of_the_release_is_downloaded() {
    let commit = "1".repeat(40);
    for (name, reference) in [("action-tag", "v1.2.0"), ("action-commit", commit.as_str())] {
        let (succeeded, outputs, program) = downloaded(name, reference, |_| {});
        assert!(succeeded, "{reference}");
        assert_eq!(outputs, "downloaded=true\n", "{reference}");
        assert_eq!(fs::read_to_string(program).unwrap(), "the program");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_version_without_a_release_is_built() {
    // The references are a branch, a commit without a tag, a tag whose release has no files, and the action of the repository
    // itself.
    let unknown = "4".repeat(40);
    for (name, reference) in [
        ("action-branch", "main"),
        ("action-untagged", &unknown),
        ("action-empty", "v1.1.0"),
        ("action-own", ""),
    ] {
        let (succeeded, outputs, program) = downloaded(name, reference, |_| {});
        assert!(succeeded, "{reference}");
        assert_eq!(outputs, "", "{reference}");
        assert!(!program.exists(), "{reference}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_with_another_checksum_is_refused() {
    for (name, sums) in [("action-sum", "0".repeat(64)), ("action-no-sum", String::new())] {
        let archive = format!("heat-codegen-{}-unknown-linux-musl.tar.gz", std::env::consts::ARCH);
        let line = if sums.is_empty() { String::new() } else { format!("{sums}  {archive}\n") };
        let (succeeded, outputs, program) =
            downloaded(name, "v1.2.0", |release| write(&release.join("SHA256SUMS"), line));
        assert!(!succeeded, "{name}");
        assert_eq!(outputs, "", "{name}");
        assert!(!program.exists(), "{name}");
    }
}

/// Runs the step that checks templates, with the real command, and returns its outputs, the log and the exit code.
fn validated(name: &str, patterns: &str) -> (String, String, i32) {
    validated_in(&folder(name), patterns, "")
}

/// Runs the step that checks templates in a folder, with additional types.
fn validated_in(folder: &Path, patterns: &str, types: &str) -> (String, String, i32) {
    git(folder, &["init", "-q"]);
    write(
        &folder.join("stacks/my stack.yaml"),
        "heat_template_version: 2018-08-31\nparameters: {kind: {type: string}}\nresources: {a: {type: {get_param: kind}}}\n",
    );
    write(&folder.join("-x.yaml"), "heat_template_version: 2018-08-31\nresources: {}\n");
    write(&folder.join("environment.yaml"), "parameter_defaults: {kind: OS::Neutron::Net}\n");
    git(folder, &["add", "."]);
    let shown = folder.display().to_string();
    let outputs = format!("{shown}/outputs");
    let environment = [
        ("RUNNER_TEMP", shown.as_str()),
        ("GITHUB_OUTPUT", outputs.as_str()),
        ("EXECUTABLE", env!("CARGO_BIN_EXE_heat-codegen")),
        ("SCHEMAS", "schemas"),
        ("TYPES", types),
        ("PATTERNS", patterns),
        ("ENVIRONMENTS", "environment.yaml\n"),
        ("ENABLED", "undescribed-parameter\n"),
    ];
    let output = run(&script("Check the templates"), folder, &environment);
    let outputs = fs::read_to_string(&outputs).unwrap_or_default();
    (outputs, String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

#[test]
fn templates_are_checked() {
    let (outputs, log, code) = validated("action-validate", "*.yaml\n");
    assert_eq!(code, 0, "{log}");
    assert!(outputs.starts_with("exit-code=1\nsarif="), "{outputs}{log}");
    assert!(log.contains("::error file=./stacks/my stack.yaml"), "{log}");
    assert!(log.contains("undescribed-parameter"), "{log}");
    assert!(!log.contains("environment.yaml"), "{log}");
    let (outputs, log, code) = validated("action-validate-fine", "-x.yaml\nenvironment.yaml");
    assert_eq!((code, outputs.starts_with("exit-code=0\n")), (0, true), "{outputs}{log}");
    let (outputs, log, code) = validated("action-validate-none", "*.none");
    assert_eq!((code, outputs.as_str()), (2, ""), "{log}");
    assert!(log.contains("::error::no file fits"), "{log}");
}

#[test]
fn the_types_of_a_plug_in_stand_beside_those_of_heat() {
    let folder = folder("action-validate-types");
    write(&folder.join("schemas/My/Thing.yaml"), "type: My::Thing\nproperties: {a: {type: integer}}\n");
    write(&folder.join("cloud/Other.yaml"), "type: My::Other\n");
    let resources =
        "{a: {type: My::Thing, properties: {a: none}}, b: {type: OS::Neutron::Net}, c: {type: My::Other}}";
    write(&folder.join("own.yaml"), format!("heat_template_version: 2018-08-31\nresources: {resources}\n"));
    let found = |types: &str| {
        let (outputs, log, _) = validated_in(&folder, "own.yaml", types);
        assert!(outputs.contains("exit-code=1\n"), "{outputs}{log}");
        log.lines().filter(|line| line.starts_with("::error")).map(str::to_owned).collect::<Vec<_>>()
    };
    // The schemas of the repository and those of Heat are known, but not those of the other folder.
    assert_eq!(found("").len(), 2);
    for types in ["cloud\n", "schemas\ncloud\n", "cloud\nschemas/"] {
        let found = found(types);
        assert!(found.len() == 1 && found[0].contains("Value 'none' is not an integer"), "{found:?}");
    }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"]);
    let output = command.args(arguments).current_dir(folder).env("HOME", folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Runs the step that finds the base in a clone.
fn base(clone: &Path, environment: &[(&str, &str)]) -> String {
    let outputs = clone.with_extension("outputs");
    fs::write(&outputs, "").unwrap();
    let shown = outputs.display().to_string();
    let mut all = vec![("BASE", ""), ("TARGET_BRANCH", ""), ("PUSHED_ONTO", ""), ("GITHUB_OUTPUT", &shown)];
    all.extend(environment);
    let output = run(&script("Find the base"), clone, &all);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(&outputs).unwrap().lines().nth(1).unwrap().to_owned()
}

#[test]
fn the_base_is_found_in_a_shallow_clone() {
    let folder = folder("action-base");
    let origin = folder.join("origin");
    write(&origin.join("a"), "1");
    git(&origin, &["init", "-q"]);
    git(&origin, &["add", "."]);
    git(&origin, &["commit", "-qm", "1"]);
    let forked = git(&origin, &["rev-parse", "HEAD"]);
    git(&origin, &["checkout", "-qb", "topic"]);
    git(&origin, &["commit", "-qm", "2", "--allow-empty"]);
    git(&origin, &["checkout", "-q", "main"]);
    git(&origin, &["commit", "-qm", "3", "--allow-empty"]);
    let url = format!("file://{}", origin.display());
    git(&folder, &["clone", "-q", "--depth", "1", "--branch", "topic", &url, "clone"]);
    let clone = folder.join("clone");
    assert_eq!(base(&clone, &[("TARGET_BRANCH", "main")]), forked);
    assert_eq!(base(&clone, &[("TARGET_BRANCH", "main"), ("BASE", "v1")]), "v1");
    assert_eq!(base(&clone, &[("PUSHED_ONTO", &forked)]), forked);
    // The pushed commit may be the previous one of a new branch, or one that a forced push left behind.
    assert_eq!(base(&clone, &[("PUSHED_ONTO", &"0".repeat(40))]), "");
    assert_eq!(base(&clone, &[("PUSHED_ONTO", &"1".repeat(40))]), "");
}
