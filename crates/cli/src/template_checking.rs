//! Checking templates for errors that make Heat refuse them, and for violations of the rules for templates.
//!
//! `heat-template-check` checks one template whose files are known; this module reads files, checks them in parallel, and fixes
//! them. `validation` reports the findings.

mod settings_files;
mod tree;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use heat_catalogue::output;
use heat_catalogue::template_version::declares_version;
use heat_catalogue::threads;
use heat_model::{PreparedTypes, ResourceTypes};
use heat_template_check::fix::{FixedText, Trials};
use heat_template_check::settings::UNREADABLE_FILE;
use heat_template_check::{EnabledRules, Selection, TemplateCheck, TemplateFindings, unified, unknown_names};
use heat_template_files::Folder;
use heat_yaml::{
    Applicability, Diagnostic, Severity, Source, printable, remove_repetitions, sort_diagnostics,
};
use indexmap::IndexMap;

use self::settings_files::TemplateSettings;
use self::tree::tree;
use crate::inputs::source::{read, shown as shown_path};
use crate::outcome::Failure;
use crate::session::Session;

/// Inputs for checking templates.
#[derive(Debug, Clone, Default)]
pub struct CheckInputs {
    /// The templates.
    pub templates: Vec<PathBuf>,
    /// The environment files of all templates, in the order in which they are merged; by default, those that the settings name.
    pub environments: Vec<PathBuf>,
    /// The values of parameters, as text.
    pub parameters: IndexMap<String, String>,
    /// The folder from which `get_file` and nested templates may be read; by default, the repositories of the working folder and
    /// of the named files, or else these folders.
    pub root: Option<PathBuf>,
    /// `true` if parameters must have values, as they must when a stack is created. Otherwise they are unknown.
    pub is_strict: bool,
    /// Treatment of findings that have a fix.
    pub fixes: Fixes,
    /// The file with the settings of all templates; by default, those in the nearest folder of each.
    pub settings: Option<PathBuf>,
    /// `true` if the nesting of the templates is shown before the findings.
    pub shows_nesting: bool,
    /// The current time: Heat refuses values that have expired. By default, nothing has expired.
    pub now: Option<SystemTime>,
    /// The rules that are off by default and enabled for all templates, in addition to those that the settings enable.
    pub enabled: EnabledRules,
    /// The rules whose warnings are reported; by default, those that the settings select, or all.
    pub selection: Selection,
}

/// Treatment of findings that have a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fixes {
    /// The findings are reported like the others.
    #[default]
    Reported,
    /// Fixes of this applicability are applied to the templates, and the remaining findings are reported.
    Applied(Applicability),
    /// The changes that fixes of this applicability would make are shown.
    Shown(Applicability),
}

/// The files that declare the version of a template, and files that cannot be read, so that this is reported.
#[must_use]
pub fn templates_among(paths: &[PathBuf]) -> Vec<PathBuf> {
    let is_template = |path: &&PathBuf| read(path).map_or(true, |source| declares_version(source.text()));
    paths.iter().filter(is_template).cloned().collect()
}

/// A template that fixes change.
struct FixedTemplate<'i> {
    path: &'i Path,
    source: Arc<Source>,
    fixed: FixedText,
}

/// The templates that fixes change, with the findings that have them.
fn fixed_templates<'i>(
    inputs: &'i CheckInputs,
    least: Applicability,
    found: &[Diagnostic],
) -> Vec<FixedTemplate<'i>> {
    let fixed = inputs.templates.iter().filter_map(|path| {
        let source = read(path).ok()?;
        let fixed = Trials::new(&source).fixed(found, least)?;
        Some(FixedTemplate { path, source, fixed })
    });
    fixed.collect()
}

/// Writes the templates with the fixes of some findings, and returns how many were applied.
///
/// # Errors
/// If a template cannot be written.
pub(crate) fn apply_fixes(
    inputs: &CheckInputs,
    least: Applicability,
    found: &[Diagnostic],
) -> Result<usize, Failure> {
    let mut count = 0;
    for FixedTemplate { path, source, fixed } in fixed_templates(inputs, least, found) {
        // A file whose text differs from its bytes, such as one with a byte order mark, cannot be written from the text.
        if std::fs::read(path).ok().as_deref() != Some(source.text().as_bytes()) {
            continue;
        }
        output::replace(path, fixed.text.as_bytes())
            .map_err(|error| Failure::unreadable(format!("cannot write {}: {error}", path.display())))?;
        count += fixed.applied.len();
    }
    Ok(count)
}

