//! Resolution of a template whose files are known, with its findings.

use std::collections::HashSet;
use std::sync::Arc;

use heat_hot::environment::files::{
    FileError, FileSource, Files, NamedFor, UnknownFile, UnknownReason, collect,
};
use heat_hot::environment::{self, Environment, EnvironmentFile, MergeKind, Registry};
use heat_hot::fault::{Exception, Fault, Stage};
use heat_hot::parameter::{ParameterInputs, ParameterSet, StackIdentity};
use heat_hot::resolve::Resolved;
use heat_hot::template::Template;
use heat_hot::template::environment_types::EnvironmentTypes;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::refusal::{RefusedBy, refusals};
use heat_hot::template::validate::{Setting, validate};
use heat_hot_language::ParameterType;
use heat_model::custom_constraint::WithoutCloud;
use heat_model::{ResourceTypes, Value};
use heat_yaml::{Diagnostic, Severity, Source};
use indexmap::IndexMap;

use crate::environment_defaults::misspelt_defaults;
use crate::findings::{StackFinding, StackFindings, Verdict, limited};
use crate::known_constraints::KnownConstraints;

/// Template with everything that is needed to resolve it.
pub struct StackSources<'a> {
    /// Template that is resolved.
    pub template: Arc<Source>,
    /// Environments of the stack, in the order in which they are merged.
    pub environments: Vec<EnvironmentFile>,
    /// The values of parameters, as text.
    pub parameters: &'a IndexMap<String, String>,
    /// Source of the files for `get_file` and nested templates.
    pub files: &'a dyn FileSource,
    /// Attributes of resources that are known.
    pub attributes: KnownAttributes,
    /// Custom constraints that are checked without a cloud, at some time.
    pub customs: WithoutCloud,
    /// Purpose for which the template is resolved.
    pub purpose: Purpose,
    /// Answers of the cloud that are known.
    pub cloud: CloudAnswers,
}

/// Answers of a cloud that a template can be resolved with. By default, none is known.
#[derive(Debug, Clone, Default)]
pub struct CloudAnswers {
    /// Identity of the stack, for the pseudo parameters.
    pub identity: Option<StackIdentity>,
    /// Values that custom constraints accept, by the name of the constraint. Constraints that are not listed accept what they accept
    /// without a cloud.
    pub accepted: IndexMap<String, Vec<Value>>,
}

/// Purpose for which a template is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The values of resources and outputs are needed: a value that cannot be computed is an error.
    Values,
    /// Heat's verdicts are needed, with the requests that fail: a value that cannot be computed is an error if a request fails
    /// for it.
    Verdicts,
    /// Only the stack is needed: nothing is reported except errors that keep the template from being read.
    Stack,
}

/// Template that has been resolved, as a stack.
pub struct ResolvedStack {
    /// Template of the stack.
    pub template: Template,
    /// Parameters of the stack with their values.
    pub parameters: ParameterSet,
    /// Resources and outputs of the stack, with their values.
    pub resolved: Resolved,
    /// Resource registry of the stack's environment.
    pub registry: Registry,
}

/// Resolves a template; returns no stack if it cannot be read. The findings are about the template, its environments and
/// parameters.
pub fn resolve_stack(
    sources: StackSources<'_>,
    types: &dyn ResourceTypes,
) -> (Option<ResolvedStack>, StackFindings) {
    let (attributes, purpose) = (sources.attributes.clone(), sources.purpose);
    match ReadStack::read(sources) {
        Ok(read) => {
            let (resolved, findings) = read.resolve(&attributes, purpose, types);
            (Some(read.into_stack(resolved)), findings)
        }
        Err(findings) => (None, findings),
    }
}

/// Template that has been read, with its environments and files. It can be resolved for several purposes.
pub struct ReadStack {
    source: Arc<Source>,
    template: Template,
    environment: Environment,
    parameters: ParameterSet,
    files: Files,
    customs: WithoutCloud,
    cloud: CloudAnswers,
    faults: Vec<Fault>,
    diagnostics: Vec<Diagnostic>,
}

