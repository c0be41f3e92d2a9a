//! Findings of the lint rules, before they are located in a text.

use heat_model::SchemaPath;
use heat_model::load::SchemaFile;
use heat_yaml::{Diagnostic, Span};

use crate::Rule;

/// Part of an entry that a finding points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Key of the entry; for a list item, the item.
    Key,
    /// Value of the entry.
    Value,
    /// Span in the text that is the value of the entry, in bytes of that text: in an example's template.
    Text(Span),
}

/// Entry of a schema, with a label.
#[derive(Debug, Clone)]
pub struct LabelledPath {
    /// Path of the entry.
    pub path: SchemaPath,
    /// Part of the entry that the label is for.
    pub part: Part,
    /// Text of the label; may be empty.
    pub label: String,
}

/// Problem that a rule found.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Rule that reports the finding.
    pub rule: &'static Rule,
    /// Message in one line.
    pub message: String,
    /// Entry with the problem.
    pub place: LabelledPath,
    /// Other entries that explain the problem.
    pub related: Vec<LabelledPath>,
    /// Notes: reasons why it is a problem, and other helpful facts.
    pub notes: Vec<String>,
    /// Help: what to write instead.
    pub help: Option<String>,
}

impl Finding {
    /// Sets the label on the entry with the problem.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.place.label = label.into();
        self
    }

    /// Adds another entry that explains the problem.
    pub fn related(&mut self, path: SchemaPath, part: Part, label: impl Into<String>) -> &mut Self {
        self.related.push(LabelledPath { path, part, label: label.into() });
        self
    }

    /// Adds a note: a reason why it is a problem, or another helpful fact.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a suggestion for what to write instead.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Converts the finding to a diagnostic, with spans in the text of the file.
    pub(super) fn into_diagnostic(self, file: &SchemaFile) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.rule.severity, self.rule.id, self.message);
        for place in std::iter::once(self.place).chain(self.related) {
            let span = match place.part {
                Part::Key => file.key_span(&place.path),
                Part::Value => file.value_span(&place.path),
                Part::Text(span) => crate::embedded::span_within(file, &place.path, span),
            };
            diagnostic = diagnostic.with_label(&file.source, span, place.label);
        }
        diagnostic.notes = self.notes;
        diagnostic.help = self.help;
        diagnostic
    }
}

/// Findings of one rule, to which its check adds.
pub struct Findings<'a> {
    rule: &'static Rule,
    found: &'a mut Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(rule: &'static Rule, found: &'a mut Vec<Finding>) -> Self {
        Self { rule, found }
    }

    /// Reports a problem at a part of an entry, and returns the finding so that details can be added.
    pub fn report(&mut self, path: &SchemaPath, part: Part, message: impl Into<String>) -> &mut Finding {
        let index = self.found.len();
        self.found.push(Finding {
            rule: self.rule,
            message: message.into(),
            place: LabelledPath { path: path.clone(), part, label: String::new() },
            related: Vec::new(),
            notes: Vec::new(),
            help: None,
        });
        &mut self.found[index]
    }
}
