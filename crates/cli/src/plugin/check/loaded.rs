//! Loading plug-ins in an installed Heat: `load.py` runs in the Python in which Heat is installed, once for all of them.

use std::path::{Path, PathBuf};

use heat_import::constraint_facts::ConstraintFacts;
use heat_import::python;
use heat_model::ResourceType;
use heat_yaml::{Diagnostic, one_line};
use indexmap::IndexMap;
use serde::Deserialize;

const LOAD: &str = include_str!("load.py");

/// The program that finds the files of plug-ins.
const LOCATE: &str = include_str!("../engine/heat_engine/locate.py");

/// The program that replaces libraries that are not installed.
const STAND_INS: &str = include_str!("stand_ins.py");

/// Plug-ins, and the Heat that loads them.
#[derive(Debug, Clone)]
pub struct Named {
    /// Files, compiled or in Python, folders, packages, distributions, or a `heat.conf`.
    pub plugins: Vec<PathBuf>,
    /// The interpreter of an environment with Heat.
    pub python: PathBuf,
    /// Libraries that are replaced by stand-ins if they are not installed: names of modules, or `missing` for all that the plug-ins
    /// import.
    pub stubs: Vec<String>,
}

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
    pub(super) file: PathBuf,
    /// `true` if the file should register something: the user named it, or it defines a mapping. Others of a folder may be modules that
    /// are imported by these.
    pub(super) is_expected: bool,
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
    /// The resource type, unless it is about the whole module.
    #[serde(rename = "type")]
    pub(super) resource_type: Option<String>,
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

impl Step {
    /// The step, with the property that an update changed.
    pub(super) fn title(&self) -> String {
        match &self.property {
            Some(property) => format!("{} ({property})", self.name),
            None => self.name.clone(),
        }
    }
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

/// Outcome of loading a file.
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

/// Plug-ins that Heat has loaded.
#[derive(Default)]
pub(super) struct Loading {
    /// The files, in the order in which they were named, and sorted within a folder.
    pub(super) files: Vec<(PathBuf, LoadOutcome)>,
    /// The entry points of distributions that were named.
    pub(super) entry_points: Vec<String>,
    /// Errors about entry points, and about names that no plug-in has.
    pub(super) findings: Vec<Diagnostic>,
}

/// A line of the output of `load.py`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Located { located: Located },
    At { at: PathBuf },
    Loaded { heat_version: String, errors: Vec<LoadError>, plugin: Box<LoadReport> },
    End { left: Vec<PathBuf>, entry_point_errors: Vec<EntryPointError> },
}

#[derive(Deserialize)]
struct Located {
    files: Vec<PathBuf>,
    not_found: Vec<String>,
    entry_points: Vec<String>,
}

#[derive(Deserialize)]
struct EntryPointError {
    entry_point: String,
    error: String,
}

/// Loads plug-ins: files, folders, packages, distributions, and those that a `heat.conf` names. All of them are loaded by one process;
/// a file that ends it is omitted by the next one, and files whose modules have the same name are loaded by different ones.
///
/// # Errors
/// If the interpreter cannot be used, or has no Heat.
pub(super) fn load(named: &Named, judged: Judged<'_>) -> Result<Loading, Diagnostic> {
    let mut loading = Loading::default();
    let mut order: Option<Vec<PathBuf>> = None;
    let mut omitted: Vec<PathBuf> = Vec::new();
    loop {
        let run = Run::of(named, &omitted, judged)?;
        if order.is_none()
            && let Some(located) = run.located
        {
            let not_found =
                located.not_found.into_iter().map(|text| Diagnostic::error("no-plug-in", one_line(&text)));
            loading.findings.extend(not_found);
            loading.entry_points = located.entry_points;
            order = Some(located.files);
        }
        if let Some(crash) = run.crash {
            let Some(file) = run.at.filter(|file| !omitted.contains(file)) else {
                loading.findings.push(crash);
                break;
            };
            omitted.push(file.clone());
            loading.files.push((file, LoadOutcome::Crashed(crash)));
            continue;
        }
        omitted.extend(run.loaded.iter().map(|(file, _)| file.clone()));
        let has_loaded = !run.loaded.is_empty();
        loading.files.extend(run.loaded);
        if loading.findings.is_empty() {
            loading.findings.extend(run.entry_point_errors);
        }
        if run.left.is_empty() || !has_loaded {
            break;
        }
    }
    let order = order.unwrap_or_default();
    loading.files.sort_by_key(|(file, _)| order.iter().position(|other| other == file));
    Ok(loading)
}

