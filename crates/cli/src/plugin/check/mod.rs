//! Checking a plug-in: Heat loads it as its engine would, and the resulting facts about each type are compared with the schema.
//!
//! All plug-ins are loaded by one process (`loaded`); `file_names` finds the reasons why Heat cannot find or import a file.
//! The comparison is that of `import --check`, which imports the same facts.

mod contract;
mod engine;
mod file_names;
mod loaded;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::SchemaFiles;
use heat_import::facts::{Descriptions, Facts};
use heat_import::merge::merge;
use heat_model::load::{SchemaFile, load_schema};
use heat_yaml::{Diagnostic, Severity, Source, Span, one_line};

use crate::inputs::source;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;
pub use contract::{RULES, TestOptions, test};
pub(crate) use contract::{Verdict, is_same};
pub use engine::EngineKind;
pub use loaded::Named;
use loaded::{Judged, LoadError, LoadOutcome, LoadReport};

/// Results for one file.
struct FileReport {
    /// Lines of the report, one for each type and constraint.
    lines: Vec<String>,
    findings: Vec<Diagnostic>,
    loaded: LoadReport,
}

/// Loads plug-ins, and reports Heat's facts about them.
///
/// # Errors
/// If there is no plug-in of a name, or the interpreter has no Heat.
pub fn check(named: &Named, session: &mut Session) -> CommandResult {
    // Schemas in a folder are newer than the compiled ones; the built-in schemas are of other types.
    let catalogue = if session.is_built_in { SchemaFiles::default() } else { session.read_own()? };
    let loading = match loaded::load(named, Judged::Facts) {
        Ok(loading) => loading,
        Err(problem) => {
            session.draw(&[problem])?;
            return Ok(Outcome::Unreadable);
        }
    };
    let (files, outcomes): (Vec<PathBuf>, Vec<LoadOutcome>) = loading.files.into_iter().unzip();
    let mut all: Vec<FileReport> =
        files.iter().zip(outcomes).map(|(file, outcome)| judge(file, outcome, &catalogue)).collect();
    let modules: Vec<Option<&str>> = all.iter().map(|checked| checked.loaded.module.as_deref()).collect();
    let same = file_names::same_module(&files, &modules);
    let mut found = loading.findings;
    for (file, checked) in files.iter().zip(&mut all) {
        if !checked.lines.is_empty() {
            let heat = one_line(&checked.loaded.heat_version);
            writeln!(session.out, "{}: loaded by Heat {heat}", one_line(&file.display().to_string()))?;
        }
        for line in &checked.lines {
            writeln!(session.out, "  {}", one_line(line))?;
        }
        found.append(&mut checked.findings);
    }
    for name in &loading.entry_points {
        writeln!(session.out, "entry point {}", one_line(name))?;
    }
    found.extend(same);
    session.out.flush()?;
    session.draw(&found)?;
    let is_wrong = found.iter().any(|finding| finding.severity == Severity::Error);
    Ok(if is_wrong { Outcome::Findings } else { Outcome::Done })
}

/// Heat's facts about the types that plug-ins register, and errors about the plug-ins that it cannot load.
///
/// # Errors
/// If there is no plug-in of a name, or the interpreter has no Heat.
pub fn facts(named: &Named, descriptions: Descriptions) -> Result<Facts, Failure> {
    let mut all = Facts::default();
    let loading = match loaded::load(named, Judged::Facts) {
        Ok(loading) => loading,
        Err(problem) => {
            all.diagnostics.push(problem);
            return Ok(all);
        }
    };
    all.diagnostics = loading.findings;
    for (file, outcome) in loading.files {
        let (mut loaded, json) = match outcome {
            LoadOutcome::Document { loaded, json } => (*loaded, json),
            LoadOutcome::Crashed(problem) => {
                all.diagnostics.push(problem);
                continue;
            }
        };
        let findings = file_names::findings(&file, &loaded);
        let findings = if findings.is_empty() { refusals(&file, &loaded) } else { findings };
        all.diagnostics.extend(findings);
        let diagnostics = add_facts(&mut all, &file, &mut loaded, &json, descriptions);
        all.diagnostics.extend(diagnostics);
    }
    sort(&mut all);
    Ok(all)
}

/// Adds the facts about a file to those of others. Returns the problems in them.
fn add_facts(
    all: &mut Facts,
    file: &Path,
    loaded: &mut LoadReport,
    json: &str,
    descriptions: Descriptions,
) -> Vec<Diagnostic> {
    all.heat_version.get_or_insert_with(|| loaded.heat_version.clone());
    all.constraints.append(&mut loaded.constraints);
    if loaded.types.is_empty() {
        return Vec::new();
    }
    let facts = facts_of(file, json, descriptions);
    all.types.extend(facts.types);
    all.unread.extend(facts.unread);
    facts.diagnostics
}

/// Sorts facts by the names of types and constraints.
fn sort(facts: &mut Facts) {
    facts.types.sort_unstable_keys();
    facts.constraints.sort_unstable_keys();
}

/// Facts about the types of a plug-in, with its lines in messages.
fn facts_of(file: &Path, json: &str, descriptions: Descriptions) -> Facts {
    let module = source::read(file).ok();
    Facts::read_of_module(&file.display().to_string(), module.as_ref(), json, descriptions)
}

