//! Environments: their findings, and the templates that they are for.

use std::path::Path;
use std::sync::Arc;

use heat_catalogue::template_version::declares_version;
use heat_hot::Template;
use heat_template_check::check_environment;
use heat_yaml::{Diagnostic, Source};

use crate::documents::files::OpenFiles;
use crate::documents::kind::DocumentKind;
use crate::documents::{CheckResult, Document};
use crate::text::reading;
use crate::workspace::Workspace;

/// Maximum number of files of a folder that are read to find the templates of an environment.
const MAX_FILES: usize = 200;

impl Workspace {
    /// Checks an environment, by itself and with the open templates that it is for.
    pub(crate) fn check_environment(&self, document: &Document) -> CheckResult {
        let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
        let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
        let mut findings = check_environment(&document.source, &files);
        let mut read = files.into_read();
        for template in self.open_templates_of(document) {
            read.insert(template.path().to_owned());
            for found in &self.checked(template).findings {
                let is_here =
                    found.labels.first().is_some_and(|label| Arc::ptr_eq(&label.source, &document.source));
                let is_known =
                    findings.iter().any(|other| place(other) == place(found) && other.code == found.code);
                if is_here && !is_known {
                    findings.push(found.clone());
                }
            }
        }
        CheckResult { findings, files: read }
    }

    /// The open templates that an environment is for: those whose settings name it.
    fn open_templates_of<'d>(&'d self, environment: &'d Document) -> impl Iterator<Item = &'d Document> {
        self.documents.iter().filter(move |document| {
            if self.kind(document) != DocumentKind::Template {
                return false;
            }
            let files = OpenFiles::of(&self.documents, document.path(), &self.folders);
            let settings = self.project_settings(document, &files);
            let environments = self.environments(document, settings.as_ref(), &files, &mut Vec::new());
            environments.iter().any(|source| source.name() == environment.path())
        })
    }

    /// The templates that an environment is for: the open ones that name it, or else those in its folder and in its parent folder.
    pub(crate) fn templates_of(&self, environment: &Document) -> Vec<Template> {
        let open: Vec<Template> =
            self.open_templates_of(environment).filter_map(|document| document.template().cloned()).collect();
        if !open.is_empty() {
            return open;
        }
        let files = OpenFiles::of(&self.documents, environment.path(), &self.folders);
        let folder = Path::new(environment.path()).parent();
        let around = folder.and_then(Path::parent);
        let sources = folder.into_iter().chain(around).flat_map(|folder| templates_in(folder, &files));
        sources.filter_map(|source| reading::template(&source, None)).collect()
    }
}

/// The templates in a folder.
fn templates_in(folder: &Path, files: &OpenFiles<'_>) -> Vec<Arc<Source>> {
    let Ok(entries) = folder.read_dir() else { return Vec::new() };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|end| ["yaml", "yml", "template"].iter().any(|own| end == *own))
    });
    paths.sort();
    let sources = paths.iter().take(MAX_FILES).filter_map(|path| files.within(path));
    sources.filter(|source| declares_version(source.text())).collect()
}
