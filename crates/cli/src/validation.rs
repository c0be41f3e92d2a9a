//! The command `validate`: from templates to one report and an exit code.
//!
//! Templates of different projects can be checked together: each is checked with the release, the types and the rules that its
//! project sets, unless the command line overrides them.

use std::collections::HashSet;
use std::path::PathBuf;

use heat_catalogue::SchemaFiles;
use heat_errors::{ErrorIndex, ErrorPage, ErrorPages};
use heat_report::finding::HeatError;
use heat_report::program::NAME;
use heat_report::text::counted;
use heat_report::{Format, Report, RuleSet, diagnostics};
use heat_template_check::settings::Settings;
use heat_template_check::{FailOn, TemplateFindings, shown};
use heat_yaml::{Applicability, Diagnostic, Severity, printable};
use indexmap::IndexMap;

use crate::inputs::settings::SettingsFinder;
use crate::inputs::source::is_standard_input;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::own_rules;
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;
use crate::template_checking::{self, CheckInputs, CheckedTemplates, Fixes};
use crate::template_upgrade::{self, Upgrade};

/// The code of the note about findings that are not listed.
const OMITTED_FINDINGS: &str = "omitted-findings";

/// The maximum number of error pages that are named after the findings.
const MAX_NAMED: usize = 5;

/// Inputs and options of `validate`.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Inputs of the check: the templates, and everything they are checked with.
    pub inputs: CheckInputs,
    /// The release of Heat, by name or version; by default, the one that the settings name, or the newest.
    pub release: Option<String>,
    /// Options of the report.
    pub report: ReportOptions,
}

/// Reports the problems in some templates, after fixing them if requested.
///
/// # Errors
/// If the catalogue, an environment or the settings cannot be read, a release does not exist, or the output is closed.
pub fn run(options: &Options, session: &mut Session) -> CommandResult {
    let mut checked = Vec::new();
    let mut shows = None;
    let mut fixed = 0;
    for project in projects(options)? {
        session.files_read.extend(project.files.iter().cloned());
        let catalogue = project.read_types(session)?;
        let check = || project.check(&catalogue);
        match options.inputs.fixes {
            Fixes::Reported => {}
            Fixes::Applied(least) => {
                fixed +=
                    template_checking::apply_fixes(&project.inputs, least, &check()?.findings.diagnostics)?;
            }
            Fixes::Shown(least) => {
                let would_change = project.show_fixes(least, &check()?, session)?;
                shows = Some(shows.unwrap_or_default() || would_change);
                continue;
            }
        }
        let found = check()?;
        session.files_read.extend(found.files_read.iter().cloned());
        checked.push((found, project.fail_on));
    }
    if matches!(options.inputs.fixes, Fixes::Applied(_)) {
        writeln!(session.err, "{} fixed", counted(fixed, "finding"))?;
    }
    match shows {
        Some(true) => Ok(Outcome::Findings),
        Some(false) => Ok(Outcome::Done),
        None => report(options, checked, session),
    }
}

/// Reports the effects of an upgrade of the cloud on some templates.
///
/// # Errors
/// If the catalogue, a template or the settings cannot be read, a release is not recorded, or the output is closed.
pub fn run_upgrade(upgrade: &Upgrade, options: &Options, session: &mut Session) -> CommandResult {
    let fail_on = projects(options)?.iter().map(|project| project.fail_on).collect::<Vec<_>>();
    let report = ReportOptions {
        fail_on: FailOn::least(&fail_on),
        rules: Some(RuleSet::Changes),
        ..options.report.clone()
    };
    template_upgrade::run(upgrade, &options.inputs.templates, &report, session)
}

/// The templates of a project, and its settings for them.
struct Project {
    inputs: CheckInputs,
    release: Option<String>,
    types: Vec<PathBuf>,
    fail_on: FailOn,
    /// The settings, and the files that they name.
    files: Vec<PathBuf>,
}

/// The settings of some templates with their file, and the templates.
type SettingsOfTemplates = (Option<(PathBuf, Settings)>, Vec<PathBuf>);

