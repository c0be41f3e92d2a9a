//! Temporary repositories.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Ran, fixture, folder, run_in, write};

/// A repository for a test; git sees nothing outside it.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    /// An empty repository.
    pub(crate) fn empty(name: &str) -> Self {
        let scratch = Self(folder(name));
        scratch.git(&["init", "--quiet", "--initial-branch=main"]);
        scratch
    }

    /// A repository with a branch: `main` has the catalogue before the pull request, the branch the one after it.
    pub(crate) fn pull_request(name: &str) -> Self {
        let scratch = Self::empty(name);
        scratch.commit_catalogue("before");
        scratch.git(&["checkout", "--quiet", "-b", "change"]);
        scratch.commit_catalogue("after");
        scratch
    }

    pub(crate) fn commit_catalogue(&self, state: &str) {
        copy(&fixture("diff").join(state), &self.0.join("schemas"));
        self.commit(state);
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        write(&self.0.join(path), text);
    }

    pub(crate) fn git(&self, arguments: &[&str]) -> String {
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

    /// Variables that hide the machine's git configuration, and a surrounding repository.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        let around = self.0.parent().unwrap().display().to_string();
        vec![
            ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
            ("GIT_CEILING_DIRECTORIES", around),
            ("PATH", std::env::var("PATH").unwrap()),
        ]
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = crate::support::command(&self.0, &["diff"]);
        command.args(arguments).envs(self.environment());
        command
    }

    /// Runs `diff`. IDs of commits in the output are replaced with their messages.
    pub(crate) fn diff(&self, arguments: &[&str]) -> Ran {
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

    /// Runs `diff`, and returns the exit code and the last line of the output.
    pub(crate) fn summary(&self, arguments: &[&str]) -> (i32, String) {
        let ran = self.diff(&[&["--format", "github"], arguments].concat());
        (ran.code, format!("{}{}", ran.out.lines().last().unwrap_or_default(), ran.err))
    }
}

pub(crate) fn ran(command: &mut Command, folder: &Path) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder.display().to_string(), "[FOLDER]");
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            write(&to.join(entry.path().strip_prefix(from).unwrap()), fs::read(entry.path()).unwrap());
        }
    }
}

/// Runs `diff` on the catalogues of the pull request as folders.
pub(crate) fn folders(arguments: &[&str]) -> Ran {
    run_in(&fixture("diff"), &[&["diff", "before", "after"], arguments].concat())
}
