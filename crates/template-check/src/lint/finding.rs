//! Findings of the rules for templates, and the calls that report them.

use std::sync::Arc;

use heat_hot::fault::Stage;
use heat_yaml::{Diagnostic, Edit, Fix, Severity, Source, Span};

/// Findings of one rule, to which its check adds.
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

    /// Reports a problem at a span, and what to write instead.
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

/// Finding that was reported, to which details can be added.
pub struct ReportedFinding<'f> {
    source: &'f Arc<Source>,
    diagnostic: &'f mut Diagnostic,
}

impl ReportedFinding<'_> {
    /// Changes the finding to one about an error of Heat at a stage.
    pub(crate) fn fails(&mut self, stage: Stage) -> &mut Self {
        self.diagnostic.severity = stage.severity();
        // The note of the rule is about the stage of its other findings.
        self.diagnostic.notes.clear();
        self.diagnostic.notes.extend(stage.note().map(str::to_owned));
        self
    }

    /// Adds a note that explains why the finding is a problem.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.diagnostic.notes.push(note.into());
        self
    }

    /// Adds an edit that certainly fixes the finding.
    pub fn fix(&mut self, span: Span, text: impl Into<String>) -> &mut Self {
        self.diagnostic.fix = Some(Fix::safe(Edit { span, text: text.into() }));
        self
    }

    /// Adds a renaming that certainly fixes the finding.
    pub fn rename(&mut self, at: Span, name: &str, new: &str) -> &mut Self {
        self.diagnostic.fix = Edit::rename(self.source, at, name, new).map(Fix::safe);
        self
    }

    /// Adds an edit that replaces a name with another, as a guess of what was meant.
    pub fn suggest(&mut self, at: Span, name: &str, new: &str) -> &mut Self {
        self.diagnostic.fix = Edit::rename(self.source, at, name, new).map(Fix::guess);
        self
    }

    /// Replaces the help with the name that was probably meant, and suggests that name, if there is one.
    pub(crate) fn did_you_mean(&mut self, at: Span, name: &str, near: Option<&str>) -> &mut Self {
        let Some(near) = near else { return self };
        self.diagnostic.help = Some(format!("did you mean `{near}`?"));
        self.suggest(at, name, near)
    }

    /// Adds a related span that explains the finding.
    pub fn related(&mut self, at: Span, message: impl Into<String>) -> &mut Self {
        let message = message.into();
        let label = heat_yaml::Label { source: Arc::clone(self.source), span: at, message };
        self.diagnostic.labels.push(label);
        self
    }
}
