//! Single files of a revision, by their paths in the working folder.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;

use heat_catalogue::io_error::describe;

use super::output::{failed, line, not_run};
use super::{Commit, Repository};
use crate::outcome::Failure;

/// The files of a revision.
#[derive(Debug, Clone)]
pub(crate) struct RevisionFiles {
    repository: Repository,
    commit: Commit,
    /// The root folder of the repository.
    top: PathBuf,
    /// The working folder.
    here: PathBuf,
}

/// Result of reading a path in a revision.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The content of the file.
    File(Vec<u8>),
    /// The file has more bytes than the limit.
    TooLarge,
    /// There is no file.
    Nothing,
    /// The path is outside of the repository.
    Outside,
}

impl RevisionFiles {
    /// The files of a revision in the repository of the working folder; `None` if there is no such revision.
    ///
    /// # Errors
    /// If there is no repository.
    pub(crate) fn of(revision: &str) -> Result<Option<Self>, Failure> {
        let repository = Repository::around(Path::new("."));
        let Some(id) = repository.resolve(OsStr::new(revision))? else {
            repository.check()?;
            return Ok(None);
        };
        let shown = revision.to_owned();
        let commit = Commit { id, name: shown.clone(), revision: shown };
        Self::at(repository, commit).map(Some)
    }

    /// The files of the merge base of two revisions.
    ///
    /// # Errors
    /// If there is no repository, or no such revision.
    pub(crate) fn of_merge_base(one: &str, other: &str) -> Result<Self, Failure> {
        let repository = Repository::around(Path::new("."));
        let [one, other] = [one, other].map(|revision| repository.commit(OsStr::new(revision)));
        let commit = repository.merge_base_of(&one?, &other?)?;
        Self::at(repository, commit)
    }

    fn at(repository: Repository, commit: Commit) -> Result<Self, Failure> {
        let output = repository.run(["rev-parse", "--show-toplevel"].map(OsStr::new))?;
        let Some(top) = line(&output) else {
            return Err(failed("the folder of the repository cannot be found", &output));
        };
        let real = |path: &Path| {
            path.canonicalize().map_err(|error| {
                Failure::unreadable(format!("`{}` cannot be read: {}", path.display(), describe(&error)))
            })
        };
        Ok(Self { top: real(Path::new(&top))?, here: real(Path::new("."))?, repository, commit })
    }

    /// The revision's name, as the user wrote it.
    pub(crate) fn name(&self) -> &str {
        &self.commit.name
    }

    /// Reads the file at this path in the working folder. Symbolic links are followed within the revision.
    ///
    /// # Errors
    /// If git cannot be run.
    pub(crate) fn read(&self, path: &Path, limit: u64) -> Result<Found, Failure> {
        let whole = normalised(&self.here.join(path));
        let Ok(below) = whole.strip_prefix(&self.top) else { return Ok(Found::Outside) };
        let Some(below) = below.to_str().filter(|below| !below.contains('\n')) else {
            return Ok(Found::Nothing);
        };
        let mut git = self
            .repository
            .git()
            .args(["cat-file", "--batch", "--follow-symlinks"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_run(&error))?;
        let asked = git.stdin.take().map(|mut stdin| writeln!(stdin, "{}:{below}", self.commit.id));
        let answer = git.stdout.take().map(|stdout| blob(&mut BufReader::new(stdout), limit));
        _ = git.wait();
        match (asked, answer) {
            (Some(Ok(())), Some(Ok(found))) => Ok(found),
            _ => Err(Failure::unreadable(format!("`{}` of {} cannot be read", path.display(), self.name()))),
        }
    }
}

/// Reads git's answer about one file: `<id> blob <size>` and the content, or the reason why there is none.
fn blob(answer: &mut impl BufRead, limit: u64) -> std::io::Result<Found> {
    let mut head = String::new();
    answer.read_line(&mut head)?;
    let size = match head.trim_end().split(' ').collect::<Vec<_>>().as_slice() {
        [_, "blob", size] => size.parse::<u64>().ok(),
        _ => None,
    };
    let Some(size) = size else { return Ok(Found::Nothing) };
    if size > limit {
        return Ok(Found::TooLarge);
    }
    let mut content = Vec::new();
    answer.take(size).read_to_end(&mut content)?;
    Ok(Found::File(content))
}

/// A path without `.` and `..` components.
fn normalised(path: &Path) -> PathBuf {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = found.pop(),
            part => found.push(part),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(answer: &str, expect: &Found) {
        assert_eq!(blob(&mut answer.as_bytes(), 4).ok().as_ref(), Some(expect), "{answer}");
    }

    #[test]
    fn answers_of_git_are_read() {
        check("12ab blob 3\na\nb\n", &Found::File(b"a\nb".to_vec()));
        check("12ab blob 5\nlong!\n", &Found::TooLarge);
        check("12ab tree 3\na\nb\n", &Found::Nothing);
        check("HEAD:x missing\n", &Found::Nothing);
        check("dangling 5\nHEAD:x\n", &Found::Nothing);
        check("", &Found::Nothing);
    }

    #[test]
    fn paths_are_normalised() {
        assert_eq!(normalised(Path::new("/a/./b/../../../c")), Path::new("/c"));
    }
}
