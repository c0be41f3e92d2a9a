//! The commands, one a file, and what they share.
//!
//! A command gets its arguments and the [`Session`], writes to the session's handles, and ends with an [`Outcome`]
//! or a [`Failure`]; what that means for the exit code is said here once. Nothing is printed past the handles, so
//! that a closed pipe is noticed in one place.

pub mod check;
pub mod completions;
pub mod explain;
pub mod export;
pub mod find;
pub mod init;
pub mod list;
pub mod rules;
pub mod show;
pub mod template;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Severity};

use crate::json_text;
use crate::report;
use crate::schema_files::SchemaFiles;

/// How a command that did its work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is well.
    Done,
    /// It found something that is to be mended.
    Findings,
    /// Something could not be read.
    Unreadable,
}

impl Outcome {
    /// The exit code.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Findings => 1,
            Self::Unreadable => 2,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        outcome.code().into()
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for cannot be had.
    Refused(Explanation),
    /// Something that is needed cannot be read or written.
    Unreadable(Explanation),
    /// What the command has to say cannot be written; a closed pipe is one of these.
    Output(io::Error),
}

/// What is wrong, and what to do about it.
#[derive(Debug)]
pub struct Explanation {
    /// What is wrong, in one line, with no full stop.
    pub message: String,
    /// Facts about it.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Failure {
    /// What was asked for cannot be had.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused(Explanation { message: message.into(), notes: Vec::new(), help: None })
    }

    /// Something that is needed cannot be read or written.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::Unreadable(Explanation { message: message.into(), notes: Vec::new(), help: None })
    }

    /// Something named `word` is not known: which of the known ones may have been meant.
    pub fn unknown<'a>(
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str>,
        else_: &str,
    ) -> Self {
        let help =
            nearest(word, known).map_or_else(|| else_.to_owned(), |near| format!("did you mean `{near}`?"));
        Self::refused(format!("there is no {what} `{word}`")).with_help(help)
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        if let Self::Refused(explanation) | Self::Unreadable(explanation) = &mut self {
            explanation.notes.push(note.into());
        }
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Self::Refused(explanation) | Self::Unreadable(explanation) = &mut self {
            explanation.help = Some(help.into());
        }
        self
    }
}

/// Writing to the session's handles is the only reading or writing that may fail without further words.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

/// What a command answers.
pub type CommandResult = Result<Outcome, Failure>;

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
        report::text::write(&errors, self.color_err, &mut self.err)?;
        let outcome = match (files.unreadable, errors.is_empty()) {
            (true, _) => Outcome::Unreadable,
            (false, false) => Outcome::Findings,
            (false, true) => Outcome::Done,
        };
        Ok((files, outcome))
    }

    /// Reads the catalogue for something that needs all of it.
    ///
    /// # Errors
    /// When anything in it is wrong; it has been drawn on the error handle.
    pub fn read_strictly(&mut self) -> Result<SchemaFiles, Failure> {
        let (files, outcome) = self.read_leniently()?;
        let message = "the catalogue has errors, and nothing was written";
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
    Failure::unreadable(message).with_help("name the catalogue's folder with --schemas DIR")
}

/// Writes data as JSON that people can read too.
pub(crate) fn write_json<T: serde::Serialize>(data: &T, session: &mut Session) -> io::Result<()> {
    session.out.write_all(json_text::pretty(data)?.as_bytes())
}
