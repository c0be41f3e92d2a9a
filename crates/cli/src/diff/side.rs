//! The two sides of a comparison: those that the arguments name, and the defaults for omitted ones.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::find_release;
use heat_catalogue::glob::Glob;
use heat_catalogue::template_version::{declares_version, has_key};
use heat_model::load::SchemaFile;
use heat_model::{CustomConstraintTable, ReleaseTable};
use heat_report::program::NAME;
use heat_template_files::Examples;
use indexmap::IndexMap;

use crate::earlier_release::as_of;
use crate::git::{Commit, FETCH_OR_NAME, MergeBase, Repository, SHALLOW};
use crate::inputs::source;
use crate::outcome::Failure;
use crate::session::Session;

/// The prefix that makes an argument a revision, even if there is a folder or file with that name.
const REVISION: &str = "git:";

/// The name of a side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideName {
    /// The name that was passed: a revision, a folder or a file.
    pub name: String,
    /// The commit, if it is a revision.
    pub commit: Option<String>,
}

impl fmt::Display for SideName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.commit {
            Some(id) if !id.starts_with(&self.name) => {
                write!(f, "{} ({})", self.name, Commit::short(id))
            }
            _ => f.write_str(&self.name),
        }
    }
}

/// The origin of a side.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// A folder of schemas.
    Folder(PathBuf),
    /// A file of facts, as `import` reads them.
    Facts(PathBuf),
    /// The catalogue's folder in a revision.
    Revision(Revision),
    /// A release of the catalogue's history.
    Release(Arc<ReleaseSide>),
}

/// The catalogue as it was in a release.
#[derive(Debug)]
pub(super) struct ReleaseSide {
    /// The release's name in reports.
    pub(super) name: String,
    pub(super) types: IndexMap<String, Arc<SchemaFile>>,
    pub(super) releases: ReleaseTable,
    pub(super) constraints: CustomConstraintTable,
}

/// A revision, and the paths that its files would have if it were checked out.
#[derive(Debug, Clone)]
pub(super) struct Revision {
    pub(super) repository: Repository,
    pub(super) commit: Commit,
    /// The catalogue's folder.
    pub(super) folder: PathBuf,
}

impl Origin {
    /// The name of the side.
    pub(super) fn name(&self) -> SideName {
        match self {
            Self::Folder(path) | Self::Facts(path) => {
                SideName { name: path.display().to_string(), commit: None }
            }
            Self::Revision(Revision { commit, .. }) => {
                SideName { name: commit.name.clone(), commit: Some(commit.id.clone()) }
            }
            Self::Release(release) => SideName { name: release.name.clone(), commit: None },
        }
    }

    /// The side at a path: a folder of schemas, or a file of facts.
    pub(super) fn at(path: PathBuf) -> Self {
        if path.is_dir() { Self::Folder(path) } else { Self::Facts(path) }
    }
}

/// Both sides, and a hint about them.
#[derive(Debug)]
pub(super) struct Sides {
    /// The origins of both sides: base and head.
    pub(super) origins: [Origin; 2],
    /// A hint if comparing with this base is not useful.
    pub(super) hint: Option<Hint>,
}

/// A hint, and advice on what to do.
#[derive(Debug)]
pub(super) struct Hint {
    pub(super) note: String,
    pub(super) help: String,
}

/// The sides that two arguments name: base and head.
pub(super) fn sides(base: Option<&OsStr>, head: Option<&OsStr>, schemas: &Path) -> Result<Sides, Failure> {
    let names = Names { repository: Repository::around(schemas), schemas };
    if let Some(range) = base.and_then(Range::read) {
        if head.is_some() {
            return Err(Failure::unreadable(format!("`{range}` names both sides, but HEAD is also given"))
                .with_help("use either `BASE..HEAD` or `BASE HEAD`"));
        }
        return Ok(Sides { origins: names.range(&range)?, hint: None });
    }
    let head = names.head(head)?;
    let Some(base) = base else { return names.merge_base(head) };
    Ok(Sides { origins: [names.named(base)?, head], hint: None })
}

/// The sides of a comparison with a recorded release: the only argument may name the head.
pub(super) fn since(recorded: PathBuf, head: Option<&OsStr>, schemas: &Path) -> Result<Sides, Failure> {
    let names = Names { repository: Repository::around(schemas), schemas };
    Ok(Sides { origins: [Origin::at(recorded), names.head(head)?], hint: None })
}

