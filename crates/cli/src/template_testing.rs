//! The command `test`: running files with tests.
//!
//! `heat-template-test` reads a file and runs its cases; this module finds and reads files, runs cases in parallel, compares snapshots,
//! and reports.

mod first;
mod snapshots;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::{SchemaFiles, threads};
use heat_hot::Template;
use heat_model::{PreparedTypes, ResourceTypes};
use heat_report::program::NAME;
use heat_report::text::counted;
use heat_report::{Case, CaseOutcome, Format, Report, diagnostics};
use heat_template_check::settings::Settings;
use heat_template_check::{EnabledRules, Selection};
use heat_template_files::{Folder, read};
use heat_template_test::{CaseReport, Coverage, Side, TestCase, TestFile, unknown_answers};
use heat_yaml::render::{self, RenderStyle};
use heat_yaml::{Diagnostic, Severity, Source, one_line};
use indexmap::IndexMap;

pub(crate) use self::first::init;
use self::snapshots::Snapshots;
use crate::explanation::program_messages;
use crate::inputs::settings;
use crate::inputs::source::shown;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::reporting::{ReportOptions, judge};
use crate::session::Session;

/// Ids of the findings of `test`.
pub(crate) const FINDINGS: [&str; 6] = [
    "invalid-test",
    "open-expectation",
    "snapshot-differs",
    "unexpected-acceptance",
    "unexpected-refusal",
    "unmet-expectation",
];

/// Options of `test`.
#[derive(Debug, Clone)]
pub(crate) struct TestOptions {
    /// The files with tests.
    pub(crate) files: Vec<PathBuf>,
    /// Text that the names of the cases contain, with those of their files.
    pub(crate) filter: Option<String>,
    /// `true` if snapshots are written instead of compared.
    pub(crate) update: bool,
    /// `true` if the parts of templates that no case reaches are listed.
    pub(crate) coverage: bool,
    /// `true` if the cases are listed.
    pub(crate) lists_cases: bool,
    /// The folder that files may be read from.
    pub(crate) root: Option<PathBuf>,
    /// The settings of all templates.
    pub(crate) settings: Option<PathBuf>,
    /// The form of the report.
    pub(crate) report: ReportOptions,
}

/// A file with tests, with everything that its cases need.
struct Loaded {
    path: PathBuf,
    source: Arc<Source>,
    file: TestFile,
    template: Arc<Source>,
    /// The environments of each case.
    environments: Vec<Vec<Arc<Source>>>,
    /// Index of the types.
    types: usize,
    enabled: EnabledRules,
    settings: Option<Arc<Settings>>,
}

/// Runs tests and reports those that fail.
///
/// # Errors
/// If the catalogue or the settings cannot be read, a snapshot cannot be written, or the output is closed.
pub(crate) fn run(options: &TestOptions, session: &mut Session) -> CommandResult {
    let mut catalogues = Catalogues::default();
    let mut loaded = Vec::new();
    let mut unreadable = Vec::new();
    for path in &options.files {
        match load(path, options, &mut catalogues, session)? {
            Ok(file) => loaded.push(file),
            Err(mut found) => unreadable.append(&mut found),
        }
    }
    let templates = loaded.iter().map(|file| PathBuf::from(file.template.name()));
    let named: Vec<PathBuf> = options.files.iter().cloned().chain(templates).collect();
    let folder = Folder::of_files(options.root.as_deref(), &named)?;
    let types: Vec<_> = catalogues.all.iter().map(PreparedTypes::new).collect();
    for file in &loaded {
        if let Some(template) = Template::read(&file.template).template {
            let types: &dyn ResourceTypes = &types[file.types];
            // An environment can replace types.
            let types = file.environments.iter().all(Vec::is_empty).then_some(types);
            unreadable.extend(unknown_answers(&file.source, &template, types, &folder));
        }
    }
    let is_chosen = |file: &Loaded, case: &TestCase| {
        options.filter.as_deref().is_none_or(|text| title(file, case).contains(text))
    };
    let chosen: Vec<(&Loaded, usize)> = loaded
        .iter()
        .flat_map(|file| file.file.cases.iter().enumerate().map(move |(index, case)| (file, index, case)))
        .filter(|(file, _, case)| is_chosen(file, case))
        .map(|(file, index, _)| (file, index))
        .collect();
    let reports = threads::map(&chosen, |(file, index)| {
        let report = run_case(file, *index, &folder, &types[file.types]);
        let coverage = options.coverage.then(|| report.stack.as_ref().map(Coverage::of));
        let compared = file.file.cases.get(*index).is_some_and(|case| case.snapshot);
        let snapshot = report.stack.as_ref().filter(|_| compared).map(heat_template_test::snapshot);
        (report.failures, snapshot, coverage)
    });
    session.files_read.extend(folder.files_read());
    session.files_read.extend(named);
    let mut snapshots = Snapshots::default();
    let mut results: Vec<(&Loaded, &TestCase, Vec<Diagnostic>)> = Vec::new();
    let mut coverages: IndexMap<String, Coverage> = IndexMap::new();
    for ((file, index), (mut failures, snapshot, coverage)) in chosen.iter().zip(reports) {
        let case = &file.file.cases[*index];
        if case.snapshot
            && failures.is_empty()
            && let Some(snapshot) = snapshot
        {
            failures.extend(snapshots.compare((&file.path, &file.source), case, snapshot, options.update)?);
        }
        if coverage.is_some() {
            coverages.entry(file.template.name().to_owned()).or_default();
        }
        for (template, coverage) in coverage.flatten().into_iter().flatten() {
            coverages.entry(template).or_default().merge(coverage);
        }
        results.push((file, case, failures));
    }
    if options.filter.is_none() {
        for file in &loaded {
            let known = file.file.cases.iter().filter(|case| case.snapshot).map(|case| case.name.as_str());
            unreadable.extend(snapshots.unused(&file.path, &known.collect::<Vec<_>>(), options.update)?);
        }
    }
    let written = snapshots.write()?;
    let has_unread = !unreadable.is_empty();
    report(options, &results, &unreadable, session)?;
    let outcome = outcome(&results, has_unread, options, session)?;
    if written > 0 {
        session.note(&format!("{} written", counted(written, "snapshot")))?;
    }
    for (template, coverage) in &coverages {
        let gaps = coverage.gaps();
        let reached = coverage.parts().saturating_sub(gaps.len());
        writeln!(session.out, "{}: {reached} of {} parts reached", one_line(template), coverage.parts())?;
        for gap in gaps {
            writeln!(session.out, "  {}", one_line(&gap.to_string()))?;
        }
    }
    Ok(outcome)
}

