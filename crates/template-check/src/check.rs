//! Checks of one template: the errors that Heat reports, and the warnings of the rules for templates.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::SystemTime;

use heat_hot::environment::EnvironmentFile;
use heat_hot::environment::files::FileSource;
use heat_hot::fault::Problem;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::refusal::RefusedBy;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::{PreparedTypes, ResourceTypes};
use heat_yaml::{Diagnostic, Fix, Severity, Source, remove_repetitions};
use indexmap::IndexMap;

use crate::findings::{StackFinding, TemplateFindings, Verdict};
use crate::lint::{EnabledRules, apply_suppressions, lint, lint_by_own_rules, lint_environments};
use crate::other_files;
use crate::stack::{CloudAnswers, Purpose, ResolvedStack, StackSources, resolve_stack};

/// Id of the rule about references to resources that a condition may remove.
const CONDITIONAL_REFERENCE: &str = "conditional-reference";

/// Id of the rule about maps that are meant as functions.
const MISSPELT_FUNCTION: &str = "misspelt-function";

/// Ids of the rules whose finding repeats an error of Heat in the same line: the constraint that a value violates, the properties
/// that are missing because their key is misspelt, the call in an expression that fails.
const SAID_BY_ERRORS: [&str; 6] = [
    "null-required-property",
    "ignored-key",
    "impossible-address",
    "unknown-yaql-function",
    "yaql-arguments",
    "missing-yaql-data",
];

/// Ids of the rules that explain why an expression of `yaql` fails.
const EXPLAINS_YAQL: [&str; 3] = ["unknown-yaql-function", "yaql-arguments", "missing-yaql-data"];

/// Checks templates with the same environments, parameters, files, types and rules.
pub struct TemplateCheck<'a> {
    /// The environments of the templates, in the order in which they are merged.
    pub environments: Vec<Arc<Source>>,
    /// The values of parameters, as text.
    pub parameters: &'a IndexMap<String, String>,
    /// Source of the files for `get_file` and nested templates. The names of files are relative to the name of the template's
    /// source.
    pub files: &'a (dyn FileSource + Sync),
    /// The resource types that templates can use.
    pub types: &'a (dyn ResourceTypes + Sync),
    /// `true` if parameters must have values, as they must when a stack is created. Otherwise, parameters without a value are
    /// unknown.
    pub is_strict: bool,
    /// Current time: Heat refuses values that have expired. Without a time, no value has expired.
    pub now: Option<SystemTime>,
    /// Rules that are off by default and enabled here.
    pub enabled: &'a EnabledRules,
}

impl TemplateCheck<'_> {
    /// Checks a template: returns the findings, and the stack that the template describes unless it cannot be read.
    #[must_use]
    pub fn run(&self, template: Arc<Source>) -> (Option<ResolvedStack>, TemplateFindings) {
        let source = Arc::clone(&template);
        let types = &PreparedTypes::new(self.types);
        let sources = StackSources {
            template,
            environments: self.environments.iter().map(EnvironmentFile::read).collect(),
            parameters: self.parameters,
            files: self.files,
            attributes: KnownAttributes::new(),
            purpose: Purpose::Verdicts,
            customs: self.now.map_or(WithoutCloud::timeless(), WithoutCloud::at),
            cloud: CloudAnswers::default(),
        };
        let (stack, mut found) = resolve_stack(sources, types);
        // Without values for all parameters, the results of functions that use them are unknown.
        let is_unknown = !self.is_strict && found.findings.iter().any(StackFinding::is_missing_parameter);
        let only_validation = Some(Verdict::Refused(RefusedBy::Validation));
        found.findings.retain(|finding| !is_unknown || finding.verdict != only_validation);
        found.findings.retain_mut(|finding| self.is_reported(finding));
        let mut findings = TemplateFindings::from(found);
        if let Some(stack) = &stack {
            let found = lint(&stack.template, types, self.enabled, Some(stack)).into_iter();
            let refused = findings.diagnostics.len();
            findings.diagnostics.extend(found.map(with_requests));
            remove_said_by_errors(&mut findings.diagnostics, refused);
            lint_environments(&self.environments, self.enabled, &mut findings.diagnostics);
            apply_suppressions(&stack.template, self.enabled, &mut findings.diagnostics);
        }
        other_files::explain(&source, &mut findings.diagnostics);
        remove_repetitions(&mut findings.diagnostics);
        (stack, findings)
    }

    /// Returns whether a finding is reported. A missing parameter is only reported if parameters must have values; it is an error
    /// then.
    fn is_reported(&self, finding: &mut StackFinding) -> bool {
        if finding.is_missing_parameter() {
            finding.diagnostic.severity = Severity::Error;
            return self.is_strict;
        }
        true
    }
}

