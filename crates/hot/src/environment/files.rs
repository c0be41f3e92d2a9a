//! The files that the client sends with a stack, and their names.
//!
//! The client reads every file that is named by a `get_file` with a literal argument, by a `type` ending in `.yaml` or
//! `.template` (at any depth and anywhere in a template), or by a value without `::` in the registry of an environment. A file
//! that is itself a template is read in the same way, and sent as JSON.
//!
//! The client names files by their URLs. Here a file is named by its normalised path: the path of the file that refers to it,
//! joined with the reference, without `.` and with `..` resolved lexically. References with percent signs are decoded.

mod reference;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use heat_hot_language::TemplateVersion;
use heat_model::{Value, json, python};
use heat_yaml::{Node, ParseOptions, Source, Span, Value as Yaml};
use indexmap::IndexMap;

use super::{EnvironmentFile, is_template_name};
pub use reference::{Base, Reference};

use crate::plain::{key_of, plain_value};

/// Maximum number of files to collect, so that a source of endless files does no harm.
const MAX_FILES: usize = 5_000;

/// Maximum length of a file name, in bytes: that of Linux. A template that refers to itself in a subfolder has ever longer names.
const MAX_NAME: usize = 4_096;

/// A source of files. This crate itself reads none.
pub trait FileSource {
    /// Returns the text of a file, by its normalised path. The client encodes text that is not UTF-8 as Base64.
    ///
    /// # Errors
    /// The file cannot be read as text.
    fn read(&self, path: &str) -> Result<String, FileError>;
}

/// Reason why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The file does not exist.
    NotFound,
    /// The file is outside the folder from which files may be read.
    Outside,
    /// The file cannot be read, for this reason.
    Unreadable(String),
    /// No files are read.
    NotRead,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such file"),
            Self::Outside => f.write_str("the file is outside the folder that may be read"),
            Self::NotRead => f.write_str("no files are read here"),
            Self::Unreadable(reason) => write!(f, "the file cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for FileError {}

/// A source without files: every file is [not read](FileError::NotRead).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoFiles;

impl FileSource for NoFiles {
    fn read(&self, _: &str) -> Result<String, FileError> {
        Err(FileError::NotRead)
    }
}

/// File that is sent with a stack.
#[derive(Debug, Clone)]
pub struct File {
    /// Text of the file, as it was read.
    pub source: Arc<Source>,
    /// Text that Heat receives: if the file is a template, JSON with the names of files resolved.
    pub content: String,
    /// `true` if the client treats the file as a template.
    pub is_template: bool,
}

/// A file whose content is not known.
#[derive(Debug, Clone)]
pub struct UnknownFile {
    /// Name of the file: a normalised path or a URL.
    pub name: String,
    /// The first text that names the file.
    pub source: Arc<Source>,
    /// Span of the name in the text.
    pub span: Span,
    /// Purpose for which the text names the file.
    pub named_for: NamedFor,
    /// Reason why the file is not known.
    pub reason: UnknownReason,
}

/// Purpose for which a text names a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedFor {
    /// The content of the file, by `get_file`.
    Content,
    /// A nested template, by a `type`.
    Template,
    /// The replacement of a type, in the registry of an environment.
    Registry,
}

/// Reason why a file is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownReason {
    /// URLs are never fetched.
    Url,
    /// The name is relative to a `base_url` that is not a URL; the client refuses this.
    BaseUrl,
    /// The stack has too many files.
    TooMany,
    /// The file cannot be read.
    Error(FileError),
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url => f.write_str("URLs are not fetched, so its content is unknown"),
            Self::BaseUrl => f.write_str("`base_url` is not a URL, so the client cannot read the file"),
            Self::TooMany => write!(f, "more than {MAX_FILES} files are referenced"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

/// The collected files, by name.
#[derive(Debug, Clone, Default)]
pub struct Files {
    files: IndexMap<String, File>,
    unknown: IndexMap<String, UnknownFile>,
}

impl Files {
    /// The file with this normalised name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }

    /// The file that a text refers to: by the argument of a `get_file`, or by a `type`.
    #[must_use]
    pub fn referenced(&self, source: &Source, reference: &str) -> Option<&File> {
        self.get(Base::File(source.name().to_owned()).join(reference).name())
    }

    /// All files, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file))
    }

    /// The files that are not known, without duplicates.
    pub fn unknown(&self) -> impl Iterator<Item = &UnknownFile> {
        self.unknown.values()
    }
}