/// The name of a case with that of its file.
fn title(file: &Loaded, case: &TestCase) -> String {
    format!("{}: {}", shown(&file.path), case.name)
}

fn run_case(file: &Loaded, index: usize, folder: &Folder, types: &dyn ResourceTypes) -> CaseReport {
    let side = |index: usize| {
        let case = file.file.cases.get(index)?;
        let environments = file.environments.get(index).cloned().unwrap_or_default();
        Some(Side { case, template: Arc::clone(&file.template), environments })
    };
    let Some(new) = side(index) else { return CaseReport::default() };
    let old = new.case.from.and_then(side);
    let mut report = heat_template_test::run((&file.file, &file.source), &new, old.as_ref(), folder, types);
    if let Some(stack) = report.stack.as_ref().filter(|_| !report.is_refused) {
        let mut found = heat_template_check::check_own_rules(stack, types, &file.enabled);
        if let Some(settings) = &file.settings {
            settings.retain_reported(&mut found, &Selection::default());
        }
        report.failures.extend(found.into_iter().filter(|found| found.severity == Severity::Error).map(
            |found| {
                let message = format!("`{}`: {}", new.case.name, found.message);
                Diagnostic { message, ..found }
            },
        ));
    }
    report
}

/// The catalogues of projects: those with the same settings share one.
#[derive(Default)]
struct Catalogues {
    all: Vec<SchemaFiles>,
    known: HashMap<(Option<String>, Vec<PathBuf>), usize>,
}

impl Catalogues {
    fn of(&mut self, session: &mut Session) -> Result<usize, Failure> {
        let key = (session.release.clone(), session.types.clone());
        if let Some(index) = self.known.get(&key) {
            return Ok(*index);
        }
        self.all.push(session.read_for_templates()?.0);
        let index = self.all.len() - 1;
        self.known.insert(key, index);
        Ok(index)
    }
}

