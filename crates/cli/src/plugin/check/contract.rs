//! Judging plug-ins by Heat's contract: what the engine calls, and what the code of handlers uses. `contract.py` finds the breaches
//! in the Python in which Heat is installed.

use std::collections::BTreeSet;
use std::path::Path;

use heat_import::facts::Descriptions;
use heat_report::program::NAME;
use heat_report::{Report, diagnostics};
use heat_yaml::{Diagnostic, Severity, one_line, sort_diagnostics};

use super::loaded::{self, Breach, Judged, LoadOutcome};
use super::{Named, facts_of, file_names, refusals, replacements};
use crate::inputs::source;
use crate::outcome::{CommandResult, Outcome};
use crate::reporting::{ReportOptions, judge, outcome};
use crate::session::Session;

/// The rules of the contract: ids and severities of their findings.
pub const RULES: [(&str, Severity); 11] = [
    ("attribute-not-resolved", Severity::Warning),
    ("client-not-registered", Severity::Error),
    ("constraint-not-registered", Severity::Error),
    ("gone-from-heat", Severity::Error),
    ("handler-arity", Severity::Error),
    ("not-judged", Severity::Error),
    ("poll-without-handler", Severity::Warning),
    ("unknown-method", Severity::Error),
    ("unknown-name", Severity::Error),
    ("update-not-handled", Severity::Warning),
    ("validate-without-base", Severity::Error),
];

/// Options of a test of plug-ins.
#[derive(Debug, Clone)]
pub struct TestOptions {
    /// The plug-ins.
    pub named: Named,
    /// The form of the report.
    pub report: ReportOptions,
}

/// Loads plug-ins into Heat, and reports what keeps Heat from loading them and how their classes break Heat's contract.
///
/// # Errors
/// If there is no plug-in of a name, or the interpreter has no Heat.
pub fn test(options: &TestOptions, session: &mut Session) -> CommandResult {
    let loading = match loaded::load(&options.named, Judged::Contract) {
        Ok(loading) => loading,
        Err(problem) => {
            session.draw(&[problem])?;
            return Ok(Outcome::Unreadable);
        }
    };
    let files = loading.files.len();
    let mut found = loading.findings;
    found.extend(loading.files.into_iter().flat_map(|(file, outcome)| findings(&file, outcome)));
    options.report.selection.retain(&mut found);
    sort_diagnostics(&mut found);
    let mut report = Report {
        title: format!("{NAME} plugin test"),
        findings: diagnostics::findings(&found),
        consequences: Vec::new(),
        rules: Vec::new(),
        docs_url: None,
        files,
        nothing: "no findings",
    };
    judge(&mut report, options.report.fail_on.unwrap_or_default());
    options.report.write(&report, session)?;
    Ok(outcome(true, &report))
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
