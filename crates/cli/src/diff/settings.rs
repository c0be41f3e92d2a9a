//! The file `schema-diff.yaml` on disk: reading it, on either side, and adding to it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use heat_catalogue::input::{self, ReadError};
use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_yaml::{Source, one_line};

use super::allowances::{self, Allowances, NewEntries};
use super::options::{NewAllowances, Options};
use super::report::{Entry, Report};
use super::side::Origin;
use crate::git::Repository;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// The file of accepted changes and settings.
pub(super) struct SettingsFile {
    pub(super) path: PathBuf,
    text: String,
    pub(super) settings: Allowances,
}

impl SettingsFile {
    /// Reads the file. It may be missing, unless it is named and no entries are to be added to it.
    pub(super) fn open(options: &Options, session: &mut Session) -> Result<Self, Failure> {
        let path = options.allowances.clone().unwrap_or_else(|| default_path(&session.schemas));
        let name = path.display().to_string();
        let is_needed = options.allowances.is_some() && options.new_allowances.is_none();
        // Changes between two releases are in the past, but the file is about future changes.
        let is_past = options.between.is_some() && options.allowances.is_none();
        let bytes = match input::read(&path, input::MAX_TEXT) {
            _ if is_past => Vec::new(),
            Ok(bytes) => bytes,
            Err(ReadError::Io(error)) if error.kind() == ErrorKind::NotFound && !is_needed => Vec::new(),
            Err(error) => {
                let message = format!("`{name}` cannot be read: {}", error.words());
                return Err(Failure::unreadable(message));
            }
        };
        match Source::from_bytes(name, bytes) {
            Ok(source) => {
                let settings = Allowances::read(&source);
                Ok(Self { path, text: source.text().to_owned(), settings })
            }
            Err(diagnostic) => {
                session.draw(&[diagnostic])?;
                Err(Failure::unreadable("the accepted changes cannot be read; nothing was compared"))
            }
        }
    }
}

/// The path of the file, unless a different one is passed.
fn default_path(catalogue: &Path) -> PathBuf {
    match (catalogue.file_name(), catalogue.parent()) {
        (Some(_), Some(around)) => around.join(allowances::FILE),
        // The meaning of `.` and `..` depends on the current folder.
        _ => catalogue.join("..").join(allowances::FILE),
    }
}

/// The file on the base side: in its revision, or next to its folder. `None` if it is not known, or has errors.
pub(super) fn on_base(base: &Origin, path: &Path) -> Option<Allowances> {
    let name = path.display().to_string();
    let bytes = match base {
        Origin::Revision(revision) => Repository::file(&revision.commit, path, input::MAX_TEXT)?,
        Origin::Folder(folder) => input::read(&default_path(folder), input::MAX_TEXT).ok()?,
        Origin::Facts(_) | Origin::Release(_) => return None,
    };
    let settings = Allowances::read(&Source::from_bytes(name, bytes).ok()?);
    settings.diagnostics.is_empty().then_some(settings)
}

/// Writes entries for the findings that make the comparison fail.
pub(super) fn add_allowances(
    new: &NewAllowances,
    file: &SettingsFile,
    report: &Report,
    current: Option<&str>,
    session: &mut Session,
) -> CommandResult {
    let shown = one_line(&file.path.display().to_string());
    if !file.settings.diagnostics.is_empty() {
        session.draw(&file.settings.diagnostics)?;
        return Err(Failure::refused(format!("`{shown}` has errors; nothing was added to it")));
    }
    let Some(expires) = new.expires.clone().or_else(|| allowances::release_after(current?)) else {
        return Err(Failure::refused("the next release is unknown")
            .with_help("set the release in which the entries expire: --expires VERSION"));
    };
    let entries: Vec<&Entry> = report.entries.iter().filter(|entry| report.is_failure(entry)).collect();
    if entries.is_empty() {
        writeln!(session.out, "nothing to add to {shown}")?;
        return Ok(Outcome::Done);
    }
    let added = NewEntries { entries: &entries, reason: &new.reason, expires: &expires };
    let Some(text) = allowances::add(&file.text, &added) else {
        let known = "write `allowances` as a list with one line per entry";
        return Err(Failure::refused(format!(
            "the entries cannot be added to `{shown}` in its current layout, with this reason and release"
        ))
        .with_help(known));
    };
    output::replace(&file.path, text.as_bytes())
        .map_err(|error| Failure::unreadable(format!("`{shown}` cannot be written: {}", describe(&error))))?;
    let entries =
        if entries.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", entries.len()) };
    writeln!(session.out, "added {entries} to {shown}; they expire in {}", one_line(&expires))?;
    Ok(Outcome::Done)
}