/// Reads a file with tests, and the files that it names. The inner error has the mistakes in them.
fn load(
    path: &Path,
    options: &TestOptions,
    catalogues: &mut Catalogues,
    session: &mut Session,
) -> Result<Result<Loaded, Vec<Diagnostic>>, Failure> {
    let source = read(path)?;
    let (file, found) = TestFile::read(&source);
    let Some(file) = file else { return Ok(Err(found)) };
    let invalid = |message: String| Diagnostic::error("invalid-test", message);
    let template = if let Some((name, span)) = &file.template {
        match read(&beside(path, name)) {
            Ok(template) => template,
            Err(failure) => return Ok(Err(vec![invalid(failure.message()).with_label(&source, *span, "")])),
        }
    } else {
        let Some(path) = own_template(path) else {
            let message = "there is no template beside this file that has its name".to_owned();
            let help = "name the template: `template: server.yaml`";
            return Ok(Err(vec![invalid(message).in_file(source.name()).with_help(help)]));
        };
        read(&path)?
    };
    let (release, types) = (session.release.clone(), session.types.clone());
    let template_path = PathBuf::from(template.name());
    let project = settings::apply(&template_path, options.settings.as_deref(), session)?;
    let index = catalogues.of(session)?;
    (session.release, session.types) = (release, types);
    let mut errors = Vec::new();
    let mut sources: HashMap<PathBuf, Arc<Source>> = HashMap::new();
    let mut environments = Vec::new();
    for case in &file.cases {
        let named: Vec<_> = file.environments.iter().chain(&case.environments).collect();
        let mut own = Vec::new();
        for (name, span) in &named {
            let path = beside(path, name);
            match sources.get(&path).cloned().map_or_else(|| read(&path), Ok) {
                Ok(environment) => {
                    sources.insert(path, Arc::clone(&environment));
                    own.push(environment);
                }
                Err(failure) => errors.push(invalid(failure.message()).with_label(&source, *span, "")),
            }
        }
        if named.is_empty() {
            own = project.environments.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
        }
        environments.push(own);
    }
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    Ok(Ok(Loaded {
        path: path.to_path_buf(),
        source,
        file,
        template,
        environments,
        types: index,
        enabled: project.rules,
        settings: project.settings,
    }))
}

/// A path relative to a file.
fn beside(file: &Path, name: &str) -> PathBuf {
    file.parent().map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
}

/// The template that has the name of a file with tests.
fn own_template(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?;
    heat_template_test::templates_of(name).map(|name| beside(file, &name)).find(|path| path.is_file())
}

fn report(
    options: &TestOptions,
    results: &[(&Loaded, &TestCase, Vec<Diagnostic>)],
    unreadable: &[Diagnostic],
    session: &mut Session,
) -> Result<(), Failure> {
    let case = |(file, case, failures): &(&Loaded, &TestCase, Vec<Diagnostic>)| {
        let outcome = if failures.is_empty() {
            CaseOutcome::Passed
        } else {
            let first = failures.first().map(|failure| failure.message.clone()).unwrap_or_default();
            CaseOutcome::Failed(format!("{first}\n{}", render::text(failures, RenderStyle::default())))
        };
        Case { suite: shown(&file.path), name: one_line(&case.name), outcome }
    };
    let mut cases: Vec<Case> = results.iter().map(case).collect();
    cases.extend(unreadable.iter().map(|found| Case {
        suite: found.file_name().unwrap_or_default().to_owned(),
        name: "the file".to_owned(),
        outcome: CaseOutcome::Failed(found.message.clone()),
    }));
    let found: Vec<&Diagnostic> =
        unreadable.iter().chain(results.iter().flat_map(|(.., failures)| failures)).collect();
    let mut report = Report {
        title: format!("{NAME} test"),
        findings: diagnostics::findings(found),
        rules: program_messages::rules(&FINDINGS),
        files: options.files.len(),
        nothing: "no failures",
        cases,
        lists_cases: true,
        has_cases_alone: true,
        ..Report::default()
    };
    judge(&mut report, heat_template_check::FailOn::Error);
    if options.report.format != Format::Text {
        return options.report.write(&report, session);
    }
    let quiet = std::mem::replace(&mut session.is_quiet, true);
    let written = options.report.write(&report, session);
    session.is_quiet = quiet;
    written?;
    if options.lists_cases {
        for case in &report.cases {
            let word = if case.outcome == CaseOutcome::Passed { "passed" } else { "FAILED" };
            writeln!(session.out, "{word}  {}: {}", one_line(&case.suite), one_line(&case.name))?;
        }
    }
    let failed = report.cases.iter().filter(|case| case.outcome != CaseOutcome::Passed).count();
    if !session.is_quiet {
        let passed = counted(report.cases.len() - failed, "case");
        let files = counted(options.files.len(), "file");
        let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
        writeln!(session.out, "{passed} passed{failed} in {files}")?;
    }
    Ok(())
}

fn outcome(
    results: &[(&Loaded, &TestCase, Vec<Diagnostic>)],
    has_unread: bool,
    options: &TestOptions,
    session: &mut Session,
) -> CommandResult {
    if results.is_empty() && options.filter.is_some() {
        session.note("no case has this name")?;
        return Ok(Outcome::Findings);
    }
    let has_failed = has_unread || results.iter().any(|(.., failures)| !failures.is_empty());
    Ok(if has_failed { Outcome::Findings } else { Outcome::Done })
}
