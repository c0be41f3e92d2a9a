//! What every command receives: the location of the catalogue, and the handles to write to.
//!
//! A command receives its arguments and the [`Session`], writes to the session's handles, and ends with an [`Outcome`] or a
//! [`Failure`]. Nothing bypasses the handles, so that a closed pipe is detected in one place.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_hot::fault::Problem;
use heat_import::own_types;
use heat_report::json_text;
use heat_yaml::{Diagnostic, Severity};
use serde::Serialize;

use crate::outcome::{Failure, Outcome};

/// The location of the catalogue, and the handles for output.
pub struct Session {
    /// The catalogue's folder. Commands that write schemas write them there, even if it does not exist yet.
    pub schemas: PathBuf,
    /// Whether the built-in catalogue is read instead of the folder: nobody named a folder, and there is none where one would be.
    pub is_built_in: bool,
    /// What adds types to the catalogue, for commands about templates and types.
    pub types: Vec<PathBuf>,
    /// Where results go.
    pub out: Box<dyn Write>,
    /// Where everything else is written.
    pub err: Box<dyn Write>,
    /// Whether results are coloured.
    pub color_out: bool,
    /// Whether everything else is coloured.
    pub color_err: bool,
}

impl Session {
    /// Reads the catalogue, which may be the built-in one; the result contains its problems.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn read(&self) -> Result<SchemaFiles, Failure> {
        self.reader()()
    }

    /// What reads the catalogue. It can be sent to another thread; the session cannot.
    pub(crate) fn reader(&self) -> impl Fn() -> Result<SchemaFiles, Failure> + Send + use<> {
        let (folder, is_built_in) = (self.schemas.clone(), self.is_built_in);
        move || if is_built_in { Ok(SchemaFiles::built_in()) } else { read_folder(&folder) }
    }

    /// Reads the catalogue's folder, for a command that is about its files; the result contains its problems.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn read_folder(&self) -> Result<SchemaFiles, Failure> {
        read_folder(&self.schemas)
    }

    /// Reads the catalogue, with the types that were added to it, to show parts of it: problems are drawn on the error handle,
    /// and the rest is returned. The outcome says whether everything could be read.
    ///
    /// # Errors
    /// If there is no such folder, if something that `--types` names is wrong, or if the error handle is closed.
    pub fn read_leniently(&mut self) -> Result<(SchemaFiles, Outcome), Failure> {
        let mut files = self.read()?;
        if let Err(found) = own_types::add(&self.types, &mut files) {
            self.draw(&found)?;
            return Err(Failure::unreadable("the types of --types could not be read"));
        }
        let errors: Vec<Diagnostic> = files
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .cloned()
            .collect();
        self.draw(&errors)?;
        let outcome = match (files.unreadable, errors.is_empty()) {
            (true, _) => Outcome::Unreadable,
            (false, false) => Outcome::Findings,
            (false, true) => Outcome::Done,
        };
        Ok((files, outcome))
    }

    /// Says which catalogue was read, if something is wrong that depends on it.
    ///
    /// # Errors
    /// If the handle is closed.
    pub(crate) fn name_catalogue(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        if diagnostics.iter().all(|found| found.code != Problem::UnknownType.id()) {
            return Ok(());
        }
        let catalogue = if self.is_built_in {
            "the built-in catalogue".to_owned()
        } else {
            format!("the catalogue in `{}`", self.schemas.display())
        };
        writeln!(
            self.err,
            "note: the known resource types are those of {catalogue}; --schemas chooses another one, --types adds those of a cloud"
        )
    }

    /// Draws problems on the error handle.
    ///
    /// # Errors
    /// If the handle is closed.
    pub fn draw(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        heat_report::text::draw(diagnostics, self.color_err, &mut self.err)
    }

    /// Writes data as readable JSON.
    pub(crate) fn write_json<T: Serialize>(&mut self, data: &T) -> io::Result<()> {
        self.out.write_all(json_text::pretty(data)?.as_bytes())
    }

    /// Reads the catalogue for a command that needs all of it.
    ///
    /// # Errors
    /// If it contains errors; they have been drawn on the error handle.
    pub fn read_strictly(&mut self) -> Result<SchemaFiles, Failure> {
        let (files, outcome) = self.read_leniently()?;
        let message = "the catalogue has errors; nothing was written";
        match outcome {
            Outcome::Done => Ok(files),
            Outcome::Findings => Err(Failure::refused(message)),
            Outcome::Unreadable => Err(Failure::unreadable(message)),
        }
    }
}

fn read_folder(folder: &Path) -> Result<SchemaFiles, Failure> {
    if folder.is_dir() { Ok(SchemaFiles::read(folder)) } else { Err(no_catalogue(folder)) }
}

/// The error for a missing catalogue folder.
pub(crate) fn no_catalogue(folder: &Path) -> Failure {
    let message = if folder.exists() {
        format!("`{}` is not a folder", folder.display())
    } else {
        format!("there is no folder `{}`", folder.display())
    };
    Failure::unreadable(message).with_help("set the catalogue's folder with --schemas DIR")
}
