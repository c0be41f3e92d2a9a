//! The two sides of a comparison: what the arguments name, and what stands in for those that are not given.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::git::{Commit, Repository};
use super::report::SideName;
use crate::commands::Failure;

/// What makes an argument a revision, whatever folders and files there are.
const REVISION: &str = "git:";

/// Where a side comes from.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// A folder of schemas.
    Folder(PathBuf),
    /// A file of facts, as `import` reads them.
    Facts(PathBuf),
    /// The catalogue's folder in a revision.
    Revision(Revision),
}

/// A revision, and where its files would be if it were checked out.
#[derive(Debug, Clone)]
pub(super) struct Revision {
    pub(super) repository: Repository,
    pub(super) commit: Commit,
    /// The catalogue's folder.
    pub(super) folder: PathBuf,
}

impl Origin {
    /// How the side is called.
    pub(super) fn name(&self) -> SideName {
        match self {
            Self::Folder(path) | Self::Facts(path) => {
                SideName { name: path.display().to_string(), commit: None }
            }
            Self::Revision(Revision { commit, .. }) => {
                SideName { name: commit.name.clone(), commit: Some(commit.id.clone()) }
            }
        }
    }
}

/// The sides that two arguments name: base and head.
pub(super) fn origins(
    base: Option<&OsStr>,
    head: Option<&OsStr>,
    schemas: &Path,
) -> Result<[Origin; 2], Failure> {
    let repository = Repository::around(schemas);
    let at = |commit: Commit| {
        Origin::Revision(Revision { repository: repository.clone(), commit, folder: schemas.to_path_buf() })
    };
    let named = |argument: &OsStr| match Argument::of(argument) {
        Argument::Folder(path) => Ok(Origin::Folder(path)),
        Argument::File(path) => Ok(Origin::Facts(path)),
        Argument::Revision(revision) => repository.commit(&revision).map(at),
    };
    let head = match head {
        Some(argument) => named(argument)?,
        None => Origin::Folder(schemas.to_path_buf()),
    };
    let base = match (base, &head) {
        (Some(argument), _) => named(argument)?,
        (None, Origin::Revision(Revision { commit, .. })) => {
            repository.merge_base(OsStr::new(&commit.id)).map(at)?
        }
        (None, _) => repository.merge_base(OsStr::new("HEAD")).map(at)?,
    };
    Ok([base, head])
}

/// What an argument is taken for.
#[derive(Debug, PartialEq, Eq)]
enum Argument {
    Folder(PathBuf),
    File(PathBuf),
    Revision(OsString),
}

impl Argument {
    /// A folder or file that there is; a revision otherwise. `git:NAME` is a revision in any case; `./NAME` never is the
    /// name of one.
    fn of(argument: &OsStr) -> Self {
        if let Some(revision) = argument.to_str().and_then(|text| text.strip_prefix(REVISION)) {
            return Self::Revision(revision.into());
        }
        let path = Path::new(argument);
        if path.is_dir() {
            Self::Folder(path.to_path_buf())
        } else if path.exists() {
            Self::File(path.to_path_buf())
        } else {
            Self::Revision(argument.to_os_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(argument: &str, expect: &Argument) {
        assert_eq!(Argument::of(OsStr::new(argument)), *expect);
    }

    #[test]
    fn what_there_is_comes_before_revisions() {
        // Tests run in the package's folder.
        check("src", &Argument::Folder("src".into()));
        check("Cargo.toml", &Argument::File("Cargo.toml".into()));
        check("main", &Argument::Revision("main".into()));
        check("git:src", &Argument::Revision("src".into()));
        check("-x", &Argument::Revision("-x".into()));
    }
}