impl ReadStack {
    /// Reads a template, its environments, parameters and files.
    ///
    /// # Errors
    /// Returns the findings about a template that cannot be read.
    pub fn read(sources: StackSources<'_>) -> Result<Self, StackFindings> {
        let source = sources.template;
        let read = Template::read(&source);
        let mut diagnostics = read.diagnostics;
        diagnostics.extend(read.fault.map(|fault| fault.to_diagnostic(&source)));
        let Some(template) = read.template else { return Err(diagnostics.into()) };
        let files = collect(sources.files, &[(Arc::clone(&source), template.root())], &sources.environments);
        diagnostics.extend(files.unknown().map(unknown_file));
        let (environment, mut faults) = environment(sources.parameters, &template, &sources.environments);
        diagnostics.extend(misspelt_defaults(&template, &environment, &files));
        let values = values_of(&environment.parameters);
        let given = ParameterInputs { values, defaults: values_of(&environment.parameter_defaults) };
        let (parameters, mut wrong) = template.parameters(sources.cloud.identity.as_ref(), &given);
        faults.append(&mut wrong);
        let (customs, cloud) = (sources.customs, sources.cloud);
        Ok(Self { source, template, environment, parameters, files, customs, cloud, faults, diagnostics })
    }

    /// Resolves the template for a purpose, and returns the findings for that purpose.
    pub fn resolve(
        &self,
        attributes: &KnownAttributes,
        purpose: Purpose,
        types: &dyn ResourceTypes,
    ) -> (Resolved, StackFindings) {
        self.resolve_with(attributes, types, |setting, mut resolved| {
            let findings = self.findings(&resolved, setting, purpose);
            if purpose == Purpose::Stack {
                (resolved.faults, resolved.resolution_faults) = (Vec::new(), Vec::new());
            }
            (resolved, findings)
        })
    }