/// Groups the templates by project: templates that share their settings are in one project.
fn projects(options: &Options) -> Result<Vec<Project>, Failure> {
    let finder = SettingsFinder::new(options.inputs.settings.as_deref());
    let mut settings: IndexMap<Option<PathBuf>, SettingsOfTemplates> = IndexMap::new();
    for template in &options.inputs.templates {
        let found = finder.find(template)?;
        let folder = found.as_ref().map(|(_, folder)| folder.clone());
        let read = || {
            found.map(|(source, folder)| {
                (source.name().into(), Settings::read(&source, &folder, &|_| Vec::new()))
            })
        };
        settings.entry(folder).or_insert_with(|| (read(), Vec::new())).1.push(template.clone());
    }
    if settings.is_empty() {
        settings.insert(None, (None, Vec::new()));
    }
    let project = |(settings, templates): SettingsOfTemplates| {
        let (file, settings) = settings.unzip();
        let settings = settings.as_ref();
        let environments = |settings: &Settings| -> Vec<PathBuf> {
            templates.iter().flat_map(|template| settings.environments_of(template)).collect()
        };
        let named = settings.map(environments).unwrap_or_default();
        let set_release = || settings.and_then(Settings::release).map(str::to_owned);
        let set_fail_on = || settings.and_then(Settings::fail_on);
        Project {
            release: options.release.clone().or_else(set_release),
            types: settings.map(Settings::types).unwrap_or_default(),
            inputs: CheckInputs { templates, ..options.inputs.clone() },
            fail_on: options.report.fail_on.or_else(set_fail_on).unwrap_or_default(),
            files: file.into_iter().chain(named).collect(),
        }
    };
    Ok(settings.into_values().map(project).collect())
}

impl Project {
    /// Reads the types that the templates of the project can use.
    fn read_types(&self, session: &mut Session) -> Result<SchemaFiles, Failure> {
        Ok(session.read_of_newest_with(&self.types)?.0)
    }

    /// Checks the templates of the project.
    fn check(&self, catalogue: &SchemaFiles) -> Result<CheckedTemplates, Failure> {
        match &self.release {
            Some(release) => template_upgrade::check_release(&self.inputs, release, catalogue),
            None => template_checking::check(&self.inputs, catalogue),
        }
    }

    fn show_fixes(
        &self,
        least: Applicability,
        checked: &CheckedTemplates,
        session: &mut Session,
    ) -> Result<bool, Failure> {
        template_checking::show_fixes(&self.inputs, least, &checked.findings.diagnostics, session)
    }
}

/// Writes the report on the templates of some projects.
fn report(all: &Options, projects: Vec<(CheckedTemplates, FailOn)>, session: &mut Session) -> CommandResult {
    let (options, inputs) = (&all.report, &all.inputs);
    // Other formats do not describe rules, whose docs take a while to read.
    let rules = if options.writes(Format::Sarif) || options.counts_alone {
        let mut enabled = inputs.enabled.clone();
        enabled.extend(own_rules::of_settings(&inputs.templates, inputs.settings.as_deref())?);
        heat_rules::applied(RuleSet::Templates, &enabled)
    } else {
        Vec::new()
    };
    for tree in projects.iter().flat_map(|(checked, _)| &checked.trees) {
        writeln!(session.out, "{}", printable(tree))?;
    }
    let is_readable = projects.iter().all(|(checked, _)| checked.is_readable);
    let mut found = Vec::new();
    let mut fail_on = Vec::new();
    let mut omitted = 0;
    for (CheckedTemplates { findings, .. }, project_fails_on) in projects {
        let TemplateFindings { mut diagnostics, omitted: own } = findings;
        omitted += own;
        fail_on.extend(diagnostics.iter().map(|_| project_fails_on));
        found.append(&mut diagnostics);
    }
    // Programs receive all findings.
    let is_for_people = matches!(options.format, Format::Text | Format::Github) && !options.counts_alone;
    let (listed, more) = if is_for_people { shown(&found) } else { (found.iter().collect(), 0) };
    let omission = (!is_for_people && omitted > 0).then(|| omission(omitted));
    // Environments and settings are not counted, unless there are errors in them.
    let concerned: HashSet<&str> = found.iter().filter_map(Diagnostic::file_name).collect();
    let errors = options.writes(Format::Json).then(|| ErrorNames::for_findings(&found)).flatten();
    let mut report = Report {
        title: format!("{NAME} validate"),
        findings: diagnostics::findings(listed.iter().copied().chain(&omission)),
        consequences: Vec::new(),
        rules,
        docs_url: session.docs_url,
        files: inputs.templates.len().max(concerned.len()),
        nothing: "no findings",
        ..Report::default()
    };
    judge_each(&mut report, &listed, &found, &fail_on);
    for (finding, diagnostic) in report.findings.iter_mut().zip(&listed) {
        let page = errors.as_ref().and_then(|errors| errors.page(diagnostic));
        finding.heat_error = page.map(|page| HeatError {
            id: &page.id,
            url: session.docs_url.map(|docs_url| format!("{docs_url}{}", ErrorPage::page_url(&page.id))),
        });
    }
    options.write(&report, session)?;
    if omitted + more > 0 && is_for_people {
        session.note(&format!("{} not shown", counted(omitted + more, "more finding")))?;
    }
    let outcome = outcome(is_readable, &report);
    if !options.counts_alone {
        name_errors(&found, options.format, session)?;
    }
    session.name_catalogue(&found)?;
    Ok(outcome)
}