/// Collects the files that templates and environments refer to. The name of each source is its path.
///
/// Each file is read once, so templates that include each other are collected correctly.
#[must_use]
pub fn collect(
    source: &dyn FileSource,
    templates: &[(Arc<Source>, &Node)],
    environments: &[EnvironmentFile],
) -> Files {
    let mut collector = Collector { source, files: Files::default(), queue: VecDeque::new() };
    for (template, root) in templates {
        collector.queue_references(template, root);
    }
    for environment in environments {
        for named in environment.names_in_registry().0 {
            collector.queue.push_back(PendingFile {
                source: Arc::clone(&environment.source),
                span: named.span,
                named_for: NamedFor::Registry,
                reference: named.reference,
            });
        }
    }
    while let Some(wanted) = collector.queue.pop_front() {
        collector.read(wanted);
    }
    collector.files
}

/// A file to read, and the text that names it.
struct PendingFile {
    source: Arc<Source>,
    span: Span,
    named_for: NamedFor,
    reference: Reference,
}

struct Collector<'a> {
    source: &'a dyn FileSource,
    files: Files,
    queue: VecDeque<PendingFile>,
}

impl Collector<'_> {
    /// Queues the files that a template names, and returns the template with the names resolved.
    fn queue_references(&mut self, source: &Arc<Source>, root: &Node) -> Value {
        let base = Base::File(source.name().to_owned());
        let mut found = Vec::new();
        let resolved = resolved(root, &base, &mut found);
        self.queue.extend(found.into_iter().map(|(span, named_for, reference)| PendingFile {
            source: Arc::clone(source),
            span,
            named_for,
            reference,
        }));
        resolved
    }

    fn read(&mut self, wanted: PendingFile) {
        let name = wanted.reference.name().to_owned();
        if self.files.files.contains_key(&name) || self.files.unknown.contains_key(&name) {
            return;
        }
        let text = match &wanted.reference {
            Reference::Url(_) => Err(UnknownReason::Url),
            Reference::Relative(_) => Err(UnknownReason::BaseUrl),
            Reference::Path(_) if self.files.files.len() >= MAX_FILES => Err(UnknownReason::TooMany),
            Reference::Path(_) if name.len() > MAX_NAME => {
                Err(UnknownReason::Error(FileError::Unreadable("its name is too long".to_owned())))
            }
            Reference::Path(path) => self.source.read(path).map_err(UnknownReason::Error),
        };
        match text {
            Ok(text) => {
                let source = Source::new(name.as_str(), text);
                let template = template_root(&source);
                let is_template = template.is_some();
                let content = match template {
                    Some(root) => python::json_dumps(&self.queue_references(&source, &root)),
                    None => source.text().to_owned(),
                };
                self.files.files.insert(name, File { source, content, is_template });
            }
            Err(reason) => {
                let PendingFile { source, span, named_for, .. } = wanted;
                let unknown = UnknownFile { name: name.clone(), source, span, named_for, reason };
                self.files.unknown.insert(name, unknown);
            }
        }
    }
}

/// The template as the client sends it; the files that it names are added to `found`.
fn resolved(node: &Node, base: &Base, found: &mut Vec<(Span, NamedFor, Reference)>) -> Value {
    match &node.value {
        Yaml::Sequence(items) | Yaml::Set(items) => {
            items.iter().map(|item| resolved(item, base, found)).collect()
        }
        Yaml::Mapping(mapping) => {
            let entries = mapping.iter().map(|entry| {
                let text = entry.value.as_str();
                let named_for = entry.key.as_str().zip(text).and_then(|(key, text)| names_file(key, text));
                let value = match (named_for, text) {
                    (Some(named_for), Some(text)) => {
                        let reference = base.join(text);
                        let name = Value::from(reference.name());
                        found.push((entry.value.span, named_for, reference));
                        name
                    }
                    _ => resolved(&entry.value, base, found),
                };
                (key_of(&entry.key), value)
            });
            entries.collect()
        }
        _ => plain_value(node),
    }
}

/// Purpose for which a key with a text names a file; `None` if it names none.
fn names_file(key: &str, text: &str) -> Option<NamedFor> {
    match key {
        "get_file" => Some(NamedFor::Content),
        "type" if is_template_name(text) => Some(NamedFor::Template),
        _ => None,
    }
}

/// The root of a file that the client treats as a template: it is YAML or JSON, and has a version key in it. Python's `in` is
/// also true for text that contains the word, and for a list that has it as an item.
fn template_root(source: &Arc<Source>) -> Option<Node> {
    let text = source.text().trim();
    let options = ParseOptions::template();
    let parsed = if text.starts_with('{') {
        json::parse(text).ok()?;
        heat_yaml::parse_template(source, &options)
    } else {
        heat_yaml::parse(source, &options)
    };
    let root = if parsed.has_errors() { None } else { parsed.root }?;
    let has_version = TemplateVersion::KEYS.iter().any(|version| match &root.value {
        Yaml::Mapping(mapping) => mapping.get(version).is_some(),
        Yaml::Sequence(items) | Yaml::Set(items) => items.iter().any(|item| item.as_str() == Some(version)),
        Yaml::String(text) => text.contains(version),
        _ => false,
    });
    has_version.then_some(root)
}