/// Shows the changes that the fixes of some findings would make. Returns whether there are any.
///
/// # Errors
/// If the output is closed.
pub(crate) fn show_fixes(
    inputs: &CheckInputs,
    least: Applicability,
    found: &[Diagnostic],
    session: &mut Session,
) -> Result<bool, Failure> {
    let fixed = fixed_templates(inputs, least, found);
    for FixedTemplate { source, fixed, .. } in &fixed {
        write!(session.out, "{}", printable(&unified(source, fixed)))?;
    }
    Ok(!fixed.is_empty())
}

/// Checks some templates. The findings are in the order of files and positions.
///
/// # Errors
/// If an environment or the settings cannot be read.
pub fn check<T: ResourceTypes + Sync>(inputs: &CheckInputs, types: &T) -> Result<CheckedTemplates, Failure> {
    let named = inputs.templates.iter().chain(&inputs.environments);
    let folder = Folder::of_files(inputs.root.as_deref(), named)?;
    let mut settings =
        TemplateSettings::read(&inputs.templates, &inputs.environments, inputs.settings.as_deref())?
            .with_enabled(&inputs.enabled);
    // Templates use the same types, so these are prepared once.
    let types = &PreparedTypes::new(types);
    let jobs: Vec<(usize, &PathBuf)> = inputs.templates.iter().enumerate().collect();
    let checked = threads::map(&jobs, |(number, path)| {
        let check = TemplateCheck {
            environments: settings.environments(*number),
            parameters: &inputs.parameters,
            files: &folder,
            types,
            is_strict: inputs.is_strict,
            now: inputs.now,
            enabled: settings.enabled(*number).unwrap_or(&inputs.enabled),
        };
        check_file(&check, inputs, path)
    });
    let trees = checked.iter().flat_map(|checked| &checked.trees).cloned().collect();
    let omitted = checked.iter().map(|checked| checked.findings.omitted).sum();
    let is_readable = checked.iter().all(|checked| checked.is_readable);
    let mut diagnostics = Vec::new();
    for (number, mut checked) in checked.into_iter().enumerate() {
        settings.filter(number, &mut checked.findings.diagnostics, &inputs.selection);
        diagnostics.append(&mut checked.findings.diagnostics);
    }
    sort_diagnostics(&mut diagnostics);
    // An error in an environment is found again for each template.
    remove_repetitions(&mut diagnostics);
    diagnostics.extend(settings.own_rules().iter().flat_map(|rule| {
        let errors = rule.declared().map(|declared| unknown_names(declared, types)).unwrap_or_default();
        errors.into_iter().map(|error| Diagnostic { severity: Severity::Warning, ..error })
    }));
    let (of_settings, has_environments) = settings.into_diagnostics(&inputs.templates);
    diagnostics.extend(of_settings);
    let is_readable = is_readable && has_environments;
    let findings = TemplateFindings { diagnostics, omitted };
    Ok(CheckedTemplates { findings, is_readable, trees, files_read: folder.files_read() })
}

/// Results of checking templates.
#[derive(Debug)]
pub struct CheckedTemplates {
    /// The findings.
    pub findings: TemplateFindings,
    /// `true` if the templates could be read.
    pub is_readable: bool,
    /// The templates' nesting as text, if requested.
    pub trees: Vec<String>,
    /// The files that the templates name, which were read or looked for.
    pub files_read: BTreeSet<PathBuf>,
}

impl CheckedTemplates {
    /// The result for a single template.
    fn of(findings: TemplateFindings, is_readable: bool, trees: Vec<String>) -> Self {
        Self { findings, is_readable, trees, files_read: BTreeSet::new() }
    }
}

/// Reads and checks a template.
fn check_file(check: &TemplateCheck<'_>, inputs: &CheckInputs, path: &Path) -> CheckedTemplates {
    let name = shown_path(path);
    match read(path) {
        Ok(template) => {
            let (stack, findings) = check.run(template);
            let trees = if inputs.shows_nesting { vec![tree(&name, stack.as_ref())] } else { Vec::new() };
            CheckedTemplates::of(findings, true, trees)
        }
        Err(failure) => {
            let unreadable = Diagnostic::error(UNREADABLE_FILE, failure.message()).in_file(name);
            CheckedTemplates::of(vec![unreadable].into(), false, Vec::new())
        }
    }
}
