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

/// The modules that live the types of a plug-in, in the order in which they import each other.
const LIVES: [(&str, &str); 6] = [
    ("values", include_str!("lives/values.py")),
    ("stand_in", include_str!("lives/stand_in.py")),
    ("causes", include_str!("lives/causes.py")),
    ("house", include_str!("lives/house.py")),
    ("spy", include_str!("lives/spy.py")),
    ("lives", include_str!("lives/lives.py")),
];

/// Start of a line of the error output that names the step that begins: a type and a handler.
const PROGRESS: &str = "plugin_lives: ";

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
    /// The outcome of each step in the lives of each type.
    pub(super) lives: IndexMap<String, Vec<Step>>,
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

/// A step in the life of a resource.
#[derive(Debug, Deserialize)]
pub(super) struct Step {
    /// The handler, or the situation in which it ran.
    #[serde(rename = "step")]
    pub(super) name: String,
    pub(super) result: StepResult,
    /// The property that an update changed.
    pub(super) property: Option<String>,
    /// The reason why a step was not lived.
    pub(super) why: Option<String>,
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StepResult {
    Lived,
    Breach,
    #[serde(rename = "not lived")]
    NotLived,
}

/// Extent of what is read of a loaded plug-in.
#[derive(Debug, Clone, Copy)]
pub(super) enum Judged<'a> {
    /// Facts about the types.
    Facts,
    /// Facts, and breaches of Heat's contract. A module can have stand-ins for clients.
    Contract { answers: Option<&'a Path> },
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
pub(super) fn load(file: &Path, python: &Path, judged: Judged<'_>) -> Result<LoadOutcome, Diagnostic> {
    // A JSON string is also a Python literal.
    let literal = |text: &str| serde_json::Value::from(text).to_string();
    let (introspect, path) = (literal(python::INTROSPECT), literal(&file.display().to_string()));
    let (contract, lives, answers) = match judged {
        Judged::Facts => ("", &[][..], None),
        Judged::Contract { answers } => (CONTRACT, &LIVES[..], answers),
    };
    let contract = literal(contract);
    // An array of arrays of strings is also a Python list.
    let lives: serde_json::Value = lives.iter().map(|(name, text)| serde_json::json!([name, text])).collect();
    let answers = answers.map_or("None".to_owned(), |path| literal(&path.display().to_string()));
    let program = format!(
        "introspect_source = {introspect}\npath = {path}\ncontract_source = {contract}\n\
         lives_sources = {lives}\nanswers_path = {answers}\n{LOAD}"
    );
    let mut output = python::run_program(python, &program)?;
    let last_step = take_progress(&mut output.stderr);
    if !output.status.success() {
        if let Some(missing) = python::missing_heat(python, &output) {
            return Err(missing);
        }
        let message =
            format!("`{}` ended the interpreter that loaded it ({})", file.display(), output.status);
        let finding = Diagnostic::error("crash", message).in_file(file.display().to_string());
        let finding = match last_step {
            Some(step) => finding.with_note(format!("it ran {step}")),
            None => finding,
        };
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

/// Removes the lines about progress from an error output. Returns the last step.
fn take_progress(errors: &mut Vec<u8>) -> Option<String> {
    let text = String::from_utf8_lossy(errors).into_owned();
    let (steps, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with(PROGRESS));
    let last = steps.last().and_then(|line| line.strip_prefix(PROGRESS)).map(str::to_owned);
    *errors = others.join("\n").into_bytes();
    last
}
