//! Failures of requests, explained for people: the program shows them, and libraries return them.

use std::io::{self, Write};

use heat_model::suggest::nearest;
use heat_yaml::one_line;

/// Reason why a command could not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The command cannot do what it was asked for.
    Refused(Explanation),
    /// Something that is required cannot be read or written.
    Unreadable(Explanation),
    /// The output cannot be written; a closed pipe is one of these cases.
    Output(io::Error),
}

/// Explains a failure: what is wrong, and what to do about it.
#[derive(Debug)]
pub struct Explanation {
    /// Description of the failure in one line, with no full stop.
    pub message: String,
    /// Facts about the failure, one per line.
    pub notes: Vec<String>,
    /// Advice about the failure: what to do.
    pub help: Option<String>,
}

impl Failure {
    /// The failure of a command that cannot do what it was asked for.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused(Explanation { message: message.into(), notes: Vec::new(), help: None })
    }

    /// The failure to read or write something that is required.
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::Unreadable(Explanation { message: message.into(), notes: Vec::new(), help: None })
    }

    /// The failure for an unknown name: suggests the known name that may have been meant.
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

    /// Turns a refusal into a failure for an invalid argument, where a refusal would look like a finding.
    #[must_use]
    pub fn invalid_argument(self) -> Self {
        match self {
            Self::Refused(explanation) => Self::Unreadable(explanation),
            other => other,
        }
    }

    /// Description of the failure in one line, with no full stop.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Refused(explanation) | Self::Unreadable(explanation) => explanation.message.clone(),
            Self::Output(error) => format!("the output could not be written: {error}"),
        }
    }

    /// Adds a fact to the explanation of the failure.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        if let Self::Refused(explanation) | Self::Unreadable(explanation) = &mut self {
            explanation.notes.push(note.into());
        }
        self
    }

    /// Adds advice to the explanation of the failure: what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        if let Self::Refused(explanation) | Self::Unreadable(explanation) = &mut self {
            explanation.help = Some(help.into());
        }
        self
    }
}

/// Writing to the session's handles is the only I/O that can fail without further explanation.
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

impl Failure {
    /// Writes the explanation of the failure for people: its description, facts about it, and what to do.
    ///
    /// # Errors
    /// If the output is closed.
    pub fn write(&self, color: bool, out: &mut dyn Write) -> io::Result<()> {
        let output;
        let explanation = match self {
            Self::Refused(explanation) | Self::Unreadable(explanation) => explanation,
            Self::Output(_) => {
                output = Explanation { message: self.message(), notes: Vec::new(), help: None };
                &output
            }
        };
        let style = anstyle::AnsiColor::Red.on_default().bold();
        let word = if color { format!("{style}error{style:#}") } else { "error".to_owned() };
        writeln!(out, "{word}: {}", one_line(&explanation.message))?;
        for note in &explanation.notes {
            writeln!(out, "  note: {}", one_line(note))?;
        }
        if let Some(help) = &explanation.help {
            writeln!(out, "  help: {}", one_line(help))?;
        }
        out.flush()
    }
}
