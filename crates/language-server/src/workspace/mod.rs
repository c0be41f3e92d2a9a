//! State of the server: the open documents, the types, and the settings.
//!
//! Everything that depends on several files is here as well: findings, environments with their templates, and names that files
//! share. Questions about single parts of a document are in `answers`.

pub(crate) mod environment_names;
mod environments;
mod findings;
pub(crate) mod shared_names;
mod template_files;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_hot::Template;
use heat_report::text::counted;
use heat_template_check::settings::{FILE as SETTINGS_FILE, Settings as ProjectSettings, UNREADABLE_FILE};
use heat_template_check::{
    DeclaredRule, Selection, TemplateCheck, later_version, nearest_settings, unknown_names,
};
use heat_template_files::rule_files;
use heat_template_test::TestFile;
use heat_yaml::{Diagnostic as Finding, Severity, Source};
use indexmap::IndexMap;
use lsp_types::Diagnostic;

use super::catalogue::{Catalogue, KnownTypes};
use super::documents::{CheckResult, Document, Documents};
use super::settings::Settings;
use crate::documents::files::OpenFiles;
use crate::documents::kind::DocumentKind;
use crate::places::template_types::TemplateTypes;
use crate::protocol::positions::Encoding;
use crate::text::file_names;
use crate::workspace::findings::Writer;

/// The code of the note that counts the findings that an editor does not show.
const OMITTED_FINDINGS: &str = "omitted-findings";

/// State of the server.
pub(crate) struct Workspace {
    /// The resource types of the catalogue.
    pub(crate) catalogue: Catalogue,
    /// The open documents.
    pub(crate) documents: Documents,
    /// The folders that are open in the editor.
    pub(crate) folders: Vec<PathBuf>,
    /// Settings from the client.
    pub(crate) settings: Settings,
    /// Unit of the columns in positions.
    pub(crate) encoding: Encoding,
}

impl Workspace {
    /// The kind of a document.
    pub(crate) fn kind(&self, document: &Document) -> DocumentKind {
        DocumentKind::of(&document.source, &self.catalogue)
    }