    fn resolve_with<T>(
        &self,
        attributes: &KnownAttributes,
        types: &dyn ResourceTypes,
        finish: impl FnOnce(Setting<'_>, Resolved) -> T,
    ) -> T {
        let Self { source, template, environment, parameters, files, customs, cloud, .. } = self;
        let customs = &KnownConstraints {
            customs: *customs,
            table: types.custom_constraints(),
            accepted: &cloud.accepted,
        };
        let defaults = values_of(&environment.parameter_defaults);
        let surroundings =
            EnvironmentTypes::new(source, environment.registry.clone(), defaults, types, files);
        let stack = cloud.identity.as_ref();
        let setting = Setting { stack, ..Setting::new(parameters, &surroundings, customs) };
        let mut resolved = heat_hot::resolve::resolve(template, setting, attributes);
        place_values(&mut resolved.faults, [&environment.parameters, &environment.parameter_defaults]);
        finish(setting, resolved)
    }

    /// Returns the findings that decide Heat's verdicts on the template. The resolved values are not kept.
    pub fn verdicts(&self, types: &dyn ResourceTypes) -> StackFindings {
        let attributes = KnownAttributes::new();
        self.resolve_with(&attributes, types, |setting, resolved| {
            let faults_alone = Resolved {
                missing: resolved.missing,
                faults: resolved.faults,
                resolution_faults: resolved.resolution_faults,
                ..Resolved::default()
            };
            self.findings(&faults_alone, setting, Purpose::Verdicts)
        })
    }

    /// Returns the template, its parameters with their values, and the registry.
    #[must_use]
    pub fn parts(&self) -> (&Template, &ParameterSet, &Registry) {
        (&self.template, &self.parameters, &self.environment.registry)
    }

    /// Returns the stack of this template and its resolved values.
    #[must_use]
    pub fn into_stack(self, resolved: Resolved) -> ResolvedStack {
        let Self { template, parameters, environment, .. } = self;
        ResolvedStack { template, parameters, resolved, registry: environment.registry }
    }

    fn findings(&self, resolved: &Resolved, setting: Setting<'_>, purpose: Purpose) -> StackFindings {
        let Self { source, template, environment, faults, .. } = self;
        let settings = [&environment.parameters, &environment.parameter_defaults];
        let diagnostics = self.diagnostics.clone();
        match purpose {
            Purpose::Stack => StackFindings::default(),
            Purpose::Values => {
                let refused = faults.iter().chain(&resolved.faults).map(|fault| (fault, false));
                // Heat creates the stack in spite of an error in an output, or in a condition that is not used.
                let is_accepted = |fault: &Fault| matches!(fault.stage(), Stage::Use | Stage::Resolution);
                let later = resolved.resolution_faults.iter().map(|fault| (fault, is_accepted(fault)));
                let finding = |diagnostic| StackFinding { diagnostic, verdict: None };
                let unset = resolved.missing.iter().map(|name| finding(missing(name, source)));
                let found = refused.chain(later).map(|(fault, is_accepted)| {
                    move || {
                        let diagnostic = fault.to_diagnostic(source);
                        finding(if is_accepted {
                            Diagnostic { severity: Severity::Warning, ..diagnostic }
                        } else {
                            diagnostic
                        })
                    }
                });
                limited(diagnostics, found, unset)
            }
            Purpose::Verdicts => {
                let mut validated = validate(template, setting.of_validation_request()).faults;
                place_values(&mut validated, settings);
                let (unset, validated) = without_unset(validated, &resolved.missing);
                let of_both = faults.iter().map(|fault| (fault, Some(RefusedBy::Both)));
                let refused = refusals(&resolved.faults, &validated).into_iter();
                let refused = of_both.chain(refused.map(|(fault, by)| (fault, Some(by))));
                let found = refused.chain(resolved.resolution_faults.iter().map(|fault| (fault, None)));
                let found = found.map(|(fault, by)| {
                    move || match by {
                        Some(by) => refusal(fault, by, source),
                        None => failing_later(fault, source),
                    }
                });
                let unset = resolved.missing.iter().map(|name| {
                    let by = if unset.contains(name) { RefusedBy::Both } else { RefusedBy::Creation };
                    let verdict = Some(Verdict::MissingParameter(by));
                    StackFinding { diagnostic: missing(name, source), verdict }
                });
                limited(diagnostics, found, unset)
            }
        }
    }
}

fn values_of(settings: &IndexMap<String, environment::Setting>) -> IndexMap<String, Value> {
    settings.iter().map(|(name, setting)| (name.clone(), setting.value.clone())).collect()
}

/// Adds spans in environments to the errors about values of parameters: invalid values, and values of unknown parameters.
/// `values` are from the section `parameters` of an environment, `defaults` from `parameter_defaults`.
fn place_values(faults: &mut [Fault], [values, defaults]: [&IndexMap<String, environment::Setting>; 2]) {
    for fault in faults.iter_mut().filter(|fault| fault.span.is_none()) {
        let place = match &fault.exception {
            Exception::UnknownUserParameter(name) => {
                let place = values.get(name).and_then(|setting| setting.place.as_ref());
                place.map(|place| (place.key, &place.source))
            }
            _ => fault.given_value().and_then(|name| {
                let given = values.get(name).filter(|given| given.value != Value::Null);
                let place = given.or_else(|| defaults.get(name))?.place.as_ref()?;
                Some((place.value, &place.source))
            }),
        };
        let found = place.map(|(span, source)| (span, Arc::clone(source)));
        if let Some((span, source)) = found {
            (fault.span, fault.source) = (Some(span), Some(source));
        }
    }
}

/// Separates the parameters without a value that a function reads from the other faults.
fn without_unset(faults: Vec<Fault>, missing: &[String]) -> (HashSet<String>, Vec<Fault>) {
    let mut unset = HashSet::new();
    let others = faults.into_iter().filter(|fault| match &fault.exception {
        Exception::UserParameterMissing { name, .. } if missing.contains(name) => {
            unset.insert(name.clone());
            false
        }
        _ => true,
    });
    let others = others.collect();
    (unset, others)
}

/// Creates the finding about an error of Heat, with the requests that fail for it.
fn refusal(fault: &Fault, by: RefusedBy, source: &Arc<Source>) -> StackFinding {
    let stage = if by == RefusedBy::Creation { Stage::Creation } else { Stage::Validation };
    let mut diagnostic = fault.clone().when_noticed(stage).to_diagnostic(source);
    if by == RefusedBy::Validation {
        diagnostic.notes.push("Heat accepts this when the stack is created".to_owned());
    }
    StackFinding { diagnostic, verdict: Some(Verdict::Refused(by)) }
}

/// Creates the finding about an error that only occurs when a value is resolved or a nested stack is created, in a template that Heat
/// accepts.
fn failing_later(fault: &Fault, source: &Arc<Source>) -> StackFinding {
    let stage = match fault.stage() {
        stage @ (Stage::Use | Stage::Creation | Stage::NestedCreation | Stage::PossibleCreation) => stage,
        _ => Stage::Resolution,
    };
    let diagnostic = fault.clone().when_noticed(stage).to_diagnostic(source);
    StackFinding { diagnostic, verdict: Some(Verdict::FailsLater) }
}

/// Merges the environment files and the parameters of the command line.
fn environment(
    given: &IndexMap<String, String>,
    template: &Template,
    files: &[EnvironmentFile],
) -> (Environment, Vec<Fault>) {
    let given: IndexMap<String, Value> =
        given.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))).collect();
    // The types of parameters decide how their values are merged.
    let (declared, _) = template.parameters(None, &ParameterInputs::default());
    let kinds = declared.iter().map(|(name, parameter)| {
        let kind = match parameter.definition.parameter_type {
            ParameterType::String => MergeKind::String,
            ParameterType::Number => MergeKind::Number,
            ParameterType::CommaDelimitedList => MergeKind::List,
            ParameterType::Json => MergeKind::Map,
            ParameterType::Boolean => MergeKind::Boolean,
        };
        (name.to_owned(), kind)
    });
    let (sent, refused): (Vec<_>, Vec<_>) = files.iter().map(EnvironmentFile::as_sent).unzip();
    let refused = files.iter().zip(refused).flat_map(|(file, faults)| {
        faults.into_iter().map(|fault| fault.in_file(&file.source)).collect::<Vec<_>>()
    });
    let (environment, faults) = Environment::merge(&sent, &given, &kinds.collect());
    (environment, refused.chain(faults).collect())
}

