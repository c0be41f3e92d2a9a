//! Diagnostics: a problem, its position, the reason, and the text to write instead. All parts of the project report their
//! findings as diagnostics.
//!
//! A [`Diagnostic`] contains the sources that its spans refer to, so that it can be rendered anywhere. The `render` feature
//! renders it with source lines and carets; other formats, such as JSON and SARIF, are left to the tool.

use std::collections::HashSet;
use std::sync::Arc;

use crate::{Fix, LineColumn, Source, Span};

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Information; nothing is wrong.
    Note,
    /// The text works, but should be changed.
    Warning,
    /// The text cannot be used as written.
    Error,
}

impl Severity {
    /// Name of the severity in lowercase.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A span in a source, with a short message about it.
#[derive(Debug, Clone)]
pub struct Label {
    /// The source that the span refers to.
    pub source: Arc<Source>,
    /// The labelled span.
    pub span: Span,
    /// Message shown at the span; may be empty.
    pub message: String,
}

/// A finding, with everything that is shown to a reader.
#[derive(Debug, Clone)]
#[must_use = "a finding nobody reads is a finding lost"]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// Code of the rule that reported the finding, such as `duplicate-key`.
    pub code: &'static str,
    /// Message in one line, without a full stop.
    pub message: String,
    /// The file concerned, if there is no text to point into.
    pub file: Option<String>,
    /// Labels of the finding; the first is at the position of the error, the others explain it.
    pub labels: Vec<Label>,
    /// Reasons why the text is wrong, and other useful facts.
    pub notes: Vec<String>,
    /// Text to write instead.
    pub help: Option<String>,
    /// Change that fixes the finding, in the source of the first label.
    pub fix: Option<Fix>,
    /// Groups of findings that the finding belongs to, for programs.
    pub tags: &'static [&'static str],
}

impl Diagnostic {
    /// Returns a finding without a label.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity,
            code,
            message: message.into(),
            file: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
            tags: &[],
        }
    }

    /// Returns an error without a label.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// Sets the file name, for a finding about a whole file.
    pub fn in_file(mut self, name: impl Into<String>) -> Self {
        self.file = Some(name.into());
        self
    }

    /// Adds a label at a span, or sets the name of the file if there is none.
    pub fn at(self, source: &Arc<Source>, span: Option<Span>, message: impl Into<String>) -> Self {
        match span {
            Some(span) => self.with_label(source, span, message),
            None => self.in_file(source.name()),
        }
    }

    /// Adds a label. The first one added is at the position of the error.
    pub fn with_label(mut self, source: &Arc<Source>, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label { source: Arc::clone(source), span, message: message.into() });
        self
    }

    /// Adds a reason or a fact.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Sets the change that fixes the finding.
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Sets the help: the text to write instead.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Name of the file that the finding is about, if any.
    #[must_use]
    pub fn file_name(&self) -> Option<&str> {
        self.labels.first().map(|label| label.source.name()).or(self.file.as_deref())
    }

    /// Line and column of the error, if it has a label.
    #[must_use]
    pub fn position(&self) -> Option<LineColumn> {
        self.labels.first().map(|label| label.source.line_column(label.span.start))
    }
}

/// Sorts diagnostics by file and position.
pub fn sort_diagnostics(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|left, right| {
        let key =
            |diagnostic: &Diagnostic| (diagnostic.labels.first().map(|label| label.span), diagnostic.code);
        left.file_name()
            .cmp(&right.file_name())
            .then_with(|| key(left).cmp(&key(right)))
            .then_with(|| left.message.cmp(&right.message))
    });
}

/// Removes diagnostics with the same message and position as an earlier one: an error in the value of an anchor is reported for
/// each alias, and an error in an environment for each template.
pub fn remove_repetitions(diagnostics: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::with_capacity(diagnostics.len());
    let is_first: Vec<bool> = diagnostics
        .iter()
        .map(|diagnostic| {
            let span = diagnostic.labels.first().map(|label| label.span);
            seen.insert((diagnostic.code, diagnostic.file_name(), span, diagnostic.message.as_str()))
        })
        .collect();
    let mut is_first = is_first.into_iter();
    diagnostics.retain(|_| is_first.next().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_is_equal_in_code_place_and_message() {
        let (source, other) = (Source::new("a.yaml", "a: b"), Source::new("b.yaml", "a: b"));
        let at = |source, start, code, message: &str| {
            Diagnostic::error(code, message).with_label(source, Span::new(start, 4), "")
        };
        let all = vec![
            at(&source, 0, "one", "x"),
            at(&source, 3, "one", "x"),
            at(&source, 0, "two", "x"),
            at(&source, 0, "one", "y"),
            at(&other, 0, "one", "x"),
            Diagnostic::error("one", "x").in_file("a.yaml"),
        ];
        let mut twice = all.clone();
        twice.extend(all.iter().map(|diagnostic| diagnostic.clone().with_help("later")));
        remove_repetitions(&mut twice);
        let places = |all: &[Diagnostic]| all.iter().map(Diagnostic::to_plain_text).collect::<Vec<_>>();
        assert_eq!(places(&twice), places(&all), "the first of each is left");
    }
}
