//! What the server knows: the open documents, the types, and the settings.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use heat_hot::Template;
use heat_template_check::TemplateCheck;
use heat_yaml::{Diagnostic as Finding, Span};
use indexmap::IndexMap;
use lsp_types::Diagnostic;

use super::catalogue::Catalogue;
use super::documents::{Document, Documents};
use super::file_names;
use super::files::OpenFiles;
use super::findings::Writer;
use super::kind::Kind;
use super::settings::Settings;

/// What the server knows.
pub(super) struct Workspace {
    /// The resource types.
    pub(super) catalogue: Catalogue,
    /// The open documents.
    pub(super) documents: Documents,
    /// The folders that are open in the editor.
    pub(super) folders: Vec<PathBuf>,
    /// What the client set.
    pub(super) settings: Settings,
}

impl Workspace {
    /// A document as a template, as far as it can be read; none if it is something else.
    pub(super) fn template<'d>(&self, document: &'d Document) -> Option<&'d Template> {
        let is_template = Kind::of(&document.source, &self.catalogue) == Kind::Template;
        document.template().filter(|_| is_template)
    }

    /// What is wrong with a document, and the files that were read to find out.
    pub(super) fn findings(&self, document: &Document) -> (Vec<Finding>, BTreeSet<String>) {
        match Kind::of(&document.source, &self.catalogue) {
            Kind::Template => self.template_findings(document),
            Kind::Schema => (self.catalogue.check_schema(&document.source), BTreeSet::new()),
            Kind::Other => Default::default(),
        }
    }

    fn template_findings(&self, document: &Document) -> (Vec<Finding>, BTreeSet<String>) {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        let check = TemplateCheck {
            environments: Vec::new(),
            parameters: &IndexMap::new(),
            files: &files,
            types: self.catalogue.types(),
            is_strict: false,
            now: None,
        };
        let (_, found) = check.run(Arc::clone(&document.source));
        let found = found.diagnostics;
        (found, files.into_read())
    }

    /// The same as the protocol has it.
    pub(super) fn diagnostics(&self, document: &Document) -> (Vec<Diagnostic>, BTreeSet<String>) {
        let (found, files) = self.findings(document);
        let files_in_text = self.template(document).map(file_names::files).unwrap_or_default();
        let places: HashMap<String, Span> =
            files_in_text.into_iter().map(|file| (file.path, file.span)).collect();
        let mut writer = Writer::new(document, &self.settings.site, places);
        let mut diagnostics: Vec<_> = found.iter().map(|finding| writer.diagnostic(finding)).collect();
        diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        (diagnostics, files)
    }
}
