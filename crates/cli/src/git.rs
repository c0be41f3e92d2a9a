//! Files in a revision of a git repository, read with the `git` program: without a shell, and without checking anything out.

mod files;
mod output;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use heat_catalogue::input;
use heat_catalogue::io_error::describe;

use crate::outcome::Failure;
use output::{content, entry, failed, line, not_run};

pub(crate) use files::{Found, RevisionFiles};

/// The possible names of the main branch, in the order in which they are tried.
const MAIN_BRANCHES: [(&str, &str); 5] = [
    ("refs/remotes/origin/HEAD", "origin/HEAD"),
    ("refs/heads/main", "main"),
    ("refs/heads/master", "master"),
    ("refs/remotes/origin/main", "origin/main"),
    ("refs/remotes/origin/master", "origin/master"),
];

/// The message about a clone that only has the end of the history.
pub(crate) const SHALLOW: &str = "this clone is shallow: it does not contain the whole history";

/// Advice about a clone without the required history.
pub(crate) const FETCH_OR_NAME: &str = "fetch the whole history (`git fetch --unshallow`; `fetch-depth: 0` for \
     actions/checkout), or specify the base: heat-codegen diff BASE";

/// Repository that contains the catalogue's folder.
#[derive(Debug, Clone)]
pub(crate) struct Repository {
    /// The folder to run git in; `None` for the current folder of the process.
    folder: Option<PathBuf>,
    /// The path of the catalogue's folder, relative to the folder in which git runs.
    catalogue: PathBuf,
}

/// A revision that exists.
#[derive(Debug, Clone)]
pub(crate) struct Commit {
    /// The commit's object id, in hexadecimal.
    pub(crate) id: String,
    /// The name by which the commit was requested, or a description.
    pub(crate) name: String,
    /// The name that git would use for the commit.
    pub(crate) revision: String,
}

/// A common commit of two histories.
#[derive(Debug, Clone)]
pub(crate) struct MergeBase {
    pub(crate) commit: Commit,
    /// The name of the main branch.
    pub(crate) main: &'static str,
    /// `true` if the merge base is the head itself, which has no commit that the main branch lacks.
    pub(crate) is_head: bool,
}

impl Commit {
    /// The beginning of an id, which is enough to identify it.
    pub(crate) fn short(id: &str) -> &str {
        id.get(..10).unwrap_or(id)
    }
}

/// A file in a revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Blob {
    /// The object id of the file's content.
    pub(crate) id: String,
    /// The file's path in the catalogue's folder.
    pub(crate) path: String,
    /// `true` if the file is a symbolic link, whose content is a path.
    pub(crate) is_link: bool,
}

impl Repository {
    /// The repository that contains a catalogue's folder, which may not exist.
    pub(crate) fn around(catalogue: &Path) -> Self {
        let is_below = !catalogue.as_os_str().is_empty()
            && catalogue.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if is_below {
            let plain = catalogue.components().filter(|part| matches!(part, Component::Normal(_))).collect();
            return Self { folder: None, catalogue: plain };
        }
        let existing = catalogue.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let rest = catalogue.strip_prefix(existing).unwrap_or(Path::new(""));
        Self { folder: Some(existing.to_path_buf()), catalogue: rest.to_path_buf() }
    }

    /// The commit that a revision names.
    pub(crate) fn commit(&self, revision: &OsStr) -> Result<Commit, Failure> {
        let shown = revision.to_string_lossy().into_owned();
        if let Some(id) = self.resolve(revision)? {
            return Ok(Commit { id, name: shown.clone(), revision: shown });
        }
        // If there is no repository at all, report that instead.
        self.check()?;
        let mut failure = Failure::unreadable(format!("there is no revision `{shown}`"))
            .with_note("there is no folder or file with that name either");
        if self.is_shallow() {
            failure = failure.with_note("this clone is shallow: it does not contain the whole history");
        }
        Err(failure.with_help("use a git revision, a folder of schemas, or a facts file that `import` reads"))
    }