/// Adds the request to Heat that fails to the finding of a rule: a plug-in reports such an error before it creates a resource.
fn with_requests(diagnostic: Diagnostic) -> Diagnostic {
    let is_error = diagnostic.severity == Severity::Error;
    let verdict = if is_error { Verdict::Refused(RefusedBy::Creation) } else { Verdict::Accepted };
    StackFinding { diagnostic, verdict: Some(verdict) }.into()
}

/// Removes the warnings about problems that an error of Heat already reports at the same span or in the same line. A resource
/// that a condition may remove is missing with the values that are set; other rules warn about the cause of an error.
fn remove_said_by_errors(found: &mut Vec<Diagnostic>, refused: usize) {
    let place = |diagnostic: &Diagnostic| {
        diagnostic.labels.first().map(|label| (label.span, label.source.name().to_owned()))
    };
    let missing =
        found.iter().take(refused).filter(|diagnostic| diagnostic.code == Problem::UnknownResource.id());
    let missing: Vec<_> = missing.filter_map(place).collect();
    let is_within = |diagnostic: &Diagnostic| {
        place(diagnostic).is_some_and(|(span, name)| {
            missing
                .iter()
                .any(|(around, file)| *file == name && around.start <= span.start && span.end <= around.end)
        })
    };
    found.retain(|diagnostic| diagnostic.code != CONDITIONAL_REFERENCE || !is_within(diagnostic));
    let errors = found.iter().take(refused).filter(|diagnostic| diagnostic.severity == Severity::Error);
    let line = |diagnostic: &Diagnostic| {
        let label = diagnostic.labels.first()?;
        Some((label.source.name().to_owned(), label.source.line_column(label.span.start).line))
    };
    let errors: HashSet<_> = errors.filter_map(line).collect();
    found.retain(|diagnostic| {
        let is_said = SAID_BY_ERRORS.contains(&diagnostic.code);
        !is_said || line(diagnostic).is_none_or(|line| !errors.contains(&line))
    });
    // An error and a finding are about the same mistake if the same edit fixes both.
    let (of_heat, _) = found.split_at(refused.min(found.len()));
    let fixed: Vec<Fix> = of_heat.iter().filter_map(|error| error.fix.clone()).collect();
    found.retain(|diagnostic| {
        diagnostic.code != MISSPELT_FUNCTION || diagnostic.fix.as_ref().is_none_or(|fix| !fixed.contains(fix))
    });
    // In an output, where a failing expression is only a warning, the rules explain more than Heat does.
    let explained = found.iter().filter(|diagnostic| EXPLAINS_YAQL.contains(&diagnostic.code));
    let explained: HashSet<_> = explained.filter_map(line).collect();
    found.retain(|diagnostic| {
        let is_failure =
            diagnostic.code == Problem::FailingYaql.id() && diagnostic.severity == Severity::Warning;
        !is_failure || line(diagnostic).is_none_or(|line| !explained.contains(&line))
    });
}

/// Returns the findings of a project's own rules in a stack, without those that comments of its template allow.
#[must_use]
pub fn check_own_rules(
    stack: &ResolvedStack,
    types: &dyn ResourceTypes,
    enabled: &EnabledRules,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    lint_by_own_rules(stack, types, enabled, &mut found);
    if !found.is_empty() {
        apply_suppressions(&stack.template, enabled, &mut found);
    }
    found
}

/// Heat's verdicts on a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdicts {
    /// `true` if the request that validates the template accepts it.
    pub is_validated: bool,
    /// `true` if the request that creates a stack accepts it.
    pub is_created: bool,
}

/// Heat's verdicts on a template whose files are known, and whose parameters must have values.
pub fn verdicts(
    template: Arc<Source>,
    environments: Vec<EnvironmentFile>,
    files: &dyn FileSource,
    types: &dyn ResourceTypes,
) -> Verdicts {
    let sources = StackSources {
        template,
        environments,
        parameters: &IndexMap::new(),
        files,
        attributes: KnownAttributes::new(),
        purpose: Purpose::Verdicts,
        customs: WithoutCloud::timeless(),
        cloud: CloudAnswers::default(),
    };
    let (_, found) = resolve_stack(sources, types);
    let verdicts = || found.findings.iter().filter_map(|finding| finding.verdict);
    Verdicts {
        is_validated: !verdicts().any(Verdict::fails_validation),
        is_created: !verdicts().any(Verdict::fails_creation),
    }
}

#[cfg(test)]
mod tests;
