//! Tests that run the commands in the README and the guide, each as written, in an empty folder with the files that it names. The
//! output on a page must be the command's: a line `…` represents any lines, and `…` in a line any text.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{fixture, project};

/// Beginnings of the commands that are not run, each with the reason.
const NOT_RUN: [(&str, &str); 25] = [
    ("cargo ", "it compiles this project or a plug-in"),
    ("cd ", "it is the folder of the commands after it, which are not run"),
    ("code ", "it needs an editor"),
    ("git init", "it is for a folder that is not one of a test"),
    ("heat-codegen build --watch", "it runs until it is stopped: `watch` tests it"),
    ("heat-codegen check --watch", "it runs until it is stopped: `watch` tests it"),
    ("heat-codegen diff --since-release", "it needs recordings of releases"),
    ("heat-codegen diff 26.0.2.json", "it needs recordings of releases"),
    ("heat-codegen history", "it needs recordings of releases"),
    ("heat-codegen import", "it needs a Python with Heat"),
    ("heat-codegen plugin build", "it compiles a plug-in"),
    ("heat-codegen plugin check", "it needs a plug-in that was built, and a Python with Heat"),
    ("heat-codegen plugin dev", "it runs until it is stopped, and needs a Python with Heat"),
    ("heat-codegen plugin report", "it installs releases of Heat"),
    ("heat-codegen plugin test", "it needs a plug-in, and a Python with Heat"),
    ("heat-codegen serve", "it runs until it is stopped: `watch` tests it"),
    ("heat-codegen show OS::Nova::KeyPair --format json | jq", "`jq` is another program"),
    ("heat-codegen test", "`testing` runs the tests of the page"),
    ("heat-codegen validate --watch", "it runs until it is stopped: `watch` tests it"),
    ("jq ", "`jq` is another program"),
    ("npm ", "it needs packages of npm"),
    ("openstack ", "it asks a cloud"),
    ("python3 -m venv", "it is for packages of an index"),
    ("rustup ", "it installs a part of a toolchain"),
    ("sudo ", "it changes the system"),
];

/// Beginning of commands whose program another command installs.
const INSTALLED: &str = "venv/bin/";

/// Steps that pages require of their readers before a command: the page, the beginning of the command, and the step.
const STEPS: [(&str, &str, &str); 2] = [
    (
        "10-getting-started",
        "heat-codegen check schemas/My",
        "sed -i.old 's/^    update_allowed/    updat_allowed/' schemas/My/Custom/Token.yaml",
    ),
    (
        "10-getting-started",
        "heat-codegen explain missing-version",
        "mv schemas/My/Custom/Token.yaml.old schemas/My/Custom/Token.yaml",
    ),
];

/// A command of a page.
struct Shown {
    /// Location of the command, for messages.
    place: String,
    command: String,
    /// Lines of output that the page shows; empty if it shows none.
    output: Vec<String>,
}

impl Shown {
    fn is_run(&self) -> bool {
        let is_not = NOT_RUN.iter().any(|(begin, _)| self.command.starts_with(begin));
        !is_not && !self.command.starts_with(INSTALLED)
    }
}

/// The README and the pages of the guide.
fn pages() -> Vec<PathBuf> {
    let project = project();
    let mut pages = vec![project.join("README.md")];
    for folder in ["site/guide", "site/guide/template-authors"] {
        let entries = fs::read_dir(project.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

/// The commands in the blocks of a page.
fn shown(page: &Path) -> Vec<Shown> {
    let name = page.file_name().unwrap().to_string_lossy().into_owned();
    let mut found: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for (index, line) in fs::read_to_string(page).unwrap().lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            is_console = fence == "console";
        } else if !is_console {
            assert!(!line.starts_with("$ "), "{name}:{}: a command outside of a `console` block", index + 1);
        } else if let Some(command) = line.strip_prefix("$ ") {
            let command = command.split("   #").next().unwrap_or_default().trim().to_owned();
            found.push(Shown { place: format!("{name}:{}", index + 1), command, output: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            last.output.push(line.to_owned());
        }
    }
    for command in &mut found {
        while command.output.last().is_some_and(String::is_empty) {
            command.output.pop();
        }
    }
    found
}

/// The first block of a page with this fence.
fn block(page: &Path, fence: &str) -> Option<String> {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once(&format!("\n```{fence}\n"))?;
    rest.split_once("\n```").map(|(code, _)| format!("{code}\n"))
}

/// A folder outside of this project, with the environment in which commands run.
struct World {
    folder: PathBuf,
    home: PathBuf,
}

impl World {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("heat-codegen-written-{}-{name}", std::process::id()));
        _ = fs::remove_dir_all(&folder);
        let home = folder.join("home");
        fs::create_dir_all(home.join("bin")).unwrap();
        fs::create_dir_all(home.join(".local/share/bash-completion/completions")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_heat-codegen"), home.join("bin/heat-codegen"))
            .unwrap();
        std::os::unix::fs::symlink(project().canonicalize().unwrap(), home.join("heat-codegen")).unwrap();
        let work = folder.join("work");
        fs::create_dir_all(&work).unwrap();
        Self { folder: work, home }
    }

    /// Runs a command, and returns its output on both handles and its exit code.
    fn run(&self, command: &str) -> (i32, String) {
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {command}\n}} 2>&1")])
            .current_dir(&self.folder)
            .env_clear()
            .env("PATH", format!("{}:{path}", self.home.join("bin").display()))
            .env("HOME", &self.home)
            .envs([("GIT_AUTHOR_NAME", "A"), ("GIT_AUTHOR_EMAIL", "a@example.org")])
            .envs([("GIT_COMMITTER_NAME", "A"), ("GIT_COMMITTER_EMAIL", "a@example.org")])
            .envs([
                ("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z"),
                ("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z"),
            ])
            .output()
            .unwrap();
        (output.status.code().unwrap_or(-1), String::from_utf8(output.stdout).unwrap())
    }

    /// Runs a command that belongs to the test itself.
    fn prepare(&self, command: &str) {
        let (code, out) = self.run(command);
        assert_eq!(code, 0, "{command}: {out}");
    }

    /// Copies a folder of the fixture, if there is one.
    fn copy(&self, part: &str) {
        let from = fixture("written").join(part);
        if from.is_dir() {
            self.prepare(&format!("cp -R '{}/.' .", from.display()));
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(self.home.parent().unwrap_or(&self.home));
    }
}

/// Returns whether lines of output match those on a page.
fn is_shown(shown: &[String], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((first, rest)), _) if first == "…" => {
            (0..=lines.len()).any(|skipped| is_shown(rest, &lines[skipped..]))
        }
        (Some((first, rest)), Some((line, others))) => is_line(first, line) && is_shown(rest, others),
        _ => false,
    }
}

