//! Judging plug-ins by Heat's contract, in the Python in which Heat is installed: `contract.py` reads what the engine calls and what the
//! code of handlers uses, and `lives` creates, updates and deletes resources with stand-ins for clients.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heat_import::facts::{Descriptions, Facts};
use heat_report::program::NAME;
use heat_report::{Case, CaseOutcome, Format, Report, diagnostics};
use heat_template_check::FailOn;
use heat_yaml::{Diagnostic, Severity, one_line, sort_diagnostics};
use indexmap::IndexMap;

use super::engine::{self, EngineKind};
use super::loaded::{self, Breach, Judged, LoadOutcome, LoadReport, Step, StepResult};
use super::{Named, add_facts, file_names, refusals, replacements, sort};
use crate::explanation::program_messages;
use crate::inputs::source;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;

/// The rules of the contract: ids and severities of their findings.
pub const RULES: [(&str, Severity); 25] = [
    ("attribute-not-resolved", Severity::Warning),
    ("client-not-registered", Severity::Error),
    ("constraint-not-registered", Severity::Error),
    ("delete-fails-if-gone", Severity::Error),
    ("delete-without-id", Severity::Warning),
    ("deprecated", Severity::Warning),
    ("engine-refuses", Severity::Error),
    ("fails-in-engine", Severity::Error),
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
    /// The plug-ins, with each Heat that loads them.
    pub named: Vec<Named>,
    /// A module with stand-ins for clients.
    pub answers: Option<PathBuf>,
    /// The engines in which the types live as well.
    pub engines: Vec<EngineKind>,
    /// `true` if each step of the lives is listed.
    pub steps: bool,
    /// The form of the report.
    pub report: ReportOptions,
}

/// Verdict of one Heat on plug-ins.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The release of Heat, or else its interpreter.
    pub(crate) heat: String,
    /// The number of files.
    pub(crate) files: usize,
    /// The number of files that Heat has loaded.
    pub(crate) loaded: usize,
    /// The names of the types, also of those that cannot be read.
    pub(crate) types: BTreeSet<String>,
    /// The facts about the types and the custom constraints.
    pub(crate) facts: Facts,
    pub(crate) findings: Vec<Diagnostic>,
    /// The steps in the lives of each type.
    lives: IndexMap<String, Vec<Step>>,
    /// The file of each type.
    files_of_types: IndexMap<String, PathBuf>,
}

impl Verdict {
    /// Loads plug-ins into a Heat, and judges them.
    ///
    /// # Errors
    /// If the interpreter cannot be used, or has no Heat.
    pub(crate) fn of(named: &Named, answers: Option<&Path>) -> Result<Self, Diagnostic> {
        let loading = loaded::load(named, Judged::Contract { answers })?;
        let reports = || {
            loading.files.iter().filter_map(|(_, outcome)| match outcome {
                LoadOutcome::Document { loaded, .. } => Some(loaded),
                LoadOutcome::Crashed(_) => None,
            })
        };
        let heat = reports().map(|report| report.heat_version.clone()).next();
        let mut verdict = Self {
            heat: heat.unwrap_or_else(|| named.python.display().to_string()),
            files: loading.files.len(),
            loaded: reports().filter(|report| report.imported).count(),
            types: reports().flat_map(|report| report.types.iter().cloned()).collect(),
            facts: Facts::default(),
            findings: loading.findings,
            lives: IndexMap::new(),
            files_of_types: IndexMap::new(),
        };
        for (file, outcome) in loading.files {
            match outcome {
                LoadOutcome::Crashed(finding) => verdict.findings.push(finding),
                LoadOutcome::Document { loaded, json } => verdict.add(&file, *loaded, &json),
            }
        }
        sort(&mut verdict.facts);
        Ok(verdict)
    }
}

impl Verdict {
    /// Adds what Heat reported about a file.
    fn add(&mut self, file: &Path, mut loaded: LoadReport, json: &str) {
        self.lives.append(&mut loaded.lives);
        self.files_of_types.extend(loaded.types.iter().map(|name| (name.clone(), file.to_owned())));
        let found = file_names::findings(file, &loaded);
        if !found.is_empty() {
            return self.findings.extend(found);
        }
        self.findings.extend(refusals(file, &loaded));
        self.findings.extend(replacements(file, &loaded));
        self.findings.extend(add_facts(&mut self.facts, file, &mut loaded, json, Descriptions::Keep));
        // A class of several types, or a base of several classes, has its breaches once.
        let mut seen = BTreeSet::new();
        for breach in &loaded.breaches {
            if seen.insert((&breach.file, &breach.line, &breach.rule, &breach.message)) {
                self.findings.extend(finding(file, breach));
            }
        }
    }

    /// Adds what became of the types in an engine.
    fn add_engine(&mut self, named: &Named, kind: EngineKind) -> Result<(), Failure> {
        let lived = engine::live(named, &self.facts.types, kind)?;
        for (name, mut steps) in lived.rows {
            self.lives.entry(name).or_default().append(&mut steps);
        }
        for breach in &lived.breaches {
            let of_type = breach.resource_type.as_ref().and_then(|name| self.files_of_types.get(name));
            if let Some(file) = of_type.or(self.files_of_types.values().next()) {
                self.findings.extend(finding(file, breach));
            }
        }
        Ok(())
    }
}

/// The findings of several Heats, each once. Those that not all of them have say which have them.
pub(crate) fn merged(verdicts: Vec<Verdict>) -> Vec<Diagnostic> {
    let count = verdicts.len();
    let mut all: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for Verdict { heat, findings, .. } in verdicts {
        for finding in findings {
            match all.iter_mut().find(|(other, _)| is_same(other, &finding)) {
                Some((_, heats)) => heats.push(heat.clone()),
                None => all.push((finding, vec![heat.clone()])),
            }
        }
    }
    let noted = all.into_iter().map(|(finding, heats)| {
        if heats.len() == count {
            finding
        } else {
            finding.with_note(format!("with Heat {}", heats.join(", ")))
        }
    });
    noted.collect()
}

