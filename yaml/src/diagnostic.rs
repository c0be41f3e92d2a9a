//! What is wrong, where, why, and what to write instead: the one form in which every part of the project
//! reports a finding.
//!
//! A [`Diagnostic`] carries the sources it points into, so that it can be drawn anywhere. Drawing it with source
//! lines and carets is the `render` feature; JSON, SARIF and the like are the tool's business.

use std::sync::Arc;

use crate::{LineColumn, Source, Span};

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// It works, and should be changed.
    Warning,
    /// It cannot be used as it is.
    Error,
}

impl Severity {
    /// The word for it, in lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A place in a source with a few words about it.
#[derive(Debug, Clone)]
pub struct Label {
    /// The text that the span is of.
    pub source: Arc<Source>,
    /// The place.
    pub span: Span,
    /// What is to be said there; may be empty.
    pub message: String,
}

/// One finding.
#[derive(Debug, Clone)]
#[must_use = "a finding nobody reads is a finding lost"]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The id of the rule that found it, such as `duplicate-key`.
    pub code: &'static str,
    /// What is wrong, in one line, with no full stop.
    pub message: String,
    /// The file concerned, where there is no text to point into.
    pub file: Option<String>,
    /// The places concerned; the first is where the mistake is, the others explain it.
    pub labels: Vec<Label>,
    /// Why it is wrong, and other facts that help.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding that points nowhere yet.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            file: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Names the file, for a finding about a file as a whole.
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(name.into());
        self
    }

    /// Adds a place. The first one added is where the mistake is.
    pub fn with_label(mut self, source: &Arc<Source>, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { source: Arc::clone(source), span, message: message.into() });
        self
    }

    /// Adds a reason or a fact.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Says what to write instead.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The name of the file it is about, if any.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.labels.first().map(|label| label.source.name()).or(self.file.as_deref())
    }

    /// Line and column of the mistake, where it has a place.
    #[must_use]
    pub fn position(&self) -> Option<LineColumn> {
        self.labels.first().map(|label| label.source.line_column(label.span.start))
    }
}