    /// The merge base of `head` and the main branch.
    pub(crate) fn merge_base(&self, head: &OsStr) -> Result<MergeBase, Failure> {
        let found = MAIN_BRANCHES.iter().find_map(|(full, name)| match self.resolve(OsStr::new(full)) {
            Ok(None) => None,
            Ok(Some(id)) => Some(Ok((id, *name))),
            Err(failure) => Some(Err(failure)),
        });
        let Some(found) = found else {
            self.check()?;
            let names = MAIN_BRANCHES.map(|(_, name)| name).join(", ");
            let failure = Failure::unreadable("there is no main branch to compare with")
                .with_note(format!("none of these exists: {names}"));
            if self.is_shallow() {
                return Err(failure.with_note(SHALLOW).with_help(FETCH_OR_NAME));
            }
            return Err(failure.with_help("specify the base: heat-codegen diff BASE"));
        };
        let (main, name) = found?;
        let head = self.commit(head)?;
        match self.common_commit(&head.id, &main)? {
            Some(id) => {
                let is_head = id == head.id;
                let revision = Commit::short(&id).to_owned();
                let commit = Commit { id, name: format!("merge base with {name}"), revision };
                Ok(MergeBase { commit, main: name, is_head })
            }
            None => Err(self.no_merge_base(&head.name, name)),
        }
    }

    /// The merge base of two commits, as in `A...B`.
    pub(crate) fn merge_base_of(&self, one: &Commit, other: &Commit) -> Result<Commit, Failure> {
        match self.common_commit(&one.id, &other.id)? {
            Some(id) => {
                let revision = Commit::short(&id).to_owned();
                Ok(Commit { id, name: format!("merge base with {}", one.name), revision })
            }
            None => Err(self.no_merge_base(&other.name, &one.name)),
        }
    }

    fn common_commit(&self, one: &str, other: &str) -> Result<Option<String>, Failure> {
        Ok(line(&self.run(["merge-base".as_ref(), one.as_ref(), other.as_ref()])?))
    }

    /// The content of a file in a commit, if the file is or would be in the repository of the commit; empty if the commit has
    /// no such file, and `None` if it has more bytes than the limit.
    pub(crate) fn file(commit: &Commit, path: &Path, limit: u64) -> Option<Vec<u8>> {
        let (folder, name) = (path.parent()?, path.file_name()?);
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let repository = Self { folder: Some(folder.to_path_buf()), catalogue: PathBuf::new() };
        let mut object = OsString::from(format!("{}:./", commit.id));
        object.push(name);
        let found = repository
            .run(
                ["rev-parse", "--verify", "--quiet", "--end-of-options"]
                    .map(OsStr::new)
                    .into_iter()
                    .chain([object.as_os_str()]),
            )
            .ok()?;
        if let Some(id) = line(&found) {
            return repository.contents(&[&id], limit).ok()?.pop()?;
        }
        let has_commit = repository.resolve(OsStr::new(&commit.id)).ok()?.is_some();
        has_commit.then(Vec::new)
    }

    fn no_merge_base(&self, head: &str, main: &str) -> Failure {
        let failure = Failure::unreadable(format!("`{head}` and `{main}` have no commit in common"));
        if self.is_shallow() {
            return failure
                .with_note("this clone is shallow: it does not contain their merge base")
                .with_help(FETCH_OR_NAME);
        }
        failure.with_help("specify the base: heat-codegen diff BASE")
    }

    /// The files of the catalogue in a commit; `None` if the commit has no such folder.
    pub(crate) fn files(&self, commit: &Commit) -> Result<Vec<Blob>, Failure> {
        let mut arguments = vec!["ls-tree".into(), "-r".into(), "-z".into(), OsString::from(&commit.id)];
        if !self.catalogue.as_os_str().is_empty() {
            arguments.extend(["--".into(), self.catalogue.clone().into_os_string()]);
        }
        let output = self.run(arguments.iter().map(OsString::as_os_str))?;
        if !output.status.success() {
            return Err(failed("the files of a revision cannot be listed", &output));
        }
        let folder = slashes(&self.catalogue);
        let entries = output.stdout.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
        let mut files = Vec::new();
        for (mode, id, path) in entries.filter_map(entry) {
            let Some(path) = below(&path, &folder) else {
                let what =
                    if mode == "120000" { "a symbolic link, which is not followed," } else { "a file" };
                let message = format!("`{folder}` is {what} in {}", commit.name);
                return Err(
                    Failure::unreadable(message).with_help("set the catalogue's folder with --schemas DIR")
                );
            };
            let is_link = mode == "120000";
            files.push(Blob { id, path: path.to_owned(), is_link });
        }
        Ok(files)
    }