/// Returns whether two findings say the same of the same line. Their notes may quote what an interpreter said.
pub(crate) fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |found: &Diagnostic| (found.file_name().map(ToOwned::to_owned), found.position());
    (one.code, &one.message) == (other.code, &other.message) && place(one) == place(other)
}

/// Loads plug-ins into each Heat, and reports what keeps it from loading them and how their classes break Heat's contract.
///
/// # Errors
/// If there is no plug-in of a name, or an interpreter has no Heat.
pub fn test(options: &TestOptions, session: &mut Session) -> CommandResult {
    if let Some(answers) = options.answers.as_deref().filter(|path| !path.is_file()) {
        return Err(Failure::unreadable(format!("there is no file `{}`", answers.display()))
            .with_help("--answers names a module in Python with a function `clients(name)`"));
    }
    let verdicts: Result<Vec<Verdict>, Diagnostic> =
        options.named.iter().map(|named| Verdict::of(named, options.answers.as_deref())).collect();
    let mut verdicts = match verdicts {
        Ok(verdicts) => verdicts,
        Err(problem) => {
            session.draw(&[problem])?;
            return Ok(Outcome::Unreadable);
        }
    };
    for (verdict, named) in verdicts.iter_mut().zip(&options.named) {
        options.engines.iter().try_for_each(|kind| verdict.add_engine(named, *kind))?;
    }
    let files = verdicts.iter().map(|verdict| verdict.files).max().unwrap_or_default();
    let lives: Vec<(String, IndexMap<String, Vec<Step>>)> = verdicts
        .iter_mut()
        .map(|verdict| (verdict.heat.clone(), std::mem::take(&mut verdict.lives)))
        .collect();
    let mut found = merged(verdicts);
    options.report.selection.retain(&mut found);
    sort_diagnostics(&mut found);
    let fail_on = options.report.fail_on.unwrap_or_default();
    let mut report = Report {
        title: format!("{NAME} plugin test"),
        findings: diagnostics::findings(&found),
        consequences: Vec::new(),
        rules: program_messages::rules(&RULES.map(|(id, _)| id)),
        docs_url: None,
        files,
        nothing: "no findings",
        cases: cases(&lives, fail_on),
        lists_cases: options.steps,
        has_cases_alone: false,
    };
    judge(&mut report, fail_on);
    options.report.write(&report, session)?;
    if options.report.format == Format::Text && !options.report.counts_alone && !session.is_quiet {
        for (heat, types) in &lives {
            let with = if lives.len() > 1 { format!("Heat {heat}: ") } else { String::new() };
            for line in steps(types, options.steps) {
                writeln!(session.out, "{}", one_line(&format!("{with}{line}")))?;
            }
        }
    }
    Ok(outcome(true, &report))
}

/// The steps of lives as cases. One in which a rule was broken has failed if the command fails for findings of that rule.
fn cases(lives: &[(String, IndexMap<String, Vec<Step>>)], fail_on: FailOn) -> Vec<Case> {
    let fails = |rule: Option<&str>| {
        let severity = RULES.into_iter().find(|(id, _)| Some(*id) == rule);
        severity.is_none_or(|(_, severity)| fail_on.includes(severity))
    };
    let case = |heat: &str, name: &str, step: &Step| {
        let suite = if lives.len() > 1 { format!("{name} with Heat {heat}") } else { name.to_owned() };
        let why = || step.why.as_deref().map(one_line).unwrap_or_default();
        let outcome = match step.result {
            StepResult::Breach if fails(step.why.as_deref()) => CaseOutcome::Failed(why()),
            StepResult::Lived | StepResult::Breach => CaseOutcome::Passed,
            StepResult::NotLived => CaseOutcome::Skipped(why()),
        };
        Case { suite, name: one_line(&step.title()), outcome }
    };
    let all =
        lives.iter().flat_map(|(heat, types)| types.iter().map(move |(name, steps)| (heat, name, steps)));
    all.flat_map(|(heat, name, steps)| steps.iter().map(move |step| case(heat, &one_line(name), step)))
        .collect()
}

/// The lines about lives: each step if they are wanted, and a summary.
fn steps(types: &IndexMap<String, Vec<Step>>, each: bool) -> Vec<String> {
    let all = || types.iter().flat_map(|(name, steps)| steps.iter().map(move |step| (name, step)));
    let mut lines = Vec::new();
    for (name, step) in all().filter(|_| each) {
        let result = match step.result {
            StepResult::Lived => "ran",
            StepResult::Breach => "breach",
            StepResult::NotLived => "did not run",
        };
        let why = step.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        lines.push(format!("{name}: {}: {result}{why}", step.title()));
    }
    let not = all().filter(|(_, step)| step.result == StepResult::NotLived).count();
    let lived = all().count() - not;
    if lived + not > 0 {
        let number = if types.len() == 1 { "1 type".to_owned() } else { format!("{} types", types.len()) };
        let hint = if not > 0 && !each { " (`--steps` lists them)" } else { "" };
        lines.push(format!("{number}: {lived} steps ran, {not} did not{hint}"));
    }
    lines
}

/// A breach as a finding in the line of the source.
fn finding(file: &Path, breach: &Breach) -> Option<Diagnostic> {
    let (id, severity) = RULES.into_iter().find(|(id, _)| *id == breach.rule)?;
    let about =
        breach.resource_type.as_deref().map(|name| format!("{}: ", one_line(name))).unwrap_or_default();
    let message = format!("{about}{}", one_line(&breach.message));
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
