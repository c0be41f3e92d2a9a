//! The findings of rules, before they are located in a text.

use heat_model::SchemaPath;
use heat_model::load::SchemaFile;
use heat_yaml::{Diagnostic, Span};

use crate::Rule;

/// Which part of an entry a finding points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The key of the entry; for a list item, the item.
    Key,
    /// The value of the entry.
    Value,
    /// A part of the text that is the value of the entry, in bytes of that text: a place in an example's template.
    Text(Span),
}

/// An entry of a schema, with a label.
#[derive(Debug, Clone)]
pub struct LabelledPath {
    /// Path of the entry.
    pub path: SchemaPath,
    /// Which part of the entry the label is for.
    pub part: Part,
    /// What the label says; may be empty.
    pub label: String,
}

/// Something that a rule found.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule that reports the finding.
    pub rule: &'static Rule,
    /// What is wrong, in one line.
    pub message: String,
    /// Where the problem is.
    pub place: LabelledPath,
    /// Other places that explain the problem.
    pub related: Vec<LabelledPath>,
    /// Why the problem is one, and other helpful facts.
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Finding {
    /// Sets the label at the place of the problem.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.place.label = label.into();
        self
    }

    /// Adds another place that explains the problem.
    pub fn related(&mut self, path: SchemaPath, part: Part, label: impl Into<String>) -> &mut Self {
        self.related.push(LabelledPath { path, part, label: label.into() });
        self
    }

    /// Adds a note: why the problem is one, or another helpful fact.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a suggestion for what to write instead.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Converts the finding to a diagnostic, at its place in the text of the file.
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

/// Where a rule reports what it finds.
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