    /// The contents of blobs, in order; `None` for blobs that have more bytes than the limit.
    pub(crate) fn contents(&self, ids: &[&str], limit: u64) -> Result<Vec<Option<Vec<u8>>>, Failure> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut git = self
            .git()
            .args(["cat-file", "--batch", "--buffer"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_run(&error))?;
        let (stdin, stdout) = (git.stdin.take(), git.stdout.take());
        let contents = thread::scope(|scope| {
            // Reading and writing are concurrent: git stops reading while nobody reads its output.
            scope.spawn(move || {
                let mut stdin = BufWriter::new(stdin?);
                // If git exits early, its output is truncated, which is reported.
                ids.iter().try_for_each(|id| writeln!(stdin, "{id}")).ok()
            });
            let mut stdout = BufReader::with_capacity(1 << 16, stdout.ok_or(io::ErrorKind::BrokenPipe)?);
            ids.iter().map(|id| content(&mut stdout, id, limit)).collect::<io::Result<Vec<_>>>()
        });
        // The output was read completely; git's exit code makes no difference.
        _ = git.wait();
        contents.map_err(|error| {
            Failure::unreadable(format!("the files of a revision cannot be read: {}", describe(&error)))
                .with_help(
                    "in a partial clone, fetch the missing objects first: git fetch --refetch --no-filter; otherwise, `git fsck` finds damage",
                )
        })
    }

    /// The id of the commit that a revision names, if there is one.
    fn resolve(&self, revision: &OsStr) -> Result<Option<String>, Failure> {
        let mut commit = revision.to_os_string();
        commit.push("^{commit}");
        let flags = ["rev-parse", "--verify", "--quiet", "--end-of-options"].map(OsStr::new);
        let output = self.run(flags.into_iter().chain([commit.as_os_str()]))?;
        Ok(line(&output))
    }

    /// Checks that there is a repository that git can read.
    fn check(&self) -> Result<(), Failure> {
        let output = self.run(["rev-parse", "--git-dir"].map(OsStr::new))?;
        if output.status.success() {
            return Ok(());
        }
        Err(failed("this is not a readable git repository", &output).with_help(
            "run it in a repository, or name both sides as files or folders: without a revision, git is not needed",
        ))
    }

    pub(crate) fn is_shallow(&self) -> bool {
        let output = self.run(["rev-parse", "--is-shallow-repository"].map(OsStr::new));
        output.is_ok_and(|output| output.stdout.starts_with(b"true"))
    }

    fn run<'a>(&self, arguments: impl IntoIterator<Item = &'a OsStr>) -> Result<Output, Failure> {
        self.git().args(arguments).stdin(Stdio::null()).output().map_err(|error| not_run(&error))
    }

    fn git(&self) -> Command {
        let mut git = Command::new("git");
        // Git's messages are quoted, so they are in English; paths are not patterns; and git never prompts for a password.
        git.env("LC_ALL", "C").env("GIT_LITERAL_PATHSPECS", "1").env("GIT_TERMINAL_PROMPT", "0");
        // A repository's own configuration is not trusted. Objects that a partial clone omitted are not fetched: the
        // configuration names the programs that would fetch them. Older versions of git only know the second of these
        // variables.
        git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "");
        git.env("GIT_OPTIONAL_LOCKS", "0");
        git.args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]);
        if let Some(folder) = &self.folder {
            git.current_dir(folder);
            // In a hook, these variables name the repository of the process, which may be a different one.
            for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
                git.env_remove(name);
            }
        }
        git
    }
}

