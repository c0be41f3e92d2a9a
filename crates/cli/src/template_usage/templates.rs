//! The templates of a folder: the files that are templates, parsed into trees.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::input::{self, ReadError};
use heat_catalogue::io_error::unreadable;
use heat_catalogue::threads;
use heat_hot::Template;
use heat_hot::template::declared_version;
use heat_hot_language::{HotVersion, Keys, TemplateVersion};
use heat_yaml::{Diagnostic, Node, ParseOptions, Severity, Source};
use walkdir::WalkDir;

/// The extensions of files that can be templates.
const EXTENSIONS: [&str; 5] = ["yaml", "yml", "json", "template", "hot"];

/// The templates of a folder, sorted by path.
#[derive(Debug, Default)]
pub struct Templates {
    pub(super) templates: Vec<Template>,
}

impl Templates {
    /// Reads all templates in a folder, at any depth, or the one in a file.
    ///
    /// Files that are not templates are skipped. One that looks like a template but cannot be parsed as one is a warning, and
    /// the others are still returned; a file that cannot be read at all is an error.
    #[must_use]
    pub fn read(folder: &Path) -> (Self, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let paths = paths(folder, &mut diagnostics);
        let read = threads::map(&paths, |path| match input::read(path, input::MAX_TEXT) {
            Ok(bytes) => read(&path.display().to_string(), bytes),
            Err(error @ ReadError::TooLarge(_)) => Err(as_warning(error.at(path))),
            Err(error) => Err(error.at(path)),
        });
        let mut templates = Vec::new();
        for template in read {
            match template {
                Ok(template) => templates.extend(template),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (Self { templates }, diagnostics)
    }

    /// Parses templates from named texts.
    #[must_use]
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> (Self, Vec<Diagnostic>) {
        let (mut templates, mut diagnostics) = (Vec::new(), Vec::new());
        for (name, text) in texts {
            match read(name, text.as_bytes().to_vec()) {
                Ok(template) => templates.extend(template),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (Self { templates }, diagnostics)
    }

    /// The text of the template with this name.
    pub(crate) fn source(&self, name: &str) -> Option<&Arc<Source>> {
        self.templates.iter().map(Template::source).find(|source| source.name() == name)
    }

    /// Adds other templates.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.templates.append(&mut other.templates);
    }

    /// The number of templates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.templates.len()
    }

    /// Returns whether the collection is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }
}

/// The files that can be templates, sorted.
fn paths(folder: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        match entry {
            Ok(entry) => {
                let extension = entry.path().extension().and_then(|extension| extension.to_str());
                let can_be = extension.is_some_and(|extension| EXTENSIONS.contains(&extension));
                // A file that is passed explicitly is read regardless of its name. Reading a pipe would block forever.
                let is_meant =
                    entry.depth() == 0 || (can_be && input::leads_out(entry.path(), folder).is_none());
                if is_meant && fs::metadata(entry.path()).is_ok_and(|at| at.is_file()) {
                    paths.push(entry.into_path());
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                diagnostics.push(unreadable(&path, &error.into()));
            }
        }
    }
    paths
}

/// Reads a file; `None` if it is clearly not a template.
fn read(name: &str, bytes: Vec<u8>) -> Result<Option<Template>, Diagnostic> {
    let has = |key: &str| memchr::memmem::find(&bytes, key.as_bytes()).is_some();
    let is_claimed = TemplateVersion::KEYS.into_iter().any(has);
    let source = match Source::from_bytes(name, bytes) {
        Ok(source) => source,
        Err(error) if is_claimed => return Err(as_warning(error)),
        Err(_) => return Ok(None),
    };
    let parsed = heat_yaml::parse_template(&source, &ParseOptions::template());
    let mistake = parsed.diagnostics.into_iter().find(|found| found.severity == Severity::Error);
    match (parsed.root, mistake) {
        (Some(root), None) => Ok(of(&source, root)),
        (_, Some(mistake)) if is_claimed => Err(as_warning(mistake)),
        _ => Ok(None),
    }
}

/// The template in a tree, or in a request to Heat's API.
fn of(source: &Arc<Source>, root: Node) -> Option<Template> {
    if let Some(version) = version(&root) {
        return Some(Template::with_version(source, root, version));
    }
    let template = root.as_mapping()?.get("template")?;
    Some(Template::with_version(source, template.clone(), version(template)?))
}

/// The version of a template. If Heat does not know the declared version, the template is read like the newest with such
/// resources.
fn version(root: &Node) -> Option<TemplateVersion> {
    if let Ok(version) = declared_version(root) {
        return Some(version);
    }
    let newest = [TemplateVersion::Hot(HotVersion::NEWEST), TemplateVersion::AwsCfn];
    let map = root.as_mapping()?;
    let has_resources = |keys: &Keys| {
        let is_resource = |resource: &Node| {
            resource.as_mapping().is_some_and(|resource| resource.get(keys.resource.resource_type).is_some())
        };
        let resources = map.get(keys.resources).and_then(Node::as_mapping);
        resources.into_iter().flatten().any(|entry| is_resource(&entry.value))
    };
    let declares = |keys: &Keys| keys.versions.iter().any(|key| map.get(key).is_some());
    let find = |is_it: &dyn Fn(&Keys) -> bool| newest.into_iter().find(|version| is_it(&Keys::of(*version)));
    find(&has_resources).or_else(|| find(&declares))
}

/// Turns an error into a warning, because a template that cannot be read does not stop the search.
fn as_warning(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.severity = Severity::Warning;
    diagnostic.with_note("the uses in this template are unknown")
}
