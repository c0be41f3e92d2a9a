//! Checks schemas, and reports all problems in them.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::schema_files::{SchemaFiles, TABLES};
use heat_catalogue::template_version::declares_version;
use heat_model::load::SchemaFile;
use heat_report::program::NAME;
use heat_report::{Report, RuleSet, diagnostics};
use heat_template_check::{EnabledRules, check_schema};
use heat_yaml::{Diagnostic, one_line, sort_diagnostics};

use crate::inputs::paths::files_of_globs;
use crate::inputs::source::{self, is_standard_input};
use crate::outcome::{CommandResult, Failure};
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;

/// Reports the problems in some files and folders, or in the whole catalogue if no paths are passed.
///
/// # Errors
/// If there is no catalogue, or the output is closed.
pub fn run(
    paths: &[PathBuf],
    own: &EnabledRules,
    options: &ReportOptions,
    session: &mut Session,
) -> CommandResult {
    let paths = &files_of_globs(paths)?;
    let mut checked = if paths.is_empty() {
        let help = "--schemas DIR names the folder of your schemas, and `heat-codegen init TYPE` begins one; `heat-codegen validate` checks templates";
        CheckResult::whole(&session.read_folder().map_err(|failure| failure.with_help(help))?, own)
    } else {
        // Files can be checked on their own; then rules about other types and releases report nothing.
        let catalogue =
            if session.schemas.is_dir() { session.read_folder()? } else { SchemaFiles::default() };
        CheckResult::some(paths, &session.schemas, &catalogue, own)?
    };
    options.selection.retain(&mut checked.diagnostics);
    let mut report = Report {
        title: format!("{NAME} check"),
        findings: diagnostics::findings(&checked.diagnostics),
        consequences: Vec::new(),
        rules: heat_rules::applied(RuleSet::Schemas, own),
        docs_url: session.docs_url,
        files: checked.files,
        nothing: "no findings",
        ..Report::default()
    };
    judge(&mut report, options.fail_on.unwrap_or_default());
    options.write(&report, session)?;
    Ok(outcome(!checked.unreadable, &report))
}

/// The code of the error about a type with two files.
const DUPLICATE_TYPE: &str = "duplicate-type";

/// The rule about the names of files.
const FILE_NAME: &str = "type-file-mismatch";

/// The result of checking schemas.
struct CheckResult {
    diagnostics: Vec<Diagnostic>,
    files: usize,
    unreadable: bool,
}

impl CheckResult {
    /// Checks a whole catalogue.
    fn whole(catalogue: &SchemaFiles, own: &EnabledRules) -> Self {
        let mut diagnostics = catalogue.diagnostics.clone();
        diagnostics.extend(catalogue.lint(&catalogue.tables_for_rules()));
        diagnostics.extend(catalogue.files.values().flat_map(|file| check_schema(own, file)));
        Self::new(diagnostics, catalogue.files.values(), catalogue.unreadable)
    }

    /// Checks some files as parts of a catalogue.
    ///
    /// # Errors
    /// If the standard input cannot be read.
    fn some(
        paths: &[PathBuf],
        folder: &Path,
        catalogue: &SchemaFiles,
        own: &EnabledRules,
    ) -> Result<Self, Failure> {
        let table_files: Vec<PathBuf> =
            TABLES.iter().filter_map(|name| fs::canonicalize(folder.join(name)).ok()).collect();
        let is_table = |path: &Path| fs::canonicalize(path).is_ok_and(|path| table_files.contains(&path));
        let is_schema = |path: &&PathBuf| !is_table(path) && !is_standard_input(path);
        let schema_paths: Vec<PathBuf> = paths.iter().filter(is_schema).cloned().collect();
        let mut read = SchemaFiles::read_some(&schema_paths, folder);
        let given =
            paths.iter().find(|path| is_standard_input(path)).map(|path| source::read(path)).transpose()?;
        if let Some(given) = &given {
            read.read_text(given);
        }

        let mut tables = catalogue.tables_for_rules();
        tables.types.extend(read.types());
        let mut diagnostics = read.diagnostics.clone();
        // The tables are always read. Their findings are reported only if they are requested, or if they prevent reading.
        let asked_for: Vec<PathBuf> = paths.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_reported = |file: &str| {
            read.unreadable
                || !is_table(Path::new(file))
                || fs::canonicalize(file)
                    .is_ok_and(|file| asked_for.iter().any(|folder| file.starts_with(folder)))
        };
        diagnostics.retain(|diagnostic| diagnostic.file_name().is_none_or(is_reported));
        diagnostics.extend(read.lint(&tables));
        diagnostics.extend(read.files.values().flat_map(|file| check_schema(own, file)));
        diagnostics.extend(duplicates(&read, catalogue));
        // The standard input has no path that could belong to another type.
        let is_unnamed =
            |found: &Diagnostic| given.as_ref().is_some_and(|given| found.file_name() == Some(given.name()));
        diagnostics.retain(|found| found.code != FILE_NAME || !is_unnamed(found));
        Ok(Self::new(diagnostics, read.files.values(), read.unreadable))
    }

    fn new<'a>(
        mut diagnostics: Vec<Diagnostic>,
        files: impl Iterator<Item = &'a SchemaFile>,
        unreadable: bool,
    ) -> Self {
        sort_diagnostics(&mut diagnostics);
        name_templates(&mut diagnostics);
        let mut names: BTreeSet<&str> = files.map(|file| file.source.name()).collect();
        names.extend(diagnostics.iter().filter_map(Diagnostic::file_name));
        Self { files: names.len(), diagnostics, unreadable }
    }
}

/// Replaces all problems in a template that was read as a schema by one error that identifies it as a template.
fn name_templates(diagnostics: &mut Vec<Diagnostic>) {
    let mut known: HashMap<String, bool> = HashMap::new();
    diagnostics.retain_mut(|found| {
        let Some(label) = found.labels.first() else { return true };
        let (name, source) = (label.source.name().to_owned(), Arc::clone(&label.source));
        if let Some(is_template) = known.get(&name) {
            return !is_template;
        }
        let is_template = declares_version(source.text());
        known.insert(name.clone(), is_template);
        if is_template {
            let named =
                Diagnostic::error(found.code, "this is a template, not the schema of a resource type");
            *found = named.with_label(&source, label.span, "");
            found.help = Some(format!("`{NAME} validate {}` checks it", one_line(&name)));
        }
        true
    });
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