/// Index for recognising Heat's errors among findings, which contain Heat's messages.
struct ErrorNames {
    pages: ErrorPages,
    index: ErrorIndex,
}

impl ErrorNames {
    /// The pages and the index for the errors among findings; `None` if there is no error, because reading all pages takes as
    /// long as reading a template.
    fn for_findings(found: &[Diagnostic]) -> Option<Self> {
        found.iter().any(|diagnostic| diagnostic.severity == Severity::Error).then(|| {
            let pages = ErrorPages::built_in();
            Self { index: pages.index(), pages }
        })
    }

    /// The page about the error of Heat that a finding reports.
    fn page(&self, diagnostic: &Diagnostic) -> Option<&ErrorPage> {
        if diagnostic.severity != Severity::Error {
            return None;
        }
        let found = self.index.find(&diagnostic.message);
        found.errors.first().filter(|_| found.is_exact).and_then(|number| self.pages.list.get(*number))
    }
}

/// Names the pages that explain the errors of Heat among the findings, as a compiler names those of its error codes.
fn name_errors(found: &[Diagnostic], format: Format, session: &mut Session) -> Result<(), Failure> {
    if format != Format::Text || session.is_quiet {
        return Ok(());
    }
    let Some(errors) = ErrorNames::for_findings(found) else { return Ok(()) };
    let mut ids: Vec<&str> = Vec::new();
    for page in found.iter().filter_map(|diagnostic| errors.page(diagnostic)) {
        if !ids.contains(&page.id.as_str()) {
            ids.push(&page.id);
        }
    }
    let Some(first) = ids.first() else { return Ok(()) };
    let more = ids.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let named = ids.iter().take(MAX_NAMED).map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ");
    session.out.flush()?;
    writeln!(
        session.err,
        "pages about these errors of Heat: {named}{more}; `{NAME} explain {first}` shows one"
    )?;
    Ok(())
}

/// Sets for each finding whether the command fails because of it, according to its project's settings.
fn judge_each(report: &mut Report<'_>, listed: &[&Diagnostic], found: &[Diagnostic], fail_on: &[FailOn]) {
    if let [first, rest @ ..] = fail_on
        && rest.iter().all(|each| each == first)
    {
        return judge(report, *first);
    }
    report.findings.iter_mut().for_each(|finding| finding.fails = false);
    let mut of_all = found.iter().zip(fail_on);
    for (finding, diagnostic) in report.findings.iter_mut().zip(listed) {
        let own = of_all.by_ref().find(|(other, _)| std::ptr::eq(*other, *diagnostic));
        finding.fails = own.is_some_and(|(_, fail_on)| fail_on.includes(diagnostic.severity));
    }
}

/// The note about the number of findings that are not listed.
fn omission(omitted: usize) -> Diagnostic {
    Diagnostic::new(
        Severity::Note,
        OMITTED_FINDINGS,
        format!("{} not listed", counted(omitted, "more finding")),
    )
}

/// Checks that fixes can be written to the templates.
///
/// # Errors
/// If one of them is the standard input.
pub fn check_fixable(templates: &[PathBuf], fixes: Fixes) -> Result<(), Failure> {
    let is_written = matches!(fixes, Fixes::Applied(_));
    if is_written && templates.iter().any(|path| is_standard_input(path)) {
        return Err(Failure::unreadable("--fix cannot change the standard input")
            .with_help("--diff prints the changes"));
    }
    Ok(())
}
