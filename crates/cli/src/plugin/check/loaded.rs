//! Loading a plug-in in an installed Heat: `load.py` runs in the Python in which Heat is installed, once for each file.

use std::path::{Path, PathBuf};

use heat_import::constraint_facts::ConstraintFacts;
use heat_import::python;
use heat_model::ResourceType;
use heat_yaml::Diagnostic;
use indexmap::IndexMap;
use serde::Deserialize;

const LOAD: &str = include_str!("load.py");

/// The program that judges classes by Heat's contract.
const CONTRACT: &str = include_str!("contract.py");

/// Heat's report on a plug-in.
#[derive(Debug, Default, Deserialize)]
pub(super) struct LoadReport {
    /// The module of the file, if Python loads files with its name.
    pub(super) module: Option<String>,
    /// `true` if Heat ignores modules with this name.
    pub(super) skipped: bool,
    /// `true` if Heat could import the module.
    pub(super) imported: bool,
    /// The processor on which Heat runs.
    pub(super) machine: String,
    /// The registered types.
    pub(super) types: Vec<String>,
    /// The registered custom constraints.
    pub(super) constraints: IndexMap<String, ConstraintFacts>,
    /// The schemas within the library.
    pub(super) schemas: IndexMap<String, ResourceType>,
    /// The types that the module has but does not make available.
    pub(super) withheld: Vec<String>,
    /// The types that were registered before, each with the module of the other class.
    pub(super) replaced: IndexMap<String, String>,
    /// The breaches of Heat's contract, if the classes were judged by it.
    pub(super) breaches: Vec<Breach>,
    /// The errors that were logged.
    pub(super) log: Vec<String>,
    /// Errors about parts that could not be loaded or read.
    #[serde(skip)]
    pub(super) errors: Vec<LoadError>,
    /// The release of Heat.
    #[serde(skip)]
    pub(super) heat_version: String,
}

/// A breach of Heat's contract.
#[derive(Debug, Deserialize)]
pub(super) struct Breach {
    /// The resource type.
    #[serde(rename = "type")]
    pub(super) resource_type: String,
    pub(super) rule: String,
    pub(super) message: String,
    /// The file and the line of the source, if there is one.
    pub(super) file: Option<PathBuf>,
    pub(super) line: Option<String>,
}

/// Extent of what is read of a loaded plug-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    /// Facts about the types.
    Facts,
    /// Facts, and breaches of Heat's contract.
    Contract,
}

/// An error about a part of a plug-in that Heat could not load, or that could not be read.
#[derive(Debug, Deserialize)]
pub(super) struct LoadError {
    pub(super) part: Option<String>,
    pub(super) error: String,
    /// The line of the plug-in in which the error occurred.
    pub(super) line: Option<String>,
    /// The types one of which a schema in that line should have had.
    pub(super) types: Option<String>,
}

/// Outcome of loading a plug-in.
pub(super) enum LoadOutcome {
    /// The plug-in was loaded, and Heat reported on it.
    Document {
        loaded: Box<LoadReport>,
        /// The facts of the types.
        json: String,
    },
    /// The process crashed.
    Crashed(Diagnostic),
}

#[derive(Deserialize)]
struct Document {
    heat_version: String,
    errors: Vec<LoadError>,
    plugin: LoadReport,
}

/// Loads a file.
///
/// # Errors
/// If the interpreter cannot be used, or has no Heat.
pub(super) fn load(file: &Path, python: &Path, judged: Judged) -> Result<LoadOutcome, Diagnostic> {
    // A JSON string is also a Python literal.
    let literal = |text: &str| serde_json::Value::from(text).to_string();
    let (introspect, path) = (literal(python::INTROSPECT), literal(&file.display().to_string()));
    let contract = literal(if judged == Judged::Contract { CONTRACT } else { "" });
    let program =
        format!("introspect_source = {introspect}\npath = {path}\ncontract_source = {contract}\n{LOAD}");
    let output = python::run_program(python, &program)?;
    if !output.status.success() {
        if let Some(missing) = python::missing_heat(python, &output) {
            return Err(missing);
        }
        let message =
            format!("`{}` ended the interpreter that loaded it ({})", file.display(), output.status);
        let finding = Diagnostic::error("crash", message).in_file(file.display().to_string());
        return Ok(LoadOutcome::Crashed(
            python::last_errors(&output).into_iter().fold(finding, Diagnostic::with_note),
        ));
    }
    let json = python::text(python, output.stdout)?;
    let document: Document = serde_json::from_str(&json).map_err(|error| {
        Diagnostic::error(
            "no-introspection",
            format!("the output of the interpreter cannot be read: {error}"),
        )
        .in_file(python.display().to_string())
        .with_help("is it really a Python interpreter?")
    })?;
    let Document { heat_version, errors, plugin } = document;
    let loaded = Box::new(LoadReport { errors, heat_version, ..plugin });
    Ok(LoadOutcome::Document { loaded, json })
}