/// Creates the report about a file.
fn judge(file: &Path, loading: LoadOutcome, catalogue: &SchemaFiles) -> FileReport {
    let (loaded, facts) = match loading {
        LoadOutcome::Document { loaded, json } => (*loaded, facts_of(file, &json, Descriptions::Drop)),
        LoadOutcome::Crashed(finding) => {
            return FileReport { lines: Vec::new(), findings: vec![finding], loaded: LoadReport::default() };
        }
    };
    let mut checked = FileReport { lines: Vec::new(), findings: file_names::findings(file, &loaded), loaded };
    if !checked.findings.is_empty() {
        return checked;
    }
    checked.findings.extend(refusals(file, &checked.loaded));
    checked.findings.extend(replacements(file, &checked.loaded));
    let loaded = &checked.loaded;
    if !loaded.types.is_empty() {
        checked.findings.extend(facts.diagnostics.iter().cloned());
    }
    for name in &loaded.types {
        let Some(facts) = facts.types.get(name) else { continue };
        let Some(schema) = schema(name, file, loaded, catalogue) else {
            checked.lines.push(format!("{name}: there is no schema to compare it with"));
            continue;
        };
        // The bridge determines the module of a class, so it is not compared.
        let mut facts = facts.clone();
        facts.schema.python_class.clone_from(&schema.schema.python_class);
        let differences = merge(&schema, &facts).differences;
        if differences.is_empty() {
            checked.lines.push(format!("{name}: no difference to its schema"));
            continue;
        }
        let message = format!("Heat's `{name}` differs from its schema");
        let finding = Diagnostic::error("schema-difference", message).in_file(schema.source.name());
        let finding = differences.iter().fold(finding, |finding, one| finding.with_note(one.to_string()));
        let is_compiled = file.extension().is_some_and(|extension| extension == "so");
        let help = if is_compiled {
            "build the plug-in again if its schema changed"
        } else {
            "`import --plugin` writes the schema anew if the module changed"
        };
        checked.findings.push(finding.with_help(help));
    }
    let constraints = checked.loaded.constraints.keys().map(|name| format!("custom constraint {name}"));
    checked.lines.extend(constraints);
    checked
}

/// The reasons why the plug-in registers nothing, and the errors that it logged.
fn refusals(file: &Path, loaded: &LoadReport) -> Vec<Diagnostic> {
    let about = |code, message: String| Diagnostic::error(code, message).in_file(file.display().to_string());
    let errors: Vec<&LoadError> = loaded.errors.iter().filter(|error| error.part.is_none()).collect();
    let mut texts = loaded.log.clone();
    texts.extend(errors.iter().map(|error| error.error.clone()));
    let types = errors.iter().find_map(|error| error.types.as_deref());
    texts.extend(types.map(|types| format!("the types are {types}")));
    let lines = errors.iter().filter_map(|error| line(file, error.line.as_deref()?));
    let lines: Vec<(Arc<Source>, Span)> = lines.collect();
    let with_texts = |finding: Diagnostic| {
        let finding =
            lines.iter().fold(finding, |finding, (source, span)| finding.with_label(source, *span, ""));
        texts.iter().fold(finding, |finding, text| finding.with_note(one_line(text)))
    };
    if !loaded.imported {
        let message = format!("Heat cannot import `{}`, which stops an engine", file.display());
        return vec![with_texts(about("not-imported", message))];
    }
    if loaded.is_expected && loaded.types.is_empty() && loaded.constraints.is_empty() {
        let message = format!("`{}` registers no resource types and no constraints", file.display());
        let withheld: Vec<String> =
            loaded.withheld.iter().map(|name| format!("`{}`", one_line(name))).collect();
        let finding = with_texts(about("nothing-registered", message));
        if withheld.is_empty() {
            return vec![finding];
        }
        let note = format!(
            "`available_resource_mapping()` leaves out {}, which `resource_mapping()` has",
            withheld.join(", ")
        );
        return vec![finding.with_note(note).with_help("is a library missing that they need?")];
    }
    if loaded.log.is_empty() {
        return Vec::new();
    }
    vec![with_texts(about(
        "partly-registered",
        format!("`{}` logged errors when it was loaded", file.display()),
    ))]
}

/// The types of Heat, or of another module, that the plug-in replaces.
fn replacements(file: &Path, loaded: &LoadReport) -> Vec<Diagnostic> {
    let replaced = loaded.replaced.iter().map(|(name, module)| {
        let message = format!("`{}` replaces `{name}`, which Heat has already", file.display());
        Diagnostic::new(Severity::Warning, "type-replaced", message)
            .in_file(file.display().to_string())
            .with_note(format!("the other one is in `{}`", one_line(module)))
            .with_help("give the type a name of your own, unless all stacks shall use this one")
    });
    replaced.collect()
}

/// A line of a plug-in in Python, by its number.
fn line(file: &Path, number: &str) -> Option<(Arc<Source>, Span)> {
    let source = source::read(file).ok()?;
    let span = source.line_span(number.parse().ok()?);
    Some((source, span))
}

/// The schema of a type: in the catalogue's folder, or else within the library.
fn schema(name: &str, file: &Path, loaded: &LoadReport, catalogue: &SchemaFiles) -> Option<SchemaFile> {
    if let Some(file) = catalogue.files.get(name) {
        return Some(file.clone());
    }
    // A type may be registered under a name that its schema does not have.
    let mut schema = loaded.schemas.get(name)?.clone();
    name.clone_into(&mut schema.name);
    let source = Source::new(format!("{name} in {}", file.display()), heat_schema_text::schema_file(&schema));
    load_schema(&source).file
}
