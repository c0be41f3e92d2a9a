//! Where a rule reports what it finds.

use std::sync::Arc;

use heat_hot::fault::Stage;
use heat_yaml::{Diagnostic, Edit, Fix, Severity, Source, Span};

/// Where a rule reports what it finds.
pub struct Findings<'f> {
    rule: &'static str,
    stage: Option<Stage>,
    source: &'f Arc<Source>,
    found: &'f mut Vec<Diagnostic>,
}

impl<'f> Findings<'f> {
    pub(super) fn new(
        rule: &'static str,
        stage: Option<Stage>,
        source: &'f Arc<Source>,
        found: &'f mut Vec<Diagnostic>,
    ) -> Self {
        Self { rule, stage, source, found }
    }

    /// Reports a problem at a place, and what to write instead.
    pub fn report(
        &mut self,
        at: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ReportedFinding<'_> {
        let mut diagnostic =
            Diagnostic::new(self.stage.map_or(Severity::Warning, Stage::severity), self.rule, message)
                .with_label(self.source, at, "")
                .with_help(help);
        diagnostic.notes.extend(self.stage.and_then(Stage::note).map(str::to_owned));
        self.found.push(diagnostic);
        let last = self.found.len() - 1;
        ReportedFinding { source: self.source, diagnostic: &mut self.found[last] }
    }
}

/// A finding that was reported, to add details.
pub struct ReportedFinding<'f> {
    source: &'f Arc<Source>,
    diagnostic: &'f mut Diagnostic,
}

impl ReportedFinding<'_> {
    /// Makes the finding one about what Heat refuses at a stage.
    pub(crate) fn fails(&mut self, stage: Stage) -> &mut Self {
        self.diagnostic.severity = stage.severity();
        // The rule says when Heat notices such a problem elsewhere.
        self.diagnostic.notes.clear();
        self.diagnostic.notes.extend(stage.note().map(str::to_owned));
        self
    }

    /// Adds a note that says why the finding is a problem.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.diagnostic.notes.push(note.into());
        self
    }

    /// Adds the edit that certainly fixes the finding.
    pub fn fix(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.diagnostic.fix = Some(Fix::safe(Edit { span, text: text.into() }));
        self
    }

    /// Adds the renaming that certainly fixes the finding.
    pub fn rename(&mut self, at: Span, name: &str, new: &str) -> &mut Self {
        self.diagnostic.fix = Edit::rename(self.source, at, name, new).map(Fix::safe);
        self
    }

    /// Adds the edit that puts another name in place of one, as a guess of what was meant.
    pub fn suggest(&mut self, at: Span, name: &str, new: &str) -> &mut Self {
        self.diagnostic.fix = Edit::rename(self.source, at, name, new).map(Fix::guess);
        self
    }

    /// Adds another place that explains the finding.
    pub fn related(&mut self, at: Span, message: impl Into<String>) -> &mut Self {
        let message = message.into();
        let label = heat_yaml::Label { source: Arc::clone(self.source), span: at, message };
        self.diagnostic.labels.push(label);
        self
    }
}
