//! Checking schemas: reports everything that is wrong with them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::schema_files::{SchemaFiles, TABLES};
use heat_model::load::SchemaFile;
use heat_report::program::NAME;
use heat_report::{Format, Report, RuleSet, diagnostics};
use heat_yaml::{Diagnostic, sort_diagnostics};

use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Reports the problems in some files and folders, or in the whole catalogue if none are given.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(paths: &[PathBuf], format: Format, session: &mut Session) -> CommandResult {
    let checked = if paths.is_empty() {
        CheckResult::whole(&session.read_folder()?)
    } else {
        // Files can be checked on their own; then rules about other types and releases report nothing.
        let catalogue =
            if session.schemas.is_dir() { session.read_folder()? } else { SchemaFiles::default() };
        CheckResult::some(paths, &session.schemas, &catalogue)
    };
    let report = Report {
        title: format!("{NAME} check"),
        findings: diagnostics::findings(&checked.diagnostics),
        consequences: Vec::new(),
        rules: RuleSet::Schemas.rules(),
        files: checked.files,
        nothing: "no findings",
    };
    heat_report::write(&report, format, session.color_out, &mut session.out)?;
    Ok(match (checked.unreadable, checked.diagnostics.is_empty()) {
        (true, _) => Outcome::Unreadable,
        (false, false) => Outcome::Findings,
        (false, true) => Outcome::Done,
    })
}

/// The code for a type that has two files.
const DUPLICATE_TYPE: &str = "duplicate-type";

/// The result of checking schemas.
struct CheckResult {
    diagnostics: Vec<Diagnostic>,
    files: usize,
    unreadable: bool,
}

impl CheckResult {
    /// Checks a whole catalogue.
    fn whole(catalogue: &SchemaFiles) -> Self {
        let mut diagnostics = catalogue.diagnostics.clone();
        diagnostics.extend(catalogue.lint(&catalogue.tables_for_rules()));
        Self::new(diagnostics, catalogue.files.values(), catalogue.unreadable)
    }

    /// Checks some files as parts of a catalogue.
    fn some(paths: &[PathBuf], folder: &Path, catalogue: &SchemaFiles) -> Self {
        let table_files: Vec<PathBuf> =
            TABLES.iter().filter_map(|name| fs::canonicalize(folder.join(name)).ok()).collect();
        let is_table = |path: &Path| fs::canonicalize(path).is_ok_and(|path| table_files.contains(&path));
        let schema_paths: Vec<PathBuf> = paths.iter().filter(|path| !is_table(path)).cloned().collect();
        let read = SchemaFiles::read_some(&schema_paths, folder);

        let mut tables = catalogue.tables_for_rules();
        tables.types.extend(read.types());
        let mut diagnostics = read.diagnostics.clone();
        // The tables are always read. Their findings are reported only if they were asked for, or if they prevent reading.
        let asked_for: Vec<PathBuf> = paths.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_reported = |file: &str| {
            read.unreadable
                || !is_table(Path::new(file))
                || fs::canonicalize(file)
                    .is_ok_and(|file| asked_for.iter().any(|folder| file.starts_with(folder)))
        };
        diagnostics.retain(|diagnostic| diagnostic.file_name().is_none_or(is_reported));
        diagnostics.extend(read.lint(&tables));
        diagnostics.extend(duplicates(&read, catalogue));
        Self::new(diagnostics, read.files.values(), read.unreadable)
    }

    fn new<'a>(
        mut diagnostics: Vec<Diagnostic>,
        files: impl Iterator<Item = &'a SchemaFile>,
        unreadable: bool,
    ) -> Self {
        sort_diagnostics(&mut diagnostics);
        let mut names: BTreeSet<&str> = files.map(|file| file.source.name()).collect();
        names.extend(diagnostics.iter().filter_map(Diagnostic::file_name));
        Self { files: names.len(), diagnostics, unreadable }
    }
}

/// The findings about types that have a second file, if one of the two was read.
fn duplicates(read: &SchemaFiles, catalogue: &SchemaFiles) -> Vec<Diagnostic> {
    let canonical = |file: &str| fs::canonicalize(file).ok();
    let mut found = catalogue.diagnostics.clone();
    found.retain(|diagnostic| diagnostic.code == DUPLICATE_TYPE);
    if found.is_empty() {
        return found;
    }
    let names: BTreeSet<PathBuf> =
        read.files.values().filter_map(|file| canonical(file.source.name())).collect();
    found.retain(|diagnostic| {
        let known = read
            .diagnostics
            .iter()
            .any(|other| other.code == DUPLICATE_TYPE && other.message == diagnostic.message);
        let mut files = diagnostic.labels.iter().filter_map(|label| canonical(label.source.name()));
        !known && files.any(|file| names.contains(&file))
    });
    found
}