/// The sides of a comparison of two releases of the catalogue's history.
///
/// # Errors
/// If a release does not exist, or its schemas are not recorded.
pub(super) fn between(releases: &[String; 2], session: &mut Session) -> Result<Sides, Failure> {
    let [base, head] = releases;
    let origins = [release(base, session)?, release(head, session)?];
    Ok(Sides { origins, hint: None })
}

/// Returns whether releases and types are of a plug-in: all types are in the catalogue's folder and not Heat's, or a release is in
/// its table of releases and not in Heat's. Such a plug-in has a history of its own, and Heat's releases say nothing about it.
///
/// # Errors
/// If there is no such folder.
pub(crate) fn is_of_plug_in(releases: &[&str], types: &[Glob], session: &Session) -> Result<bool, Failure> {
    if session.is_built_in || session.has_only_own_types {
        return Ok(false);
    }
    let own = session.read()?;
    if own.is_of_heat() || own.releases.releases.is_empty() {
        return Ok(false);
    }
    let heat = SchemaFiles::built_in();
    let is_own_release =
        |asked: &&str| own.releases.find(asked).is_some() && heat.releases.find(asked).is_none();
    let has = |files: &SchemaFiles, glob: &Glob| files.files.keys().any(|name| glob.is_match(name));
    let is_own_type = |glob: &Glob| has(&own, glob) && !has(&heat, glob);
    let has_own_types = !types.is_empty() && types.iter().all(is_own_type);
    Ok(has_own_types || releases.iter().any(is_own_release))
}

fn release(asked: &str, session: &mut Session) -> Result<Origin, Failure> {
    let (files, _) = session.read_of_newest()?;
    let release = find_release(&files.releases, asked).map_err(Failure::invalid_argument)?.clone();
    let files = as_of(files, &release.version, Some(&Examples))?;
    let types = files.files.into_iter().map(|(name, file)| (name, Arc::new(file))).collect();
    Ok(Origin::Release(Arc::new(ReleaseSide {
        name: format!("{} ({})", release.name, release.version),
        types,
        releases: files.releases,
        constraints: files.custom_constraints,
    })))
}

/// Returns whether an argument names both sides.
pub(super) fn is_range(argument: &OsStr) -> bool {
    Range::read(argument).is_some()
}

/// The context in which names are looked up.
struct Names<'a> {
    repository: Repository,
    schemas: &'a Path,
}

impl Names<'_> {
    fn at(&self, commit: Commit) -> Origin {
        let folder = self.schemas.to_path_buf();
        Origin::Revision(Revision { repository: self.repository.clone(), commit, folder })
    }

    fn named(&self, argument: &OsStr) -> Result<Origin, Failure> {
        match Argument::of(argument) {
            Argument::Folder(path) => Ok(Origin::Folder(path)),
            Argument::File(path) => {
                refuse_others(&path)?;
                Ok(Origin::Facts(path))
            }
            Argument::Revision(revision) => self.repository.commit(&revision).map(|commit| self.at(commit)),
        }
    }

    fn head(&self, head: Option<&OsStr>) -> Result<Origin, Failure> {
        head.map_or_else(|| Ok(Origin::Folder(self.schemas.to_path_buf())), |head| self.named(head))
    }

    fn range(&self, range: &Range) -> Result<[Origin; 2], Failure> {
        let [one, other] = [&range.base, &range.head].map(|name| self.repository.commit(OsStr::new(name)));
        let (one, other) = (one?, other?);
        let base = if range.is_symmetric { self.repository.merge_base_of(&one, &other)? } else { one };
        Ok([self.at(base), self.at(other)])
    }

    /// The merge base with the main branch, and the head.
    fn merge_base(&self, head: Origin) -> Result<Sides, Failure> {
        let of = match &head {
            Origin::Revision(Revision { commit, .. }) => commit.id.as_str(),
            Origin::Folder(_) | Origin::Facts(_) | Origin::Release(_) => "HEAD",
        };
        let MergeBase { commit, main, is_head } = self.repository.merge_base(OsStr::new(of))?;
        if is_head && self.repository.is_shallow() {
            // The merge base may be a commit that a shallow clone lacks.
            return Err(Failure::unreadable(format!(
                "as far as this clone knows, HEAD is itself the merge base with {main}: nothing can be compared"
            ))
            .with_note(SHALLOW)
            .with_note("heat-codegen diff HEAD compares uncommitted changes alone")
            .with_help(FETCH_OR_NAME));
        }
        let hint = is_head.then(|| {
            let note = match &head {
                Origin::Revision(Revision { commit, .. }) => {
                    format!(
                        "`{}` is itself the merge base with {main}: there is nothing to compare",
                        commit.name
                    )
                }
                Origin::Folder(_) | Origin::Facts(_) | Origin::Release(_) => {
                    format!(
                        "HEAD is itself the merge base with {main}: only uncommitted changes are compared"
                    )
                }
            };
            let help = "to review the last commit, compare with the one before it: heat-codegen diff HEAD~1";
            Hint { note, help: help.to_owned() }
        });
        Ok(Sides { origins: [self.at(commit), head], hint })
    }
}

