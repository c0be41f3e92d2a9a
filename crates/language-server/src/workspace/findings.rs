//! Converts findings to the protocol's form.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use heat_report::program::NAME;
use heat_yaml::{Diagnostic as Finding, Label, Severity, Source, Span};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Position, Range, Uri,
};

use crate::documents::Document;
use crate::documents::kind::DocumentKind;
use crate::protocol::addresses::uri_of;
use crate::protocol::positions::Lines;
use crate::site_address::SiteAddress;

/// Converts the findings of a document to the protocol's form.
pub(crate) struct Writer<'a> {
    document: &'a Document,
    kind: DocumentKind,
    site: &'a SiteAddress,
    /// Span at which the document names each file, by the path of the file.
    names: HashMap<String, Span>,
    /// The lines of other texts, which are only counted once.
    lines: HashMap<*const Source, Lines>,
}

impl<'a> Writer<'a> {
    /// A writer for a document of this kind, which names files at these spans.
    pub(crate) fn new(
        document: &'a Document,
        kind: DocumentKind,
        site: &'a SiteAddress,
        names: HashMap<String, Span>,
    ) -> Self {
        Self { document, kind, site, names, lines: HashMap::new() }
    }

    /// Converts a finding to a diagnostic.
    pub(crate) fn diagnostic(&mut self, finding: &Finding) -> Diagnostic {
        let own = finding.labels.iter().position(|label| self.is_own(label));
        let range = match own {
            Some(own) => self.document.range(finding.labels[own].span),
            None => self.range_of_file(finding),
        };
        let others = finding.labels.iter().enumerate().filter(|(index, _)| Some(*index) != own);
        let related: Vec<_> = others.filter_map(|(_, label)| self.related(label, &finding.message)).collect();
        Diagnostic {
            range,
            severity: Some(match finding.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            code: Some(NumberOrString::String(finding.code.to_owned())),
            code_description: self.site.rule(self.kind, finding.code).map(|href| CodeDescription { href }),
            source: Some(NAME.to_owned()),
            message: message(finding),
            related_information: (!related.is_empty()).then_some(related),
            tags: tag(finding.code).map(|tag| vec![tag]),
            data: None,
        }
    }

    fn is_own(&self, label: &Label) -> bool {
        Arc::ptr_eq(&label.source, &self.document.source)
    }

    /// The range for a finding in another file: the name of that file in the document, or else the first line.
    fn range_of_file(&self, finding: &Finding) -> Range {
        let named = finding.file_name().and_then(|file| self.names.get(file));
        named.map_or_else(|| self.first_line(), |span| self.document.range(*span))
    }

    fn first_line(&self) -> Range {
        let end = self.document.text().lines().next().unwrap_or_default().len();
        Range { start: Position::default(), end: self.document.range(Span::new(0, end)).end }
    }

    /// Converts a secondary label. One without a message gets that of the finding.
    fn related(&mut self, label: &Label, message: &str) -> Option<DiagnosticRelatedInformation> {
        let message = if label.message.is_empty() { message } else { &label.message };
        let location = self.location(&label.source, label.span)?;
        Some(DiagnosticRelatedInformation { location, message: message.to_owned() })
    }

    fn location(&mut self, source: &Arc<Source>, span: Span) -> Option<Location> {
        if Arc::ptr_eq(source, &self.document.source) {
            return Some(Location { uri: self.document.uri.clone(), range: self.document.range(span) });
        }
        let lines = self.lines.entry(Arc::as_ptr(source)).or_insert_with(|| Lines::of(source.text()));
        let range = lines.range(source.text(), span, self.document.encoding);
        Some(Location { uri: uri_of_file(source.name())?, range })
    }
}

/// The URI of a file with an absolute path; a built-in file has none.
fn uri_of_file(path: &str) -> Option<Uri> {
    Path::new(path).is_absolute().then(|| uri_of(path))?
}

/// The message with its notes and help: most editors show nothing else.
fn message(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    for note in &finding.notes {
        text.push_str("\nnote: ");
        text.push_str(note);
    }
    if let Some(help) = &finding.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

/// The tag with which editors show findings of a rule: faded, or struck through.
fn tag(code: &str) -> Option<DiagnosticTag> {
    let is_about = |word: &str| code.starts_with(word);
    if is_about("unused-") {
        return Some(DiagnosticTag::UNNECESSARY);
    }
    (is_about("deprecated-") || is_about("hidden-")).then_some(DiagnosticTag::DEPRECATED)
}
