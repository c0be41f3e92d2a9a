//! What every command is given: where the catalogue is, and where to write.
//!
//! A command gets its arguments and the [`Session`], writes to the session's handles, and ends with an
//! [`Outcome`] or a [`Failure`]. Nothing is printed past the handles, so that a closed pipe is noticed in one place.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use heat_yaml::{Diagnostic, Severity};
use serde::Serialize;

use crate::json_text;
use crate::outcome::{Failure, Outcome};
use crate::report;
use crate::schema_files::SchemaFiles;

/// Where a command finds the catalogue, and where it writes.
pub struct Session {
    /// The catalogue's folder.
    pub schemas: PathBuf,
    /// Where results go.
    pub out: Box<dyn Write>,
    /// Where everything else goes.
    pub err: Box<dyn Write>,
    /// Whether results are coloured.
    pub color_out: bool,
    /// Whether everything else is coloured.
    pub color_err: bool,
}

impl Session {
    /// Reads the catalogue; what is wrong in it is in what comes back.
    ///
    /// # Errors
    /// When there is no such folder.
    pub fn read(&self) -> Result<SchemaFiles, Failure> {
        if !self.schemas.is_dir() {
            return Err(no_catalogue(&self.schemas));
        }
        Ok(SchemaFiles::read(&self.schemas))
    }

    /// Reads the catalogue for showing parts of it: what is wrong in it is drawn on the error handle, and the rest
    /// is there all the same. The outcome is that of the reading.
    ///
    /// # Errors
    /// When there is no such folder, or the error handle is closed.
    pub fn read_leniently(&mut self) -> Result<(SchemaFiles, Outcome), Failure> {
        let files = self.read()?;
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

    /// Draws what is wrong on the error handle.
    ///
    /// # Errors
    /// When the handle is closed.
    pub fn draw(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        report::text::draw(diagnostics, self.color_err, &mut self.err)
    }

    /// Writes data as JSON that people can read too.
    pub(crate) fn write_json<T: Serialize>(&mut self, data: &T) -> io::Result<()> {
        self.out.write_all(json_text::pretty(data)?.as_bytes())
    }

    /// Reads the catalogue for something that needs all of it.
    ///
    /// # Errors
    /// When anything in it is wrong; it has been drawn on the error handle.
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

/// There is no folder of schemas where one should be.
pub(crate) fn no_catalogue(folder: &Path) -> Failure {
    let message = if folder.exists() {
        format!("`{}` is not a folder", folder.display())
    } else {
        format!("there is no folder `{}`", folder.display())
    };
    Failure::unreadable(message).with_help("set the catalogue's folder with --schemas DIR")
}
