//! Judging plug-ins by Heat's contract, in the Python in which Heat is installed: `contract.py` reads what the engine calls and what the
//! code of handlers uses, and `lives` creates, updates and deletes resources with stand-ins for clients.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heat_import::facts::Descriptions;
use heat_report::program::NAME;
use heat_report::{Format, Report, diagnostics};
use heat_yaml::{Diagnostic, Severity, one_line, sort_diagnostics};
use indexmap::IndexMap;

use super::loaded::{self, Breach, Judged, LoadOutcome, Step, StepResult};
use super::{facts_of, file_names, find, refusals, replacements};
use crate::inputs::source;
use crate::outcome::{CommandResult, Outcome};
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;

/// The rules of the contract: ids and severities of their findings.
pub const RULES: [(&str, Severity); 22] = [
    ("attribute-not-resolved", Severity::Warning),
    ("client-not-registered", Severity::Error),
    ("constraint-not-registered", Severity::Error),
    ("delete-fails-if-gone", Severity::Error),
    ("delete-without-id", Severity::Warning),
    ("gone-from-heat", Severity::Error),
    ("handler-arity", Severity::Error),
    ("handler-fails", Severity::Error),
    ("handler-returns-nothing", Severity::Warning),
    ("id-not-stored", Severity::Error),
    ("id-stored-late", Severity::Warning),
    ("no-such-attribute", Severity::Error),
    ("no-such-property", Severity::Error),
    ("not-judged", Severity::Error),
    ("poll-never-ends", Severity::Error),
    ("poll-without-handler", Severity::Warning),
    ("step-hangs", Severity::Error),
    ("unknown-method", Severity::Error),
    ("unknown-name", Severity::Error),
    ("update-ignored", Severity::Warning),
    ("update-not-handled", Severity::Warning),
    ("validate-without-base", Severity::Error),
];

/// Options of a test of plug-ins.
#[derive(Debug, Clone)]
pub struct TestOptions {
    /// The files of plug-ins, compiled or in Python.
    pub files: Vec<PathBuf>,
    /// The interpreter of an environment with Heat.
    pub python: PathBuf,
    /// A module with stand-ins for clients.
    pub answers: Option<PathBuf>,
    /// Whether each step of the lives is listed.
    pub steps: bool,
    /// The form of the report.
    pub report: ReportOptions,
}

/// Loads each file into Heat, and reports what keeps Heat from loading it and how its classes break Heat's contract.
///
/// # Errors
/// If a file does not exist, or the interpreter has no Heat.
pub fn test(options: &TestOptions, session: &mut Session) -> CommandResult {
    find(&options.files)?;
    find(options.answers.as_slice())?;
    let mut found = Vec::new();
    let mut lives = IndexMap::new();
    for file in &options.files {
        match loaded::load(file, &options.python, Judged::Contract { answers: options.answers.as_deref() }) {
            Ok(mut loading) => {
                if let LoadOutcome::Document { loaded, .. } = &mut loading {
                    lives.append(&mut loaded.lives);
                }
                found.extend(findings(file, loading));
            }
            Err(problem) => {
                session.draw(&[problem])?;
                return Ok(Outcome::Unreadable);
            }
        }
    }
    options.report.selection.retain(&mut found);
    sort_diagnostics(&mut found);
    let mut report = Report {
        title: format!("{NAME} plugin test"),
        findings: diagnostics::findings(&found),
        consequences: Vec::new(),
        rules: Vec::new(),
        docs_url: None,
        files: options.files.len(),
        nothing: "no findings",
    };
    judge(&mut report, options.report.fail_on.unwrap_or_default());
    options.report.write(&report, session)?;
    if options.report.format == Format::Text && !options.report.counts_alone && !session.is_quiet {
        for line in steps(&lives, options.steps) {
            writeln!(session.out, "{}", one_line(&line))?;
        }
    }
    Ok(outcome(true, &report))
}

/// The lines about lives: each step if they are wanted, and a summary.
fn steps(types: &IndexMap<String, Vec<Step>>, each: bool) -> Vec<String> {
    let all = || types.iter().flat_map(|(name, steps)| steps.iter().map(move |step| (name, step)));
    let mut lines = Vec::new();
    for (name, step) in all().filter(|_| each) {
        let property = step.property.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let result = match step.result {
            StepResult::Lived => "lived",
            StepResult::Breach => "breach",
            StepResult::NotLived => "not lived",
        };
        let why = step.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        lines.push(format!("{name}: {}{property}: {result}{why}", step.name));
    }
    let not = all().filter(|(_, step)| step.result == StepResult::NotLived).count();
    let lived = all().count() - not;
    if lived + not > 0 {
        let number = if types.len() == 1 { "1 type".to_owned() } else { format!("{} types", types.len()) };
        let hint = if not > 0 && !each { " (`--steps` lists them)" } else { "" };
        lines.push(format!("{number}: {lived} steps lived, {not} not{hint}"));
    }
    lines
}

/// Findings about a file.
fn findings(file: &Path, loading: LoadOutcome) -> Vec<Diagnostic> {
    let (loaded, json) = match loading {
        LoadOutcome::Document { loaded, json } => (loaded, json),
        LoadOutcome::Crashed(finding) => return vec![finding],
    };
    let mut found = file_names::findings(file, &loaded);
    if !found.is_empty() {
        return found;
    }
    found.extend(refusals(file, &loaded));
    found.extend(replacements(file, &loaded));
    if !loaded.types.is_empty() {
        found.extend(facts_of(file, &json, Descriptions::Drop).diagnostics);
    }
    // A class of several types, or a base of several classes, has its breaches once.
    let mut seen = BTreeSet::new();
    for breach in &loaded.breaches {
        if seen.insert((&breach.file, &breach.line, &breach.rule, &breach.message)) {
            found.extend(finding(file, breach));
        }
    }
    found
}

/// A breach as a finding in the line of the source.
fn finding(file: &Path, breach: &Breach) -> Option<Diagnostic> {
    let (id, severity) = RULES.into_iter().find(|(id, _)| *id == breach.rule)?;
    let message = format!("{}: {}", one_line(&breach.resource_type), one_line(&breach.message));
    let finding = Diagnostic::new(severity, id, message);
    let own = file.canonicalize().ok();
    // The file is shown under the name by which the user knows it.
    let shown = breach.file.as_deref().map(|found| if own.as_deref() == Some(found) { file } else { found });
    let source = shown.and_then(|shown| source::read(shown).ok());
    let line = breach.line.as_deref().and_then(|line| line.parse().ok());
    Some(match (source, line) {
        (Some(source), Some(line)) => finding.with_label(&source, source.line_span(line), ""),
        _ => finding.in_file(file.display().to_string()),
    })
}