/// Returns whether a line matches the one on a page. The IDs of commits depend on the other files in the repository.
fn is_line(shown: &str, line: &str) -> bool {
    let (shown, line) = (without_ids(shown), without_ids(line.trim_end()));
    let mut parts = shown.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let place = if parts.peek().is_some() {
            rest.find(part)
        } else {
            rest.ends_with(part).then(|| rest.len() - part.len())
        };
        let Some(place) = place else { return false };
        rest = &rest[place + part.len()..];
    }
    rest.is_empty()
}

/// A line in which each short ID of a commit is replaced by the same text.
fn without_ids(line: &str) -> String {
    let is_id = |word: &str| word.len() == 10 && word.chars().all(|char| char.is_ascii_hexdigit());
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_inclusive(|char: char| !char.is_ascii_alphanumeric()) {
        let bare = word.trim_end_matches(|char: char| !char.is_ascii_alphanumeric());
        if is_id(bare) {
            words.extend(["COMMIT", &word[bare.len()..]]);
        } else {
            words.push(word);
        }
    }
    words.concat()
}

/// The commands of a page whose results differ from those on the page.
fn run_page(page: &Path) -> Vec<String> {
    let name = page.file_stem().unwrap().to_string_lossy().into_owned();
    let commands: Vec<Shown> = shown(page).into_iter().filter(Shown::is_run).collect();
    if commands.is_empty() {
        return Vec::new();
    }
    let world = World::new(&name);
    let own = fixture("written").join(&name);
    if !own.join("EMPTY").exists() {
        world.prepare("git init --quiet --initial-branch main");
        world.copy("all/old");
        world.copy(&format!("{name}/old"));
        world.prepare("git add . && git commit --quiet --message old && git tag v1.0 && git tag v2.0");
        // Changes on a branch are compared with the main branch.
        world.prepare("git checkout --quiet -b work && git commit --quiet --allow-empty --message work");
        for (fence, file) in [("yaml,template", "server.yaml"), ("yaml,component", "web.yaml")] {
            if let Some(code) = block(page, fence) {
                fs::write(world.folder.join(file), code).unwrap();
            }
        }
        world.copy("all/new");
        world.copy(&format!("{name}/new"));
    }
    let mut wrong = Vec::new();
    for Shown { place, command, output } in &commands {
        let steps = STEPS.iter().filter(|(page, begin, _)| *page == name && command.starts_with(begin));
        steps.for_each(|(.., step)| world.prepare(step));
        let (code, printed) = world.run(command);
        let lines: Vec<&str> = printed.lines().collect();
        let is_error = lines.iter().any(|line| line.starts_with("error: "));
        if !(0..=1).contains(&code) || is_error {
            wrong.push(format!("{place}: `{command}` ends with {code}:\n{printed}"));
        } else if !output.is_empty() && !is_shown(output, &lines) {
            wrong.push(format!(
                "{place}: `{command}` prints:\n{printed}\nwhere the page shows:\n{}\n",
                output.join("\n")
            ));
        }
    }
    wrong
}

#[test]
fn commands_do_what_pages_show() {
    let wrong: Vec<String> = pages().iter().flat_map(|page| run_page(page)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_that_are_not_run_are_shown() {
    let commands: Vec<String> =
        pages().iter().flat_map(|page| shown(page)).map(|shown| shown.command).collect();
    let used: BTreeSet<&str> = NOT_RUN
        .iter()
        .map(|(begin, _)| *begin)
        .filter(|begin| commands.iter().any(|command| command.starts_with(begin)))
        .collect();
    let unused: Vec<&str> =
        NOT_RUN.iter().map(|(begin, _)| *begin).filter(|begin| !used.contains(begin)).collect();
    assert!(unused.is_empty(), "no page shows {unused:?}");
    assert!(NOT_RUN.is_sorted());
    let run = pages().iter().flat_map(|page| shown(page)).filter(Shown::is_run).count();
    assert!(run > 60, "{run}");
}

#[test]
fn what_is_shown_is_compared() {
    let check = |shown: &[&str], lines: &[&str], expect: bool| {
        let shown: Vec<String> = shown.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(is_shown(&shown, lines), expect, "{shown:?} {lines:?}");
    };
    check(&["a", "b"], &["a", "b "], true);
    check(&["a"], &["a", "b"], false);
    check(&["a", "…"], &["a", "b", "c"], true);
    check(&["…", "c"], &["a", "b", "c"], true);
    check(&["…", "c"], &["a", "b"], false);
    check(&["1 … 2 …."], &["1 x 2 y."], true);
    check(&["1 … 2"], &["1 x 3"], false);
    check(&["(c82fb54864) x"], &["(0123456789) x"], true);
}
