//! Resolving a template from files: what the command `resolve` prints.
//!
//! `heat-hot` does the work; here the files are read, and the result becomes a document again.

mod document;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_hot::environment::EnvironmentFile;
use heat_hot::environment::files::{FileError, FileSource};
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::surroundings::ResourceTypes;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::{ResourceType, Value};
use heat_template_check::{Findings, Purpose, ResolvedStack, StackSources, resolve_stack};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

use self::document::document;
use crate::input;
use crate::io_error::describe;
use crate::outcome::Failure;
use crate::schema_files::SchemaFiles;

/// What is resolved, and with what.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    /// The file of the template.
    pub template: PathBuf,
    /// The files of the environment, in the order in which they are merged.
    pub environments: Vec<PathBuf>,
    /// The values of parameters, as text.
    pub parameters: IndexMap<String, String>,
    /// The folder that `get_file` and nested templates may be read from; by default, the repository of the working folder, or
    /// else the working folder.
    pub root: Option<PathBuf>,
    /// The file with known attributes of resources.
    pub attributes: Option<PathBuf>,
}

/// A resolved template.
#[derive(Debug)]
pub struct Resolution {
    /// The template with everything resolved; none if it cannot be read.
    pub document: Option<IndexMap<String, Value>>,
    /// What is wrong with the template and the inputs, and which parameters have no value.
    pub diagnostics: Vec<Diagnostic>,
    /// How many errors there are beside these.
    pub omitted: usize,
    /// Whether anything is wrong.
    pub has_errors: bool,
}

impl ResourceTypes for SchemaFiles {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.files.get(name).map(|file| &file.schema)
    }

    fn names(&self) -> Vec<&str> {
        let schemas = self.files.values().map(|file| &file.schema);
        schemas
            .filter(|schema| !schema.support_status.is_hidden())
            .map(|schema| schema.name.as_str())
            .collect()
    }
}

/// Resolves a template.
///
/// # Errors
/// If a file cannot be read.
pub fn resolve(inputs: &Inputs, types: &SchemaFiles) -> Result<Resolution, Failure> {
    let (stack, Findings { diagnostics, omitted }) = stack_of(inputs, types, Unknowns::Unknown)?;
    let has_errors = diagnostics.iter().any(|found| found.severity == Severity::Error);
    let document = stack.map(|stack| {
        let parameters = &stack.parameters;
        let shown = parameters.iter().filter(|(name, _)| !parameters.is_reserved(name));
        document(&stack.template, shown, &stack.resolved)
    });
    let has_errors = has_errors || document.is_none();
    Ok(Resolution { document, diagnostics, omitted, has_errors })
}

/// What is given for a value that only a deployment knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknowns {
    /// It is unknown.
    Unknown,
    /// A text that stands for it ([`heat_hot::stand_in`]), where it is a text.
    StandIn,
}

/// Resolves a template; no stack if it cannot be read as one.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn stack_of(
    inputs: &Inputs,
    types: &SchemaFiles,
    unknowns: Unknowns,
) -> Result<(Option<ResolvedStack>, Findings), Failure> {
    let source = read(&inputs.template)?;
    let attributes = inputs.attributes.as_deref().map_or(Ok(KnownAttributes::new()), known_attributes)?;
    let attributes = match unknowns {
        Unknowns::Unknown => attributes,
        Unknowns::StandIn => attributes.with_stand_ins(),
    };
    let environments = inputs.environments.iter().map(|path| Ok(EnvironmentFile::read(&read(path)?)));
    let sources = StackSources {
        template: source,
        environments: environments.collect::<Result<_, Failure>>()?,
        parameters: &inputs.parameters,
        files: &Folder::new(inputs.root.as_deref())?,
        attributes,
        customs: WithoutCloud::timeless(),
        purpose: Purpose::Values,
    };
    Ok(resolve_stack(sources, types))
}

/// The folder that files may be read from.
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// This one; by default, the repository of the working folder, or else the working folder.
    ///
    /// # Errors
    /// If there is no such folder.
    pub(crate) fn new(root: Option<&Path>) -> Result<Self, Failure> {
        let here = Path::new(".").canonicalize();
        let root = match root {
            Some(root) => root.canonicalize(),
            None => here.map(|here| {
                here.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&here).to_path_buf()
            }),
        };
        let root = root
            .map_err(|error| Failure::unreadable(format!("the root cannot be read: {}", describe(&error))))?;
        Ok(Self { root })
    }
}

impl FileSource for Folder {
    fn read(&self, path: &str) -> Result<String, FileError> {
        let path = Path::new(path).canonicalize().map_err(|_| FileError::NotFound)?;
        if !path.starts_with(&self.root) {
            return Err(FileError::Outside);
        }
        let bytes =
            input::read(&path, input::MAX_TEXT).map_err(|error| FileError::Unreadable(error.words()))?;
        String::from_utf8(bytes).map_err(|_| FileError::Unreadable("it is not UTF-8 text".to_owned()))
    }
}

/// Reads a template or an environment.
///
/// # Errors
/// If there is no such file, or it is no text.
pub(crate) fn read(path: &Path) -> Result<Arc<Source>, Failure> {
    let shown = path.display().to_string();
    let failed = |message: String| Failure::unreadable(format!("`{shown}` cannot be read: {message}"));
    let bytes = input::read(path, input::MAX_TEXT).map_err(|error| failed(error.words()))?;
    Source::from_bytes(&shown, bytes).map_err(|diagnostic| failed(diagnostic.message))
}

/// Reads a file with one value, in YAML or JSON. None if there is none in it.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_value(path: &Path) -> Result<Option<Value>, Failure> {
    value_in(&read(path)?)
        .map_err(|message| Failure::unreadable(format!("`{}` cannot be read: {message}", path.display())))
}

/// The one value of a text, in YAML or JSON. None if there is none in it.
///
/// # Errors
/// Why it cannot be read.
pub(crate) fn value_in(source: &Arc<Source>) -> Result<Option<Value>, String> {
    let parsed = heat_yaml::parse_template(source, &heat_yaml::ParseOptions::template());
    match parsed.diagnostics.into_iter().find(|found| found.severity == Severity::Error) {
        Some(error) => Err(error.message),
        None => Ok(parsed.root.map(|root| heat_model::load::value_of(source, &root).0)),
    }
}

/// Reads the file of known attributes.
fn known_attributes(path: &Path) -> Result<KnownAttributes, Failure> {
    let form = || {
        Failure::unreadable(format!("`{}` does not list attributes by resource", path.display()))
            .with_help(
                "write a map for each resource: `server: {first_address: 10.0.0.3}`, and `$nested` for those of a nested stack",
            )
    };
    KnownAttributes::from_value(read_value(path)?.ok_or_else(form)?).ok_or_else(form)
}
