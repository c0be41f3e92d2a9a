//! How a command ends: what that means for the exit code is said here once.

use std::io;
use std::process::ExitCode;

use heat_model::suggest::nearest;

/// How a command that did its work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is well.
    Done,
    /// It found something to fix.
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
