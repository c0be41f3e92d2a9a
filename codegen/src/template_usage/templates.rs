//! The templates of a folder: the files that are templates, parsed into trees.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_yaml::{Diagnostic, Node, ParseOptions, Severity, Source};
use walkdir::WalkDir;

use crate::input::{self, ReadError};
use crate::io_error::unreadable;
use crate::threads;

/// The extensions of files that can be templates.
const EXTENSIONS: [&str; 5] = ["yaml", "yml", "json", "template", "hot"];

/// The keys for the version of a template in each language.
const VERSION_KEYS: [&str; 3] =
    ["heat_template_version", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion"];

/// The language of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// `heat_template_version`, `resources`, `type`, `properties`.
    Hot,
    /// `HeatTemplateFormatVersion` or `AWSTemplateFormatVersion`, `Resources`, `Type`, `Properties`.
    Cfn,
}

/// A template, as far as its use of resource types is concerned.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) source: Arc<Source>,
    pub(super) root: Node,
    pub(super) language: Language,
}

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
            Ok(bytes) => Template::read(&path.display().to_string(), bytes),
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
            match Template::read(name, text.as_bytes().to_vec()) {
                Ok(template) => templates.extend(template),
                Err(diagnostic) => diagnostics.push(diagnostic),
            }
        }
        (Self { templates }, diagnostics)
    }

    /// The number of templates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.templates.len()
    }

    /// Whether it is empty.
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
                // A file that is given explicitly is read regardless of its name. Reading a pipe would block forever.
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

impl Template {
    /// Reads a file; `None` if it is clearly not a template.
    fn read(name: &str, bytes: Vec<u8>) -> Result<Option<Self>, Diagnostic> {
        let claims =
            |text: &[u8]| VERSION_KEYS.iter().any(|key| memchr::memmem::find(text, key.as_bytes()).is_some());
        let is_claimed = claims(&bytes);
        let source = match Source::from_bytes(name, bytes) {
            Ok(source) => source,
            Err(error) if is_claimed => return Err(as_warning(error)),
            Err(_) => return Ok(None),
        };
        let parsed = heat_yaml::parse_template(&source, &ParseOptions::template());
        let mistake = parsed.diagnostics.into_iter().find(|found| found.severity == Severity::Error);
        match (parsed.root, mistake) {
            (Some(root), None) => Ok(Self::of(source, root)),
            (_, Some(mistake)) if is_claimed => Err(as_warning(mistake)),
            _ => Ok(None),
        }
    }

    /// The template in a tree, or in a request to Heat's API.
    fn of(source: Arc<Source>, root: Node) -> Option<Self> {
        if let Some(language) = language(&root) {
            return Some(Self { source, root, language });
        }
        let template = root.as_mapping()?.get("template")?;
        let language = language(template)?;
        Some(Self { source, root: template.clone(), language })
    }
}

/// The language of a template: the one that it names, or else the one whose resources it has.
fn language(root: &Node) -> Option<Language> {
    let sections = root.as_mapping()?;
    let has_resources = |section: &str, key: &str| {
        sections.get(section).and_then(Node::as_mapping).is_some_and(|resources| {
            let is_resource = |resource: &Node| resource.as_mapping().is_some_and(|it| it.get(key).is_some());
            resources.iter().any(|entry| is_resource(&entry.value))
        })
    };
    if sections.get("heat_template_version").is_some() || has_resources("resources", "type") {
        return Some(Language::Hot);
    }
    let is_cfn = VERSION_KEYS.iter().any(|key| sections.get(key).is_some());
    (is_cfn || has_resources("Resources", "Type")).then_some(Language::Cfn)
}

/// A template that cannot be read is no reason to stop.
fn as_warning(mut diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.severity = Severity::Warning;
    diagnostic.with_note("the uses in this template are unknown")
}