/// Writes the files of a revision into a folder, without links, and without anything that the repository's configuration would do to
/// them. Returns where the paths are there, which have to be in one repository.
///
/// # Errors
/// If a path is in no repository, there is no such revision, or the files cannot be written.
pub(crate) fn check_out(revision: &str, paths: &[PathBuf], tree: &Path) -> Result<Vec<PathBuf>, Failure> {
    let absolute = |path: &PathBuf| {
        path.canonicalize().map_err(|error| {
            Failure::unreadable(format!("`{}`: {}", path.display(), describe(&error)))
                .with_help("a revision needs plug-ins that are files or folders in the repository")
        })
    };
    let paths: Vec<PathBuf> = paths.iter().map(absolute).collect::<Result<_, _>>()?;
    let first = paths.first().map_or(Path::new("."), PathBuf::as_path);
    let folder = if first.is_dir() { first } else { first.parent().unwrap_or(first) };
    let within = Repository { folder: Some(folder.to_path_buf()), catalogue: PathBuf::new() };
    within.check()?;
    let top = line(&within.run(["rev-parse", "--show-toplevel"].map(OsStr::new))?).unwrap_or_default();
    let top = PathBuf::from(top);
    let repository = Repository { folder: Some(top.clone()), catalogue: PathBuf::new() };
    let commit = repository.commit(OsStr::new(revision))?;
    let blobs: Vec<Blob> = repository.files(&commit)?.into_iter().filter(|blob| !blob.is_link).collect();
    let ids: Vec<&str> = blobs.iter().map(|blob| blob.id.as_str()).collect();
    let contents = repository.contents(&ids, input::MAX_TEXT)?;
    for (blob, content) in blobs.iter().zip(contents) {
        let is_plain = Path::new(&blob.path).components().all(|part| matches!(part, Component::Normal(_)));
        let (true, Some(content)) = (is_plain, content) else { continue };
        let file = tree.join(&blob.path);
        let written =
            file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, content));
        written
            .map_err(|error| Failure::unreadable(format!("`{}`: {}", file.display(), describe(&error))))?;
    }
    // The root of the repository is that of the project.
    _ = fs::create_dir_all(tree.join(".git"));
    let there = |path: &PathBuf| path.strip_prefix(&top).map(|path| tree.join(path)).ok();
    let there: Vec<PathBuf> = paths.iter().filter_map(there).filter(|path| path.exists()).collect();
    if there.is_empty() {
        return Err(Failure::unreadable(format!("the plug-ins do not exist in the revision `{revision}`")));
    }
    Ok(there)
}

/// The files below a folder that git does not ignore; `None` if the folder is in no repository.
pub(crate) fn files_below(folder: &Path) -> Option<Vec<PathBuf>> {
    let repository = Repository { folder: Some(folder.to_path_buf()), catalogue: PathBuf::new() };
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let output = repository.run(arguments.map(OsStr::new)).ok().filter(|output| output.status.success())?;
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    let paths = names.map(|name| folder.join(&*String::from_utf8_lossy(name)));
    // Git also lists files that are about to be removed.
    Some(paths.filter(|path| path.is_file()).collect())
}

/// The part of a path below a folder.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

/// Formats a relative path as git writes it.
pub(crate) fn slashes(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(catalogue: &str, folder: Option<&str>, rest: &str) {
        let repository = Repository::around(Path::new(catalogue));
        assert_eq!(repository.folder.as_deref(), folder.map(Path::new), "{catalogue}");
        assert_eq!(repository.catalogue, Path::new(rest), "{catalogue}");
    }

    #[test]
    fn git_runs_here_unless_the_catalogue_is_elsewhere() {
        check("schemas", None, "schemas");
        check("./deep/schemas/", None, "deep/schemas");
        check(".", None, "");
        check("/no-such-folder/schemas", Some("/"), "no-such-folder/schemas");
        check("..", Some(".."), "");
    }
}