    /// A document as a template, as far as it can be read; `None` if it is of another kind.
    pub(crate) fn template<'d>(&self, document: &'d Document) -> Option<&'d Template> {
        let is_template = self.kind(document) == DocumentKind::Template;
        document.template().filter(|_| is_template)
    }

    /// The types of the resources in a template, which is a document or was derived from one.
    pub(crate) fn types(&self, document: &Document, template: &Template) -> TemplateTypes<'_> {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        let settings = self.project_settings(document, &files);
        let environments = self.environments(document, settings.as_ref(), &files, &mut Vec::new());
        let known = self.known_types(settings.as_ref(), &mut Vec::new());
        TemplateTypes::new(known, template, &environments, &files)
    }

    /// The types that a document of any kind can name.
    pub(crate) fn types_of(&self, document: &Document) -> KnownTypes<'_> {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        self.known_types(self.project_settings(document, &files).as_ref(), &mut Vec::new())
    }

    /// Returns the result of a document's check, which runs if there is none.
    pub(crate) fn checked<'d>(&self, document: &'d Document) -> &'d CheckResult {
        document.checked(|| match self.kind(document) {
            DocumentKind::Template => self.check_template(document),
            DocumentKind::Environment => self.check_environment(document),
            DocumentKind::Schema => CheckResult {
                findings: self.catalogue.check_schema(&document.source),
                ..CheckResult::default()
            },
            DocumentKind::Settings => {
                CheckResult { findings: settings_findings(document), ..CheckResult::default() }
            }
            DocumentKind::Tests => {
                CheckResult { findings: TestFile::read(&document.source).1, ..CheckResult::default() }
            }
            DocumentKind::Rule => {
                let (rule, mut findings) = DeclaredRule::read(&document.source);
                let types = self.types_of(document);
                let names = rule.map(|rule| unknown_names(&rule, types.as_types()));
                findings.extend(names.into_iter().flatten());
                CheckResult { findings, ..CheckResult::default() }
            }
            DocumentKind::Other => CheckResult::default(),
        })
    }

    fn check_template(&self, document: &Document) -> CheckResult {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        let mut settings = self.project_settings(document, &files);
        let mut findings = Vec::new();
        let path = Path::new(document.path());
        let mut enabled = settings.as_ref().map(|settings| settings.enabled_for(path)).unwrap_or_default();
        enabled.extend(self.settings.enabled.rules());
        let types = self.known_types(settings.as_ref(), &mut findings);
        let check = TemplateCheck {
            environments: self.environments(document, settings.as_ref(), &files, &mut findings),
            parameters: &IndexMap::new(),
            files: &files,
            types: types.as_types(),
            is_strict: false,
            now: None,
            enabled: &enabled,
        };
        let (_, found) = check.run(Arc::clone(&document.source));
        findings.extend(found.diagnostics);
        if let Some(release) = types.release()
            && let Some(newest) = release.newest_version
        {
            findings.extend(later_version(&document.source, newest, &release.words));
        }
        if let Some(settings) = &mut settings {
            settings.filter(&mut findings, &Selection::default());
        }
        CheckResult { findings: shown(findings, found.omitted), files: files.into_read() }
    }

    /// The settings of the project of a document.
    pub(crate) fn project_settings(
        &self,
        document: &Document,
        files: &OpenFiles<'_>,
    ) -> Option<ProjectSettings> {
        let path = Path::new(document.path());
        let limit = self.folder_around(path);
        let (source, folder) = nearest_settings(path, limit, |path| files.source(path))?;
        Some(ProjectSettings::read(&source, &folder, &rule_files))
    }

    /// The types that the settings of a project ask for, or else those of the catalogue. Types that cannot be loaded are reported.
    fn known_types(&self, settings: Option<&ProjectSettings>, findings: &mut Vec<Finding>) -> KnownTypes<'_> {
        let of_project = settings
            .map_or(Ok(None), |settings| self.catalogue.of_project(settings.release(), settings.types()))
            .unwrap_or_else(|failure| {
                findings.push(Finding::error(UNREADABLE_FILE, failure.message()).in_file(SETTINGS_FILE));
                None
            });
        of_project.map_or_else(|| KnownTypes::Catalogue(self.catalogue.types()), KnownTypes::Project)
    }

    /// The outermost folder of the workspace around a file.
    fn folder_around(&self, path: &Path) -> Option<&Path> {
        let around = self.folders.iter().filter(|folder| path.starts_with(folder));
        around.min_by_key(|folder| folder.components().count()).map(PathBuf::as_path)
    }

    /// The environments of a document: those that the client sets, or else those of the settings. Files that cannot be read are
    /// reported.
    pub(crate) fn environments(
        &self,
        document: &Document,
        settings: Option<&ProjectSettings>,
        files: &OpenFiles<'_>,
        findings: &mut Vec<Finding>,
    ) -> Vec<Arc<Source>> {
        let path = Path::new(document.path());
        let given = self.settings.environments.iter();
        let paths: Vec<PathBuf> = if self.settings.environments.is_empty() {
            settings.map(|settings| settings.environments_of(path)).unwrap_or_default()
        } else if let Some(folder) = self.folder_around(path) {
            given.map(|environment| folder.join(environment)).collect()
        } else {
            Vec::new()
        };
        let mut read = |path: &PathBuf| {
            let source = files.source(path);
            if source.is_none() {
                let message = format!("the environment `{}` cannot be read", path.display());
                findings.push(Finding::error(UNREADABLE_FILE, message).in_file(path.display().to_string()));
            }
            source
        };
        paths.iter().filter_map(&mut read).collect()
    }

    /// The findings of a document, in the protocol's form.
    pub(crate) fn diagnostics(&self, document: &Document) -> Vec<Diagnostic> {
        // The check comes first: its memory is free again when the writer reads the document as a template, which is cached.
        let found = &self.checked(document).findings;
        let mut writer = self.writer(document);
        let mut diagnostics: Vec<_> = found.iter().map(|finding| writer.diagnostic(finding)).collect();
        diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        diagnostics
    }

    /// The writer for the findings of a document.
    pub(crate) fn writer<'a>(&'a self, document: &'a Document) -> Writer<'a> {
        let files_in_text = self.template(document).map(file_names::files).unwrap_or_default();
        let places = files_in_text.into_iter().map(|file| (file.path, file.span)).collect();
        let kind = self.kind(document);
        Writer::new(document, kind, &self.settings.site, places)
    }
}

/// The findings that an editor shows; the others are counted in the last one.
fn shown(findings: Vec<Finding>, omitted: usize) -> Vec<Finding> {
    let (shown, more) = heat_template_check::shown(&findings);
    if omitted + more == 0 {
        return findings;
    }
    let message = format!("{} not shown", counted(omitted + more, "more finding"));
    let omitted = Finding::new(Severity::Note, OMITTED_FINDINGS, message);
    shown.into_iter().cloned().chain([omitted]).collect()
}

/// The findings about the settings of a project.
fn settings_findings(document: &Document) -> Vec<Finding> {
    let folder = Path::new(document.path()).parent().unwrap_or(Path::new(""));
    ProjectSettings::read(&document.source, folder, &rule_files).diagnostics().to_vec()
}
