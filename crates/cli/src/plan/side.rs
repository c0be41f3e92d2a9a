//! The two sides: a template with its environments, from the working folder or from a revision.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::input;
use heat_hot::environment::files::{FileError, FileSource};
use heat_template_files::Folder;
use heat_yaml::Source;
use indexmap::IndexMap;

use super::options::{Options, SideInputs};
use crate::git::{Found, RevisionFiles};
use crate::inputs::source::{is_standard_input, read, shown};
use crate::outcome::Failure;

/// Origin of the files of a side.
pub(super) enum Origin {
    /// The files are in the working folder.
    Folder(Folder),
    /// The files are in a revision.
    Revision(RevisionFiles),
    /// There are no files: the template is an example of a rule.
    Nothing,
}

/// A side, whose template and environments have been read.
pub(super) struct Side<'a> {
    /// Name of the side in reports.
    pub(super) name: String,
    pub(super) origin: Origin,
    pub(super) template: Arc<Source>,
    pub(super) environments: Vec<Arc<Source>>,
    pub(super) parameters: &'a IndexMap<String, String>,
}

impl FileSource for Origin {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let files = match self {
            Self::Folder(folder) => return folder.read(path),
            Self::Nothing => return Err(FileError::NotFound),
            Self::Revision(files) => files,
        };
        let bytes = match files.read(Path::new(path), input::MAX_TEXT) {
            Ok(Found::File(bytes)) => bytes,
            Ok(Found::Nothing) => return Err(FileError::NotFound),
            Ok(Found::Outside) => return Err(FileError::Outside),
            Ok(Found::TooLarge) => return Err(FileError::Unreadable(too_large())),
            Err(failure) => return Err(FileError::Unreadable(failure.message())),
        };
        String::from_utf8(bytes).map_err(|_| FileError::Unreadable("it is not UTF-8 text".to_owned()))
    }
}

fn too_large() -> String {
    input::ReadError::TooLarge(input::MAX_TEXT).words()
}

impl Origin {
    /// Reads a template or an environment. In a revision, files outside of the repository are read from disk.
    fn source(&self, path: &Path) -> Result<Arc<Source>, Failure> {
        let Self::Revision(files) = self else { return read(path) };
        let shown = path.display().to_string();
        let failed = |reason: &str| {
            Failure::unreadable(format!("`{shown}` of {} cannot be read: {reason}", files.name()))
        };
        match files.read(path, input::MAX_TEXT)? {
            Found::File(bytes) => {
                // The name is a path, relative to which other files are found.
                Source::from_bytes(&shown, bytes).map_err(|diagnostic| failed(&diagnostic.message))
            }
            Found::TooLarge => Err(failed(&too_large())),
            Found::Outside => read(path),
            Found::Nothing => Err(failed("there is no such file in the revision")),
        }
    }

    /// Name of the template in reports.
    fn name(&self, template: &Path) -> String {
        match self {
            Self::Folder(_) | Self::Nothing => shown(template),
            Self::Revision(files) => format!("{} at {}", template.display(), files.name()),
        }
    }

    fn side<'a>(self, template: &Path, inputs: &'a SideInputs) -> Result<Side<'a>, Failure> {
        let environments = inputs.environments.iter().map(|path| self.source(path));
        Ok(Side {
            name: self.name(template),
            template: self.source(template)?,
            environments: environments.collect::<Result<_, _>>()?,
            parameters: &inputs.parameters,
            origin: self,
        })
    }
}

/// Finds the revision of this name.
fn revision(name: &str) -> Result<Origin, Failure> {
    let found = RevisionFiles::of(name)?.map(Origin::Revision);
    found.ok_or_else(|| Failure::unreadable(format!("there is no revision `{name}`")))
}

/// Reads both sides.
///
/// # Errors
/// If one cannot be read.
pub(super) fn sides(options: &Options) -> Result<[Side<'_>; 2], Failure> {
    let folder = |template: &PathBuf, inputs: &SideInputs| {
        let named = [template].into_iter().chain(&inputs.environments);
        Folder::of_files(options.root.as_deref(), named).map(Origin::Folder)
    };
    let (old, new, templates) = if let Some(template) = &options.template {
        let (old, new) = revisions(options)?;
        let new = new.map_or_else(|| folder(template, &options.new_inputs), Ok)?;
        (old, new, [template.clone(), template.clone()])
    } else {
        let templates = templates(options)?;
        let [old, new] = &templates;
        (folder(old, &options.old_inputs)?, folder(new, &options.new_inputs)?, templates)
    };
    let [old_template, new_template] = &templates;
    let old = old.side(old_template, &options.old_inputs).map_err(|failure| match &options.template {
        Some(_) => failure.with_help(
            "if it is newer, or had another name: --old-environment names another environment, and `heat-codegen plan OLD NEW` compares two templates",
        ),
        None => failure,
    })?;
    Ok([old, new.side(new_template, &options.new_inputs)?])
}

/// The revisions of both sides: `None` for the working folder.
fn revisions(options: &Options) -> Result<(Origin, Option<Origin>), Failure> {
    if let Some((one, other)) = options.old.split_once("...") {
        let one = if one.is_empty() { "HEAD" } else { one };
        let other = if other.is_empty() { "HEAD" } else { other };
        return Ok((Origin::Revision(RevisionFiles::of_merge_base(one, other)?), Some(revision(other)?)));
    }
    if let Some((one, other)) = options.old.split_once("..") {
        return Ok((revision(one)?, Some(revision(if other.is_empty() { "HEAD" } else { other })?)));
    }
    Ok((revision(&options.old)?, options.new.as_deref().map(revision).transpose()?))
}

/// The templates of both sides, if these are files.
fn templates(options: &Options) -> Result<[PathBuf; 2], Failure> {
    let old = PathBuf::from(&options.old);
    let Some(new) = &options.new else {
        return Err(Failure::unreadable("a plan needs two versions of a template").with_help(
            "name both: heat-codegen plan OLD NEW; or a revision and the template: heat-codegen plan main -- template.yaml",
        ));
    };
    if !old.exists()
        && !is_standard_input(&old)
        && RevisionFiles::of(&options.old).is_ok_and(|found| found.is_some())
    {
        return Err(Failure::unreadable(format!(
            "there is no file `{}`, but a revision of that name",
            options.old
        ))
        .with_help(format!(
            "write `--` in front of the template: heat-codegen plan {} -- {new}",
            options.old
        )));
    }
    Ok([old, PathBuf::from(new)])
}