/// Output of one process.
#[derive(Default)]
struct Run {
    located: Option<Located>,
    /// The file whose code ran last.
    at: Option<PathBuf>,
    loaded: Vec<(PathBuf, LoadOutcome)>,
    left: Vec<PathBuf>,
    entry_point_errors: Vec<Diagnostic>,
    /// `true` if the program has come to its end.
    has_ended: bool,
    crash: Option<Diagnostic>,
}

impl Run {
    fn of(named: &Named, omitted: &[PathBuf], judged: Judged<'_>) -> Result<Self, Diagnostic> {
        let Named { plugins, python, stubs } = named;
        // JSON strings and lists of them are also Python literals.
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let paths = |paths: &[PathBuf]| {
            let texts = paths.iter().map(|path| path.display().to_string());
            texts.collect::<serde_json::Value>().to_string()
        };
        let (contract, lives, answers) = match judged {
            Judged::Facts => ("", &[][..], None),
            Judged::Contract { answers } => (CONTRACT, &LIVES[..], answers),
        };
        let lives: serde_json::Value =
            lives.iter().map(|(name, text)| serde_json::json!([name, text])).collect();
        let program = format!(
            "introspect_source = {}\nlocate_source = {}\ncontract_source = {}\nlives_sources = {}\nanswers_path = {}\nstand_ins_source = {}\ntargets = {}\nstubs = {}\nomitted = {}\n{LOAD}",
            text(python::INTROSPECT),
            text(LOCATE),
            text(contract),
            lives,
            answers.map_or("None".to_owned(), |path| text(&path.display().to_string())),
            text(STAND_INS),
            paths(plugins),
            serde_json::Value::from(stubs.as_slice()),
            paths(omitted),
        );
        let mut output = python::run_program(python, &program)?;
        let last_step = take_progress(&mut output.stderr);
        let mut run = Self::default();
        if !output.status.success()
            && let Some(missing) = python::missing_heat(python, &output)
        {
            return Err(missing);
        }
        let (status, notes) = (output.status, python::last_errors(&output));
        for line in python::text(python, output.stdout)?.lines() {
            run.line(line).map_err(|error| {
                let message = format!("the output of the interpreter cannot be read: {error}");
                Diagnostic::error("no-introspection", message)
                    .in_file(python.display().to_string())
                    .with_help("is it really a Python interpreter?")
            })?;
        }
        // A module may end the process without an error.
        if !status.success() || !run.has_ended {
            let file = run.at.as_deref().or(plugins.first().map(PathBuf::as_path)).unwrap_or(python);
            let message = format!("`{}` ended the interpreter that loaded it ({status})", file.display());
            let crash = Diagnostic::error("crash", message).in_file(file.display().to_string());
            let crash = match last_step {
                Some(step) => crash.with_note(format!("it ran {step}")),
                None => crash,
            };
            run.crash = Some(notes.into_iter().fold(crash, Diagnostic::with_note));
        }
        Ok(run)
    }

    fn line(&mut self, line: &str) -> Result<(), serde_json::Error> {
        match serde_json::from_str(line)? {
            Line::Located { located } => self.located = Some(located),
            Line::At { at } => self.at = Some(at),
            Line::Loaded { heat_version, errors, plugin } => {
                let loaded = Box::new(LoadReport { errors, heat_version, ..*plugin });
                let file = loaded.file.clone();
                self.loaded.push((file, LoadOutcome::Document { loaded, json: line.to_owned() }));
            }
            Line::End { left, entry_point_errors } => {
                self.has_ended = true;
                self.left = left;
                self.entry_point_errors = entry_point_errors
                    .iter()
                    .map(|failed| {
                        let message = format!(
                            "the entry point `{}` could not be loaded",
                            one_line(&failed.entry_point)
                        );
                        Diagnostic::error("entry-point", message).with_note(one_line(&failed.error))
                    })
                    .collect();
            }
        }
        Ok(())
    }
}

/// Removes the lines about progress from an error output. Returns the last step.
fn take_progress(errors: &mut Vec<u8>) -> Option<String> {
    let text = String::from_utf8_lossy(errors).into_owned();
    let (steps, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with(PROGRESS));
    let last = steps.last().and_then(|line| line.strip_prefix(PROGRESS)).map(str::to_owned);
    *errors = others.join("\n").into_bytes();
    last
}