/// Creates the diagnostic about a file that is not known. A missing file of a registry is an error: the client exits with one,
/// even if the template does not need it.
pub(crate) fn unknown_file(unknown: &UnknownFile) -> Diagnostic {
    if unknown.named_for == NamedFor::Registry && unknown.reason == UnknownReason::Error(FileError::NotFound)
    {
        let message = format!("the template `{}` does not exist", unknown.name);
        let missing = Diagnostic::error("missing-registry-file", message);
        let mut missing = missing.with_label(&unknown.source, unknown.span, "");
        missing.notes.push("the client cannot read it, and sends nothing to Heat".to_owned());
        return missing;
    }
    let message = format!("the content of `{}` is unknown: {}", unknown.name, unknown.reason);
    let mut diagnostic = Diagnostic::new(Severity::Warning, "unknown-file", message).with_label(
        &unknown.source,
        unknown.span,
        "",
    );
    if unknown.reason == UnknownReason::Error(FileError::Outside) {
        diagnostic.help = Some("set the folder that files may be read from with --root DIR".to_owned());
    }
    diagnostic
}

fn missing(name: &str, source: &Arc<Source>) -> Diagnostic {
    let message = format!("the parameter `{name}` has no value");
    let mut diagnostic =
        Diagnostic::new(Severity::Warning, "missing-parameter", message).in_file(source.name());
    diagnostic.help = Some(format!("set it with --parameter {name}=VALUE"));
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_file_says_what_it_was_read_for() {
        fn check(named_for: NamedFor, reason: UnknownReason, code: &str, help: Option<&str>) {
            let source = Source::new("template.yaml", "name");
            let span = heat_yaml::Span::new(0, 4);
            let name = "name".to_owned();
            let found = unknown_file(&UnknownFile { name, source, span, named_for, reason });
            assert_eq!((found.code, found.help.as_deref()), (code, help));
            assert_eq!(found.labels[0].span, span);
        }
        let error = UnknownReason::Error;
        let root = Some("set the folder that files may be read from with --root DIR");
        for named_for in [NamedFor::Registry, NamedFor::Content] {
            check(named_for, error(FileError::Outside), "unknown-file", root);
            check(named_for, error(FileError::NotRead), "unknown-file", None);
            check(named_for, UnknownReason::Url, "unknown-file", None);
        }
        check(NamedFor::Content, error(FileError::NotFound), "unknown-file", None);
        check(NamedFor::Registry, error(FileError::NotFound), "missing-registry-file", None);
    }
}