/// Refuses files that other commands compare: templates, and single schemas. Any other file is read as facts.
fn refuse_others(path: &Path) -> Result<(), Failure> {
    let Ok(source) = source::read(path) else { return Ok(()) };
    let shown = path.display();
    if declares_version(source.text()) {
        return Err(Failure::unreadable(format!("`{shown}` is a template, and `diff` compares schemas"))
            .with_help(format!(
                "`{NAME} plan OLD NEW` says what an update from one template to another does"
            )));
    }
    let is_schema = path.extension().is_some_and(|end| end == "yaml") && has_key(source.text(), &["type"]);
    if is_schema {
        return Err(Failure::unreadable(format!(
            "`{shown}` is a single schema, and `diff` compares folders of them"
        ))
        .with_help(format!("name the folders, or compare one type: `{NAME} diff OLD NEW --type TYPE`")));
    }
    Ok(())
}

/// The interpretations of an argument.
#[derive(Debug, PartialEq, Eq)]
enum Argument {
    Folder(PathBuf),
    File(PathBuf),
    Revision(OsString),
}

impl Argument {
    /// An existing folder or file; otherwise a revision. `git:NAME` is always a revision; `./NAME` never is one.
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

/// Two revisions in one argument, as git writes them: `A..B`, or `A...B` for the merge base of both and `B`. An omitted end is
/// `HEAD`.
#[derive(Debug, PartialEq, Eq)]
struct Range {
    base: String,
    head: String,
    is_symmetric: bool,
}

impl Range {
    fn read(argument: &OsStr) -> Option<Self> {
        let text = argument.to_str()?;
        let (text, is_path) = match text.strip_prefix(REVISION) {
            Some(revision) => (revision, false),
            None => (text, Path::new(text).exists()),
        };
        let (base, head) = text.split_once("..")?;
        let (head, is_symmetric) = head.strip_prefix('.').map_or((head, false), |head| (head, true));
        // A path that does not exist is not a range either: no revision begins or ends with a slash.
        if is_path || base.ends_with('/') || head.starts_with('/') || (base.is_empty() && head.is_empty()) {
            return None;
        }
        let or_head = |name: &str| if name.is_empty() { "HEAD".to_owned() } else { name.to_owned() };
        Some(Self { base: or_head(base), head: or_head(head), is_symmetric })
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.is_symmetric { "..." } else { ".." };
        write!(f, "{}{dots}{}", self.base, self.head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(argument: &str, expect: &Argument) {
        assert_eq!(Argument::of(OsStr::new(argument)), *expect);
    }

    #[test]
    fn existing_paths_take_precedence_over_revisions() {
        // Tests run in the package's folder.
        check("src", &Argument::Folder("src".into()));
        check("Cargo.toml", &Argument::File("Cargo.toml".into()));
        check("main", &Argument::Revision("main".into()));
        check("git:src", &Argument::Revision("src".into()));
        check("-x", &Argument::Revision("-x".into()));
    }

    fn check_range(argument: &str, expect: Option<&str>) {
        let found = Range::read(OsStr::new(argument)).map(|range| range.to_string());
        assert_eq!(found.as_deref(), expect, "{argument}");
    }

    #[test]
    fn two_dots_are_a_range_and_not_the_folder_above() {
        check_range("v1.0..v2.0", Some("v1.0..v2.0"));
        check_range("origin/main...feature/x", Some("origin/main...feature/x"));
        check_range("v1..", Some("v1..HEAD"));
        check_range("..v2", Some("HEAD..v2"));
        check_range("git:a..b", Some("a..b"));
        for path in ["..", "../src", "../none", "none/../none", "./..", "...", "main", "v1.0"] {
            check_range(path, None);
        }
    }
}
